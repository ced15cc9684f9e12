// What a submitted transaction asks of the program, and whether anything stands in it that has no business there. Pure.
import type { Address } from '@solana/kit'
import {
  type DecodedInstruction,
  decodeInstruction,
  type InstructionName,
} from '../chain/program/instructions.ts'
import type { DecodedTransaction } from '../chain/program/message.ts'
import { Refusal } from '../core/errors.ts'

/** Programs whose instructions a wallet may add to a transaction of ours: they move nothing of anybody's but fees. */
const HARMLESS_PROGRAMS: ReadonlySet<string> = new Set([
  'ComputeBudget111111111111111111111111111111',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  // Lighthouse: Phantom adds its assertions to what it signs, so that a result other than the simulated one fails.
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
])

/**
 * The program's instructions in a submitted transaction. Refuses wrongTransaction when there are none, when another
 * program takes part, or when one of ours is not among `allowed`.
 */
export function programInstructionsOf(
  transaction: DecodedTransaction,
  programAddress: Address,
  allowed: readonly InstructionName[],
): DecodedInstruction[] {
  if (transaction.usesLookupTables) throw new Refusal('wrongTransaction')
  const ours: DecodedInstruction[] = []
  for (const { programIndex, accountIndexes, data } of transaction.instructions) {
    const program = transaction.addresses[programIndex]
    if (program === programAddress) {
      const accounts = [...accountIndexes].map((index) => transaction.addresses[index] as Address)
      const instruction = decodeOrRefuse(data, accounts)
      if (!allowed.includes(instruction.name)) throw new Refusal('wrongTransaction')
      ours.push(instruction)
    } else if (program === undefined || !HARMLESS_PROGRAMS.has(program)) throw new Refusal('wrongTransaction')
  }
  if (ours.length === 0) throw new Refusal('wrongTransaction')
  return ours
}

function decodeOrRefuse(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  try {
    return decodeInstruction(data, accounts)
  } catch (cause) {
    throw new Refusal('wrongTransaction', undefined, { cause })
  }
}
