// Lines over the candles, worked out of those that are drawn: a quiet interval counts with the last close and no volume.
// Pure; prices are doubles here, as everywhere in the chart: pixels, not money. Loaded when the first one is switched on.
import type { Candle } from '@twinmint/sdk/api/history/contract'
import type { LineId } from './choices.ts'

/** One value a candle; undefined where there are too few before it. */
export type LineValues = readonly (number | undefined)[]

/** Simple moving average of the closes: SMA(t) = (C(t) + C(t-1) + … + C(t-n+1)) / n. From the n-th candle on. */
export function simpleAverage(candles: readonly Candle[], n: number): LineValues {
  let sum = 0
  return candles.map(({ close }, at) => {
    sum += close - (candles[at - n]?.close ?? 0)
    return at >= n - 1 ? sum / n : undefined
  })
}

/**
 * Exponential moving average of the closes: EMA(t) = a C(t) + (1 - a) EMA(t-1) with a = 2 / (n + 1). Begins at the n-th
 * candle with the simple average of the first n, so older candles that are read later move it a little.
 */
export function exponentialAverage(candles: readonly Candle[], n: number): LineValues {
  const weight = 2 / (n + 1)
  const first = simpleAverage(candles.slice(0, n), n).at(-1)
  let average: number | undefined
  return candles.map(({ close }, at) => {
    if (at === n - 1) average = first
    else if (average !== undefined) average = weight * close + (1 - weight) * average
    return average
  })
}

/**
 * Volume-weighted average price of the last n candles: what they cost on average, VWAP(t) = sum of V / sum of (V / P). V is
 * a candle's volume in SOL and P its typical price, (high + low + close) / 3, so V / P is about the coins that changed hands.
 * From the n-th candle on; none where none of the n has a trade.
 */
export function volumeWeighted(candles: readonly Candle[], n: number): LineValues {
  const coins = candles.map(({ high, low, close, volume }) => (3 * volume) / (high + low + close))
  return candles.map((_, at) => {
    if (at < n - 1) return undefined
    let [paid, bought] = [0, 0]
    for (let each = at - n + 1; each <= at; each++) {
      paid += candles[each]?.volume ?? 0
      bought += coins[each] ?? 0
    }
    return bought > 0 ? paid / bought : undefined
  })
}

const LINE: Readonly<Record<LineId, (candles: readonly Candle[]) => LineValues>> = {
  ema9: (candles) => exponentialAverage(candles, 9),
  ema21: (candles) => exponentialAverage(candles, 21),
  sma50: (candles) => simpleAverage(candles, 50),
  vwap: (candles) => volumeWeighted(candles, 50),
}

export const lineValues = (candles: readonly Candle[], id: LineId): LineValues => LINE[id](candles)
