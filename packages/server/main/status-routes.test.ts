import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { indexCheck } from './checks.ts'
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

test('the index is not well while it can’t look for what it missed, and says why; nor while nobody writes it', () => {
  const state = {
    lag: { transactions: 0, events: 0, waitingMs: 0 },
    readThroughMs: 0,
    setAside: 0,
    failing: { ms: 30_000, reason: 'The node’s history does not reach back so far.' },
    repairs: { mismatches: 0, rollbacks: 0, gaps: 0 },
  }
  expect(indexCheck(state, 0).ok).toBe(true)
  expect(indexCheck({ ...state, failing: { ...state.failing, ms: 31_000 } }, 0)).toMatchObject({
    ok: false,
    sentence:
      'The index could not look for missed transactions for 31 s. The node’s history does not reach back so far.',
  })
  expect(indexCheck({ ...state, failing: null }, 0).ok).toBe(true)
  expect(indexCheck(undefined, 0).ok).toBe(false)
})
