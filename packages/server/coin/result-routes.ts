// The picture of a wallet's result in a coin. Its figures are read when it is asked for; the address says only which wallet
// and coin, and whether amounts are hidden.

import {
  resultParamsSchema,
  resultQuerySchema,
  type TradedResult,
} from '@twinmint/sdk/api/positions/result-contract'
import { sentAwayText, sharedPercent } from '@twinmint/sdk/api/positions/results'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { rememberEach } from '../http/remember.ts'
import { loadRecord } from '../index/find.ts'
import { findFirstBuy } from '../index/position-reads.ts'
import { collectionOf } from '../index/records.ts'
import type { CardMaker } from './card-image.ts'
import { resultSpan } from './result-card.ts'

interface ResultDeps {
  readonly db: Database
  readonly config: { readonly solUsd: number }
  readonly cards: Pick<CardMaker, 'resultOf'>
  /** Refuses what is no address, and a coin that there is none of. */
  readonly positionOf: (of: { readonly id: string; readonly wallet: string }) => Promise<TradedResult>
}

/** Readers of a link that goes around ask for the same one at once. */
const REMEMBERED = { ms: 5_000, max: 500 }

export function resultRoutes(app: App, { db, config, cards, ...deps }: ResultDeps): void {
  const positionOf = rememberEach(REMEMBERED, ({ id, wallet }) => `${id} ${wallet}`, deps.positionOf)
  app.get(
    '/api/collections/:id/position/:wallet/card.png',
    {
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        tags: ['Coins'],
        summary: 'A picture of a wallet’s result in the coin, 1200 by 630, to be shared',
        params: resultParamsSchema,
        querystring: resultQuerySchema,
        answerType: 'image/png',
        refuses: [
          'collectionNotFound',
          'invalidAddress',
          'notFound',
          'notReady',
          'contentUnavailable',
          'chainUnavailable',
        ],
      },
    },
    async ({ params, query, headers }, reply) => {
      const position = await positionOf(params)
      if (position.tradeCount === 0) throw new Refusal('notFound', 'This wallet has not traded the coin.')
      const { collectionId, walletAddress } = position
      const [record, firstBuyAt] = await Promise.all([
        loadRecord(db, collectionId),
        findFirstBuy(db, { collectionId, walletAddress }),
      ])
      const { name, symbol, imageUrl, graduationStands, marketCap } = collectionOf(
        record,
        config.solUsd,
        Date.now(),
      )
      const hidesAmounts = query.amounts === 'hidden'
      const { resultLamports, resultPercent, boughtLamports, soldLamports, worthLamports } = position
      const card = cards.resultOf({
        coin: { name, symbol, imageUrl, graduationStands, marketCap },
        position: {
          walletAddress,
          resultLamports,
          resultPercent: sharedPercent(position, resultPercent),
          boughtLamports,
          soldLamports,
          worthLamports,
        },
        sentAway: sentAwayText(position, hidesAmounts),
        span: resultSpan(position, firstBuyAt, new Date()),
        hidesAmounts,
      })
      void reply.header('etag', card.etag).header('cache-control', 'public, max-age=60')
      if (headers['if-none-match'] === card.etag) return reply.code(304).send()
      return reply.type('image/png').send(await card.read())
    },
  )
}
