// Wallets and signed transactions for the tests and the benchmark of the chain. Nothing of the product imports this.
import type { Address } from '@solana/kit'
import { deployProgram } from '@twinmint/sdk/internal/program/loader'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import type { EmbeddedChain } from './chain.ts'
import { createKeypair, type Keypair, signTransaction } from './keypair.ts'

export { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
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

/** Deploys a program at a new address, with the room for upgrades that a deployment of the product gives it. */
export async function deployAs(
  payer: Wallet,
  chain: EmbeddedChain,
  elf: Uint8Array,
): Promise<{ program: Address; programData: Address }> {
  const [program, buffer] = [makeWallet(), makeWallet()]
  const others = new Map([program, buffer].map((wallet) => [wallet.address, wallet]))
  const programData = await deployProgram({
    payer: payer.address,
    authority: payer.address,
    program: program.address,
    buffer: buffer.address,
    elf,
    bytesMax: elf.length * 2,
    rent: async (bytes) => chain.rentExemptLamports(bytes),
    atOnce: 20,
    send: async (instructions, signers) => {
      const wallets = signers.flatMap((address) => others.get(address) ?? [])
      const { blockhash } = chain.latestBlockhash()
      const { err, logs } = await chain.sendTransaction(
        signedTransaction([payer, ...wallets], blockhash, instructions),
      )
      if (err !== null) throw new Error(logs.join('\n'))
    },
  })
  return { program: program.address, programData }
}
