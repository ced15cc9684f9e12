import type { Candle } from '@twinmint/sdk/api/history/contract'
import { expect, it } from 'vitest'
import { LINE_IDS } from './choices.ts'
import { exponentialAverage, lineValues, simpleAverage, volumeWeighted } from './indicators.ts'

const candlesOf = (closes: readonly number[], volumes: readonly number[] = []): Candle[] =>
  closes.map((close, at) => {
    const volume = volumes[at] ?? 1
    return { time: at, open: close, high: close, low: close, close, volume, trades: volume > 0 ? 1 : 0 }
  })

it('a simple average is of the last n closes, from the n-th on', () => {
  expect(simpleAverage(candlesOf([1, 2, 3, 6]), 3)).toEqual([undefined, undefined, 2, 11 / 3])
  expect(simpleAverage(candlesOf([1, 2]), 3)).toEqual([undefined, undefined])
})

it('an exponential average begins with the simple one and follows by 2 / (n + 1)', () => {
  expect(exponentialAverage(candlesOf([1, 2, 3, 6, 2]), 3)).toEqual([undefined, undefined, 2, 4, 3])
  expect(exponentialAverage(candlesOf([1]), 3)).toEqual([undefined])
})

it('VWAP is what the coins of the last n candles cost on average', () => {
  // 4 SOL at 2 are 2 coins, 4 SOL at 4 are one: 8 SOL for 3 coins.
  expect(volumeWeighted(candlesOf([2, 4], [4, 4]), 2)[1]).toBeCloseTo(8 / 3, 12)
  // Quiet candles weigh nothing, and where all are quiet there is none.
  expect(volumeWeighted(candlesOf([2, 4, 4], [4, 0, 0]), 2)).toEqual([undefined, 2, undefined])
})

it('every line has one value a candle, also of none', () => {
  for (const id of LINE_IDS) {
    expect(lineValues([], id)).toEqual([])
    expect(lineValues(candlesOf(Array.from({ length: 60 }, () => 3)), id).at(-1)).toBeCloseTo(3, 9)
    expect(lineValues(candlesOf([1, 2]), id)).toHaveLength(2)
  }
})
