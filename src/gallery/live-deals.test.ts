import { expect, test } from 'vitest'
import type { LiveEvent } from '../wire/records/live.ts'
import { dealsOfTheMarket } from './queries.ts'

const coin = (sequence: number, tradeCount: number, id = 'a') =>
  ({ type: 'collection', collection: { id, sequence, tradeCount } }) as LiveEvent

test('a listing, an offer or a swap makes the market old; a trade of coins does not', () => {
  const concerns = dealsOfTheMarket()
  expect(concerns(coin(9, 4))).toBe(true)
  expect(concerns(coin(10, 5))).toBe(false)
  // The same once more, and several trades told at once.
  expect(concerns(coin(10, 5))).toBe(false)
  expect(concerns(coin(14, 9))).toBe(false)
  expect(concerns(coin(15, 9))).toBe(true)
  // Told together with a trade.
  expect(concerns(coin(17, 10))).toBe(true)
  expect(concerns(coin(17, 10, 'b'))).toBe(true)
  expect(concerns({ type: 'alert' } as unknown as LiveEvent)).toBe(false)
})
