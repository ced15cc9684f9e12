// How an index's rows become what the wire carries: prices, dollars, progress. Pure.
import {
  baseUnits,
  coinText,
  divideFloor,
  LAMPORTS_PER_SOL,
  lamports,
  ratioText,
  solText,
} from '../core/money.ts'
import type { BondingCurve, Collection, Trade } from './contract.ts'

export const PRICE_DECIMALS = 18
/** Trades of one wallet that a chart marks, the newest; more would hide the candles. */
export const MARKS_MAX = 500

export interface CollectionRow {
  readonly id: string
  readonly mintAddress: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly creatorAddress: string
  readonly marketAddress: string
  readonly vaultAddress: string
  readonly escrowAddress: string
  readonly collectionAddress: string
  readonly metadataUri: string
  readonly totalSupply: string
  readonly initialPrice: string
  readonly graduationMarketCapLamports: string
  readonly boostPriceLamports: string
  readonly boostSeconds: number
  readonly sellFeeBps: number
  readonly creatorShareBps: number
  readonly launchSignature: string
  readonly createdAt: string
}

export interface CurveRow {
  readonly collectionId: string
  readonly sequence: number
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  readonly realLamports: string
  readonly creatorFeesOwedLamports: string
  readonly creatorFeesClaimedLamports: string
  readonly burnedBaseUnits: string
  readonly marketCapLamports: string
  readonly price: string
  readonly isGraduated: boolean
  readonly graduatedAt: string | null
  /** Of the buy that graduated it, or of the next event where that buy is missing. */
  readonly graduatedSequence: number | null
  readonly graduationSignature: string | null
  readonly boostedAt: string | null
  readonly boostedUntil: string | null
  readonly mintedNftCount: number
  readonly circulatingNftCount: number
  readonly tradeCount: number
  readonly lastTradeAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface TradeRow {
  readonly collectionId: string
  readonly sequence: number
  readonly type: Trade['type']
  readonly traderAddress: string
  readonly lamports: string
  readonly baseUnits: string
  readonly feeLamports: string
  readonly creatorFeeLamports: string
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  readonly price: string
  readonly nftTokenId: number | null
  readonly nftMinted: boolean
  readonly txSignature: string
  readonly createdAt: string
}

/** A trade with what it did to the trader's position (core/lots.ts). */
export interface FoldedTrade extends Pick<TradeRow, 'collectionId' | 'sequence'> {
  readonly knownBaseUnits: string
  readonly costLamports: string
  readonly lotUntilBaseUnits: string | null
  readonly lotUntilLamports: string | null
}

/** A wallet's trades in a coin, added up: the texts of a PositionState. */
export interface PositionRow {
  readonly collectionId: string
  readonly walletAddress: string
  /** Of its last trade. */
  readonly sequence: number
  readonly baseUnits: string
  readonly nftBaseUnits: string
  readonly inBaseUnits: string
  readonly inLamports: string
  readonly outBaseUnits: string
  readonly outLamports: string
  readonly boughtLamports: string
  readonly soldLamports: string
  readonly realisedLamports: string
  readonly unpricedLamports: string
  readonly tradeCount: number
  /** Since when it has had coins or NFTs by its trades; null while it has none. */
  readonly heldSince: string | null
  readonly lastTradeAt: string
}

/** What went into an NFT that is out. */
export interface NftLotRow {
  readonly collectionId: string
  readonly tokenId: number
  readonly walletAddress: string
  readonly knownBaseUnits: string
  readonly lamports: string
}

/** What happened on the platform in an hour, as far as a batch tells. */
export interface PlatformHour {
  /** Unix seconds of its begin. */
  readonly bucket: number
  readonly launches: number
  readonly graduations: number
  readonly trades: number
  readonly swaps: number
  readonly volumeLamports: string
  /** Sell fees, and boosts. */
  readonly feeLamports: string
}

/** What an event says of an NFT. */
export interface NftChange {
  readonly collectionId: string
  readonly tokenId: number
  readonly sequence: number
  readonly mintAddress: string
  readonly ownerAddress: string
  readonly tokenAccount: string
  readonly isSwapped: boolean
  /** Of the capture that made it, when this is it. */
  readonly mintSignature: string | null
  readonly swappedAt: string
}

export interface ChartDelta {
  readonly collectionId: string
  readonly timeframe: number
  readonly bucket: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volumeLamports: string
  readonly tradeCount: number
}

/** What a collection on the wire is made of. */
export interface CollectionRecord extends CollectionRow, Omit<CurveRow, 'createdAt'> {
  readonly description: string
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
  readonly sparkline: readonly number[]
  readonly commentCount: number
}

export interface StatsRecord {
  readonly launches: number
  readonly graduated: number
  readonly volumeLamports24h: string
  readonly traders24h: number
}

/** SOL for one coin at given reserves, as exact decimal text rounded down to 18 places. */
export function priceText(reserveLamports: bigint, reserveBaseUnits: bigint): string {
  // lamports/1e9 over base units/1e6
  return ratioText(reserveLamports, reserveBaseUnits * 1_000n, PRICE_DECIMALS)
}

/** Compares two non-negative plain decimals exactly. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  const pad = Math.max(fractionA.length, fractionB.length)
  const difference = BigInt(wholeA + fractionA.padEnd(pad, '0')) - BigInt(wholeB + fractionB.padEnd(pad, '0'))
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** Share of the way to graduation in percent, two decimals, 100 at most. */
export function bondingProgressOf(marketCapLamports: bigint, graduationMarketCapLamports: bigint): number {
  if (marketCapLamports >= graduationMarketCapLamports) return 100
  return Number(divideFloor(marketCapLamports * 10_000n, graduationMarketCapLamports)) / 100
}

/** A collection as the wire carries it, at `nowMs` and `solUsd` dollars for one SOL. */
export function collectionOf(record: CollectionRecord, solUsd: number, nowMs: number): Collection {
  const marketCap = BigInt(record.marketCapLamports)
  const picture = (size: number) =>
    record.imageHash === null ? null : `/api/images/${record.imageHash}-${size}.webp`
  const existing = BigInt(record.supplyBaseUnits)
  const priceAgo = Number(record.price24hAgo)
  return {
    id: record.id,
    name: record.name,
    symbol: record.symbol,
    collectionName: record.collectionName,
    description: record.description,
    imageUrl: picture(1024),
    thumbnailUrl: picture(128),
    creatorAddress: record.creatorAddress,
    mintAddress: record.mintAddress,
    marketAddress: record.marketAddress,
    vaultAddress: record.vaultAddress,
    escrowAddress: record.escrowAddress,
    collectionAddress: record.collectionAddress,
    metadataUri: record.metadataUri,
    totalSupply: coinText(baseUnits(existing)),
    currentSupply: coinText(baseUnits(existing - BigInt(record.reserveBaseUnits))),
    maxNFTSupply: record.maxNftSupply,
    mintedNFTCount: record.mintedNftCount,
    circulatingNFTCount: record.circulatingNftCount,
    initialPrice: plainDecimal(record.initialPrice),
    currentPrice: plainDecimal(record.price),
    marketCap: usdText(marketCap, solUsd),
    marketCapLamports: record.marketCapLamports,
    bondingProgress: record.isGraduated
      ? 100
      : bondingProgressOf(marketCap, BigInt(record.graduationMarketCapLamports)),
    reserveLamports: record.reserveLamports,
    reserveBaseUnits: record.reserveBaseUnits,
    realLamports: record.realLamports,
    creatorFeesOwedLamports: record.creatorFeesOwedLamports,
    graduationMarketCapLamports: record.graduationMarketCapLamports,
    boostPriceLamports: record.boostPriceLamports,
    boostSeconds: record.boostSeconds,
    sellFeeBps: record.sellFeeBps,
    creatorShareBps: record.creatorShareBps,
    sequence: record.sequence,
    isVerified: record.isVerified,
    isHidden: record.isHidden,
    isGraduated: record.isGraduated,
    graduatedAt: record.graduatedAt,
    isBoosted: record.boostedUntil !== null && Date.parse(record.boostedUntil) > nowMs,
    boostedUntil: record.boostedUntil,
    lastTradeAt: record.lastTradeAt,
    createdAt: record.createdAt,
    launchSignature: record.launchSignature,
    graduationSignature: record.graduationSignature,
    burnedBaseUnits: record.burnedBaseUnits,
    tradingVolume: solText(lamports(BigInt(record.volumeLamports24h))),
    change24hPercent: priceAgo > 0 ? Math.round((Number(record.price) / priceAgo - 1) * 10_000) / 100 : 0,
    change1hPercent: record.change1hBps / 100,
    traders24h: record.traders24h,
    holderCount: record.holderCount,
    sparkline: courseOf(record),
    tradeCount: record.tradeCount,
    commentCount: record.commentCount,
    metadata: { projectType: 'hybrid' },
  }
}

/** The most points of a coin's course, which `refreshFigures` reads. */
const COURSE_POINTS = 24

/** The last closing prices, oldest first, before the first of all of them the one at launch; the price of now is the last. */
function courseOf({
  sparkline,
  initialPrice,
  price,
}: Pick<CollectionRecord, 'sparkline' | 'initialPrice' | 'price'>): number[] {
  const begin = sparkline.length < COURSE_POINTS ? [Number(initialPrice)] : []
  return [...begin, ...sparkline.slice(0, -1), Number(price)]
}

/** The curve as `GET /api/bonding-curve/{id}` answers it. */
export function bondingCurveOf(record: CollectionRecord, solUsd: number): BondingCurve {
  const reserveLamports = lamports(BigInt(record.reserveLamports))
  const reserveBaseUnits = baseUnits(BigInt(record.reserveBaseUnits))
  return {
    collectionId: record.id,
    virtualSolReserves: solText(reserveLamports),
    virtualTokenReserves: coinText(reserveBaseUnits),
    realSolReserves: solText(lamports(BigInt(record.realLamports))),
    realTokenReserves: coinText(reserveBaseUnits),
    k: (reserveLamports * reserveBaseUnits).toString(),
    migrationThreshold: Number(usdText(BigInt(record.graduationMarketCapLamports), solUsd)),
    reserveLamports: record.reserveLamports,
    reserveBaseUnits: record.reserveBaseUnits,
    realLamports: record.realLamports,
    sellFeeBps: record.sellFeeBps,
    creatorShareBps: record.creatorShareBps,
    graduationMarketCapLamports: record.graduationMarketCapLamports,
    isGraduated: record.isGraduated,
    sequence: record.sequence,
    updatedAt: record.updatedAt,
  }
}

/** "0.000000001000000000" as "0.000000001". */
export function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** A trade's row as the wire carries it. */
export function tradeOf(row: TradeRow): Trade {
  return {
    id: `${row.collectionId}:${row.sequence}`,
    collectionId: row.collectionId,
    traderAddress: row.traderAddress,
    type: row.type,
    solAmount: solText(lamports(BigInt(row.lamports))),
    tokenAmount: coinText(baseUnits(BigInt(row.baseUnits))),
    lamports: row.lamports,
    baseUnits: row.baseUnits,
    feeLamports: row.feeLamports,
    price: plainDecimal(row.price),
    nftTokenId: row.nftTokenId,
    nftMinted: row.nftMinted,
    txSignature: row.txSignature,
    sequence: row.sequence,
    createdAt: row.createdAt,
  }
}

/** Dollars of an amount of lamports at `solUsd`, two decimals. */
export function usdText(amountLamports: bigint, solUsd: number): string {
  const centsPerSol = BigInt(Math.round(solUsd * 100))
  return ratioText(amountLamports * centsPerSol, LAMPORTS_PER_SOL * 100n, 2)
}
