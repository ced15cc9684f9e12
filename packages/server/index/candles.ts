// The candles that a batch of trades makes. Each trade goes into the shortest that is kept; the longer ones, all of which it
// divides, are made of these at the end.

import { STORED_TIMEFRAMES } from '@twinmint/sdk/api/coin/contract'
import { assert } from '@twinmint/sdk/core/assert'
import { compareDecimals } from './records.ts'
import type { ChartDelta } from './rows.ts'

interface Candle {
  readonly collectionId: string
  readonly bucket: number
  readonly open: string
  high: string
  low: string
  close: string
  volumeLamports: bigint
  tradeCount: number
}

/** By coin and time. */
export type Candles = Map<string, Candle>

const [SHORTEST = 60] = STORED_TIMEFRAMES
assert(
  STORED_TIMEFRAMES.every((seconds) => seconds % SHORTEST === 0),
  'every timeframe is made of whole shortest ones',
)

/** Adds what comes after all that was added of its coin; a candle that is new is kept as it is. */
function add(candles: Candles, timeframe: number, made: Candle): void {
  const bucket = made.bucket - (made.bucket % timeframe)
  const key = `${made.collectionId} ${bucket}`
  const candle = candles.get(key)
  if (candle === undefined) {
    candles.set(key, { ...made, bucket })
    return
  }
  if (compareDecimals(made.high, candle.high) > 0) candle.high = made.high
  if (compareDecimals(made.low, candle.low) < 0) candle.low = made.low
  candle.close = made.close
  candle.volumeLamports += made.volumeLamports
  candle.tradeCount += made.tradeCount
}

/** A trade opens at the price before it and closes at the price after it. */
export function addToCandles(
  candles: Candles,
  trade: {
    readonly collectionId: string
    readonly timeSeconds: number
    readonly priceBefore: string
    readonly priceAfter: string
    readonly volumeLamports: bigint
  },
): void {
  const { collectionId, timeSeconds, priceBefore, priceAfter, volumeLamports } = trade
  const rose = compareDecimals(priceAfter, priceBefore) > 0
  add(candles, SHORTEST, {
    collectionId,
    bucket: timeSeconds,
    open: priceBefore,
    high: rose ? priceAfter : priceBefore,
    low: rose ? priceBefore : priceAfter,
    close: priceAfter,
    volumeLamports,
    tradeCount: 1,
  })
}

/** The rows of every timeframe. */
export const chartRows = (candles: Candles): ChartDelta[] =>
  STORED_TIMEFRAMES.flatMap((timeframe) => {
    const longer: Candles = new Map()
    for (const candle of candles.values()) add(longer, timeframe, candle)
    return [...longer.values()].map((candle) => ({
      ...candle,
      timeframe,
      volumeLamports: candle.volumeLamports.toString(),
    }))
  })
