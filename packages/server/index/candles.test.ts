import { STORED_TIMEFRAMES } from '@twinmint/sdk/api/coin/contract'
import { expect, test } from 'vitest'
import { addToCandles, type Candles, chartRows } from './candles.ts'
import { compareDecimals } from './records.ts'

test('decimals are compared by what they are worth, however many places they have', () => {
  const texts = [
    '0',
    '0.0',
    '0.000000001',
    '0.0000000010',
    '0.03',
    '0.030000',
    '0.1',
    '1',
    '1.0',
    '9.5',
    '10',
    '10.25',
  ]
  const worth = (text: string) => BigInt(Math.round(Number(text) * 1e9))
  for (const a of texts)
    for (const b of texts)
      expect(Math.sign(compareDecimals(a, b)), `${a} and ${b}`).toBe(Math.sign(Number(worth(a) - worth(b))))
})

test('trades make a candle of every timeframe, and coins are kept apart', () => {
  const candles: Candles = new Map()
  const trades = [
    { collectionId: 'a', timeSeconds: 3_600, priceBefore: '1', priceAfter: '2' },
    { collectionId: 'b', timeSeconds: 3_601, priceBefore: '7', priceAfter: '6' },
    { collectionId: 'a', timeSeconds: 3_659, priceBefore: '2', priceAfter: '0.5' },
    { collectionId: 'a', timeSeconds: 3_661, priceBefore: '0.5', priceAfter: '3' },
    { collectionId: 'a', timeSeconds: 7_200, priceBefore: '3', priceAfter: '10' },
  ]
  for (const trade of trades) addToCandles(candles, { ...trade, volumeLamports: 5n })
  const rows = chartRows(candles)
  expect(new Set(rows.map(({ timeframe }) => timeframe))).toEqual(new Set(STORED_TIMEFRAMES))
  const of = (collectionId: string, timeframe: number) =>
    rows
      .filter((row) => row.collectionId === collectionId && row.timeframe === timeframe)
      .map(({ bucket, open, high, low, close, volumeLamports, tradeCount }) =>
        [bucket, open, high, low, close, volumeLamports, tradeCount].join(' '),
      )
  expect(of('a', 60)).toEqual(['3600 1 2 0.5 0.5 10 2', '3660 0.5 3 0.5 3 5 1', '7200 3 10 3 10 5 1'])
  expect(of('a', 3_600)).toEqual(['3600 1 3 0.5 3 15 3', '7200 3 10 3 10 5 1'])
  expect(of('a', 86_400)).toEqual(['0 1 10 0.5 10 20 4'])
  expect(of('b', 60)).toEqual(['3600 7 7 6 6 5 1'])
})
