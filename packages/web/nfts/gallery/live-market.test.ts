import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import { expect, test } from 'vitest'
import { concernsNftMarket } from './queries.ts'

const coin = (sequence: number, tradeCount: number, fields: Partial<Collection> = {}) =>
  ({
    type: 'collection',
    collection: {
      id: 'a',
      sequence,
      tradeCount,
      boostedUntil: null,
      creatorFeesOwedLamports: '5',
      ...fields,
    },
  }) as LiveEvent

test('a listing, an offer or a swap makes the market old; a trade of coins does not', () => {
  const concerns = concernsNftMarket({ isFirstNews: true })
  expect(concerns(coin(9, 4))).toBe(true)
  expect(concerns(coin(10, 5))).toBe(false)
  // The same once more, and several trades told at once.
  expect(concerns(coin(10, 5))).toBe(false)
  expect(concerns(coin(14, 9))).toBe(false)
  expect(concerns(coin(15, 9))).toBe(true)
  // Told together with a trade.
  expect(concerns(coin(17, 10))).toBe(true)
  expect(concerns(coin(17, 10, { id: 'b' }))).toBe(true)
  expect(concerns({ type: 'alert' } as unknown as LiveEvent)).toBe(false)
})

test('where the list is dear to read a coin’s first event is no news, and neither is a boost or a claim', () => {
  const concerns = concernsNftMarket({ isFirstNews: false })
  expect(concerns(coin(9, 4))).toBe(false)
  expect(concerns(coin(10, 4, { boostedUntil: '2027-01-01T00:00:00.000Z' }))).toBe(false)
  const boosted = { boostedUntil: '2027-01-01T00:00:00.000Z' }
  expect(concerns(coin(11, 4, { ...boosted, creatorFeesOwedLamports: '0' }))).toBe(false)
  // A sale brings fees; and with a claim another thing may have happened.
  expect(concerns(coin(12, 4, { ...boosted, creatorFeesOwedLamports: '7' }))).toBe(true)
  expect(concerns(coin(14, 4, { ...boosted, creatorFeesOwedLamports: '0' }))).toBe(true)
})
