import { describe, expect, test } from 'vitest'
import { coinsValueOf, dueOf, isOpen, premiumText, raisedOf } from './nft-price.ts'

/** Of 1,000,000,000 coins and 30 SOL, an NFT's 1,000,000 bring a little less than a thousandth. */
const coin = { reserveLamports: '30000000000', reserveBaseUnits: '1000000000000000' }
const F = 30_000_000_000_000_000_000_000n / 1_001_000_000_000_000n

test('what the coins bring is what the curve gives, before the fee', () => {
  expect(coinsValueOf(coin)).toBe(F)
})

test.each([
  ['a price above it is what is paid', F + 1n, F + 1n],
  ['the same price', F, F],
  ['a price below it sells at what the coins bring', F - 1n, F],
])('%s', (_, asked, paid) => {
  expect(dueOf({ priceLamports: asked.toString() }, coin)).toBe(paid)
})

describe('a listing that was looked at, and changed since', () => {
  const raised = (seen: bigint, now: bigint) =>
    raisedOf({ priceLamports: seen.toString() }, { priceLamports: now.toString() }, coin)

  test.each([
    ['asked more for, it costs more', F + 1n, F + 9n, { from: F + 1n, to: F + 9n }],
    ['from below the coins to above them', F - 1n, F + 1n, { from: F, to: F + 1n }],
    ['below the coins both cost what the coins bring', F - 9n, F - 1n, undefined],
    ['the same', F + 1n, F + 1n, undefined],
    ['asked less for', F + 9n, F + 1n, undefined],
  ])('%s', (_, seen, now, question) => {
    expect(raised(seen, now)).toEqual(question)
  })
})

test('it can be bought until the second of its expiry', () => {
  const listing = { expiresAt: '2026-11-23T12:00:00.000Z' }
  const end = Date.parse(listing.expiresAt)
  expect([isOpen(listing, end - 1), isOpen(listing, end)]).toEqual([true, false])
})

describe('beside the price stands', () => {
  test.each([
    [100n, 'what its coins bring'],
    [112n, '12% above what its coins bring'],
    [1_099n, '999% above what its coins bring'],
    [1_100n, '11 times what its coins bring'],
    [123_500n, '1,235 times what its coins bring'],
    [88n, '12% below what its coins bring'],
  ])('%s of 100', (due, text) => {
    expect(premiumText(due, 100n)).toBe(text)
  })

  test('nothing of a rounding: less than a percent is the same', () => {
    expect(premiumText(1_009n, 1_000n)).toBe('what its coins bring')
  })

  test('nothing to compare with where the coins bring nothing', () => {
    expect(premiumText(5n, 0n)).toBe('its coins bring nothing now')
  })
})
