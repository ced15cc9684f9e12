// The program's two kinds of accounts, read: a reader for each version, whose bytes never change. Offsets as in
// docs/program.md. The caller has looked at the owner.
import type { Address } from '@solana/kit'
import { type CurveState, STANDARD_OPENING_LAMPORTS } from '../core/curve.ts'
import { baseUnits, type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import { STANDARD_TERMS, type Terms } from './terms.ts'

/** Of version 2. */
export const CONFIG_BYTES = 240
export const MARKET_BYTES = 328
/** Of version 1, which `migrate` lengthens. */
export const CONFIG_1_BYTES = 128
export const MARKET_1_BYTES = 224

/** An account of version 1 is read with the values that `migrate` gives it. */
type Version = 1 | 2

export interface Config extends Terms {
  readonly version: Version
  readonly admin: Address
  readonly treasury: Address
  /** Whom the admin has offered the right. */
  readonly pendingAdmin: Address | undefined
  /** Who may pause launches and buys; undefined = nobody can. */
  readonly pauseKey: Address | undefined
  /** Launches and buys are paused before it; 0 = they never were. */
  readonly pausedUntilSeconds: bigint
  /** Of the last event. */
  readonly sequence: bigint
}

/** How long a pause lasts, and how long after its end no other can begin. */
export const PAUSE_SECONDS = 259_200n

/** Whether launches and buys are paused at that moment of the cluster's clock. */
export function isPausedAt({ pausedUntilSeconds }: Config, unixSeconds: bigint): boolean {
  return unixSeconds < pausedUntilSeconds
}

export interface Market {
  readonly version: Version
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
  readonly openingReserveLamports: Lamports
  /** The surcharges of early buys, which nobody gets. */
  readonly lockedLamports: Lamports
  /** What `collect` moves to the Config. */
  readonly treasuryFeesOwedLamports: Lamports
  readonly guardBps: number
  readonly guardSeconds: number
  /** Of the account that shares the creator's fees; 0 = they are the creator's alone. */
  readonly feeSharesBump: number
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
  versions: {
    1: { bytes: CONFIG_1_BYTES, read: readConfig1 },
    2: { bytes: CONFIG_BYTES, read: readConfig2 },
  },
}
const MARKET: Kind<Market> = {
  name: 'a Market',
  tag: 2,
  versions: {
    1: { bytes: MARKET_1_BYTES, read: readMarket1 },
    2: { bytes: MARKET_BYTES, read: readMarket2 },
  },
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

const I64_MAX = (1n << 63n) - 1n

function readConfig1(reader: Reader): Config {
  const paused = reader.u8() !== 0
  reader.u8() // bump
  const boostSeconds = reader.u32()
  const [admin, treasury] = [reader.address(), reader.address()]
  return {
    version: 1,
    admin,
    treasury,
    pendingAdmin: undefined,
    pauseKey: admin,
    // The migration decides when it ends.
    pausedUntilSeconds: paused ? I64_MAX : 0n,
    sequence: 0n,
    graduationMarketCapLamports: lamports(reader.u64()),
    boostPriceLamports: lamports(reader.u64()),
    boostSeconds,
    sellFeeBps: reader.u16(),
    creatorShareBps: reader.u16(),
    royaltyBps: STANDARD_TERMS.royaltyBps,
    marketFeeBps: STANDARD_TERMS.marketFeeBps,
  }
}

function readConfig2(reader: Reader): Config {
  reader.bytes(2) // zero, bump
  const boostSeconds = reader.u32()
  const [admin, treasury] = [reader.address(), reader.address()]
  const terms = {
    graduationMarketCapLamports: lamports(reader.u64()),
    boostPriceLamports: lamports(reader.u64()),
    boostSeconds,
    sellFeeBps: reader.u16(),
    creatorShareBps: reader.u16(),
    royaltyBps: reader.u16(),
    marketFeeBps: reader.u16(),
  }
  return {
    version: 2,
    admin,
    treasury,
    ...terms,
    pendingAdmin: someAddress(reader),
    pauseKey: someAddress(reader),
    pausedUntilSeconds: reader.i64(),
    sequence: reader.u64(),
  }
}

/** The zero address stands for nobody. */
function someAddress(reader: Reader): Address | undefined {
  const address = reader.address()
  return address === SYSTEM_PROGRAM ? undefined : address
}

function readMarket1(reader: Reader): Market {
  return marketOf(1, readMarketBase(reader), {
    openingReserveLamports: STANDARD_OPENING_LAMPORTS,
    lockedLamports: lamports(0),
    treasuryFeesOwedLamports: lamports(0),
    guardBps: 0,
    guardSeconds: 0,
    royaltyBps: STANDARD_TERMS.royaltyBps,
    marketFeeBps: STANDARD_TERMS.marketFeeBps,
    feeSharesBump: 0,
  })
}

function readMarket2(reader: Reader): Market {
  const base = readMarketBase(reader)
  return marketOf(2, base, {
    openingReserveLamports: lamports(reader.u64()),
    lockedLamports: lamports(reader.u64()),
    treasuryFeesOwedLamports: lamports(reader.u64()),
    guardBps: reader.u16(),
    guardSeconds: reader.u16(),
    royaltyBps: reader.u16(),
    marketFeeBps: reader.u16(),
    feeSharesBump: reader.u8(),
  })
}

/** What both versions begin with. */
function readMarketBase(reader: Reader) {
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
  const [nftsMinted, nftsInCirculation] = [reader.u32(), reader.u32()]
  const [boostedUntilSeconds, createdAtSeconds] = [reader.i64(), reader.i64()]
  const sequence = reader.u64()
  const vault = reader.address()
  return {
    graduated,
    sellFeeBps,
    mint,
    creator,
    collection,
    reserveLamports,
    reserveBaseUnits,
    realLamports,
    creatorFeesOwedLamports,
    graduationMarketCapLamports,
    boostPriceLamports,
    boostSeconds,
    creatorShareBps,
    nftsMinted,
    nftsInCirculation,
    boostedUntilSeconds,
    createdAtSeconds,
    sequence,
    vault,
  }
}

type Added = Pick<
  Market,
  'openingReserveLamports' | 'lockedLamports' | 'treasuryFeesOwedLamports' | 'feeSharesBump'
> &
  Pick<Market, 'guardBps' | 'guardSeconds'> &
  Pick<Terms, 'royaltyBps' | 'marketFeeBps'>

/** Field by field: read with every trade, and a literal that is spread together takes a hundred times as long. */
function marketOf(version: Version, base: ReturnType<typeof readMarketBase>, added: Added): Market {
  const { graduationMarketCapLamports, sellFeeBps, creatorShareBps, createdAtSeconds } = base
  const { openingReserveLamports, guardBps, guardSeconds } = added
  return {
    version,
    mint: base.mint,
    creator: base.creator,
    collection: base.collection,
    vault: base.vault,
    creatorFeesOwedLamports: base.creatorFeesOwedLamports,
    nftsMinted: base.nftsMinted,
    nftsInCirculation: base.nftsInCirculation,
    boostedUntilSeconds: base.boostedUntilSeconds,
    createdAtSeconds,
    sequence: base.sequence,
    openingReserveLamports,
    lockedLamports: added.lockedLamports,
    treasuryFeesOwedLamports: added.treasuryFeesOwedLamports,
    guardBps,
    guardSeconds,
    feeSharesBump: added.feeSharesBump,
    terms: {
      graduationMarketCapLamports,
      boostPriceLamports: base.boostPriceLamports,
      boostSeconds: base.boostSeconds,
      sellFeeBps,
      creatorShareBps,
      royaltyBps: added.royaltyBps,
      marketFeeBps: added.marketFeeBps,
    },
    curve: {
      graduated: base.graduated,
      reserveLamports: base.reserveLamports,
      reserveBaseUnits: base.reserveBaseUnits,
      realLamports: base.realLamports,
      graduationMarketCapLamports,
      sellFeeBps: BigInt(sellFeeBps),
      creatorShareBps: BigInt(creatorShareBps),
      openingReserveLamports,
      guard: { guardBps, guardSeconds, createdAtSeconds },
    },
  }
}
