// One coin: itself, its curve, candles and trades.
import type { FastifyInstance } from 'fastify'
import { isAddress } from '../chain/program/message.ts'
import { Refusal } from '../core/errors.ts'
import { lamports, solText } from '../core/money.ts'
import type { Database } from '../database/database.ts'
import { parse, parseAddress } from '../wire/http.ts'
import type { CardMaker } from './card-image.ts'
import {
  type ChartData,
  chartQuerySchema,
  type Marks,
  marksQuerySchema,
  TIMEFRAME_SECONDS,
  tradesQuerySchema,
} from './contract.ts'
import type { CollectionRecord } from './rules.ts'
import { bondingCurveOf, collectionOf, MARKS_MAX, plainDecimal, tradeOf } from './rules.ts'
import { findCollectionIdByMint, listMarks, listTrades, loadCandles, loadCollections } from './store.ts'
import type { Supply } from './supply.ts'

export interface CollectionDeps {
  readonly db: Database
  readonly config: { readonly solUsd: number }
  readonly cards: CardMaker
  readonly supply: Pick<Supply, 'look'>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The collection with an id or a mint address; refuses collectionNotFound. */
export async function loadRecord(db: Database, idOrMint: string): Promise<CollectionRecord> {
  const id = UUID.test(idOrMint)
    ? idOrMint
    : isAddress(idOrMint)
      ? await findCollectionIdByMint(db, idOrMint)
      : undefined
  const [record] = id === undefined ? [] : await loadCollections(db, [id])
  if (!record) throw new Refusal('collectionNotFound')
  return record
}

export function collectionRoutes(app: FastifyInstance, { db, config, cards, supply }: CollectionDeps): void {
  app.get<{ Params: { id: string } }>('/api/collections/:id', async ({ params }) => {
    const record = await loadRecord(db, params.id)
    supply.look(record)
    return collectionOf(record, config.solUsd, Date.now())
  })

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/card.jpg',
    { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } },
    async ({ params, headers }, reply) => {
      const card = cards.cardOf(collectionOf(await loadRecord(db, params.id), config.solUsd, Date.now()))
      void reply.header('etag', card.etag).header('cache-control', 'public, max-age=60')
      if (headers['if-none-match'] === card.etag) return reply.code(304).send()
      return reply.type('image/jpeg').send(await card.read())
    },
  )

  app.get<{ Params: { id: string } }>('/api/bonding-curve/:id', async ({ params }) =>
    bondingCurveOf(await loadRecord(db, params.id), config.solUsd),
  )

  app.get<{ Params: { id: string } }>(
    '/api/chart-data/:id',
    async ({ params, query }): Promise<ChartData> => {
      const { timeframe, limit, before } = parse(chartQuerySchema, query)
      const record = await loadRecord(db, params.id)
      const collection = collectionOf(record, config.solUsd, Date.now())
      const candles = await loadCandles(db, {
        collectionId: record.id,
        timeframe: TIMEFRAME_SECONDS[timeframe],
        before,
        limit,
      })
      return {
        chartData: candles.reverse().map((candle) => ({
          time: candle.bucket,
          open: Number(candle.open),
          high: Number(candle.high),
          low: Number(candle.low),
          close: Number(candle.close),
          volume: Number(solText(lamports(BigInt(candle.volumeLamports)))),
        })),
        timeframe,
        currentPrice: plainDecimal(record.price),
        volume24h: collection.tradingVolume,
        marketCap: collection.marketCap,
        symbol: record.symbol,
        name: record.name,
        sequence: candles[0]?.sequence ?? record.sequence,
        nextBefore: candles.length === limit ? (candles[0]?.bucket ?? null) : null,
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/marks',
    async ({ params, query }): Promise<Marks> => {
      const { wallet } = parse(marksQuerySchema, query)
      const walletAddress = wallet === undefined ? undefined : parseAddress(wallet)
      const { id, creatorAddress, sequence } = await loadRecord(db, params.id)
      const marksOf = (address: string) =>
        listMarks(db, { collectionId: id, walletAddress: address, limit: MARKS_MAX })
      const creator = await marksOf(creatorAddress)
      const own =
        walletAddress === undefined
          ? []
          : walletAddress === creatorAddress
            ? creator
            : await marksOf(walletAddress)
      return { creator, wallet: own, sequence }
    },
  )

  app.get<{ Params: { id: string } }>('/api/collections/:id/trades', async ({ params, query }) => {
    const { limit, cursor } = parse(tradesQuerySchema, query)
    const { id } = await loadRecord(db, params.id)
    const rows = await listTrades(db, { collectionId: id, before: cursor, limit })
    return {
      trades: rows.map(tradeOf),
      nextCursor: rows.length === limit ? (rows.at(-1)?.sequence ?? null) : null,
    }
  })
}
