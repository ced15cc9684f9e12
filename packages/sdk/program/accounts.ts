// The program's accounts, read. layouts.ts describes their bytes, and this file the versions of Config and Market. Callers check
// the owner.
import type { Address } from '@solana/kit'
import type { CurveState } from '../core/curve.ts'
import type { Lamports } from '../core/money.ts'
import { ProgramDataError, Reader } from './bytes.ts'
import type { Field } from './codec.ts'
import type { FeeSharesState } from './fee-shares.ts'
import { type AccountData, type AccountName, LAYOUTS } from './layouts.ts'
import type { Terms } from './terms.ts'

type Own<Name extends AccountName, Rest extends string> = Omit<AccountData<Name>, Rest>

export type Config = Own<'config', 'zero' | 'bump' | 'later'>

/** An NFT for sale: the account at the program address of `"listing"` and the NFT's mint. */
export type Listing = Own<'listing', 'listingBump' | 'listedNftBump' | 'zero' | 'later'>

/** SOL locked for one of several editions: the account at the program address of `"offer"`, bidder and nonce. */
export type Offer = Own<'offer', 'offerBump' | 'padding' | 'zero' | 'later'>

export interface FeeShares extends FeeSharesState {
  readonly mint: Address
}

/** How long a pause lasts, and how long after its end no other can begin. */
export const PAUSE_SECONDS = 259_200n

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
interface Version<Account> {
  readonly version: number
  readonly bytes: number
  readonly read: (reader: Reader) => Account
}

/** A kind of account in the version that the program works on. */
export interface AccountKind<Account> extends Version<Account> {
  /** The account's first byte. */
  readonly tag: number
  /** The version that `migrate` brings to this one. Accounts of it exist between an upgrade and the end of its migration. */
  readonly before?: Version<Account>
}

export interface AccountKinds {
  readonly config: AccountKind<Config>
  readonly market: AccountKind<Market>
}

/** No chain has an earlier version of either. Tests hand in a later one (program/test/next-version.ts). */
export const ACCOUNT_KINDS: AccountKinds = {
  config: { ...LAYOUTS.config, read: readConfig },
  market: { ...LAYOUTS.market, read: readMarket },
}

/** Throws a ProgramDataError when the bytes are something else, or of an unknown version. */
export const decodeConfig = (data: Uint8Array, { config }: AccountKinds = ACCOUNT_KINDS): Config =>
  decode('config', config, data)

/** Throws as decodeConfig. */
export const decodeMarket = (data: Uint8Array, { market }: AccountKinds = ACCOUNT_KINDS): Market =>
  decode('market', market, data)

/** Throws as decodeConfig. */
export function decodeFeeShares(data: Uint8Array): FeeShares {
  const { mint, authority, pendingAuthority, receivers } = readAccount('feeShares', data)
  return { mint, authority, pendingAuthority, receivers }
}

/** Throws as decodeConfig. */
export function decodeListing(data: Uint8Array): Listing {
  const {
    listingBump: _,
    listedNftBump: __,
    zero: ___,
    later: ____,
    ...listing
  } = readAccount('listing', data)
  return listing
}

/** Throws as decodeConfig. */
export function decodeOffer(data: Uint8Array): Offer {
  const { offerBump: _, padding: __, zero: ___, later: ____, ...offer } = readAccount('offer', data)
  return offer
}

/** Reads an account that has one version; throws a ProgramDataError when the bytes are something else. */
function readAccount<Name extends AccountName>(name: Name, data: Uint8Array): AccountData<Name> {
  const layout: Omit<AccountKind<AccountData<Name>>, 'read'> & {
    readonly data: Field<AccountData<Name>>
  } = LAYOUTS[name]
  return decode(name, { ...layout, read: (reader) => layout.data.read(reader) }, data)
}

function decode<Account>(name: AccountName, kind: AccountKind<Account>, data: Uint8Array): Account {
  const { tag, before } = kind
  const of = before !== undefined && before.version === data[1] ? before : kind
  if (data[0] !== tag || data[1] !== of.version || data.length !== of.bytes)
    throw new ProgramDataError(`these ${data.length} bytes are no account of the kind "${name}"`)
  return of.read(new Reader(data.subarray(2)))
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
  const { zero: _, bump: __, later: ___, ...config } = LAYOUTS.config.data.read(reader)
  return config
}

/** Field by field: it is read with every trade. */
function readMarket(reader: Reader): Market {
  const read = LAYOUTS.market.data.read(reader)
  const { graduationMarketCapLamports, openingReserveLamports, createdAtSeconds } = read
  const { sellFeeBps, creatorShareBps, guardBps, guardSeconds } = read
  return {
    mint: read.mint,
    creator: read.creator,
    collection: read.collection,
    vault: read.vault,
    creatorFeesOwedLamports: read.creatorFeesOwedLamports,
    nftsMinted: read.nftsMinted,
    nftsInCirculation: read.nftsInCirculation,
    boostedUntilSeconds: read.boostedUntilSeconds,
    createdAtSeconds,
    sequence: read.sequence,
    openingReserveLamports,
    lockedLamports: read.lockedLamports,
    treasuryFeesOwedLamports: read.treasuryFeesOwedLamports,
    guardBps,
    guardSeconds,
    feeSharesBump: read.feeSharesBump,
    terms: {
      graduationMarketCapLamports,
      boostPriceLamports: read.boostPriceLamports,
      boostSeconds: read.boostSeconds,
      sellFeeBps,
      creatorShareBps,
      royaltyBps: read.royaltyBps,
      marketFeeBps: read.marketFeeBps,
    },
    curve: {
      graduated: read.status === 'graduated',
      reserveLamports: read.reserveLamports,
      reserveBaseUnits: read.reserveBaseUnits,
      realLamports: read.realLamports,
      graduationMarketCapLamports,
      sellFeeBps: BigInt(sellFeeBps),
      creatorShareBps: BigInt(creatorShareBps),
      openingReserveLamports,
      guard: { guardBps, guardSeconds, createdAtSeconds },
    },
  }
}
