// What a transaction makes the disk write and keep, reckoned before it is written. Reckoned high: write-bytes.test.ts compares it
// with what the folder grows by.
import type { Executed } from './execute.ts'

/** Its row, its signature and its place in a block, however small it is. */
const TRANSACTION_BYTES = 700
/** An address that it names: 41 bytes somewhere among all mentions, in pages that are two thirds full; two balances. */
const MENTION_BYTES = 100
/** An account that it changes: its head and its key. */
const ACCOUNT_BYTES = 100
const TOKEN_BYTES = 250
/** A call inside it: an event of it may be some rows of an index. */
const INNER_BYTES = 50
/**
 * What an account grows by stays in memory as well, which is dearer than disk: a day's worth of it is a sixteenth of a day's bytes.
 */
export const GROWN_WEIGHT = 16

export function writtenBytes({ record, addresses, changes, grownBytes }: Executed): number {
  const { wire, logs, innerInstructions, tokensBefore, tokensAfter, returnData } = record
  let bytes = TRANSACTION_BYTES + wire.length + addresses.length * MENTION_BYTES
  for (const line of logs) bytes += Buffer.byteLength(line) + 5
  for (const { instructions } of innerInstructions)
    for (const { accountIndexes, data } of instructions) bytes += INNER_BYTES + accountIndexes.length + data.length
  bytes += (tokensBefore.length + tokensAfter.length) * TOKEN_BYTES + (returnData?.data.length ?? 0)
  for (const [, account] of changes) bytes += ACCOUNT_BYTES + (account?.data.length ?? 0)
  return bytes + grownBytes * GROWN_WEIGHT
}
