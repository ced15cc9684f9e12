// An embedded chain with the released program on it, as its server leaves it, and its clients' instructions. Tests only.

import { hash } from 'node:crypto'
import { join } from 'node:path'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { fillBuffer, type Send, upgradeToBuffer } from '@twinmint/sdk/internal/program/loader'
import { deriveAssociatedAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { createCoinAccountInstruction } from '@twinmint/sdk/program/token-2022'
import { type EmbeddedChain, openEmbeddedChain } from '../packages/localnet/chain.ts'
import { createKeypair, type Keypair, signTransaction } from '../packages/localnet/keypair.ts'
import { coinOf, deployReleased, releasedElf } from '../program/test/released.ts'
import { emptyFolder } from './fresh-folder.ts'

const SOL = 1_000_000_000n

/** The wallet of that number, as the program's harness has it. */
const keypairOf = (number: number): Keypair => createKeypair(hash('sha256', `wallet ${number}`, 'buffer'))
export const [creator, alice, bob] = [keypairOf(1), keypairOf(2), keypairOf(3)]
export const keys = { program: keypairOf(900_000), authority: keypairOf(900_001) }
export const program = keys.program.address

/** A chain with the released program, set up as its server does. */
export async function openReleasedChain(
  bytesMax = releasedElf.length * 2,
  now: () => number = Date.now,
): Promise<EmbeddedChain & { readonly folder: string }> {
  const folder = emptyFolder()
  const chain = await openEmbeddedChain({ folder: join(folder, 'chain'), now })
  const buffer = createKeypair()
  for (const { address } of [keys.authority, creator, alice, bob])
    await chain.airdrop(address, lamports(10n * SOL))
  const send: Send = (instructions, signers) => {
    const others = [keys.program, buffer].filter(({ address }) => signers.includes(address))
    return sendTo(chain, instructions, keys.authority, ...others)
  }
  await deployReleased({
    send,
    payer: keys.authority.address,
    buffer: buffer.address,
    bytesMax,
    rent: async (bytes) => chain.rentExemptLamports(bytes),
    nextSlot: () => new Promise((wake) => setTimeout(wake, 450)),
  })
  return Object.assign(chain, { folder })
}

export async function sendTo(
  chain: EmbeddedChain,
  instructions: readonly Instruction[],
  ...signers: [Keypair, ...Keypair[]]
) {
  const wire = encodeTransaction({
    feePayer: signers[0].address,
    recentBlockhash: chain.latestBlockhash().blockhash,
    instructions,
  })
  const { err, logs } = await chain.sendTransaction(signTransaction(wire, signers))
  if (err !== null) throw new Error(`${JSON.stringify(err)}\n${logs.join('\n')}`)
}

export type Coin = Awaited<ReturnType<typeof coinOf>>
export const coin = (symbol: string, number: number) => coinOf(creator.address, symbol, number)
export const launch = (chain: EmbeddedChain, of: Coin) => sendTo(chain, [of.launch], creator)

export const accountOf = ({ addresses }: Coin, { address }: Keypair) =>
  deriveAssociatedAddress(address, addresses.mint)
export const makeAccount = ({ addresses }: Coin, { address }: Keypair) =>
  createCoinAccountInstruction({ payer: address, wallet: address, mint: addresses.mint })

export async function buy(of: Coin, by: Keypair, sol: bigint): Promise<Instruction> {
  const { addresses } = of
  const userCoins = await accountOf(of, by)
  const amounts = { lamportsIn: lamports(sol), baseUnitsOutMin: baseUnits(1n) }
  return buildInstruction(program, 'buy', { ...addresses, user: by.address, userCoins }, amounts)
}

export async function sell(of: Coin, by: Keypair, units: bigint): Promise<Instruction> {
  const { addresses } = of
  const amounts = { baseUnitsIn: baseUnits(units), lamportsOutMin: lamports(1n) }
  const userCoins = await accountOf(of, by)
  return buildInstruction(program, 'sell', { ...addresses, user: by.address, userCoins }, amounts)
}

/** The program's code alone, as a multisig's proposal does it. */
export async function upgradeCode(chain: EmbeddedChain, elf: Uint8Array): Promise<void> {
  const buffer = createKeypair()
  const payer = keys.authority.address
  const send: Send = (instructions, signers) =>
    sendTo(chain, instructions, keys.authority, ...(signers.includes(buffer.address) ? [buffer] : []))
  const rent = async (bytes: number) => chain.rentExemptLamports(bytes)
  const plan = { payer, authority: payer, program, buffer: buffer.address, elf, bytesMax: elf.length, rent }
  await fillBuffer(send, plan, undefined, 32)
  const deployed = chain.getAccount(await deriveProgramDataAddress(program))?.data ?? new Uint8Array()
  const nextSlot = () => new Promise<void>((wake) => setTimeout(wake, 450))
  await upgradeToBuffer(send, plan, deployed, nextSlot)
  await nextSlot()
}
