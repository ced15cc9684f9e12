// The program's two kinds of accounts, read. Offsets as in docs/program.md. The caller has looked at the owner.
import type { Address } from '@solana/kit'
import type { CurveState } from '../../core/curve.ts'
import { baseUnits, type Lamports, lamports } from '../../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import type { ConfigValues, Terms } from './instructions.ts'

export const CONFIG_BYTES = 128
export const MARKET_BYTES = 224
const CONFIG_TAG = 1
const MARKET_TAG = 2
const VERSION = 1

export interface Config extends ConfigValues {
  readonly paused: boolean
}

export interface Market {
  readonly mint: Address
  readonly creator: Address
  readonly collection: Address
  readonly vault: Address
  readonly curve: CurveState
  readonly terms: Terms
  readonly creatorFeesOwedLamports: Lamports
  readonly nftsMinted: number
  readonly nftsInCirculation: number
  /** Unix seconds; 0 = never boosted. */
  readonly boostedUntilSeconds: bigint
  readonly createdAtSeconds: bigint
  /** Of the last event. */
  readonly sequence: bigint
}

/** Reads the Config account; throws a ProgramDataError when the bytes are something else. */
export function decodeConfig(data: Uint8Array): Config {
  const reader = open(data, CONFIG_BYTES, CONFIG_TAG, 'a Config')
  const paused = reader.u8() !== 0
  reader.u8() // bump
  const boostSeconds = reader.u32()
  const admin = reader.address()
  const treasury = reader.address()
  return {
    paused,
    admin,
    treasury,
    graduationMarketCapLamports: lamports(reader.u64()),
    boostPriceLamports: lamports(reader.u64()),
    boostSeconds,
    sellFeeBps: reader.u16(),
    creatorShareBps: reader.u16(),
  }
}

/** Reads a Market account; throws a ProgramDataError when the bytes are something else. */
export function decodeMarket(data: Uint8Array): Market {
  const reader = open(data, MARKET_BYTES, MARKET_TAG, 'a Market')
  const graduated = reader.u8() !== 0
  reader.bytes(3) // bumps of market, escrow and collection
  const sellFeeBps = reader.u16()
  const [mint, creator, collection] = [reader.address(), reader.address(), reader.address()]
  const reserveLamports = lamports(reader.u64())
  const reserveBaseUnits = baseUnits(reader.u64())
  const realLamports = lamports(reader.u64())
  const creatorFeesOwedLamports = lamports(reader.u64())
  const graduationMarketCapLamports = lamports(reader.u64())
  const boostPriceLamports = lamports(reader.u64())
  const boostSeconds = reader.u32()
  const creatorShareBps = reader.u16()
  reader.bytes(2) // zeros
  const nftsMinted = reader.u32()
  const nftsInCirculation = reader.u32()
  const boostedUntilSeconds = reader.i64()
  const createdAtSeconds = reader.i64()
  const sequence = reader.u64()
  return {
    mint,
    creator,
    collection,
    vault: reader.address(),
    curve: {
      reserveLamports,
      reserveBaseUnits,
      realLamports,
      graduationMarketCapLamports,
      sellFeeBps: BigInt(sellFeeBps),
      creatorShareBps: BigInt(creatorShareBps),
      graduated,
    },
    terms: { graduationMarketCapLamports, boostPriceLamports, boostSeconds, sellFeeBps, creatorShareBps },
    creatorFeesOwedLamports,
    nftsMinted,
    nftsInCirculation,
    boostedUntilSeconds,
    createdAtSeconds,
    sequence,
  }
}

function open(data: Uint8Array, size: number, tag: number, what: string): Reader {
  const reader = new Reader(data)
  if (data.length !== size || reader.u8() !== tag || reader.u8() !== VERSION)
    throw new ProgramDataError(`these ${data.length} bytes are not ${what}`)
  return reader
}
