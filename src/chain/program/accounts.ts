// The program's two kinds of accounts, read: a reader for each version, whose bytes never change. Offsets as in
// docs/program.md. The caller has looked at the owner.
import type { Address } from '@solana/kit'
import type { CurveState } from '../../core/curve.ts'
import { baseUnits, type Lamports, lamports } from '../../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import type { ConfigValues, Terms } from './instructions.ts'

export const CONFIG_BYTES = 128
export const MARKET_BYTES = 224

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

/** A kind of account: its first byte, and how each version is read, which its second byte names. */
interface Kind<Account> {
  readonly name: string
  readonly tag: number
  readonly versions: Readonly<
    Record<number, { readonly bytes: number; readonly read: (reader: Reader) => Account }>
  >
}

const CONFIG: Kind<Config> = {
  name: 'a Config',
  tag: 1,
  versions: { 1: { bytes: CONFIG_BYTES, read: readConfig1 } },
}
const MARKET: Kind<Market> = {
  name: 'a Market',
  tag: 2,
  versions: { 1: { bytes: MARKET_BYTES, read: readMarket1 } },
}

/** Reads the Config account; throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export const decodeConfig = (data: Uint8Array): Config => decode(CONFIG, data)

/** Reads a Market account; throws as decodeConfig. */
export const decodeMarket = (data: Uint8Array): Market => decode(MARKET, data)

function decode<Account>({ name, tag, versions }: Kind<Account>, data: Uint8Array): Account {
  const version = versions[data[1] ?? 0]
  if (data[0] !== tag || data.length !== version?.bytes)
    throw new ProgramDataError(`these ${data.length} bytes are not ${name}`)
  return version.read(new Reader(data.subarray(2)))
}

function readConfig1(reader: Reader): Config {
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

function readMarket1(reader: Reader): Market {
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
