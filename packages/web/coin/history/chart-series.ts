// What the chart draws, worked out from what the wire brings: gaps closed, live trades folded in, older pages put
// before newer ones. Pure; knows nothing of the drawing library. Prices here are doubles: they are pixels, not money.
import type { Timeframe } from '@twinmint/sdk/api/coin/contract'
import type { Candle, ChartData } from '@twinmint/sdk/api/history/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'

/** The intervals to choose from, and their length in seconds. The contract has the same; it would bring zod along. */
export const INTERVAL_SECONDS: Readonly<Record<Timeframe, number>> = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '4h': 14_400,
  '1d': 86_400,
}
const HOUR_MS = 3_600_000

/** What a chart opens with: hours, but for a coin that is too young to have many of them. A new one begins with seconds. */
export function firstInterval({ createdAt }: Pick<Collection, 'createdAt'>, nowMs: number): Timeframe {
  const ageMs = nowMs - Date.parse(createdAt)
  if (ageMs < HOUR_MS / 6) return '5s'
  if (ageMs < 2 * HOUR_MS) return '1m'
  return ageMs < 12 * HOUR_MS ? '5m' : '1h'
}

export const INTERVALS = Object.keys(INTERVAL_SECONDS) as readonly Timeframe[]

/** A quiet month of minutes is 43,200 empty buckets: of one gap, only this many before the next trade are drawn. */
export const GAP_BUCKETS_MAX = 600
/** The same of buckets shorter than a minute, which are mostly quiet: the trades would be lost between them. */
export const SHORT_GAP_BUCKETS_MAX = 30
const gapOf = (intervalSeconds: number): number =>
  intervalSeconds < 60 ? SHORT_GAP_BUCKETS_MAX : GAP_BUCKETS_MAX

/** Begin of the bucket that a moment falls into, in unix seconds. */
export function bucketOf(unixSeconds: number, intervalSeconds: number): number {
  return Math.floor(unixSeconds / intervalSeconds) * intervalSeconds
}

/**
 * Candles with every quiet bucket filled in, oldest first: a bucket without trades carries the last close and no
 * volume. `untilSeconds` (now) extends the last close to the present; quiet buckets before the first candle are none. Where that
 * extension is cut, it is cut in steps, so that the bars of a quiet coin don't all move with every second.
 */
export function fillGaps(
  candles: readonly Candle[],
  intervalSeconds: number,
  untilSeconds?: number,
): readonly Candle[] {
  const filled: Candle[] = []
  const gapSeconds = gapOf(intervalSeconds) * intervalSeconds
  const fillUpTo = (end: number, cut = end - gapSeconds) => {
    const last = filled.at(-1)
    if (!last) return
    const first = Math.max(last.time + intervalSeconds, cut)
    for (let time = first; time < end; time += intervalSeconds) filled.push(quiet(time, last.close))
  }
  for (const candle of candles) {
    fillUpTo(candle.time)
    filled.push(candle)
  }
  if (untilSeconds !== undefined) {
    const end = bucketOf(untilSeconds, intervalSeconds) + intervalSeconds
    fillUpTo(end, bucketOf(end - gapSeconds, gapSeconds))
  }
  return filled
}

function quiet(time: number, close: number): Candle {
  return { time, open: close, high: close, low: close, close, volume: 0, trades: 0 }
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
  trade: Pick<Trade, 'type' | 'price' | 'lamports' | 'feeLamports' | 'createdAt'>,
  intervalSeconds: number,
  launchPrice: number,
): readonly Candle[] {
  if (trade.type !== 'BUY' && trade.type !== 'SELL') return candles
  const price = Number(trade.price)
  // What moved through the curve, as the server counts it: a seller receives it less the fee.
  const volume = Number(trade.lamports) / 1e9 + Number(trade.feeLamports) / 1e9
  const time = bucketOf(Math.floor(Date.parse(trade.createdAt) / 1000), intervalSeconds)
  if (!(price > 0) || !Number.isFinite(time)) return candles
  const last = candles.at(-1)
  if (!last || time > last.time) {
    const open = last?.close ?? launchPrice
    return [
      ...candles,
      {
        time,
        open,
        high: Math.max(open, price),
        low: Math.min(open, price),
        close: price,
        volume,
        trades: 1,
      },
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
          trades: candle.trades + 1,
        }
      : candle,
  )
}

/** So many live candles are kept at most while nobody has gone back to older ones, and so many when they are cut. */
export const LIVE_CANDLES_MAX = 450
export const LIVE_CANDLES_KEPT = 300

/**
 * The newest of the candles where they are too many, so that a chart that stays open does not grow; `nextBefore` is from where who
 * goes back reads the others again.
 */
export function cutLive<Page extends Pick<ChartData, 'chartData' | 'nextBefore'>>(page: Page): Page {
  if (page.chartData.length <= LIVE_CANDLES_MAX) return page
  const chartData = page.chartData.slice(-LIVE_CANDLES_KEPT)
  return { ...page, chartData, nextBefore: chartData[0]?.time ?? null }
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
  return `0.0${subscript(-exponent - 1)}${digits}`
}

function subscript(count: number): string {
  return String(count).replace(/\d/g, (digit) => SUBSCRIPTS.charAt(Number(digit)))
}

/**
 * The marks of one axis, all with as many counted zeros and as many figures as the largest needs, so that they can be
 * compared at a glance: `0.0₆08`, `0.0₆10`, `0.0₆12`. What lies below zero has no mark.
 */
export function axisTickTexts(prices: readonly number[]): string[] {
  const largest = Math.max(0, ...prices)
  const step = Math.min(...prices.slice(1).map((price, at) => Math.abs(price - (prices[at] ?? 0))), largest)
  if (!(largest > 0) || !(step > 0)) return prices.map(axisPriceText)
  const zeros = Math.max(0, Math.ceil(-Math.log10(largest)) - 1)
  // A step of 2.5 needs one figure more than one of 2.
  const exponent = Math.floor(Math.log10(step) + 1e-9)
  const isWhole = Math.abs(step / 10 ** exponent - Math.round(step / 10 ** exponent)) < 1e-6
  const decimals = Math.min(30, Math.max(0, -exponent + (isWhole ? 0 : 1)))
  return prices.map((price) => {
    if (price < step / 2) return price > -step / 2 ? '0' : ''
    const text = price.toFixed(decimals)
    return zeros < 4 ? text : `0.0${subscript(zeros)}${text.slice(2 + zeros)}`
  })
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
