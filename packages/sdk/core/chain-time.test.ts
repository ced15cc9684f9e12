import { expect, it } from 'vitest'
import { createChainTime } from './chain-time.ts'

const T = 1_800_000_000_000

it('goes on from what the server said, by a clock that nobody sets', () => {
  const time = createChainTime()
  expect(time.nowMs(0)).toBeUndefined()
  time.note(String(T), 5_000)
  expect(time.nowMs(5_000)).toBe(T)
  expect(time.nowMs(6_500)).toBe(T + 1_500)
})

it('takes the latest time of all answers: a slow one, or a kept one, puts it back by nothing', () => {
  const time = createChainTime()
  // Three seconds on its way.
  time.note(String(T), 3_000)
  // At once: the better one.
  time.note(String(T + 1_000), 1_000)
  expect(time.nowMs(1_000)).toBe(T + 1_000)
  // Out of a cache, an hour old.
  time.note(String(T - 3_600_000), 2_000)
  expect(time.nowMs(2_000)).toBe(T + 2_000)
})

it('what said too much counts no longer than some minutes', () => {
  const time = createChainTime()
  time.note(String(T + 4_000), 0)
  time.note(String(T + 60_000), 60_000)
  time.note(String(T + 120_000 - 1_000), 120_000)
  expect(time.nowMs(120_000)).toBe(T + 124_000)
  time.note(String(T + 310_000 - 2_000), 310_000)
  expect(time.nowMs(310_000)).toBe(T + 310_000)
})

it('a device that slept catches up with the next answer', () => {
  const time = createChainTime()
  time.note(String(T), 1_000)
  // The steady clock stood still for a minute.
  time.note(String(T + 60_000), 1_100)
  expect(time.nowMs(1_100)).toBe(T + 60_000)
})

it.each([null, '', 'soon', '12', '99999999999999', '-1800000000000'])('passes %s over', (text) => {
  const time = createChainTime()
  time.note(text, 0)
  expect(time.nowMs(0)).toBeUndefined()
})
