// A coin's candles, and the trades that its chart marks.
import { lamports, solText } from '../core/money.ts'
import type { Database } from '../database/database.ts'
import { TIMEFRAME_SECONDS } from '../index/contract.ts'
import { loadRecord } from '../index/find.ts'
import { collectionOf, plainDecimal } from '../index/records.ts'
import { listMarks, loadCandles } from '../index/store.ts'
import type { App } from '../wire/calls.ts'
import { parseAddress } from '../wire/http.ts'
import { coinParamsSchema } from '../wire/records/coin.ts'
import { chartDataSchema, chartQuerySchema, marksQuerySchema, marksSchema } from './contract.ts'
import { MARKS_MAX } from './rules.ts'

interface HistoryDeps {
  readonly db: Database
  readonly config: { readonly solUsd: number }
}

export function historyRoutes(app: App, { db, config }: HistoryDeps): void {
  app.get(
    '/api/chart-data/:id',
    {
      schema: {
        tags: ['Coins'],
        summary: 'Candles',
        params: coinParamsSchema,
        querystring: chartQuerySchema,
        response: { 200: chartDataSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params, query: { timeframe, limit, before } }) => {
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

  app.get(
    '/api/collections/:id/marks',
    {
      schema: {
        tags: ['Coins'],
        summary: 'The newest buys and sells of the creator and of one wallet, as charts mark them',
        params: coinParamsSchema,
        querystring: marksQuerySchema,
        response: { 200: marksSchema },
        refuses: ['collectionNotFound', 'invalidAddress'],
      },
    },
    async ({ params, query: { wallet } }) => {
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
}
