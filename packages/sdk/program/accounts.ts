// Readers of the program's Config and Market accounts, and the table of their versions. Offsets as in docs/program.md. Callers
// check the owner.
import type { Address } from '@solana/kit'
import type { CurveState } from '../core/curve.ts'
import { baseUnits, type Lamports, lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import { SYSTEM_PROGRAM } from './programs.ts'
import type { Terms } from './terms.ts'

export interface Config extends Terms {
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

/** Whether launches and buys are paused at that moment of the cluster's clock. */
export function isPausedAt({ pausedUntilSeconds }: Config, unixSeconds: bigint): boolean {
  return unixSeconds < pausedUntilSeconds
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

/** The bytes of one version, which the account's second byte names, and how they are read. */
interface Layout<Account> {
  readonly version: number
  readonly bytes: number
  readonly read: (reader: Reader) => Account
}

/** A kind of account in the version that the program works on. */
export interface AccountKind<Account> extends Layout<Account> {
  readonly name: string
  /** The account's first byte. */
  readonly tag: number
  /** The version that `migrate` brings to this one. Accounts of it exist between an upgrade and the end of its migration. */
  readonly before?: Layout<Account>
}

export interface AccountKinds {
  readonly config: AccountKind<Config>
  readonly market: AccountKind<Market>
}

/** No chain has an earlier version of either. Tests hand in a later one (program/test/next-version.ts). */
export const ACCOUNT_KINDS: AccountKinds = {
  config: { name: 'a Config', tag: 1, version: 2, bytes: 240, read: readConfig },
  market: { name: 'a Market', tag: 2, version: 2, bytes: 328, read: readMarket },
}
export const CONFIG_BYTES = ACCOUNT_KINDS.config.bytes
export const MARKET_BYTES = ACCOUNT_KINDS.market.bytes

/** Throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export const decodeConfig = (data: Uint8Array, { config }: AccountKinds = ACCOUNT_KINDS): Config =>
  decode(config, data)

/** Throws as decodeConfig. */
export const decodeMarket = (data: Uint8Array, { market }: AccountKinds = ACCOUNT_KINDS): Market =>
  decode(market, data)

function decode<Account>(kind: AccountKind<Account>, data: Uint8Array): Account {
  const { tag, before } = kind
  const layout = before !== undefined && before.version === data[1] ? before : kind
  if (data[0] !== tag || data[1] !== layout.version || data.length !== layout.bytes)
    throw new ProgramDataError(`these ${data.length} bytes are not ${kind.name}`)
  return layout.read(new Reader(data.subarray(2)))
}

/** The kind of an account that has to be migrated first, by its first two bytes; undefined for every other account. */
export function outdatedKind(data: Uint8Array, kinds = ACCOUNT_KINDS): keyof AccountKinds | undefined {
  return (['config', 'market'] as const).find((name) => {
    const { tag, before } = kinds[name]
    return before !== undefined && data[0] === tag && data[1] === before.version
  })
}

/** The rent that a migration of this kind adds, which its payer pays; 0 where there is none. */
export function migrationLamports(
  { bytes, before }: AccountKind<unknown>,
  rent: (bytes: number) => bigint,
): bigint {
  return before === undefined ? 0n : rent(bytes) - rent(before.bytes)
}

function readConfig(reader: Reader): Config {
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

/** Field by field: read with every trade, and a literal that is spread together takes a hundred times as long. */
function readMarket(reader: Reader): Market {
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
  const openingReserveLamports = lamports(reader.u64())
  const lockedLamports = lamports(reader.u64())
  const treasuryFeesOwedLamports = lamports(reader.u64())
  const [guardBps, guardSeconds] = [reader.u16(), reader.u16()]
  const [royaltyBps, marketFeeBps] = [reader.u16(), reader.u16()]
  const feeSharesBump = reader.u8()
  return {
    mint,
    creator,
    collection,
    vault,
    creatorFeesOwedLamports,
    nftsMinted,
    nftsInCirculation,
    boostedUntilSeconds,
    createdAtSeconds,
    sequence,
    openingReserveLamports,
    lockedLamports,
    treasuryFeesOwedLamports,
    guardBps,
    guardSeconds,
    feeSharesBump,
    terms: {
      graduationMarketCapLamports,
      boostPriceLamports,
      boostSeconds,
      sellFeeBps,
      creatorShareBps,
      royaltyBps,
      marketFeeBps,
    },
    curve: {
      graduated,
      reserveLamports,
      reserveBaseUnits,
      realLamports,
      graduationMarketCapLamports,
      sellFeeBps: BigInt(sellFeeBps),
      creatorShareBps: BigInt(creatorShareBps),
      openingReserveLamports,
      guard: { guardBps, guardSeconds, createdAtSeconds },
    },
  }
}
