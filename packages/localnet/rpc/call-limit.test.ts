import { afterEach, expect, test, vi } from 'vitest'
import { openCallLimit } from './call-limit.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('counts what each has had in a minute, and all together', () => {
  vi.useFakeTimers()
  const limit = openCallLimit({ max: 2, totalMax: 3 })
  expect([limit('a'), limit('a'), limit('a')]).toEqual([true, true, false])
  expect([limit('b'), limit('b')]).toEqual([true, false])
  vi.advanceTimersByTime(60_000)
  expect(limit('a')).toBe(true)
})

test('what is known only when it was made may go beyond the limit once', () => {
  const bytes = openCallLimit({ max: 100 })
  expect(bytes('a', 0)).toBe(true)
  expect(bytes('a', 90)).toBe(true)
  expect(bytes('a', 90)).toBe(true)
  expect(bytes('a', 0)).toBe(false)
  expect(bytes('b', 0)).toBe(true)
})
