import { describe, expect, it } from 'vitest'
import { axisRange } from './axis-range.ts'

const room = { height: 400, top: 60, bottom: 40, isLog: false }
/** Where a price stands, in pixels from the bottom. */
const pixelOf = (price: number, { minValue, maxValue }: ReturnType<typeof axisRange>) =>
  ((price - minValue) / (maxValue - minValue)) * room.height

describe('the price axis', () => {
  it('has its room above and below the prices', () => {
    const range = axisRange({ minValue: 10, maxValue: 16 }, room)
    expect(pixelOf(10, range)).toBeCloseTo(40)
    expect(pixelOf(16, range)).toBeCloseTo(340)
  })
  it('begins at zero where the room would reach below it, and keeps the room above', () => {
    const range = axisRange({ minValue: 0.1, maxValue: 50 }, room)
    expect(range.minValue).toBe(0)
    expect(pixelOf(50, range)).toBeCloseTo(340)
  })
  it.each([
    [1, 1],
    [1e-9, 4e-7],
    [0, 0],
    [0, 3],
    [5, 5.000001],
  ])('never begins below zero and has a size: %s to %s', (minValue, maxValue) => {
    for (const isLog of [false, true])
      for (const height of [0, 40, 400]) {
        const range = axisRange({ minValue, maxValue }, { ...room, height, isLog })
        expect(range.minValue).toBeGreaterThanOrEqual(0)
        expect(range.maxValue).toBeGreaterThanOrEqual(maxValue)
        expect(range.maxValue > range.minValue).toBe(maxValue > 0)
      }
  })
  it('has its room in ratios on a logarithmic scale', () => {
    const range = axisRange({ minValue: 1, maxValue: 1_000 }, { ...room, isLog: true })
    expect(range.minValue).toBeCloseTo(1_000 ** (-40 / 300), 9)
    expect(range.maxValue / 1_000).toBeCloseTo(1_000 ** (60 / 300), 9)
  })
})
