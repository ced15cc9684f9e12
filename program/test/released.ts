// The released program (fixtures/twinmint-2.so, whose bytes and sha256 never change), deployed with its Config, and coins to
// launch on it. Tests only.

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
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { STANDARD_CHOICES, STANDARD_TERMS, termsHash } from '@twinmint/sdk/program/terms'
import { findSeed, wallet } from './harness.ts'

const PROGRAM = wallet(900_000).address

export const releasedElf = new Uint8Array(readFileSync(new URL('../fixtures/twinmint-2.so', import.meta.url)))

/** Deploys it at the harness's program address, by `payer`, who keeps every right. */
export async function deployReleased(on: {
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
    elf: releasedElf,
    atOnce: 32,
  })
  await on.nextSlot()
  const config = await deriveConfigAddress(PROGRAM)
  const accounts = { upgradeAuthority: payer, config, programData, treasury: payer }
  const values = { admin: payer, pauseKey: payer, terms: STANDARD_TERMS }
  await send([buildInstruction(PROGRAM, 'initializeConfig', accounts, values)], [payer])
}

/** The creator's coin of that number in the harness's seeds, and the launch of it. */
export async function coinOf(
  creator: Address,
  symbol: string,
  number: number,
): Promise<{ readonly addresses: MarketAddresses; readonly launch: Instruction }> {
  const seed = await findSeed(creator, number)
  const mintBase = await deriveMintBaseAddress(PROGRAM, creator)
  const addresses = await deriveMarketAddresses(PROGRAM, await deriveMintAddress(mintBase, seed))
  const texts = { seed, name: `Old ${symbol}`, symbol, collectionName: `${symbol}s`, uri: 'http://old/1' }
  const [choices, terms] = [STANDARD_CHOICES, STANDARD_TERMS]
  const launch = buildInstruction(
    PROGRAM,
    'launch',
    { ...addresses, creator, mintBase },
    { texts, choices, termsHash: termsHash(terms) },
  )
  return { addresses, launch }
}
