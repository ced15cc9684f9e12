// The bytes of the program's accounts, described once. Readers (accounts.ts), the IDL and the
// tables of docs/program.md follow from them; a comment is its account's or field's documentation there. The first byte of an
// account is its kind's tag, the second its version.
import {
  ADDRESS,
  BASE_UNITS,
  choice,
  type Fields,
  HOLDER,
  I64,
  LAMPORTS,
  struct,
  U8,
  U16,
  U32,
  U64,
  type ValuesOf,
  zeros,
} from './codec.ts'
import { EDITIONS_FIELD } from './editions.ts'
import { FEE_SHARES_STATE } from './fee-shares.ts'
import { CONFIG_BYTES, FEE_SHARES_BYTES, LISTING_BYTES, MARKET_BYTES, OFFER_BYTES } from './sizes.ts'

const layout = <const F extends Fields>(tag: number, version: number, bytes: number, fields: F) => ({
  tag,
  version,
  /** Of the whole account. */
  bytes,
  data: struct(fields),
})

export const STATUS = choice('marketStatus', ['curve', 'graduated'])

export const LAYOUTS = {
  /** The program's settings. The account also holds, as lamports above its rent, what was collected of the treasury's fees. */
  config: layout(1, 2, CONFIG_BYTES, {
    zero: zeros(1),
    bump: U8,
    boostSeconds: U32,
    admin: ADDRESS,
    treasury: ADDRESS,
    graduationMarketCapLamports: LAMPORTS,
    boostPriceLamports: LAMPORTS,
    sellFeeBps: U16,
    /** The creator's share of the sell fee. */
    creatorShareBps: U16,
    /** The creator's share of the premium for which an NFT is sold. */
    royaltyBps: U16,
    /** The treasury's share of the price of an NFT. */
    marketFeeBps: U16,
    /** The wallet that the admin's right is offered to (zeros = nobody). */
    pendingAdmin: HOLDER,
    /** Who may pause (zeros = nobody). */
    pauseKey: HOLDER,
    /** Launches and buys, listings and offers are paused before this second (0 = they never were). */
    pausedUntilSeconds: I64,
    /** Of the Config's last event. */
    sequence: U64,
    later: zeros(64),
  }),
  /** A coin's books. The account holds the coin's SOL as its own lamports. */
  market: layout(2, 2, MARKET_BYTES, {
    /** 0 curve, 1 graduated. */
    status: STATUS,
    marketBump: U8,
    escrowBump: U8,
    collectionBump: U8,
    sellFeeBps: U16,
    mint: ADDRESS,
    creator: ADDRESS,
    collection: ADDRESS,
    reserveLamports: LAMPORTS,
    reserveBaseUnits: BASE_UNITS,
    realLamports: LAMPORTS,
    creatorFeesOwedLamports: LAMPORTS,
    graduationMarketCapLamports: LAMPORTS,
    boostPriceLamports: LAMPORTS,
    boostSeconds: U32,
    creatorShareBps: U16,
    zero: zeros(2),
    /** At most 1,000. */
    nftsMinted: U32,
    /** Minted, and not in the escrow by a release. The escrow vault holds 1,000,000 coins for each, besides what people sent it unasked. */
    nftsInCirculation: U32,
    /** 0 = never boosted. */
    boostedUntilSeconds: I64,
    createdAtSeconds: I64,
    /** Of the last event. */
    sequence: U64,
    /** Anybody can make further coin accounts for the market; only this one is the curve's. */
    vault: ADDRESS,
    /** R_s at launch, which nobody paid. */
    openingReserveLamports: LAMPORTS,
    /** The launch guard's surcharges, which nobody receives. */
    lockedLamports: LAMPORTS,
    /** The treasury's part of fees, and boosts, until they are collected. */
    treasuryFeesOwedLamports: LAMPORTS,
    /** 0 = no guard. */
    guardBps: U16,
    guardSeconds: U16,
    royaltyBps: U16,
    marketFeeBps: U16,
    /** 0 = the creator's fees are the creator's alone. */
    feeSharesBump: U8,
    padding: zeros(7),
    /** The slot in which the reserves last changed (0 = never since the launch). */
    changedSlot: U64,
    /** The reserve with which that slot began. */
    slotStartReserveLamports: LAMPORTS,
    slotStartReserveBaseUnits: BASE_UNITS,
    later: zeros(40),
  }),
  /** Who receives a coin's creator fees, and who may change that. The fees stay in the market until drawn. */
  feeShares: layout(3, 1, FEE_SHARES_BYTES, {
    bump: U8,
    padding: zeros(5),
    mint: ADDRESS,
    ...FEE_SHARES_STATE.fields,
    later: zeros(35),
  }),
  /** An NFT for sale. It lies in the token account at the address `listedNft`, which the listing holds. */
  listing: layout(4, 1, LISTING_BYTES, {
    listingBump: U8,
    listedNftBump: U8,
    edition: U16,
    zero: zeros(2),
    /** The coin. */
    mint: ADDRESS,
    nftMint: ADDRESS,
    seller: ADDRESS,
    priceLamports: LAMPORTS,
    /** Nothing fills from this second on. */
    expiresAtSeconds: I64,
    createdAtSeconds: I64,
    later: zeros(32),
  }),
  /** SOL locked for any one of some NFTs of a coin. The account holds it, with its own rent and nftRentLamports. */
  offer: layout(5, 1, OFFER_BYTES, {
    offerBump: U8,
    padding: zeros(5),
    /** The coin. */
    mint: ADDRESS,
    bidder: ADDRESS,
    /** The bidder's own choice. */
    nonce: U64,
    priceLamports: LAMPORTS,
    expiresAtSeconds: I64,
    createdAtSeconds: I64,
    /** Edition n is bit (n − 1) % 8 of byte (n − 1) / 8, and 1 where the offer is for it. */
    editions: EDITIONS_FIELD,
    zero: zeros(3),
    /** Locked for the bidder's account of the NFT. */
    nftRentLamports: LAMPORTS,
    later: zeros(16),
  }),
} as const

export type AccountName = keyof typeof LAYOUTS
export const ACCOUNT_NAMES = Object.keys(LAYOUTS) as readonly AccountName[]
export type AccountData<Name extends AccountName> = ValuesOf<(typeof LAYOUTS)[Name]['data']['fields']>
