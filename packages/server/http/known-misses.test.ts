import { afterEach, expect, test, vi } from 'vitest'
import { openMisses } from './known-misses.ts'

afterEach(() => void vi.useRealTimers())

test('what is not there is remembered for a while, of the latest only', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const misses = openMisses({ ms: 1_000, max: 3 })
  for (const key of ['a', 'b', 'a', 'c', 'd']) misses.add(key)
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => misses.has(key))).toEqual(['a', 'c', 'd'])
  vi.setSystemTime(Date.now() + 1_000)
  expect(misses.has('d')).toBe(false)
})
