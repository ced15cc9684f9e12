import type { Candle } from '@twinmint/sdk/api/history/contract'
import { describe, expect, it } from 'vitest'
import { formatExactTime, formatMinute } from '../../ui/format.ts'
import {
  chartText,
  chartTickTexts,
  chartUnit,
  detailOf,
  exactMomentText,
  inUnit,
  momentText,
  tickText,
  wholeChartText,
} from './chart-axis.ts'

const candle: Candle = { time: 60, open: 1e-9, high: 4e-9, low: 1e-9, close: 2e-9, volume: 3, trades: 2 }

describe('a unit', () => {
  it.each([
    ['price', 'SOL', 2e-9, 3],
    ['price', 'USD', 3e-7, 450],
    ['marketCap', 'SOL', 2, 3],
    ['marketCap', 'USD', 300, 450],
    ['nft', 'SOL', 2e-3, 3],
    ['nft', 'USD', 0.3, 450],
  ] as const)(
    'of %s in %s shows a close of 2e-9 SOL as %s and a volume of 3 SOL as %s',
    (axis, currency, close, volume) => {
      const [shown] = inUnit([candle], chartUnit(axis, currency, 150))
      expect(shown?.close).toBeCloseTo(close, 12)
      expect(shown?.volume).toBeCloseTo(volume, 9)
      expect(shown?.time).toBe(60)
    },
  )
  it('keeps what is drawn about as large as 1, whatever is shown', () => {
    for (const axis of ['price', 'marketCap', 'nft'] as const) {
      const unit = chartUnit(axis, 'SOL', 150)
      expect(1e-9 * unit.factor * unit.scale).toBeCloseTo(1, 9)
    }
  })
  it('stays in SOL while the rate is not known', () => {
    expect(chartUnit('price', 'USD', undefined)).toMatchObject({ currency: 'SOL', factor: 1, rate: 1 })
  })
})

describe('figures of the axis', () => {
  it.each([
    [1e-9, 'SOL', '0.0₈1'],
    [1.5e-7, 'USD', '$0.0₆15'],
    [420, 'SOL', '420'],
    [9_999, 'USD', '$9999'],
    [63_000, 'USD', '$63K'],
    [1_250_000, 'USD', '$1.25M'],
    [0, 'SOL', '0'],
  ] as const)('%s in %s is %s', (value, currency, text) => {
    expect(chartText(value, currency)).toBe(text)
  })
  it('writes all marks in the letter of the largest', () => {
    expect(chartTickTexts([0, 20_000, 40_000], 'USD')).toEqual(['$0', '$20K', '$40K'])
    expect(chartTickTexts([1e-9, 2e-9], 'SOL')).toEqual(['0.0₈1', '0.0₈2'])
  })
  it('writes them whole for the table', () => {
    expect(wholeChartText(1e-9, 'SOL')).toBe('0.000000001')
    expect(wholeChartText(1187.68, 'USD')).toBe('$1187.68')
  })
})

it('a moment is written by the reader’s clock and in the reader’s manner, a day by its date in UTC without an hour', () => {
  const at = new Date(2026, 10, 5, 9, 7, 3).getTime() / 1_000
  expect(momentText(at, 'minute')).toBe(formatMinute(at * 1_000))
  expect(momentText(at, 'second')).toMatch(/\b0?9:07:03/)
  expect(exactMomentText(at, 'minute')).toBe(formatExactTime(new Date(at * 1_000).toISOString()))
  const midnight = Date.UTC(2026, 10, 5) / 1_000
  for (const text of [
    momentText(midnight, 'day'),
    exactMomentText(midnight, 'day'),
    tickText(midnight, 'time', 'day'),
    tickText(midnight, 'day', 'day'),
  ]) {
    expect(text).toMatch(/\b5\b/)
    expect(text).not.toContain(':')
  }
  expect([1, 60, 14_400, 86_400].map(detailOf)).toEqual(['second', 'minute', 'minute', 'day'])
})
