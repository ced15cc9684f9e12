import { expect, test } from 'vitest'
import { costOf, placeFor } from './place.ts'

const PHONE = { width: 390, height: 844 }
const TOAST = { width: 358, height: 90 }
/** Pressable from one height to another, over the whole width. */
const bands =
  (...rows: readonly (readonly [from: number, to: number, cost: number])[]) =>
  (_x: number, y: number) =>
    rows.find(([from, to]) => y >= from && y <= to)?.[2] ?? 0

test('a toast lies at the bottom where nothing is, and above what is pressed there', () => {
  expect(placeFor(TOAST, PHONE, () => 0)).toEqual({ left: 16, top: 738 })
  const bar = bands([740, 844, 10])
  const place = placeFor(TOAST, PHONE, bar)
  expect(costOf(place, TOAST, bar)).toBe(0)
  expect(place.top + TOAST.height).toBeLessThanOrEqual(740)
})

test('where everything is pressable it lies on what is least missed', () => {
  const full = bands([0, 64, 10], [65, 400, 10], [401, 700, 1], [701, 844, 10])
  const { top } = placeFor(TOAST, PHONE, full)
  expect(top).toBeGreaterThanOrEqual(401)
  expect(top + TOAST.height).toBeLessThanOrEqual(701)
})

test('on a desk it goes to the side that is free', () => {
  const desk = { width: 1440, height: 900 }
  const small = { width: 388, height: 80 }
  expect(placeFor(small, desk, (x) => (x < 700 ? 1 : 0))).toMatchObject({ left: 1036 })
  expect(placeFor(small, desk, (x) => (x > 700 ? 1 : 0))).toMatchObject({ left: 16 })
})
