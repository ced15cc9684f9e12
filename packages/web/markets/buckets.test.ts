// Bars: from zero, to an end that can be read, under names that say when.
import { describe, expect, it } from 'vitest'
import { axisEnd, barsOf, bucketAt, bucketName, rangeOfParam } from './buckets.ts'

describe('the end of an axis', () => {
  it.each([
    [0, true, 1],
    [1, true, 1],
    [3, true, 5],
    [12, true, 20],
    [50, true, 50],
    [51, true, 100],
    [1_000_000, true, 1_000_000],
    [0, false, 1],
    [0.3, false, 0.5],
    [0.000_000_04, false, 0.000_000_05],
    [165.3, false, 200],
    [Number.NaN, false, 1],
  ])('for %d (whole: %s) is %d', (most, isWhole, end) => {
    expect(axisEnd(most, isWhole)).toBe(end)
  })
  it('holds whatever is shown', () => {
    for (let most = 1e-9; most < 1e9; most *= 1.37) {
      expect(axisEnd(most, false)).toBeGreaterThanOrEqual(most * (1 - 1e-9))
      expect(axisEnd(most, false)).toBeLessThanOrEqual(most * 2.5 * (1 + 1e-9))
    }
  })
})

describe('bars', () => {
  const field = { width: 100, height: 50 }
  it('stand on the ground, as high as their share; nothing is drawn for zero', () => {
    const bars = barsOf([0, 5, 10], 10, field)
    expect(bars.map(({ height }) => height)).toEqual([0, 25, 50])
    expect(bars.every(({ y, height }) => y + height === 50)).toBe(true)
  })
  it('show the smallest thing that happened', () => {
    expect(barsOf([1e-9], 1_000, field)[0]?.height).toBe(1)
  })
  it('fill the field side by side', () => {
    const bars = barsOf(
      Array.from({ length: 30 }, () => 1),
      1,
      field,
    )
    expect(bars[0]?.x).toBeGreaterThanOrEqual(0)
    const last = bars[29]
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(100)
    for (const [at, bar] of bars.entries()) expect(bar.x).toBeCloseTo((at * 100) / 30 + (bars[0]?.x ?? 0))
  })
})

it('finds the bucket under a pointer, also at and beyond the edges', () => {
  expect([-0.1, 0, 0.49, 0.5, 1, 1.2].map((share) => bucketAt(share, 4))).toEqual([0, 0, 1, 2, 3, 3])
})

it('names a day by its date in UTC, wherever the reader is', () => {
  const midnight = { time: Date.parse('2026-11-21T00:00:00Z') / 1_000 }
  expect(bucketName(midnight, 86_400)).toMatch(/21/)
  expect(bucketName(midnight, 86_400, true)).toMatch(/21.*UTC/)
  expect(bucketName(midnight, 3_600)).toMatch(/^\d{1,2}:\d\d/)
})

it('takes a range from the address, and a day where it says none', () => {
  expect(rangeOfParam('7d', ['24h', '7d', '30d'])).toBe('7d')
  for (const text of [null, '', '1y']) expect(rangeOfParam(text, ['24h', '7d', '30d'])).toBe('24h')
})
