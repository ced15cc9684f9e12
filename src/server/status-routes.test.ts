import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sharedLook } from './status-routes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('whoever asks gets a look that began after that, and many who ask share one a second', async () => {
  const beganMs: number[] = []
  const look = sharedLook(async () => beganMs.push(performance.now()), 1_000)
  const first = [look(), look()]
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.all(first)).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(400)
  const second = [look(), look(), look()]
  await vi.advanceTimersByTimeAsync(599)
  expect(beganMs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(second)).toEqual([2, 2, 2])
  await vi.advanceTimersByTimeAsync(5_000)
  const third = look()
  await vi.advanceTimersByTimeAsync(0)
  expect(await third).toBe(3)
})
