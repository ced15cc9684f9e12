// A coin's candles, and the trades that its chart marks.

import { STORED_TIMEFRAMES, TIMEFRAME_SECONDS } from '@twinmint/sdk/api/coin/contract'
import {
  chartDataSchema,
  chartQuerySchema,
  marksQuerySchema,
  marksSchema,
} from '@twinmint/sdk/api/history/contract'
import { CANDLE_TRADES, MARKS_MAX } from '@twinmint/sdk/api/history/rules'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { lamports, solText } from '@twinmint/sdk/core/money'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress } from '../../http/http.ts'
import { loadRecord } from '../../index/find.ts'
import { collectionOf, plainDecimal } from '../../index/records.ts'
import { listBoostMarks, listMarks, loadCandles } from '../../index/store.ts'
import { loadShortCandles } from './store.ts'

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
      const seconds = TIMEFRAME_SECONDS[timeframe]
      const range = { collectionId: record.id, timeframe: seconds, before, limit }
      const { candles, nextBefore } = STORED_TIMEFRAMES.includes(seconds)
        ? await loadCandles(db, range)
        : await loadShortCandles(db, {
            ...range,
            launchPrice: record.initialPrice,
            ...CANDLE_TRADES,
          })
      return {
        chartData: candles.toReversed().map((candle) => ({
          time: candle.bucket,
          open: Number(candle.open),
          high: Number(candle.high),
          low: Number(candle.low),
          close: Number(candle.close),
          volume: Number(solText(lamports(BigInt(candle.volumeLamports)))),
          trades: candle.tradeCount,
        })),
        timeframe,
        currentPrice: plainDecimal(record.price),
        volume24h: collection.tradingVolume,
        marketCap: collection.marketCap,
        symbol: record.symbol,
        name: record.name,
        sequence: candles[0]?.sequence ?? record.sequence,
        nextBefore,
      }
    },
  )

  app.get(
    '/api/collections/:id/marks',
    {
      schema: {
        tags: ['Coins'],
        summary:
          'The newest buys and sells of the creator and of one wallet, and the newest boosts, as charts mark them',
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
      const boosts = await listBoostMarks(db, { collectionId: id, limit: MARKS_MAX })
      return { creator, wallet: own, boosts, sequence }
    },
  )
}
