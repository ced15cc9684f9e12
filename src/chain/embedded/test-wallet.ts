// Wallets and signed transactions for the tests and the benchmark of the chain. Nothing of the product imports this.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressOf, encodeTransaction, type Instruction } from '../program/message.ts'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address

export interface Wallet {
  readonly key: KeyObject
  readonly address: Address
}

export function makeWallet(): Wallet {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { key: privateKey, address: addressOf(spki.subarray(spki.length - 32)) }
}

/** A version 0 transaction, signed by the payer (the first wallet) and the others in the order of the message. */
export function signedTransaction(
  signers: readonly [Wallet, ...Wallet[]],
  recentBlockhash: string,
  instructions: readonly Instruction[],
): Uint8Array<ArrayBuffer> {
  const wire = encodeTransaction({ feePayer: signers[0].address, recentBlockhash, instructions })
  const message = wire.subarray(1 + 64 * (wire[0] ?? 0))
  signers.forEach(({ key }, at) => wire.set(sign(null, message, key), 1 + 64 * at))
  return wire
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
