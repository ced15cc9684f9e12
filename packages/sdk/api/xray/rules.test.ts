import { describe, expect, test } from 'vitest'
import { XRAY_LIMITS_BPS, XRAY_WARNINGS, type XrayWarning } from '../records/xray.ts'
import { barOf, groupsOf, sharesOf, warningsOf, type XraySums } from './rules.ts'

const LAUNCH = 1_000_000_000_000_000n
/** An ordinary coin of which a tenth was burned. */
const ORDINARY: XraySums = {
  launchSupply: LAUNCH,
  supply: (LAUNCH * 9n) / 10n,
  pool: (LAUNCH * 6n) / 10n,
  nfts: 3_000_000_000_000n,
  creator: (LAUNCH * 9n) / 100n,
  launchSlot: LAUNCH / 20n,
  launchSlotOthers: 0n,
  opening: LAUNCH / 10n,
  openingOthers: LAUNCH / 20n,
  sameSlot: 0n,
  holders: (LAUNCH * 27n) / 100n,
}

test('holdings are shares of the coins that exist, early buys of those that there were at the launch', () => {
  expect(sharesOf(ORDINARY)).toEqual({
    creator: 10,
    launchSlot: 5,
    opening: 10,
    sameSlot: 0,
    holders: 30,
    nfts: 0.33,
    pool: 66.66,
  })
})

test('nothing of an ordinary launch is unusual', () => expect(warningsOf(ORDINARY)).toEqual([]))

describe('a share is unusual from its limit on, and not one unit below it', () => {
  const CASES: Readonly<
    Record<XrayWarning, readonly [part: keyof XraySums, whole: 'supply' | 'launchSupply']>
  > = {
    creator: ['creator', 'supply'],
    launchSlot: ['launchSlotOthers', 'launchSupply'],
    opening: ['openingOthers', 'launchSupply'],
    sameSlot: ['sameSlot', 'launchSupply'],
    holders: ['holders', 'supply'],
  }
  test.each(XRAY_WARNINGS)('%s', (warning) => {
    const [part, whole] = CASES[warning]
    const limit = (ORDINARY[whole] * XRAY_LIMITS_BPS[warning]) / 10_000n
    expect(warningsOf({ ...ORDINARY, [part]: limit })).toEqual([warning])
    expect(warningsOf({ ...ORDINARY, [part]: limit - 1n })).toEqual([])
  })
})

test('what the creator bought at its own launch is no warning of the slot and the seconds', () => {
  const sums = { ...ORDINARY, launchSlot: LAUNCH / 2n, opening: LAUNCH / 2n }
  expect(sharesOf(sums)).toMatchObject({ launchSlot: 50, opening: 50 })
  expect(warningsOf(sums)).toEqual([])
})

test('a coin of which nothing exists any more has no shares and no warnings', () => {
  const nothing = Object.fromEntries(Object.keys(ORDINARY).map((key) => [key, 0n])) as unknown as XraySums
  expect(Object.values(sharesOf(nothing)).every((share) => share === 0)).toBe(true)
  expect(warningsOf(nothing)).toEqual([])
})

test('the bar’s parts are 100 together', () => {
  const bar = barOf(ORDINARY, (LAUNCH * 123_457n) / 1_000_000n)
  expect(bar).toEqual({ creator: 10, largest: 13.71, others: 9.63, pool: 66.66 })
  expect(bar.creator + bar.largest + bar.others + bar.pool).toBeCloseTo(100, 6)
})

describe('a group', () => {
  const buy = (walletAddress: string, slot: number | null, coins = 1) => ({
    walletAddress,
    slot,
    baseUnits: String(coins * 1_000_000),
  })
  test('is three wallets in one slot; the largest comes first', () => {
    const groups = groupsOf(
      [buy('a', 7), buy('b', 7), buy('c', 7), buy('a', 9, 5), buy('b', 9), buy('d', 9), buy('d', 10)],
      'creator',
    )
    expect(groups.map(({ slot, baseUnits, walletCount }) => [slot, baseUnits, walletCount])).toEqual([
      [9, 7_000_000n, 3],
      [7, 3_000_000n, 3],
    ])
  })
  test('is not one wallet that buys three times, and does not count the creator', () => {
    expect(groupsOf([buy('a', 7), buy('a', 7), buy('a', 7)], 'creator')).toEqual([])
    expect(groupsOf([buy('a', 7), buy('b', 7), buy('creator', 7)], 'creator')).toEqual([])
  })
  test('is not made of buys whose slot nobody knows', () => {
    expect(groupsOf([buy('a', 0), buy('b', 0), buy('c', 0)], 'creator')).toEqual([])
    expect(groupsOf([buy('a', null), buy('b', null), buy('c', null)], 'creator')).toEqual([])
  })
})
