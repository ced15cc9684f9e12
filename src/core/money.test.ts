import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountSentence, lamports, parseCoinText, parseSolText, solText } from './money.ts'

const sol = (text: string) => {
  const parsed = parseSolText(text)
  return parsed.kind === 'amount' ? solText(parsed.units) : parsed.reason
}

test.each([
  ['0.1', '0.1'],
  ['0,1', '0.1'],
  ['0,25', '0.25'],
  [',5', '0.5'],
  ['5,', '5'],
  ['5.', '5'],
  ['0,125', '0.125'],
  ['1,25', '1.25'],
  ['1,2500', '1.25'],
  ['1.000', '1'],
  ['1000,125', '1000.125'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  ['1,000.5', '1000.5'],
  ['1.000,5', '1000.5'],
  ['1.000.000,5', '1000000.5'],
  ['1 000', '1000'],
  ['1 000,5', '1000.5'],
  ["1'000.5", '1000.5'],
  [' 2 ', '2'],
  ['00,5', '0.5'],
])('%s is %s SOL', (text, meant) => {
  expect(sol(text)).toBe(meant)
})

test.each([
  ['', 'empty'],
  ['1,000', 'ambiguous'],
  ['12,345', 'ambiguous'],
  ['999,999', 'ambiguous'],
  ['1,0,0', 'notANumber'],
  ['1,00,000', 'notANumber'],
  ['1.0.0', 'notANumber'],
  ['1,000.000,5', 'notANumber'],
  ['1.5,000', 'notANumber'],
  ['.', 'notANumber'],
  [',', 'notANumber'],
  ['-1', 'notANumber'],
  ['1e9', 'notANumber'],
  ['1 5', 'notANumber'],
  ['0.0000000001', 'tooManyDecimals'],
  ['0,0000000001', 'tooManyDecimals'],
  ['99999999999999999999999', 'tooLarge'],
])('%j is refused: %s', (text, reason) => {
  expect(sol(text)).toBe(reason)
})

test('any amount means the same with a comma as with a point, or is refused as unclear', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (units) => {
      const text = solText(lamports(units))
      expect(sol(text)).toBe(text)
      const withComma = text.replace('.', ',')
      expect(sol(withComma)).toBe(/^[1-9]\d{0,2},\d{3}$/.test(withComma) ? 'ambiguous' : text)
    }),
  )
})

test('a single comma or point is the decimal sign, or the amount is refused', () => {
  const typed = fc.tuple(
    fc.stringMatching(/^\d{0,9}$/),
    fc.constantFrom(',', '.'),
    fc.stringMatching(/^\d{0,6}$/),
  )
  fc.assert(
    fc.property(typed, ([whole, sign, fraction]) => {
      const parsed = parseCoinText(`${whole}${sign}${fraction}`)
      const units = BigInt((whole + fraction.padEnd(6, '0')).padStart(1, '0'))
      expect([{ kind: 'amount', units }, { kind: 'refused' }]).toContainEqual(
        parsed.kind === 'amount' ? parsed : { kind: 'refused' },
      )
    }),
  )
})

test('a refused amount has a sentence', () => {
  expect(amountSentence('tooManyDecimals', 'SOL')).toBe('SOL has at most 9 decimals.')
  expect(amountSentence('tooManyDecimals', 'coins')).toBe('A coin has at most 6 decimals.')
  expect(amountSentence('ambiguous', 'SOL')).toContain('thousands')
})
