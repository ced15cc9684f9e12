import type { Nft } from '@twinmint/sdk/api/records/nft'
import { describe, expect, test } from 'vitest'
import { buyableInstead, fillableOffers, offeredText } from './offers.ts'

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

describe('who offers is told of what can be bought for that', () => {
  // An NFT's coins bring 999 of these.
  const coin = { reserveLamports: '1000000', reserveBaseUnits: '1000000000000000' }
  const listed = (tokenId: number, price: string, seller = 'A', expiresAt = '2026-11-24T12:00:00.000Z') =>
    ({ tokenId, listing: { priceLamports: price, sellerAddress: seller, expiresAt } }) as Nft
  const forSale = [
    listed(1, '1500', 'ME'),
    listed(2, '1500', 'A', new Date(NOW).toISOString()),
    listed(3, '1600'),
    listed(4, '1900'),
    listed(5, '1'),
    { tokenId: 6, listing: null } as Nft,
  ]
  const instead = (editions: readonly number[], priceLamports: bigint) =>
    buyableInstead(forSale, { editions, priceLamports, coin, bidderAddress: 'ME', nowMs: NOW })

  test.each([
    ['the cheapest of the numbers', [1, 2, 3, 4, 6], 2_000n, { edition: 3, dueLamports: 1_600n }],
    ['at the very price', [4], 1_900n, { edition: 4, dueLamports: 1_900n }],
    ['none that costs more', [4], 1_899n, undefined],
    ['none that is not for these numbers, is their own or has expired', [1, 2, 6], 2_000n, undefined],
    ['at what its coins bring, where less is asked', [5], 2_000n, { edition: 5, dueLamports: 999n }],
    ['none below what its coins bring', [5], 998n, undefined],
  ])('%s', (_, editions, price, found) => expect(instead(editions, price)).toEqual(found))
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
