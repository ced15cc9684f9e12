// The index's rows, as they go into SQL and come out of it: money and times are the wire's texts. Each kind's columns stand
// here once; a new one takes a line here, and a migration.

import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { XrayWarning } from '@twinmint/sdk/api/records/xray'
import type { CoinLinks } from '@twinmint/sdk/content/links'
import {
  add,
  coalesce,
  greatest,
  key,
  least,
  once,
  orNull,
  type RowOf,
  replace,
  type Table,
} from '../database/table.ts'

export const COLLECTIONS = {
  name: 'collections',
  again: 'fails',
  columns: {
    id: key('uuid'),
    mintAddress: once('text'),
    name: once('text'),
    symbol: once('text'),
    collectionName: once('text'),
    creatorAddress: once('text'),
    marketAddress: once('text'),
    vaultAddress: once('text'),
    escrowAddress: once('text'),
    collectionAddress: once('text'),
    metadataUri: once('text'),
    totalSupply: once('numeric'),
    initialPrice: once('numeric'),
    graduationMarketCapLamports: once('numeric'),
    boostPriceLamports: once('numeric'),
    boostSeconds: once('int'),
    sellFeeBps: once('int'),
    creatorShareBps: once('int'),
    royaltyBps: once('int'),
    marketFeeBps: once('int'),
    launchSignature: once('text'),
    /** Null or 0 if unknown. */
    launchSlot: orNull(once('bigint')),
    createdAt: once('timestamptz'),
  },
} satisfies Table
export type CollectionRow = RowOf<typeof COLLECTIONS.columns>

export const CURVES = {
  name: 'bonding_curves',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    sequence: replace('bigint'),
    reserveLamports: replace('numeric'),
    reserveBaseUnits: replace('numeric'),
    realLamports: replace('numeric'),
    /** R_s at the launch, which nobody paid; with the guard what the launch chose. */
    openingReserveLamports: once('numeric'),
    guardBps: once('int'),
    guardSeconds: once('int'),
    /** What the guard's surcharges come to. */
    lockedLamports: replace('numeric'),
    creatorFeesOwedLamports: replace('numeric'),
    creatorFeesClaimedLamports: replace('numeric'),
    burnedBaseUnits: replace('numeric'),
    marketCapLamports: replace('numeric'),
    price: replace('numeric'),
    isGraduated: replace('boolean'),
    graduatedAt: orNull(replace('timestamptz')),
    /** From when on lists go by the graduation, unless the SOL leaves before (sdk/core/sustained.ts). */
    graduationStandsAt: orNull(replace('timestamptz')),
    /** Of the buy that graduated it, or of the next event where that buy is missing. */
    graduatedSequence: orNull(replace('bigint')),
    graduationSignature: orNull(replace('text')),
    boostedAt: orNull(replace('timestamptz')),
    boostedUntil: orNull(replace('timestamptz')),
    mintedNftCount: replace('int'),
    circulatingNftCount: replace('int'),
    tradeCount: replace('bigint'),
    lastTradeAt: orNull(replace('timestamptz')),
    /** Of its NFTs, and what buyers paid in them. */
    nftSaleCount: replace('bigint'),
    nftSalesLamports: replace('numeric'),
    createdAt: once('timestamptz'),
    updatedAt: replace('timestamptz'),
  },
} satisfies Table
export type CurveRow = RowOf<typeof CURVES.columns>

/** What a trade did to the trader's position (sdk/core/lots.ts). */
const FOLDED_COLUMNS = {
  collectionId: key('uuid'),
  sequence: key('bigint'),
  knownBaseUnits: once('numeric'),
  costLamports: once('numeric'),
  lotUntilBaseUnits: orNull(once('numeric')),
  lotUntilLamports: orNull(once('numeric')),
}
export type FoldedTrade = RowOf<typeof FOLDED_COLUMNS>

/** A trade as it is read. */
export const TRADE_COLUMNS = {
  collectionId: key('uuid'),
  sequence: key('bigint'),
  type: once<'text', Trade['type']>('text'),
  traderAddress: once('text'),
  /** All that was paid, or what was received. */
  lamports: once('numeric'),
  /** What of it the launch guard locked. */
  surchargeLamports: once('numeric'),
  baseUnits: once('numeric'),
  feeLamports: once('numeric'),
  creatorFeeLamports: once('numeric'),
  reserveLamports: once('numeric'),
  reserveBaseUnits: once('numeric'),
  price: once('numeric'),
  nftTokenId: orNull(once('int')),
  nftMinted: once('boolean'),
  txSignature: once('text'),
  /** As a collection's launchSlot. */
  slot: orNull(once('bigint')),
  createdAt: once('timestamptz'),
}
export type TradeRow = RowOf<typeof TRADE_COLUMNS>

export const TRADES = {
  name: 'trades',
  again: 'fails',
  columns: { ...TRADE_COLUMNS, ...FOLDED_COLUMNS },
} satisfies Table

/** A buy or sell as a chart marks it. */
export interface MarkRow extends Pick<TradeRow, 'lamports' | 'createdAt'> {
  readonly type: 'BUY' | 'SELL'
}

export const BOOSTS = {
  name: 'boosts',
  again: 'fails',
  columns: {
    collectionId: key('uuid'),
    sequence: key('bigint'),
    payerAddress: once('text'),
    lamports: once('numeric'),
    boostedUntil: once('timestamptz'),
    txSignature: once('text'),
    createdAt: once('timestamptz'),
  },
} satisfies Table
export type BoostRow = RowOf<typeof BOOSTS.columns>

export const FEE_CLAIMS = {
  name: 'fee_claims',
  again: 'fails',
  columns: {
    collectionId: key('uuid'),
    sequence: key('bigint'),
    creatorAddress: once('text'),
    lamports: once('numeric'),
    txSignature: once('text'),
    createdAt: once('timestamptz'),
  },
} satisfies Table
export type FeeClaimRow = RowOf<typeof FEE_CLAIMS.columns>

/** Who may change the receivers of a coin's creator fees; a coin without a row has no others than its creator. */
export const FEE_SHARES = {
  name: 'fee_shares',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    /** Of the last event that changed anything about it. */
    sequence: replace('bigint'),
    authorityAddress: replace('text'),
    pendingAddress: orNull(replace('text')),
  },
} satisfies Table
export type FeeSharesRow = RowOf<typeof FEE_SHARES.columns>

/** Each coin has one of every place; what nobody has any more is empty. */
export const FEE_RECEIVERS = {
  name: 'fee_receivers',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    place: key('int'),
    walletAddress: orNull(replace('text')),
    bps: replace('int'),
    isConfirmed: replace('boolean'),
    drawnLamports: replace('numeric'),
  },
} satisfies Table
export type FeeReceiverRow = RowOf<typeof FEE_RECEIVERS.columns>

/** What a change of the receivers paid to those before them, without their doing anything. */
export const FEE_PAYMENTS = {
  name: 'fee_payments',
  again: 'fails',
  columns: {
    collectionId: key('uuid'),
    sequence: key('bigint'),
    walletAddress: key('text'),
    lamports: once('numeric'),
    txSignature: once('text'),
    createdAt: once('timestamptz'),
  },
} satisfies Table
export type FeePaymentRow = RowOf<typeof FEE_PAYMENTS.columns>

/** A wallet's trades in a coin, added up: the texts of a PositionState. */
export const POSITIONS = {
  name: 'positions',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    walletAddress: key('text'),
    /** Of its last trade. */
    sequence: replace('bigint'),
    baseUnits: replace('numeric'),
    nftBaseUnits: replace('numeric'),
    inBaseUnits: replace('numeric'),
    inLamports: replace('numeric'),
    outBaseUnits: replace('numeric'),
    outLamports: replace('numeric'),
    boughtLamports: replace('numeric'),
    soldLamports: replace('numeric'),
    realisedLamports: replace('numeric'),
    unpricedLamports: replace('numeric'),
    nftRealisedLamports: replace('numeric'),
    tradeCount: replace('bigint'),
    /** Since when it has had coins or NFTs by its trades; null while it has none. */
    heldSince: orNull(replace('timestamptz')),
    lastTradeAt: replace('timestamptz'),
  },
} satisfies Table
export type PositionRow = RowOf<typeof POSITIONS.columns>

export const NFT_KEYS = { collectionId: key('uuid'), tokenId: key('int') }
export type NftKey = RowOf<typeof NFT_KEYS>

/** What went into an NFT that is out. */
export const NFT_LOTS = {
  name: 'nft_lots',
  again: 'merges',
  columns: {
    ...NFT_KEYS,
    walletAddress: replace('text'),
    knownBaseUnits: replace('numeric'),
    lamports: replace('numeric'),
    /** What was paid beyond its coins; below zero where it was less. */
    premiumLamports: replace('numeric'),
  },
} satisfies Table
export type NftLotRow = RowOf<typeof NFT_LOTS.columns>

/** What happened on the platform in an hour, as far as a batch tells. */
export const PLATFORM_HOURS = {
  name: 'platform_hours',
  again: 'merges',
  columns: {
    /** Unix seconds of its begin. */
    bucket: key('bigint'),
    launches: add('int'),
    trades: add('int'),
    swaps: add('int'),
    volumeLamports: add('numeric'),
    /** Sell fees, boosts, and what sales of NFTs paid to creators and treasury. */
    feeLamports: add('numeric'),
    nftSales: add('int'),
    nftSalesLamports: add('numeric'),
    /** Of the fees, those of NFTs’ sales. */
    nftFeeLamports: add('numeric'),
  },
} satisfies Table
export type PlatformHour = RowOf<typeof PLATFORM_HOURS.columns>

export const TRADER_HOURS = {
  name: 'trader_hours',
  again: 'passes',
  columns: { bucket: key('bigint'), walletAddress: key('text') },
} satisfies Table
export type TraderHour = RowOf<typeof TRADER_HOURS.columns>

/** What an event says of an NFT. */
export const NFT_CHANGES = {
  name: 'nfts',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    tokenId: key('int'),
    sequence: replace('bigint'),
    mintAddress: replace('text'),
    /** Null, as the account, of an NFT that its holder has burned: no event tells of that, its accounts do. */
    ownerAddress: orNull(replace('text')),
    tokenAccount: orNull(replace('text')),
    isSwapped: replace('boolean'),
    /** Of the capture that made it, when this is it. */
    mintSignature: orNull(coalesce('text')),
    /** Of a capture or release. */
    swappedAt: orNull(coalesce('timestamptz')),
    /** Of a sale. */
    lastSaleLamports: orNull(coalesce('numeric')),
    /** What sales paid to the treasury. */
    marketFeesLamports: add('numeric'),
  },
} satisfies Table
export type NftChange = RowOf<typeof NFT_CHANGES.columns>

/** What trades add to a candle. */
export const CANDLES = {
  name: 'chart_data',
  again: 'merges',
  columns: {
    collectionId: key('uuid'),
    timeframe: key('int'),
    bucket: key('bigint'),
    open: once('numeric'),
    high: greatest('numeric'),
    low: least('numeric'),
    close: replace('numeric'),
    volumeLamports: add('numeric'),
    tradeCount: add('int'),
  },
} satisfies Table
export type ChartDelta = RowOf<typeof CANDLES.columns>

/** What the program said of a coin, byte by byte: all other rows of a coin follow from these. */
export const COIN_EVENTS = {
  name: 'coin_events',
  again: 'fails',
  columns: {
    collectionId: key('uuid'),
    sequence: key('bigint'),
    signature: once('text'),
    slot: once('bigint'),
    record: once('bytea'),
  },
} satisfies Table
export type CoinEventRow = RowOf<typeof COIN_EVENTS.columns>

/** How far the index has read the chain. */
export const CURSORS = {
  name: 'indexer_cursor',
  again: 'merges',
  columns: { programAddress: key('text'), signature: replace('text'), slot: replace('bigint') },
} satisfies Table
export type CursorRow = RowOf<typeof CURSORS.columns>

/** What a collection on the wire is made of. */
export interface CollectionRecord extends CollectionRow, Omit<CurveRow, 'createdAt'> {
  readonly description: string
  readonly links: CoinLinks
  readonly imageHash: string | null
  readonly isVerified: boolean
  readonly isHidden: boolean
  readonly maxNftSupply: number
  readonly volumeLamports24h: string
  readonly price24hAgo: string
  readonly change1hBps: number
  readonly traders24h: number
  readonly holderCount: number
  /** Coins that exist, as far as it was noticed: less what was burned. */
  readonly supplyBaseUnits: string
  /** The least market cap of the last ten minutes. */
  readonly stoodMarketCapLamports: string
  readonly graduationStands: boolean
  readonly sparkline: readonly number[]
  readonly warnings: readonly XrayWarning[]
  readonly commentCount: number
  /** Where the history begins, when no node has it whole. */
  readonly historySince: string | null
}

export interface StatsRecord {
  readonly launches: number
  readonly graduated: number
  readonly volumeLamports24h: string
  readonly traders24h: number
}

/** A wallet as the index knows it. */
export interface IndexedHolder {
  readonly walletAddress: string
  /** By its trades; null where it never traded. */
  readonly baseUnits: string | null
  readonly nftCount: number
  readonly heldSince: string | null
}

export interface TradeKey {
  readonly createdAt: string
  readonly collectionId: string
  readonly sequence: number
}
