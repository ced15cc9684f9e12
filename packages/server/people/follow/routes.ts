// What the wallets did that the signed-in wallet follows: one list of all, and the last trade of each.

import { feedQuerySchema, feedSchema, latestTradesSchema } from '@twinmint/sdk/api/follows/feed-contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { requireSignedIn } from '../../http/http.ts'
import type { Coins } from '../../index/coins.ts'
import { loadTradesPage, withCoins } from '../../index/trades-page.ts'
import { listFollowed } from '../../session/follow-store.ts'

export interface FeedDeps {
  readonly db: Database
  readonly collections: Pick<Coins, 'loadMany' | 'tradesOf' | 'marketOf'>
}

const FEED_LIMIT = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

export function feedRoutes(app: App, { db, collections }: FeedDeps): void {
  const followedBy = async (request: FastifyRequest) =>
    (await listFollowed(db, requireSignedIn(request))).map(({ walletAddress }) => walletAddress)

  app.get(
    '/api/user/following/trades',
    {
      ...FEED_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary:
          'Trades, swaps, listings, offers and sales of the wallets that the signed-in wallet follows, newest first',
        querystring: feedQuerySchema,
        response: { 200: feedSchema },
        needs: 'session',
      },
    },
    async (request) => loadTradesPage(collections, { wallets: await followedBy(request), ...request.query }),
  )

  app.get(
    '/api/user/following/latest',
    {
      ...FEED_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'The last trade or swap of each wallet that the signed-in wallet follows',
        response: { 200: latestTradesSchema },
        needs: 'session',
      },
    },
    async (request) => {
      const traderAddresses = await followedBy(request)
      const trades = await collections.tradesOf({ traderAddresses, limit: FOLLOWED_MAX, limitEach: 1 })
      const ids = [...new Set(trades.map(({ collectionId }) => collectionId))]
      return { trades: withCoins(trades, await collections.loadMany(ids)) }
    },
  )
}
