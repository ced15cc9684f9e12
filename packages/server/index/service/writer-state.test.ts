// What servers hear of the index's writer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SweepFailure } from '../repair/sweeper.ts'
import { openState } from './writer-state.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a failure goes on over terms until a sweep succeeds', () => {
  const indexer = {
    lag: { transactions: 0, events: 0, waitingMs: 0 },
    readThroughMs: 0,
    setAside: 0,
    sweepFailure: undefined as SweepFailure | undefined,
    repairs: { mismatches: 0, rollbacks: 0, gaps: 0 },
  }
  indexer.sweepFailure = { sinceMs: performance.now(), error: new Error('no node') }
  const first = openState(indexer, undefined)
  vi.advanceTimersByTime(10_000)
  const former = first()
  expect(former.failing?.ms).toBe(10_000)
  // Another server's turn, whose first sweep has not failed yet.
  indexer.sweepFailure = undefined
  const second = openState(indexer, former)
  vi.advanceTimersByTime(25_000)
  expect(second().failing?.ms).toBe(35_000)
  indexer.readThroughMs = 1
  expect(second().failing).toBeNull()
})
