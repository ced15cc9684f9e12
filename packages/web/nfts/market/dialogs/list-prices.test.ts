import { expect, test } from 'vitest'
import { readPrice, readPrices } from './list-prices.ts'

test('a price is typed in SOL; none is asked for nothing', () => {
  expect(readPrice('1.5')).toEqual({ priceLamports: 1_500_000_000n, error: undefined })
  expect(readPrice(' ')).toEqual({ priceLamports: undefined, error: undefined })
  for (const text of ['0', 'x', '0.0000000001', '-1'])
    expect(readPrice(text)).toMatchObject({ priceLamports: undefined, error: expect.any(String) })
})

test('each has its own price; the first one that lacks it is named, and a wrong one before an empty one', () => {
  const texts: Record<number, string> = { 7: '1', 9: '0.25' }
  const of = (edition: number) => texts[edition] ?? ''
  expect(readPrices([9, 7], of)).toEqual({
    nfts: [
      { edition: 9, priceLamports: 250_000_000n },
      { edition: 7, priceLamports: 1_000_000_000n },
    ],
    missing: undefined,
  })
  expect(readPrices([7, 8, 9], of).missing).toBe('Enter what you ask for #8.')
  texts[9] = 'x'
  expect(readPrices([7, 8, 9], of).missing).toMatch(/^#9: /)
  expect(readPrices([], of)).toEqual({ nfts: [], missing: undefined })
})
