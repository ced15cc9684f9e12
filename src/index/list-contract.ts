// How lists of coins are asked for, and the platform's figures.
import { z } from 'zod'

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
] as const
/** `new`: launched within 24 hours and not graduated. `graduating`: 80 % of the way or more, and not graduated. */
export const COLLECTION_STATES = ['all', 'new', 'graduating', 'graduated'] as const
export const collectionsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
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
  /** Share of launches that graduated, in percent with one decimal. */
  successRate: z.number(),
})
export type Stats = z.infer<typeof statsSchema>
