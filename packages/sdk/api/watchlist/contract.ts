// The coins that a wallet watches, as the wire carries them.
import { z } from 'zod'
import { WATCHLIST_MAX } from './rules.ts'

/** `GET` and `PUT /api/user/watchlist`: the coins that the signed-in wallet watches, the latest first. */
export const watchlistSchema = z.object({ collectionIds: z.array(z.uuid()).max(WATCHLIST_MAX) })
export type Watchlist = z.infer<typeof watchlistSchema>
/** `PUT /api/user/watchlist`. With `since`, the list that was changed, what was changed elsewhere meanwhile is kept. */
export const watchlistChangeSchema = watchlistSchema.extend({
  since: watchlistSchema.shape.collectionIds.optional(),
})
export type WatchlistChange = z.infer<typeof watchlistChangeSchema>
