// How an index's rows become what the wire carries: prices, dollars, progress. Pure.

import type { BondingCurve } from '@twinmint/sdk/api/coin/contract'
import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { cidOfUri } from '@twinmint/sdk/content/cid'
import {
  type BaseUnits,
  baseUnits,
  coinText,
  divideCeil,
  divideFloor,
  LAMPORTS_PER_SOL,
  type Lamports,
  lamports,
  parseSolText,
  ratioText,
  solText,
} from '@twinmint/sdk/core/money'
import type { ListFilters } from './list-store.ts'
import type { CollectionRecord, TradeRow } from './rows.ts'

export const PRICE_DECIMALS = 18

/** SOL for one coin at given reserves, as exact decimal text rounded down to 18 places. */
export function priceText(reserveLamports: Lamports, reserveBaseUnits: BaseUnits): string {
  // lamports/1e9 over base units/1e6
  return ratioText(reserveLamports, reserveBaseUnits * 1_000n, PRICE_DECIMALS)
}

/** Compares two non-negative plain decimals exactly: below, at or above 0. */
export function compareDecimals(a: string, b: string): number {
  const wholeOf = (text: string) => (text.includes('.') ? text.indexOf('.') : text.length)
  const difference = wholeOf(a) - wholeOf(b)
  if (difference !== 0) return difference
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // PostgreSQL's has all its places.
  if (long.startsWith(short) && /^[.0]*$/.test(long.slice(short.length))) return 0
  return a < b ? -1 : 1
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
    folderCid: cidOfUri(record.metadataUri) ?? null,
    links: record.links,
    totalSupply: coinText(baseUnits(existing)),
    currentSupply: coinText(baseUnits(existing - BigInt(record.reserveBaseUnits))),
    maxNFTSupply: record.maxNftSupply,
    mintedNFTCount: record.mintedNftCount,
    circulatingNFTCount: record.circulatingNftCount,
    initialPrice: plainDecimal(record.initialPrice),
    currentPrice: plainDecimal(record.price),
    marketCap: usdText(marketCap, solUsd),
    marketCapLamports: record.marketCapLamports,
    stoodMarketCapLamports: record.stoodMarketCapLamports,
    // A graduation that was bought is no way to go.
    bondingProgress: record.graduationStands
      ? 100
      : bondingProgressOf(marketCap, BigInt(record.graduationMarketCapLamports)),
    reserveLamports: record.reserveLamports,
    reserveBaseUnits: record.reserveBaseUnits,
    realLamports: record.realLamports,
    openingReserveLamports: record.openingReserveLamports,
    guardBps: record.guardBps,
    guardSeconds: record.guardSeconds,
    lockedLamports: record.lockedLamports,
    creatorFeesOwedLamports: record.creatorFeesOwedLamports,
    graduationMarketCapLamports: record.graduationMarketCapLamports,
    boostPriceLamports: record.boostPriceLamports,
    boostSeconds: record.boostSeconds,
    sellFeeBps: record.sellFeeBps,
    creatorShareBps: record.creatorShareBps,
    royaltyBps: record.royaltyBps,
    marketFeeBps: record.marketFeeBps,
    sequence: record.sequence,
    isVerified: record.isVerified,
    isHidden: record.isHidden,
    isGraduated: record.isGraduated,
    graduatedAt: record.graduatedAt,
    graduationStandsAt: record.graduationStandsAt,
    graduationStands: record.graduationStands,
    isBoosted: record.boostedUntil !== null && Date.parse(record.boostedUntil) > nowMs,
    boostedUntil: record.boostedUntil,
    lastTradeAt: record.lastTradeAt,
    createdAt: record.createdAt,
    historySince: record.historySince,
    launchSignature: record.launchSignature,
    graduationSignature: record.graduationSignature,
    burnedBaseUnits: record.burnedBaseUnits,
    tradingVolume: solText(lamports(BigInt(record.volumeLamports24h))),
    change24hPercent: priceAgo > 0 ? Math.round((Number(record.price) / priceAgo - 1) * 10_000) / 100 : 0,
    change1hPercent: record.change1hBps / 100,
    traders24h: record.traders24h,
    holderCount: record.holderCount,
    sparkline: courseOf(record),
    warnings: record.warnings,
    tradeCount: record.tradeCount,
    commentCount: record.commentCount,
    metadata: { projectType: 'hybrid' },
  }
}

/** The most points of a coin's course, which `refreshFigures` reads. */
const COURSE_POINTS = 24

/**
 * The last closing prices, oldest first, before the first of all of them the one at launch; the price of now is the last. Where
 * the history begins later, the launch's price was not the one before.
 */
function courseOf({
  sparkline,
  initialPrice,
  price,
  historySince,
}: Pick<CollectionRecord, 'sparkline' | 'initialPrice' | 'price' | 'historySince'>): number[] {
  const first = historySince === null ? Number(initialPrice) : (sparkline[0] ?? Number(price))
  const begin = sparkline.length < COURSE_POINTS ? [first] : []
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
    openingReserveLamports: record.openingReserveLamports,
    guardBps: record.guardBps,
    guardSeconds: record.guardSeconds,
    lockedLamports: record.lockedLamports,
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
    surchargeLamports: row.surchargeLamports,
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

/** The bounds of a list as its tables have them. Dollars to lamports inwards, so that what is shown is within them. */
export function listFiltersOf(
  { marketCapUsdMin, marketCapUsdMax, volumeSolMin, volumeSolMax, ...others }: CoinFilters,
  solUsd: number,
): ListFilters {
  const centsPerSol = BigInt(Math.round(solUsd * 100))
  const scaled = (usd: number) => BigInt(usd) * 100n * LAMPORTS_PER_SOL
  const sol = (text: string | undefined) => {
    const parsed = text === undefined ? undefined : parseSolText(text)
    return parsed?.kind === 'amount' ? parsed.units : undefined
  }
  const { ageMinutesMin, ageMinutesMax, holdersMin, holdersMax, warningsMin, warningsMax } = others
  return {
    ageMinutesMin,
    ageMinutesMax,
    holdersMin,
    holdersMax,
    warningsMin,
    warningsMax,
    marketCapLamportsMin:
      marketCapUsdMin === undefined ? undefined : divideCeil(scaled(marketCapUsdMin), centsPerSol),
    marketCapLamportsMax:
      marketCapUsdMax === undefined ? undefined : divideFloor(scaled(marketCapUsdMax), centsPerSol),
    volumeLamportsMin: sol(volumeSolMin),
    volumeLamportsMax: sol(volumeSolMax),
  }
}
