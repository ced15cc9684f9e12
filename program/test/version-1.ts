// Version 1 of the program (fixtures/twinmint-1.so): deployed as its server did, and the instructions that version 2 takes
// otherwise, as its clients built them. Buys, captures, releases and creators' claims have not changed. Tests only.
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { deployProgram, type Send } from '@twinmint/sdk/internal/program/loader'
import {
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintAddress,
  deriveMintBaseAddress,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { LaunchTexts } from '@twinmint/sdk/program/instructions'
import type { AccountMeta, Instruction } from '@twinmint/sdk/program/message'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { findSeed, wallet } from './harness.ts'

const PROGRAM = wallet(900_000).address

/** `s` signs, `w` is writable, as in docs/program.md. */
const account = (address: Address, marks = ''): AccountMeta => ({
  address,
  signer: marks.includes('s'),
  writable: marks.includes('w'),
})

export const elf1 = new Uint8Array(readFileSync(new URL('../fixtures/twinmint-1.so', import.meta.url)))

/** Deploys it at the harness's program address, by `payer`, who keeps every right. */
export async function deploy1(on: {
  readonly send: Send
  readonly payer: Address
  readonly buffer: Address
  readonly bytesMax: number
  readonly rent: (bytes: number) => Promise<bigint>
  /** Resolves in the slot after this one. */
  readonly nextSlot: () => Promise<void>
}): Promise<void> {
  const { send, payer } = on
  const programData = await deployProgram({
    ...on,
    authority: payer,
    program: PROGRAM,
    elf: elf1,
    atOnce: 32,
  })
  await on.nextSlot()
  const config = await deriveConfigAddress(PROGRAM)
  const roles = { upgradeAuthority: payer, config, programData, admin: payer, treasury: payer }
  await send([initializeConfig1(PROGRAM, roles)], [payer])
}

/** The creator's coin of that number in the harness's seeds, and the launch of it. */
export async function coin1(
  creator: Address,
  symbol: string,
  number: number,
): Promise<{ readonly addresses: MarketAddresses; readonly launch: Instruction }> {
  const seed = await findSeed(creator, number)
  const mintBase = await deriveMintBaseAddress(PROGRAM, creator)
  const addresses = await deriveMarketAddresses(PROGRAM, await deriveMintAddress(mintBase, seed))
  const texts = { seed, name: `Old ${symbol}`, symbol, collectionName: `${symbol}s`, uri: 'http://old/1' }
  return { addresses, launch: launch1(PROGRAM, { creator, mintBase, addresses, texts }) }
}

/** 420 SOL, a boost of 1 SOL for a day, 1 % on sells, half of it the creator's. */
function initializeConfig1(
  program: Address,
  input: {
    readonly upgradeAuthority: Address
    readonly config: Address
    readonly programData: Address
    readonly admin: Address
    readonly treasury: Address
  },
): Instruction {
  const data = new Writer().u8(0).address(input.admin).address(input.treasury)
  return {
    programAddress: program,
    accounts: [
      account(input.upgradeAuthority, 'sw'),
      account(input.config, 'w'),
      account(input.programData),
      account(SYSTEM_PROGRAM),
    ],
    data: data.u64(420_000_000_000n).u64(1_000_000_000n).u32(86_400).u16(100).u16(5_000).finish(),
  }
}

function launch1(
  program: Address,
  input: {
    readonly creator: Address
    readonly mintBase: Address
    readonly addresses: MarketAddresses
    readonly texts: LaunchTexts
  },
): Instruction {
  const { creator, mintBase, addresses, texts } = input
  const { mint, market, vault, escrow, collection, config } = addresses
  const data = new Writer().u8(2).text(texts.seed).text(texts.name).text(texts.symbol)
  return {
    programAddress: program,
    accounts: [
      account(creator, 'sw'),
      account(mint, 'w'),
      account(mintBase),
      account(market, 'w'),
      account(vault, 'w'),
      account(escrow),
      account(collection, 'w'),
      account(config),
      account(SYSTEM_PROGRAM),
      account(TOKEN_2022_PROGRAM),
      account(ASSOCIATED_TOKEN_PROGRAM),
      account(program),
    ],
    data: data.text(texts.collectionName).text(texts.uri).finish(),
  }
}

/** With the Config, which version 1 writes. */
export function sell1(
  program: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly baseUnitsIn: bigint
    readonly lamportsOutMin: bigint
  },
): Instruction {
  const { mint, market, vault, config } = input.addresses
  return {
    programAddress: program,
    accounts: [
      account(input.user, 'sw'),
      account(market, 'w'),
      account(config, 'w'),
      account(mint),
      account(vault, 'w'),
      account(input.userCoins, 'w'),
      account(TOKEN_2022_PROGRAM),
      account(program),
    ],
    data: new Writer().u8(4).u64(input.baseUnitsIn).u64(input.lamportsOutMin).finish(),
  }
}

/** Paid to the Config. */
export function boost1(
  program: Address,
  { payer, addresses }: { readonly payer: Address; readonly addresses: MarketAddresses },
): Instruction {
  return {
    programAddress: program,
    accounts: [
      account(payer, 'sw'),
      account(addresses.market, 'w'),
      account(addresses.config, 'w'),
      account(SYSTEM_PROGRAM),
      account(program),
    ],
    data: new Writer().u8(7).finish(),
  }
}
