import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberFor } from './remember.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('gives the same answer for its time, and then a new one', async () => {
  let count = 0
  const next = rememberFor(1_000, async () => ++count)
  expect([await next(), await next()]).toEqual([1, 1])
  vi.advanceTimersByTime(999)
  expect(await next()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await next()).toBe(2)
})

it('shares what is under way, and forgets a failure', async () => {
  let count = 0
  const next = rememberFor(1_000, async () => {
    count++
    if (count === 1) throw new Error('not yet')
    return count
  })
  const [first, second] = [next(), next()]
  await expect(first).rejects.toThrow('not yet')
  await expect(second).rejects.toThrow('not yet')
  expect(await next()).toBe(2)
})
