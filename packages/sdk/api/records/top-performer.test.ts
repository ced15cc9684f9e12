import { expect, test } from 'vitest'
import { topPerformerId } from './top-performer.ts'

test('the crown is on the highest market cap shown, once that has stood highest, and else on none', () => {
  const coin = (id: string, shown: number, stood: number) => ({
    id,
    marketCapLamports: String(shown),
    stoodMarketCapLamports: String(stood),
  })
  expect(topPerformerId([coin('a', 34, 34), coin('b', 450, 450), coin('c', 34, 34)])).toBe('b')
  // Lifted a moment ago: its figure is the highest, and has not stood; and the coin that stood highest is not shown so.
  expect(topPerformerId([coin('a', 34, 34), coin('b', 450, 30)])).toBeUndefined()
  expect(topPerformerId([coin('a', 34, 30), coin('b', 450, 30)])).toBe('b')
  expect(topPerformerId([])).toBeUndefined()
})
