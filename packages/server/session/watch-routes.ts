// The watchlist of the wallet that is signed in.

import { watchlistChangeSchema, watchlistSchema } from '@twinmint/sdk/api/watchlist/contract'
import { mergeWatchlists } from '@twinmint/sdk/api/watchlist/rules'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { requireSignedIn } from '../http/http.ts'
import { changeWatchlist, findWatchlist } from './watch-store.ts'

const CHANGES_LIMIT = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function watchRoutes(app: App, { db }: { readonly db: Database }): void {
  app.get(
    '/api/user/watchlist',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The coins that the signed-in wallet watches, the latest first',
        response: { 200: watchlistSchema },
        needs: 'session',
      },
    },
    async (request) => ({ collectionIds: await findWatchlist(db, requireSignedIn(request)) }),
  )

  app.put(
    '/api/user/watchlist',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Change what the signed-in wallet watches',
        body: watchlistChangeSchema,
        response: { 200: watchlistSchema },
        needs: 'session',
      },
    },
    async (request) => {
      const walletAddress = requireSignedIn(request)
      const { collectionIds, since } = request.body
      const merged = await changeWatchlist(db, walletAddress, (stored) =>
        mergeWatchlists(collectionIds, since ?? stored, stored),
      )
      return { collectionIds: [...merged] }
    },
  )
}
