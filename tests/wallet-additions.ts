// What wallets add to a transaction before they sign it: for tests that stand in their place.
import type { Address } from '@solana/kit'
import { Writer } from '@twinmint/sdk/program/bytes'
import { decodeTransaction, encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { LIGHTHOUSE_PROGRAM, MEMO_PROGRAMS, SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'

/** The instructions of a transaction, as they were before it was compiled. */
export function instructionsOf(wire: Uint8Array): Instruction[] {
  const { addresses, signerCount, isWritable, instructions } = decodeTransaction(wire)
  return instructions.map(({ programIndex, accountIndexes, data }) => ({
    programAddress: addresses[programIndex] as Address,
    accounts: [...accountIndexes].map((index) => ({
      address: addresses[index] as Address,
      signer: index < signerCount,
      writable: isWritable(index),
    })),
    data,
  }))
}

/** The same transaction, unsigned and in base64, with other instructions made of its own. */
export function rewritten(
  transaction: string,
  rewrite: (instructions: readonly Instruction[], payer: Address) => readonly Instruction[],
): string {
  const wire = Buffer.from(transaction, 'base64')
  const { addresses, recentBlockhash } = decodeTransaction(wire)
  const feePayer = addresses[0] as Address
  const instructions = rewrite(instructionsOf(wire), feePayer)
  return Buffer.from(encodeTransaction({ feePayer, recentBlockhash, instructions })).toString('base64')
}

export const transferOf = (payer: Address, to: Address, lamports: bigint): Instruction => ({
  programAddress: SYSTEM_PROGRAM,
  accounts: [
    { address: payer, signer: true, writable: true },
    { address: to, signer: false, writable: true },
  ],
  data: new Writer().u32(2).u64(lamports).finish(),
})

export const memoOf = (text: string): Instruction => ({
  programAddress: MEMO_PROGRAMS[0] as Address,
  accounts: [],
  data: new TextEncoder().encode(text),
})

/**
 * Lighthouse's AssertAccountInfo on the payer's lamports: tag, log level, which field, the value, and how they compare. Three
 * in a row are what a wallet adds to watch SOL and coins.
 */
export const assertionOf = (payer: Address): Instruction => ({
  programAddress: LIGHTHOUSE_PROGRAM,
  accounts: [{ address: payer, signer: false, writable: false }],
  data: new Writer().u8(5).u8(0).u8(0).u64(1n).u8(4).finish(),
})
