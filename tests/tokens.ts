// What wallets do with Token-2022 without this program: send, keep elsewhere, and burn.
import type { Address } from '@solana/kit'
import { rentLamports } from '@twinmint/sdk/core/rent'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { createCoinAccountInstruction } from '@twinmint/sdk/program/token-2022'
import { createKeypair, signTransaction } from '../packages/localnet/keypair.ts'
import {
  createAccount,
  demandMemos,
  initializeAccount,
  signs,
  token,
  transferTokens,
  writes,
} from '../program/test/tokens.ts'
import { type Client, rpc, sendAndConfirm } from './client.ts'

const TRANSFER_CHECKED = 12
const BURN_CHECKED = 15
const CLOSE_ACCOUNT = 9

interface Amount {
  readonly mint: string
  readonly units: bigint
  readonly decimals: number
}

function tokenInstruction(
  tag: number,
  { units, decimals }: Amount,
  accounts: readonly (readonly [address: string, marks: string])[],
): Instruction {
  const data = Buffer.alloc(10)
  data.writeUInt8(tag, 0)
  data.writeBigUInt64LE(units, 1)
  data.writeUInt8(decimals, 9)
  return {
    programAddress: TOKEN_2022_PROGRAM,
    accounts: accounts.map(([address, marks]) => ({
      address: address as Address,
      signer: marks.includes('s'),
      writable: marks.includes('w'),
    })),
    data: new Uint8Array(data),
  }
}

async function run(client: Client, instructions: readonly Instruction[]): Promise<void> {
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const feePayer = client.address as Address
  const wire = encodeTransaction({ feePayer, recentBlockhash: value.blockhash, instructions })
  await sendAndConfirm(client, client.sign(Buffer.from(wire).toString('base64')))
}

const accountOf = ({ address }: Client, mint: string) =>
  deriveAssociatedAddress(address as Address, mint as Address)

export async function sendTokens(from: Client, to: Client, amount: Amount): Promise<void> {
  const { mint } = amount
  const [source, destination] = [await accountOf(from, mint), await accountOf(to, mint)]
  await run(from, [
    await createCoinAccountInstruction({
      payer: from.address as Address,
      wallet: to.address as Address,
      mint: mint as Address,
    }),
    tokenInstruction(TRANSFER_CHECKED, amount, [
      [source, 'w'],
      [mint, ''],
      [destination, 'w'],
      [from.address, 's'],
    ]),
  ])
}

/** The wallet’s own account of the mint, made where there is none, takes nothing in without a memo from now on. */
export async function demandMemosFor(client: Client, mint: string): Promise<void> {
  const wallet = client.address as Address
  await run(client, [
    await createCoinAccountInstruction({ payer: wallet, wallet, mint: mint as Address }),
    ...demandMemos(await accountOf(client, mint), { address: wallet }),
  ])
}

export async function burnTokens(client: Client, amount: Amount): Promise<void> {
  const source = await accountOf(client, amount.mint)
  await run(client, [
    tokenInstruction(BURN_CHECKED, amount, [
      [source, 'w'],
      [amount.mint, 'w'],
      [client.address, 's'],
    ]),
  ])
}

/** The wallet moves an NFT from its usual account into another of its own, and closes the usual one. */
export async function keepAside(client: Client, mint: string): Promise<void> {
  const [aside, source, wallet] = [createKeypair(), await accountOf(client, mint), client.address as Address]
  const nft = mint as Address
  const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
  const instructions = [
    createAccount({ payer: wallet, account: aside.address, lamports: rentLamports(165), size: 165 }),
    initializeAccount(aside.address, nft, wallet),
    transferTokens({
      from: source,
      to: aside.address,
      mint: nft,
      authority: wallet,
      amount: 1n,
      decimals: 0,
    }),
    token([writes(source), writes(wallet), signs(wallet)], [CLOSE_ACCOUNT]),
  ]
  const wire = encodeTransaction({ feePayer: wallet, recentBlockhash: value.blockhash, instructions })
  const signed = signTransaction(wire, [client.keypair, aside])
  await sendAndConfirm(client, Buffer.from(signed).toString('base64'))
}
