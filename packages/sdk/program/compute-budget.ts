// The instructions by which a transaction says how many compute units it may use and what it pays for each. Pure.
import type { Instruction } from './message.ts'
import { COMPUTE_BUDGET_PROGRAM } from './programs.ts'

/** The first bytes of the instructions. */
export const UNIT_LIMIT_TAG = 2
export const UNIT_PRICE_TAG = 3

export interface ComputeBudget {
  readonly unitLimit: bigint
  /** Millionths of a lamport a unit. */
  readonly unitPriceMicroLamports: bigint
}

/** What the two take of a transaction: the program's address, and an instruction of 8 and one of 12 bytes. */
export const BUDGET_BYTES = 52

/** To stand before the others. */
export function computeBudgetInstructions({
  unitLimit,
  unitPriceMicroLamports,
}: ComputeBudget): Instruction[] {
  return [
    budgetInstruction(UNIT_LIMIT_TAG, 4, unitLimit),
    budgetInstruction(UNIT_PRICE_TAG, 8, unitPriceMicroLamports),
  ]
}

function budgetInstruction(tag: number, bytes: 4 | 8, value: bigint): Instruction {
  const data = new Uint8Array(1 + bytes)
  data[0] = tag
  const view = new DataView(data.buffer, 1)
  if (bytes === 4) view.setUint32(0, Number(value), true)
  else view.setBigUint64(0, value, true)
  return { programAddress: COMPUTE_BUDGET_PROGRAM, accounts: [], data }
}
