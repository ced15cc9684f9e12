// What the chart draws, worked out from what the wire brings: gaps closed, live trades folded in, older pages put
// before newer ones. Pure; knows nothing of the drawing library. Prices here are doubles: they are pixels, not money.
import type { Candle, Timeframe, Trade } from './contract.ts'

/** The intervals to choose from, and their length in seconds. The contract has the same; it would bring zod along. */
export const INTERVAL_SECONDS: Readonly<Record<Timeframe, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
}
export const INTERVALS = Object.keys(INTERVAL_SECONDS) as readonly Timeframe[]

/** A quiet month of minutes is 43,200 empty buckets: of one gap, only this many before the next trade are drawn. */
export const GAP_BUCKETS_MAX = 600

/** Begin of the bucket that a moment falls into, in unix seconds. */
export function bucketOf(unixSeconds: number, intervalSeconds: number): number {
  return Math.floor(unixSeconds / intervalSeconds) * intervalSeconds
}

/**
 * Candles with every quiet bucket filled in, oldest first: a bucket without trades carries the last close and no
 * volume. `untilSeconds` (now) extends the last close to the present; quiet buckets before the first candle are none.
 */
export function fillGaps(
  candles: readonly Candle[],
  intervalSeconds: number,
  untilSeconds?: number,
): readonly Candle[] {
  const filled: Candle[] = []
  const fillUpTo = (end: number) => {
    const last = filled.at(-1)
    if (!last) return
    const first = Math.max(last.time + intervalSeconds, end - GAP_BUCKETS_MAX * intervalSeconds)
    for (let time = first; time < end; time += intervalSeconds) filled.push(quiet(time, last.close))
  }
  for (const candle of candles) {
    fillUpTo(candle.time)
    filled.push(candle)
  }
  if (untilSeconds !== undefined) fillUpTo(bucketOf(untilSeconds, intervalSeconds) + intervalSeconds)
  return filled
}

function quiet(time: number, close: number): Candle {
  return { time, open: close, high: close, low: close, close, volume: 0 }
}

/** Newer and older candles as one run, oldest first, each bucket once; of two, the one of `newer` stays. */
export function joinPages(older: readonly Candle[], newer: readonly Candle[]): readonly Candle[] {
  const firstNewer = newer[0]
  if (!firstNewer) return older
  return [...older.filter((candle) => candle.time < firstNewer.time), ...newer]
}

/**
 * Folds a live trade into the candles it belongs to. A later bucket opens at the last close (at the launch's price
 * when there is none); a trade that is older than the last candle only widens its own bucket. Swaps have no price.
 */
export function mergeTrade(
  candles: readonly Candle[],
  trade: Pick<Trade, 'type' | 'price' | 'solAmount' | 'createdAt'>,
  intervalSeconds: number,
  launchPrice: number,
): readonly Candle[] {
  if (trade.type !== 'BUY' && trade.type !== 'SELL') return candles
  const price = Number(trade.price)
  const volume = Number(trade.solAmount)
  const time = bucketOf(Math.floor(Date.parse(trade.createdAt) / 1000), intervalSeconds)
  if (!(price > 0) || !Number.isFinite(time)) return candles
  const last = candles.at(-1)
  if (!last || time > last.time) {
    const open = last?.close ?? launchPrice
    return [
      ...candles,
      { time, open, high: Math.max(open, price), low: Math.min(open, price), close: price, volume },
    ]
  }
  return candles.map((candle) =>
    candle.time === time
      ? {
          ...candle,
          high: Math.max(candle.high, price),
          low: Math.min(candle.low, price),
          close: candle === last ? price : candle.close,
          volume: candle.volume + volume,
        }
      : candle,
  )
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/**
 * A price for the axis: `0.0₈123` for 0.00000000123 (the small figure counts the zeros after the point), four
 * significant figures at most and no trailing zeros. The axis is read by eyes only; the table beside has whole numbers.
 */
export function axisPriceText(price: number): string {
  if (!(price > 0)) return '0'
  const [mantissa = '0', exponentText = '0'] = price.toExponential(3).split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4) return trimZeros(price.toFixed(Math.max(0, Math.min(8, 3 - exponent))))
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  const zeros = String(-exponent - 1)
    .split('')
    .map((digit) => SUBSCRIPTS.charAt(Number(digit)))
    .join('')
  return `0.0${zeros}${digits}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** A price in plain decimals, for tables and screen readers: twelve significant figures, never an exponent. */
export function wholePriceText(price: number): string {
  if (!(price > 0)) return '0'
  const exponent = Math.floor(Math.log10(price))
  return trimZeros(price.toFixed(Math.max(0, Math.min(20, 11 - exponent))))
}

/** How a candle moved against its open, in percent. */
export function candleChangePercent(candle: Candle): number {
  return candle.open > 0 ? ((candle.close - candle.open) / candle.open) * 100 : 0
}
