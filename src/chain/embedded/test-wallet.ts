// Wallets and signed transactions for the tests and the benchmark of the chain. Nothing of the product imports this.
import type { Address } from '@solana/kit'
import { createKeypair, type Keypair, signTransaction } from '../keypair.ts'
import { encodeTransaction, type Instruction } from '../program/message.ts'
import { SYSTEM_PROGRAM } from '../program/programs.ts'

export { SYSTEM_PROGRAM } from '../program/programs.ts'
export type Wallet = Keypair
export const makeWallet = (): Wallet => createKeypair()

/** A version 0 transaction, paid by the first of its signers. */
export function signedTransaction(
  signers: readonly [Wallet, ...Wallet[]],
  recentBlockhash: string,
  instructions: readonly Instruction[],
): Uint8Array<ArrayBuffer> {
  return signTransaction(
    encodeTransaction({ feePayer: signers[0].address, recentBlockhash, instructions }),
    signers,
  )
}

export function transferSol(from: Address, to: Address, lamports: bigint): Instruction {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, signer: true, writable: true },
      { address: to, signer: false, writable: true },
    ],
    data,
  }
}
