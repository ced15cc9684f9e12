import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForgottenTransaction } from '../chain/chain.ts'
import { indexCheck, sharedLook } from './status-routes.ts'

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

test('the index is not well while it can’t look for what it missed, and says why', async () => {
  const lag = { transactions: 0, events: 0, waitingMs: 0 }
  const sweepFailure = { sinceMs: performance.now(), error: new ForgottenTransaction() }
  const check = () => indexCheck({ lag, sweepFailure }, 0)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(check().ok).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(check()).toMatchObject({
    ok: false,
    sentence:
      'The index could not look for missed transactions for 31 s. The node’s history does not reach back so far.',
  })
  expect(indexCheck({ lag, sweepFailure: undefined }, 0).ok).toBe(true)
})
