import { describe, expect, it } from 'vitest'
import { Random, testSeed } from '../../../../../program/test/random.ts'
import { MARK_HEIGHT, type MarkBox, type PlacedMark, placeMarks } from './marks-layout.ts'

const area = { width: 300, top: 36, bottom: 300 }
/** At a candle of 20 pixels; `y` is the end that it stands at. */
const mark = (x: number, y: number, side: MarkBox['side'] = 'above', width = 14): MarkBox => ({
  x,
  high: side === 'above' ? y : y - 20,
  low: side === 'above' ? y + 20 : y,
  side,
  width,
})
const covers = (a: PlacedMark, b: PlacedMark) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height

describe('marks', () => {
  it('stand at their candle, and at the same one above each other', () => {
    const [first, second, below] = placeMarks([mark(100, 200), mark(100, 200), mark(100, 220, 'below')], area)
    expect(first).toMatchObject({ left: 93, top: 200 - 4 - MARK_HEIGHT, isDot: false })
    expect(second?.top).toBe(200 - 4 - 2 * MARK_HEIGHT - 2)
    expect(below?.top).toBe(224)
  })
  it('stand on the other side where theirs has no room', () => {
    expect(placeMarks([mark(100, 46)], area)).toMatchObject([{ isDot: false, top: 70 }])
    expect(placeMarks([mark(100, 290, 'below')], area)).toMatchObject([
      { isDot: false, top: 270 - 4 - MARK_HEIGHT },
    ])
  })
  it('are dots where there is no room, whole at the edges, and left out beyond them', () => {
    const low = { width: 300, top: 36, bottom: 60 }
    expect(placeMarks([{ ...mark(100, 46), low: 60 }], low)).toEqual([
      { index: 0, isDot: true, left: 97.5, top: 37, width: 5, height: 5 },
    ])
    expect(placeMarks([mark(2, 200, 'above', 60)], area)).toMatchObject([{ left: 0, width: 60 }])
    expect(placeMarks([mark(-1, 200), mark(301, 200), mark(100, -90)], area)).toEqual([])
  })
  it('never cover each other, however many there are', () => {
    const random = new Random(`${testSeed()} marks`)
    for (let round = 0; round < 20; round++) {
      const many = Array.from({ length: 200 }, () =>
        mark(
          random.below(320) - 10,
          random.below(320),
          random.pick(['above', 'below'] as const),
          14 + random.below(60),
        ),
      )
      const placed = placeMarks(many, area)
      expect(placed.length).toBeGreaterThan(10)
      for (const [at, one] of placed.entries()) {
        expect(one.top).toBeGreaterThanOrEqual(area.top)
        expect(one.top + one.height).toBeLessThanOrEqual(area.bottom)
        expect(placed.slice(at + 1).filter((other) => covers(one, other))).toEqual([])
      }
    }
  })
})
