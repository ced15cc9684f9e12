// How lists of coins are asked for, and the platform's figures.
import { z } from 'zod'
import { XRAY_WARNINGS } from '../records/xray.ts'

export const COLLECTION_SORTS = [
  'lastTrade',
  'created',
  'volume',
  'marketCap',
  'trending',
  'change1h',
  'change24h',
  'traders',
  'holders',
  'nfts',
  'progress',
  'graduated',
] as const
/**
 * By what has stood for ten minutes (docs/sustained-figures.md). `new`: launched within 24 hours and not graduated. `graduating`: 80 % of the
 * way or more, and not graduated.
 */
export const COLLECTION_STATES = ['all', 'new', 'graduating', 'graduated'] as const
const wholeNumber = (max: number) => z.coerce.number().int().min(0).max(max)
const MINUTES_MAX = 10 * 365 * 24 * 60
const DOLLARS_MAX = 1e12
const HOLDERS_MAX = 1e9
const WARNINGS_MAX = XRAY_WARNINGS.length
/** SOL as plain decimal text, a billion at most. */
const solBound = z.string().regex(/^\d{1,9}(?:\.\d{1,9})?$/)

/** What a list's coins must have; both ends of a range belong to it. */
export const coinFiltersSchema = z.object({
  /** Minutes since the launch. */
  ageMinutesMin: wholeNumber(MINUTES_MAX).optional(),
  ageMinutesMax: wholeNumber(MINUTES_MAX).optional(),
  /** Dollars at the site's rate, as `marketCap` is; the lower bound goes by what has stood for ten minutes. */
  marketCapUsdMin: wholeNumber(DOLLARS_MAX).optional(),
  marketCapUsdMax: wholeNumber(DOLLARS_MAX).optional(),
  /** SOL traded in 24 hours, as `tradingVolume` is. */
  volumeSolMin: solBound.optional(),
  volumeSolMax: solBound.optional(),
  holdersMin: wholeNumber(HOLDERS_MAX).optional(),
  holdersMax: wholeNumber(HOLDERS_MAX).optional(),
  /** How many warnings of the Launch X-ray; a coin that was not looked at yet has none. */
  warningsMin: wholeNumber(WARNINGS_MAX).optional(),
  warningsMax: wholeNumber(WARNINGS_MAX).optional(),
})
export type CoinFilters = z.infer<typeof coinFiltersSchema>

export const collectionsQuerySchema = coinFiltersSchema.extend({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** By what has stood for ten minutes. `graduated`: by when the graduation began to stand, so those alone. */
  sort: z.enum(COLLECTION_SORTS).default('lastTrade'),
  order: z.enum(['desc', 'asc']).default('desc'),
  state: z.enum(COLLECTION_STATES).default('all'),
  search: z.string().max(100).optional(),
  creator: z.string().max(44).optional(),
  cursor: z.string().max(200).optional(),
})
export type CollectionsQuery = z.infer<typeof collectionsQuerySchema>

/** `GET /api/search?q=`: by the coin's or its collection's name, symbol, or the beginning of the mint's or the creator's address; the best first. */
export const searchQuerySchema = z.object({
  q: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(20).default(8),
})

export const statsSchema = z.object({
  totalLaunches: z.number(),
  /** SOL traded in 24 hours, decimal text. */
  totalVolume: z.string(),
  /** Distinct wallets that traded in 24 hours. */
  activeTraders: z.number(),
  /** Share of launches whose graduation stands, in percent with one decimal. */
  successRate: z.number(),
})
export type Stats = z.infer<typeof statsSchema>
