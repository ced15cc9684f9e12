import { TIMEFRAME_SECONDS, TIMEFRAMES } from '@twinmint/sdk/api/coin/contract'
import type { Candle } from '@twinmint/sdk/api/history/contract'
import { describe, expect, it, test } from 'vitest'
import {
  axisPriceText,
  axisTickTexts,
  bucketOf,
  cutLive,
  fillGaps,
  firstInterval,
  GAP_BUCKETS_MAX,
  INTERVAL_SECONDS,
  joinPages,
  LIVE_CANDLES_KEPT,
  LIVE_CANDLES_MAX,
  mergeTrade,
  SHORT_GAP_BUCKETS_MAX,
  wholePriceText,
} from './chart-series.ts'

const candle = (time: number, close: number, volume = 1): Candle => ({
  time,
  open: close,
  high: close,
  low: close,
  close,
  volume,
  trades: volume > 0 ? 1 : 0,
})
const trade = (unixSeconds: number, price: string) => ({
  type: 'BUY' as const,
  price,
  lamports: '1500000000',
  feeLamports: '500000000',
  createdAt: new Date(unixSeconds * 1000).toISOString(),
})

it('has the intervals of the contract', () => {
  expect(INTERVAL_SECONDS).toEqual(TIMEFRAME_SECONDS)
  expect(Object.keys(INTERVAL_SECONDS)).toEqual([...TIMEFRAMES])
})

test('live candles are cut before they grow without end, and what is cut can be read again', () => {
  const pageOf = (count: number) => ({
    chartData: Array.from({ length: count }, (_, at) => candle(at * 5, 1)),
    nextBefore: null,
  })
  const most = pageOf(LIVE_CANDLES_MAX)
  expect(cutLive(most)).toBe(most)
  const { chartData, nextBefore } = cutLive(pageOf(LIVE_CANDLES_MAX + 1))
  expect(chartData).toHaveLength(LIVE_CANDLES_KEPT)
  expect(chartData.at(-1)?.time).toBe(LIVE_CANDLES_MAX * 5)
  expect(nextBefore).toBe((LIVE_CANDLES_MAX + 1 - LIVE_CANDLES_KEPT) * 5)
  // The next page ends where this one begins.
  const older = most.chartData.filter(({ time }) => time < (nextBefore ?? 0))
  expect(joinPages(older, chartData)).toEqual(pageOf(LIVE_CANDLES_MAX + 1).chartData)
})

describe('fillGaps', () => {
  it('carries the last close through quiet buckets, without volume', () => {
    const filled = fillGaps([candle(0, 5), candle(180, 7)], 60)
    expect(filled.map((c) => c.time)).toEqual([0, 60, 120, 180])
    expect(filled[1]).toEqual({ time: 60, open: 5, high: 5, low: 5, close: 5, volume: 0, trades: 0 })
    expect(filled[3]?.close).toBe(7)
  })
  it('extends the last close to the bucket of now', () => {
    expect(fillGaps([candle(0, 5)], 60, 130).map((c) => c.time)).toEqual([0, 60, 120])
    expect(fillGaps([candle(120, 5)], 60, 130).map((c) => c.time)).toEqual([120])
  })
  it('draws of a very long gap only what comes right before the next trade', () => {
    const end = 60 * 100_000
    const filled = fillGaps([candle(0, 5), candle(end, 7)], 60)
    expect(filled.length).toBe(GAP_BUCKETS_MAX + 2)
    expect(filled[1]?.time).toBe(end - GAP_BUCKETS_MAX * 60)
  })
  it('draws fewer of a gap between seconds, and moves their begin in steps', () => {
    const between = fillGaps([candle(0, 5), candle(1_000, 7)], 1)
    expect(between.map((c) => c.time).slice(0, 3)).toEqual([0, 1_000 - SHORT_GAP_BUCKETS_MAX, 971])
    const begins = [1_000, 1_001, 1_019, 1_020, 1_049].map((now) => fillGaps([candle(0, 5)], 1, now)[1]?.time)
    expect(begins).toEqual([960, 960, 990, 990, 1_020])
    for (const now of [1_000, 1_019, 1_049]) expect(fillGaps([candle(0, 5)], 1, now).at(-1)?.time).toBe(now)
  })
  it('makes nothing out of nothing', () => {
    expect(fillGaps([], 60, 1_000)).toEqual([])
  })
})

describe('joinPages', () => {
  it('puts older candles first and each bucket once, the newer page deciding', () => {
    const joined = joinPages([candle(0, 1), candle(60, 2)], [candle(60, 3), candle(120, 4)])
    expect(joined.map((c) => [c.time, c.close])).toEqual([
      [0, 1],
      [60, 3],
      [120, 4],
    ])
  })
  it('takes an empty newer page for what it is', () => {
    expect(joinPages([candle(0, 1)], [])).toEqual([candle(0, 1)])
  })
})

describe('mergeTrade', () => {
  it('widens and closes the last candle', () => {
    const merged = mergeTrade([candle(60, 5)], trade(100, '8'), 60, 1)
    expect(merged).toEqual([{ time: 60, open: 5, high: 8, low: 5, close: 8, volume: 3, trades: 2 }])
    expect(mergeTrade(merged, trade(119, '4'), 60, 1)).toEqual([
      { time: 60, open: 5, high: 8, low: 4, close: 4, volume: 5, trades: 3 },
    ])
  })
  it('opens the next candle at the last close', () => {
    expect(mergeTrade([candle(60, 5)], trade(185, '4'), 60, 1).at(-1)).toEqual({
      time: 180,
      open: 5,
      high: 5,
      low: 4,
      close: 4,
      volume: 2,
      trades: 1,
    })
  })
  it('opens the first candle at the price of the launch', () => {
    expect(mergeTrade([], trade(61, '4'), 60, 1)).toEqual([
      { time: 60, open: 1, high: 4, low: 1, close: 4, volume: 2, trades: 1 },
    ])
  })
  it('lets a late trade widen its own bucket and nothing else', () => {
    const merged = mergeTrade([candle(60, 5), candle(120, 6)], trade(61, '9'), 60, 1)
    expect(merged).toEqual([
      { time: 60, open: 5, high: 9, low: 5, close: 5, volume: 3, trades: 2 },
      candle(120, 6),
    ])
  })
  it('leaves out swaps and what is not a price', () => {
    const before = [candle(60, 5)]
    expect(mergeTrade(before, { ...trade(61, '9'), type: 'SWAP_TO_NFT' }, 60, 1)).toBe(before)
    expect(mergeTrade(before, trade(61, 'x'), 60, 1)).toBe(before)
  })
})

it('finds the bucket of a moment', () => {
  expect(bucketOf(3_661, 3_600)).toBe(3_600)
  expect(bucketOf(3_600, 3_600)).toBe(3_600)
})

describe('axisPriceText', () => {
  it.each([
    [0.00000000123, '0.0₈123'],
    [0.000000001, '0.0₈1'],
    [0.0000123456, '0.0₄1235'],
    [0.00099999, '0.001'],
    [0.0001234, '0.0001234'],
    [0.5, '0.5'],
    [12.3456, '12.35'],
    [1_234.5, '1235'],
    [0, '0'],
    [Number.NaN, '0'],
    [1.5e-14, '0.0₁₃15'],
  ])('writes %s as %s', (price, text) => {
    expect(axisPriceText(price)).toBe(text)
  })
})

it('writes whole prices without an exponent', () => {
  expect(wholePriceText(1e-9)).toBe('0.000000001')
  expect(wholePriceText(1.234567e-9)).toBe('0.000000001234567')
  expect(wholePriceText(420)).toBe('420')
  expect(wholePriceText(0)).toBe('0')
})

describe('axisTickTexts', () => {
  it('counts the same zeros at every mark', () => {
    expect(axisTickTexts([-2e-8, 0, 8e-8, 1e-7, 1.2e-7])).toEqual(['', '0', '0.0₆08', '0.0₆10', '0.0₆12'])
    expect(axisTickTexts([1e-9, 1.25e-9, 1.5e-9])).toEqual(['0.0₈100', '0.0₈125', '0.0₈150'])
  })
  it('writes plain decimals where there is nothing to count', () => {
    expect(axisTickTexts([0.5, 1, 1.5])).toEqual(['0.5', '1.0', '1.5'])
    expect(axisTickTexts([0.0002, 0.0004])).toEqual(['0.0002', '0.0004'])
  })
  it('stands a single mark and none', () => {
    expect(axisTickTexts([0.25])).toEqual(['0.25'])
    expect(axisTickTexts([])).toEqual([])
  })
})

test.each([
  [1, '5s'],
  [9, '5s'],
  [11, '1m'],
  [119, '1m'],
  [121, '5m'],
  [721, '1h'],
])('a chart of a coin %i minutes old opens with %s', (minutes, interval) => {
  expect(firstInterval({ createdAt: new Date(0).toISOString() }, minutes * 60_000)).toBe(interval)
})
