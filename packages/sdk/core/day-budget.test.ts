import { expect, test } from 'vitest'
import { LITTLE_BYTES, openDayBudget, type Writer } from './day-budget.ts'

const DAY_MS = 86_400_000
const LIMITS = {
  bytesMax: 100 * LITTLE_BYTES,
  bytesByKeyMax: 10 * LITTLE_BYTES,
  airdropsMax: 5,
  airdropsByKeyMax: 2,
  isAirdropOnce: true,
}
const dayLimit = expect.objectContaining({ code: 'dayLimit' })
const mayWrite = (writer: Writer): boolean => {
  try {
    writer.requireRoom()
    return true
  } catch (error) {
    expect(error).toEqual(dayLimit)
    return false
  }
}

test('a new day begins at midnight UTC, for each address and for all', () => {
  let nowMs = 20_000 * DAY_MS - 1
  const day = openDayBudget(LIMITS, { now: () => nowMs })
  const writer = day.writerOf('a')
  writer.charge(10 * LITTLE_BYTES)
  writer.takeAirdrop()
  writer.takeAirdrop()
  expect(mayWrite(writer)).toBe(false)
  expect(() => writer.takeAirdrop()).toThrow('received all 2 of its airdrops')
  expect(day.today).toEqual({ day: 19_999, bytes: 10 * LITTLE_BYTES, airdrops: 2 })
  nowMs++
  expect(mayWrite(writer)).toBe(true)
  writer.takeAirdrop()
  expect(day.today).toEqual({ day: 20_000, bytes: 0, airdrops: 1 })
})

test('restores the counts of an earlier start on the same day, and of no other day', () => {
  const now = () => 20_000 * DAY_MS
  const spent = { day: 20_000, bytes: 100 * LITTLE_BYTES, airdrops: 5 }
  const day = openDayBudget(LIMITS, { now, today: { ...spent } })
  expect(mayWrite(day.writerOf('a'))).toBe(false)
  expect(() => day.writerOf('a').takeAirdrop()).toThrow('All 5 airdrops')
  expect(mayWrite(openDayBudget(LIMITS, { now, today: { ...spent, day: 19_999 } }).writerOf('a'))).toBe(true)
})

test('the last fifth is reserved for addresses that have written little', () => {
  const day = openDayBudget(LIMITS)
  for (let key = 0; key < 8; key++) day.writerOf(`${key}`).charge(10 * LITTLE_BYTES)
  const [much, little] = [day.writerOf('much'), day.writerOf('little')]
  much.charge(LITTLE_BYTES)
  little.charge(LITTLE_BYTES - 1)
  expect([mayWrite(much), mayWrite(little)]).toEqual([false, true])
})

test('counts a limited number of addresses separately, and all others as one', () => {
  const day = openDayBudget({ ...LIMITS, bytesMax: Number.POSITIVE_INFINITY })
  for (let key = 0; key < 50_000; key++) day.writerOf(`${key}`).charge(1)
  const late = day.writerOf('late')
  late.charge(10 * LITTLE_BYTES)
  expect([mayWrite(late), mayWrite(day.writerOf('later')), mayWrite(day.writerOf('7'))]).toEqual([
    false,
    false,
    true,
  ])
})

test('a full disk stops all writers, including the server’s own', () => {
  const day = openDayBudget(LIMITS, { hasRoom: () => false })
  for (const writer of [day.own, day.writerOf('a')])
    expect(() => writer.requireRoom()).toThrow('The server’s disk is nearly full')
})
