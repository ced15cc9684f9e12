// One coin: itself, its curve and its trades.

import { bondingCurveSchema, tradesPageSchema, tradesQuerySchema } from '@twinmint/sdk/api/coin/contract'
import { coinParamsSchema, collectionSchema } from '@twinmint/sdk/api/records/coin'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { loadRecord } from './find.ts'
import { bondingCurveOf, collectionOf, tradeOf } from './records.ts'
import { listTrades } from './store.ts'
import type { Supply } from './supply.ts'

interface CollectionDeps {
  readonly db: Database
  readonly config: { readonly solUsd: number }
  readonly supply: Pick<Supply, 'look'>
}

export function collectionRoutes(app: App, { db, config, supply }: CollectionDeps): void {
  app.get(
    '/api/collections/:id',
    {
      schema: {
        tags: ['Coins'],
        summary: 'One coin, by its id or mint address',
        params: coinParamsSchema,
        response: { 200: collectionSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params }) => {
      const record = await loadRecord(db, params.id)
      supply.look(record)
      return collectionOf(record, config.solUsd, Date.now())
    },
  )

  app.get(
    '/api/bonding-curve/:id',
    {
      schema: {
        tags: ['Coins'],
        summary: 'The reserves that make the price',
        params: coinParamsSchema,
        response: { 200: bondingCurveSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params }) => bondingCurveOf(await loadRecord(db, params.id), config.solUsd),
  )

  app.get(
    '/api/collections/:id/trades',
    {
      schema: {
        tags: ['Coins'],
        summary: 'Trades and swaps, newest first',
        params: coinParamsSchema,
        querystring: tradesQuerySchema,
        response: { 200: tradesPageSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params, query: { limit, cursor } }) => {
      const { id } = await loadRecord(db, params.id)
      const rows = await listTrades(db, { collectionId: id, before: cursor, limit })
      return {
        trades: rows.map(tradeOf),
        nextCursor: rows.length === limit ? (rows.at(-1)?.sequence ?? null) : null,
      }
    },
  )
}
