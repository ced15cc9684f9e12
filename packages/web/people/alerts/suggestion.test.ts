import { figureAt, readTarget, refusalOf, targetText } from '@twinmint/sdk/api/alerts/rules'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suggestedTarget } from './suggestion.ts'

test.each<['price' | 'marketCap', 'above' | 'below', string, string]>([
  ['price', 'above', '0.000000001', '0.0000000012'],
  ['price', 'below', '0.0000345678', '0.0000277'],
  ['price', 'above', '1.5', '1.8'],
  ['marketCap', 'above', '150.00', '180'],
  ['marketCap', 'below', '63000', '50400'],
  ['marketCap', 'above', '1234567.89', '1480000'],
  ['marketCap', 'above', '0', ''],
])('%s %s %s is suggested as %s', (kind, direction, now, text) => {
  expect(suggestedTarget(kind, direction, now)).toBe(text)
})

test('what is suggested can be set as it is, whatever the coin is worth', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1_000_000_000n, 10n ** 14n),
      fc.bigInt(10n ** 12n, 10n ** 15n),
      fc.constantFrom<'price' | 'marketCap'>('price', 'marketCap'),
      fc.constantFrom<'above' | 'below'>('above', 'below'),
      (sol, coins, kind, direction) => {
        const point = { reserveLamports: lamports(sol), reserveBaseUnits: baseUnits(coins) }
        const text = suggestedTarget(kind, direction, targetText(kind, figureAt(kind, point, 150)))
        const read = readTarget(kind, text)
        if ('problem' in read) throw new Error(`${text}: ${read.problem}`)
        expect(
          refusalOf({ kind, direction, targetUnits: read.units }, { point, isGraduated: false }, 150),
        ).toBeUndefined()
      },
    ),
  )
})
