import { describe, expect, test } from 'vitest'
import { fillableOffers, offeredText } from './offers.ts'

const NOW = Date.parse('2026-11-23T12:00:00.000Z')
const offer = (priceLamports: string, bidderAddress = 'B', expiresAt = '2026-11-24T12:00:00.000Z') => ({
  priceLamports,
  bidderAddress,
  expiresAt,
})
const at = { coinsLamports: 100n, ownerAddress: 'A', nowMs: NOW }

test('offers that can be taken now are shown, from exactly what the coins bring on', () => {
  const [best, same] = [offer('200'), offer('100')]
  expect(fillableOffers([best, same, offer('99')], at)).toEqual([best, same])
})

test('one that has expired is not shown, nor one of the owner’s own', () => {
  expect(fillableOffers([offer('200', 'B', new Date(NOW).toISOString()), offer('200', 'A')], at)).toEqual([])
})

describe('what an offer is for', () => {
  test.each([
    [{ editionCount: 1_000, editions: [1, 2], rarity: null }, 'any number'],
    [{ editionCount: 10, editions: [1, 111], rarity: 'mythic' as const }, 'any mythic one'],
    [{ editionCount: 1, editions: [7], rarity: null }, '#7'],
    [{ editionCount: 2, editions: [7, 12], rarity: null }, '#7 or #12'],
    [{ editionCount: 3, editions: [7, 12, 30], rarity: null }, '#7, #12 or #30'],
    [{ editionCount: 40, editions: [7, 12, 30, 31], rarity: null }, 'any of 40 numbers'],
  ])('%o', (given, text) => expect(offeredText(given)).toBe(text))
})
