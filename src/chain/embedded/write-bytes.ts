// What a transaction makes the disk write and keep, reckoned before it is written. Reckoned high: write-bytes.test.ts compares it
// with what the folder grows by.
import type { Executed } from './execute.ts'

/** A transaction's signature and its place in a block, and its row beside what is counted one by one. */
const TRANSACTION_BYTES = 700
/** An address that it names, somewhere among all mentions, in pages that are two thirds full (measured: 175); two balances. */
const MENTION_BYTES = 250
const LINE_BYTES = 5
const INNER_BYTES = 50
const TOKEN_BYTES = 250
/** An account that it changes: its head and its key. */
const ACCOUNT_BYTES = 150
/** Longer rows have pages of their own. */
const ROW_BYTES_MAX = 2_000
const PAGE_BYTES = 4_096
/** An account that is written again takes the place of an earlier one on the disk. */
const REWRITTEN_SHARE = 1 / 8
/** What accounts grow by stays in memory as well, which is dearer: of a day's bytes a sixteenth. */
export const GROWN_WEIGHT = 16

export function writtenBytes({ record, addresses, changes, grownBytes }: Executed): number {
  const { wire, logs, innerInstructions, tokensBefore, tokensAfter, returnData } = record
  let row = wire.length + (tokensBefore.length + tokensAfter.length) * TOKEN_BYTES
  for (const line of logs) row += Buffer.byteLength(line) + LINE_BYTES
  for (const { instructions } of innerInstructions)
    for (const { accountIndexes, data } of instructions)
      row += INNER_BYTES + accountIndexes.length + data.length
  row += returnData?.data.length ?? 0
  if (row > ROW_BYTES_MAX) row += PAGE_BYTES
  let accounts = grownBytes * GROWN_WEIGHT
  for (const [, account] of changes) accounts += ACCOUNT_BYTES + (account?.data.length ?? 0) * REWRITTEN_SHARE
  return Math.ceil(TRANSACTION_BYTES + row + addresses.length * MENTION_BYTES + accounts)
}
