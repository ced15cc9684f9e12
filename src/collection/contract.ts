// One coin and its twin as the wire carries them: what lists and pages read. Money is decimal strings in lamports and
// base units; the fields of the specification that are shown as they are (currentPrice, marketCap) are derived from them.
import { z } from 'zod'
import type { CommunityEvent } from '../community/contract.ts'

const u64Text = z.string().regex(/^\d{1,20}$/)
const isoTime = z.string()

export const collectionSchema = z.object({
  /** UUID derived from the mint's address, so that a rebuilt index gives the same. */
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  collectionName: z.string(),
  description: z.string(),
  /** 1024-pixel picture; null until the picture of a launch made elsewhere is known. */
  imageUrl: z.string().nullable(),
  /** 128-pixel picture. */
  thumbnailUrl: z.string().nullable(),
  creatorAddress: z.string(),
  mintAddress: z.string(),
  marketAddress: z.string(),
  vaultAddress: z.string(),
  escrowAddress: z.string(),
  collectionAddress: z.string(),
  /** The coin's metadata; an NFT's is this, "/" and its number. */
  metadataUri: z.string(),
  /** Coins that exist, as decimal text: "1000000000" less what was burned. */
  totalSupply: z.string(),
  /** Of those the ones out of the curve. */
  currentSupply: z.string(),
  maxNFTSupply: z.number(),
  mintedNFTCount: z.number(),
  circulatingNFTCount: z.number(),
  /** SOL at launch for one coin. */
  initialPrice: z.string(),
  /** SOL for one coin, plain decimal text. */
  currentPrice: z.string(),
  /** Dollars at the current rate, two decimals. */
  marketCap: z.string(),
  marketCapLamports: u64Text,
  /** 0 to 100: market cap against the launch's threshold. */
  bondingProgress: z.number(),
  reserveLamports: u64Text,
  reserveBaseUnits: u64Text,
  realLamports: u64Text,
  creatorFeesOwedLamports: u64Text,
  graduationMarketCapLamports: u64Text,
  boostPriceLamports: u64Text,
  boostSeconds: z.number(),
  sellFeeBps: z.number(),
  creatorShareBps: z.number(),
  /** Of the last event that the index holds. */
  sequence: z.number(),
  isVerified: z.boolean(),
  /** Kept out of lists and searches by an admin; its own page and its trading stay. */
  isHidden: z.boolean(),
  isGraduated: z.boolean(),
  graduatedAt: isoTime.nullable(),
  /** The transaction whose buy graduated it. */
  graduationSignature: z.string().nullable(),
  /** Burned by the graduation. */
  burnedBaseUnits: u64Text,
  isBoosted: z.boolean(),
  boostedUntil: isoTime.nullable(),
  lastTradeAt: isoTime.nullable(),
  createdAt: isoTime,
  launchSignature: z.string(),
  /** SOL traded in the last 24 hours, decimal text. */
  tradingVolume: z.string(),
  /** Against the price 24 hours ago (or at launch), in percent. */
  change24hPercent: z.number(),
  change1hPercent: z.number(),
  /** Distinct wallets that bought, sold or swapped in 24 hours. */
  traders24h: z.number(),
  /** Wallets with NFTs, or coins left of what they bought, sold and swapped; coins sent between wallets are not counted. */
  holderCount: z.number(),
  /**
   * The course of the price in SOL, oldest first, for the eye: up to 24 closing prices, of minutes in the first half hour, of
   * five until two hours, then of hours. Fewer begin with the price at launch; the last is the price of now.
   */
  sparkline: z.array(z.number()),
  tradeCount: z.number(),
  /** Comments and answers that are shown. */
  commentCount: z.number(),
  metadata: z.object({ projectType: z.literal('hybrid') }),
})
export type Collection = z.infer<typeof collectionSchema>

export const bondingCurveSchema = z.object({
  collectionId: z.string(),
  /** SOL, decimal text. */
  virtualSolReserves: z.string(),
  /** Coins, decimal text. */
  virtualTokenReserves: z.string(),
  realSolReserves: z.string(),
  realTokenReserves: z.string(),
  /** reserveLamports × reserveBaseUnits. */
  k: z.string(),
  /** Dollars at the current rate. */
  migrationThreshold: z.number(),
  reserveLamports: u64Text,
  reserveBaseUnits: u64Text,
  realLamports: u64Text,
  sellFeeBps: z.number(),
  creatorShareBps: z.number(),
  graduationMarketCapLamports: u64Text,
  isGraduated: z.boolean(),
  sequence: z.number(),
  updatedAt: isoTime,
})
export type BondingCurve = z.infer<typeof bondingCurveSchema>

export const TIMEFRAMES = ['1m', '5m', '15m', '1h', '4h', '1d'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]
export const TIMEFRAME_SECONDS: Record<Timeframe, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}

/** Query of `GET /api/chart-data/{id}`. */
export const chartQuerySchema = z.object({
  timeframe: z.enum(TIMEFRAMES).default('1h'),
  limit: z.coerce.number().int().min(1).max(1000).default(24),
  /** Only candles that begin before this unix second. */
  before: z.coerce.number().int().min(0).optional(),
})

export const candleSchema = z.object({
  /** Unix seconds of the bucket's begin. */
  time: z.number(),
  /** SOL for one coin. */
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  /** SOL. */
  volume: z.number(),
})
export type Candle = z.infer<typeof candleSchema>

/** `GET /api/chart-data/{id}`. */
export const chartDataSchema = z.object({
  /** Oldest first; only buckets with trades. Empty before the first trade. */
  chartData: z.array(candleSchema),
  timeframe: z.enum(TIMEFRAMES),
  currentPrice: z.string(),
  /** SOL, decimal text. */
  volume24h: z.string(),
  /** Dollars. */
  marketCap: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** Of the last event in these candles: a live trade counts from the next one on. */
  sequence: z.number(),
  /** Pass as `before` for older candles; null when there are none. */
  nextBefore: z.number().nullable(),
})
export type ChartData = z.infer<typeof chartDataSchema>

export const TRADE_TYPES = ['BUY', 'SELL', 'SWAP_TO_NFT', 'SWAP_TO_TOKEN'] as const
export const tradeSchema = z.object({
  id: z.string(),
  collectionId: z.string(),
  traderAddress: z.string(),
  type: z.enum(TRADE_TYPES),
  /** Decimal text: SOL paid (buy) or received (sell). */
  solAmount: z.string(),
  /** Decimal text: coins received (buy, SWAP_TO_TOKEN) or paid (sell, SWAP_TO_NFT). */
  tokenAmount: z.string(),
  lamports: u64Text,
  baseUnits: u64Text,
  feeLamports: u64Text,
  /** SOL for one coin right after the trade. */
  price: z.string(),
  /** The edition number of the NFT that was swapped; null for a buy or sell. */
  nftTokenId: z.number().nullable(),
  /** The NFT was made by this swap. */
  nftMinted: z.boolean(),
  txSignature: z.string(),
  sequence: z.number(),
  createdAt: isoTime,
})
export type Trade = z.infer<typeof tradeSchema>

/** `GET /api/collections/{id}/trades` */
export const tradesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().min(1).optional(),
})
/** `GET /api/collections/{id}/trades`: newest first. */
export const tradesPageSchema = z.object({
  trades: z.array(tradeSchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.number().nullable(),
})
export type TradesPage = z.infer<typeof tradesPageSchema>

/** A buy or sell as the chart marks it. */
export const markSchema = z.object({
  type: z.enum(['BUY', 'SELL']),
  lamports: u64Text,
  createdAt: isoTime,
})
export type Mark = z.infer<typeof markSchema>

/** Query of `GET /api/collections/{id}/marks`. */
export const marksQuerySchema = z.object({ wallet: z.string().optional() })

/** `GET /api/collections/{id}/marks`: the newest trades of the creator and of a wallet, newest first. */
export const marksSchema = z.object({
  creator: z.array(markSchema),
  /** Empty where no wallet was named. */
  wallet: z.array(markSchema),
  /** Of the last event that they can hold. */
  sequence: z.number(),
})
export type Marks = z.infer<typeof marksSchema>

export const ACTIVITY_KINDS = [...TRADE_TYPES, 'BOOST', 'CLAIM', 'GRADUATION'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** `GET /api/collections/{id}/activity` */
export const activityQuerySchema = z.object({
  /** Some of ACTIVITY_KINDS, separated by commas; all without it. */
  kind: z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(ACTIVITY_KINDS)))
    .optional(),
  /** Only what moved so much SOL at least, decimal text: swaps move none. */
  minSol: z.string().max(30).optional(),
  wallet: z.string().max(44).optional(),
  /** Only what is below this sequence. */
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** Something that happened to a coin. A graduation has the sequence of the buy that it happened in. */
export const activitySchema = z.object({
  id: z.string(),
  collectionId: z.string(),
  kind: z.enum(ACTIVITY_KINDS),
  sequence: z.number(),
  /** Who traded, paid or claimed; null for a graduation whose buy is not known. */
  walletAddress: z.string().nullable(),
  /** Paid by a buy or boost, received by a sell or claim; 0 for a swap and a graduation. */
  lamports: u64Text,
  /** Decimal text: SOL. */
  solAmount: z.string(),
  baseUnits: u64Text,
  /** Decimal text: coins. */
  tokenAmount: z.string(),
  feeLamports: u64Text,
  /** SOL for one coin right after; null where no trade moved it. */
  price: z.string().nullable(),
  nftTokenId: z.number().nullable(),
  nftMinted: z.boolean(),
  /** Null for a graduation whose transaction is not known. */
  txSignature: z.string().nullable(),
  createdAt: isoTime,
})
export type Activity = z.infer<typeof activitySchema>

/** `GET /api/collections/{id}/activity`: newest first. */
export const activityPageSchema = z.object({
  /** May be fewer than the limit, or none, where a filter finds little: only `nextCursor` tells the end. */
  activity: z.array(activitySchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.number().nullable(),
})
export type ActivityPage = z.infer<typeof activityPageSchema>

export const holderSchema = z.object({
  /** 1 for the largest. */
  rank: z.number(),
  ownerAddress: z.string(),
  baseUnits: u64Text,
  nftCount: z.number(),
  /** Of the coins that exist, in percent with two decimals; an NFT counts as its 1,000,000 coins. */
  sharePercent: z.number(),
  /** Since when it holds without a break, by its trades; null where all that it has was sent to it. */
  since: isoTime.nullable(),
  isCreator: z.boolean(),
})
export type Holder = z.infer<typeof holderSchema>
const vaultSchema = z.object({
  ownerAddress: z.string(),
  baseUnits: u64Text,
  /** Of the coins that exist. */
  sharePercent: z.number(),
})
/** `GET /api/collections/{id}/holders` */
export const holdersQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) })
/** `GET /api/collections/{id}/holders`: wallets, the largest first; what no wallet holds stands beside them. */
export const holdersSchema = z.object({
  holders: z.array(holderSchema),
  /** Share of the ten largest. */
  firstTenPercent: z.number(),
  /** Not sold yet; after graduation the coins of the pool. */
  curve: vaultSchema,
  /** Behind the NFTs that are out. */
  escrow: vaultSchema,
  /** Gone for good; the share is of the supply at launch. */
  burned: z.object({ baseUnits: u64Text, sharePercent: z.number() }),
})
export type Holders = z.infer<typeof holdersSchema>

/** `GET /api/live` */
export const liveQuerySchema = z.object({
  /** `market`, `chat`, `collection:{id}` and `wallet:{address}`, separated by commas; 20 at most. */
  topics: z.string().max(2_000).default('market'),
  /** What was seen last, where the header `Last-Event-ID` can't be sent. */
  lastEventId: z.string().max(60).optional(),
})

/** What `GET /api/live?topics=…` sends. Topics: `market`, `chat`, `collection:{id}`, `wallet:{address}`. */
export type LiveEvent =
  | { readonly type: 'collection'; readonly collection: Collection }
  | { readonly type: 'trade'; readonly trade: Trade }
  /** Boosts, claims and graduations; trades are told as trades. */
  | { readonly type: 'activity'; readonly activity: Activity }
  | { readonly type: 'wallet'; readonly walletAddress: string }
  | CommunityEvent
  /** The first event of a new stream. */
  | { readonly type: 'hello' }
  /** History is gone: read everything again. */
  | { readonly type: 'reset' }
