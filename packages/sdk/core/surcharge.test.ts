import { describe, expect, it } from 'vitest'
import type { Guard } from './curve.ts'
import {
  guardEndsAtSeconds,
  guardOf,
  guardSecondsLeft,
  guardSummary,
  guardTimeText,
  surchargeBpsOf,
  surchargePercentText,
  surchargeSentence,
} from './surcharge.ts'

const guard: Guard = { guardBps: 5_000, guardSeconds: 120, createdAtSeconds: 1_000n }
const none: Guard = { guardBps: 0, guardSeconds: 0, createdAtSeconds: 1_000n }

describe('until when', () => {
  it.each([
    ['at the launch', 1_000n, 120],
    ['with a clock before the launch, no more than the whole', 900n, 120],
    ['in its last second', 1_119n, 1],
    ['at its end', 1_120n, 0],
    ['long after', 9_000n, 0],
  ])('%s', (_name, now, left) => {
    expect(guardSecondsLeft(guard, now)).toBe(left)
  })
  it('never where there is none', () => {
    expect(guardSecondsLeft(none, 1_000n)).toBe(0)
    expect(guardEndsAtSeconds(none)).toBeUndefined()
    expect(guardEndsAtSeconds(guard)).toBe(1_120n)
  })
  it('is read from a record', () => {
    expect(guardOf({ guardBps: 5_000, guardSeconds: 120, createdAt: '1970-01-01T00:16:40.000Z' })).toEqual(
      guard,
    )
  })
})

describe('words', () => {
  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [83, '1:23'],
    [600, '10:00'],
  ])('%i seconds', (seconds, text) => {
    expect(guardTimeText(seconds)).toBe(text)
  })
  it.each([
    [4_300n, '43'],
    [4_334n, '43.4'],
    [4_330n, '43.3'],
    [4_331n, '43.4'],
    [42n, '0.5'],
    [1n, '0.1'],
    [0n, '0'],
  ])('%i basis points, never less than they are', (bps, text) => {
    expect(surchargePercentText(bps)).toBe(text)
  })
  it('say what the design says', () => {
    expect(surchargeSentence('43')).toBe(
      '43% of this payment is surcharge now, locked for ever; waiting lowers it, the price may rise.',
    )
    expect(guardSummary(guard)).toBe('50% at the launch, falling to nothing in 2:00')
    expect(guardSummary(none)).toBe('off')
  })
  it('of a payment', () => {
    expect(surchargeBpsOf(43n, 100n)).toBe(4_300n)
    expect(surchargeBpsOf(1n, 3n)).toBe(3_334n)
    expect(surchargeBpsOf(0n, 0n)).toBe(0n)
  })
})
