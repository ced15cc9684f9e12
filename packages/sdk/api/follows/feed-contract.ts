// What the wallets did that somebody follows, as the wire carries it.
import { z } from 'zod'
import { collectionSchema } from '../records/coin.ts'
import { marketActivitySchema, tradeOfCoinSchema, tradeSchema } from '../records/trade.ts'

/** `GET /api/user/following/trades` */
export const feedQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(25),
  cursor: z.string().max(200).optional(),
})
/** `GET /api/user/following/trades`: newest first. */
export const feedSchema = z.object({
  trades: z.array(tradeSchema),
  /** Of the same time: listings, offers and sales of NFTs; a sale is its seller's too. */
  activity: z.array(marketActivitySchema),
  /** The coins that these are of, as they stand. */
  collections: z.array(collectionSchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.string().nullable(),
})
export type Feed = z.infer<typeof feedSchema>

/** `GET /api/user/following/latest`: the last trade or swap of each followed wallet that has one, newest first. */
export const latestTradesSchema = z.object({ trades: z.array(tradeOfCoinSchema) })
export type LatestTrades = z.infer<typeof latestTradesSchema>
