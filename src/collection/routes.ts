// One coin: itself, its curve, candles, trades and holders.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import { isAddress } from '../chain/program/message.ts'
import { decodeCoinAccount } from '../chain/program/token-2022.ts'
import { Refusal } from '../core/errors.ts'
import { lamports, solText } from '../core/money.ts'
import type { Database } from '../database/database.ts'
import { parse } from '../wire/http.ts'
import { type ChartData, chartQuerySchema, TIMEFRAME_SECONDS } from './contract.ts'
import type { CollectionRecord } from './rules.ts'
import { bondingCurveOf, collectionOf, holdersOf, plainDecimal, tradeOf } from './rules.ts'
import { findCollectionIdByMint, listTrades, loadCandles, loadCollections } from './store.ts'

export interface CollectionDeps {
  readonly db: Database
  readonly chain: Chain
  readonly config: { readonly solUsd: number }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const tradesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().min(1).optional(),
})
const holdersQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(20).default(20) })

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

export function collectionRoutes(app: FastifyInstance, { db, chain, config }: CollectionDeps): void {
  app.get<{ Params: { id: string } }>('/api/collections/:id', async ({ params }) =>
    collectionOf(await loadRecord(db, params.id), config.solUsd, Date.now()),
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

  app.get<{ Params: { id: string } }>('/api/collections/:id/trades', async ({ params, query }) => {
    const { limit, cursor } = parse(tradesQuerySchema, query)
    const { id } = await loadRecord(db, params.id)
    const rows = await listTrades(db, { collectionId: id, before: cursor, limit })
    return {
      trades: rows.map(tradeOf),
      nextCursor: rows.length === limit ? (rows.at(-1)?.sequence ?? null) : null,
    }
  })

  // Straight from the chain: coins also move without this program, and its events do not tell of that.
  app.get<{ Params: { id: string } }>('/api/collections/:id/holders', async ({ params, query }) => {
    const { limit } = parse(holdersQuerySchema, query)
    const record = await loadRecord(db, params.id)
    const largest = await chain.rpc
      .getTokenLargestAccounts(record.mintAddress as Address, { commitment: 'confirmed' })
      .send()
      .catch((cause: unknown) => {
        throw new Refusal('chainUnavailable', undefined, { cause })
      })
    const accounts = await chain.loadAccounts(largest.value.map(({ address }) => address))
    const holdings = accounts.flatMap((account) => (account ? [decodeCoinAccount(account.data)] : []))
    return { holders: holdersOf(record, holdings).slice(0, limit) }
  })
}
