// Whether a transaction leaves room for a priority fee and for what wallets add. Tests only.
import type { Address } from '@solana/kit'
import { computeBudgetInstructions } from '@twinmint/sdk/program/compute-budget'
import {
  encodeTransaction,
  type Instruction,
  TRANSACTION_BYTES_MAX,
  TransactionFormatError,
} from '@twinmint/sdk/program/message'
import { assertionOf, transferOf } from '../../tests/wallet-additions.ts'
import { SOL, wallet } from './harness.ts'

/** Instructions of one transaction, those that programs call included: the runtime's limit. */
export const TRACE_MAX = 64

/** A compute limit and a price, as we put them before it: 52 bytes. */
const PRICE = computeBudgetInstructions({ unitLimit: 1_400_000n, unitPriceMicroLamports: 1_000_000n })

/** What wallets add: two assertions of Lighthouse, or a fee of their own. */
const additionsOf = (payer: Address): readonly (readonly Instruction[])[] => [
  [assertionOf(payer), assertionOf(payer)],
  [transferOf(payer, wallet(8).address, SOL)],
]

export const leavesRoom = (input: {
  readonly instructions: readonly Instruction[]
  /** As they took. */
  readonly trace: number
  readonly payer: Address
}): boolean =>
  additionsOf(input.payer).every(
    (added) =>
      bytesOf([...PRICE, ...input.instructions, ...added], input.payer) <= TRANSACTION_BYTES_MAX &&
      input.trace + PRICE.length + added.length <= TRACE_MAX,
  )

/** Infinite where it is longer than a transaction. */
function bytesOf(instructions: readonly Instruction[], payer: Address): number {
  try {
    const recentBlockhash = wallet(3).address
    return encodeTransaction({ feePayer: payer, recentBlockhash, instructions }).length
  } catch (error) {
    if (error instanceof TransactionFormatError) return Number.POSITIVE_INFINITY
    throw error
  }
}
