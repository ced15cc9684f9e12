// Estimates the bytes that a transaction adds to the disk, before they are written. The estimate is an upper bound:
// write-bytes.test.ts compares it with the growth of the store.
import type { Executed } from './execute.ts'

/** Signature, place in the block, and the fixed part of the row. */
const TRANSACTION_BYTES = 700
/** A named address: its row among the mentions, in pages that are two thirds full (measured: 175), and two balances. */
const MENTION_BYTES = 250
const LINE_BYTES = 5
const INNER_BYTES = 50
const TOKEN_BYTES = 250
/** Head and key of a changed account. */
const ACCOUNT_BYTES = 150
/** Longer rows take whole pages. */
const ROW_BYTES_MAX = 2_000
const PAGE_BYTES = 4_096
/** A rewritten account reuses the space of its former version. */
const REWRITTEN_SHARE = 1 / 8
/** Growth of accounts also stays in memory, so it counts 16 times: a daily limit allows a sixteenth of it in memory. */
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
