// The picture of a coin that a shared link shows.

import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { loadRecord } from '../index/find.ts'
import { collectionOf } from '../index/records.ts'
import type { CardMaker } from './card-image.ts'

interface CoinDeps {
  readonly db: Database
  readonly config: { readonly solUsd: number }
  readonly cards: CardMaker
}

export function coinRoutes(app: App, { db, config, cards }: CoinDeps): void {
  app.get(
    '/api/collections/:id/card.jpg',
    {
      config: { rateLimit: { max: 120, timeWindow: '1 minute' } },
      schema: {
        tags: ['Coins'],
        summary: 'A picture of the coin as it stands, 1200 by 630, for links that are shared',
        params: coinParamsSchema,
        answerType: 'image/jpeg',
        refuses: ['collectionNotFound', 'notReady', 'contentUnavailable'],
      },
    },
    async ({ params, headers }, reply) => {
      const card = cards.cardOf(collectionOf(await loadRecord(db, params.id), config.solUsd, Date.now()))
      void reply.header('etag', card.etag).header('cache-control', 'public, max-age=60')
      if (headers['if-none-match'] === card.etag) return reply.code(304).send()
      return reply.type('image/jpeg').send(await card.read())
    },
  )
}
