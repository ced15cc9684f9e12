import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountSentence, lamports, parseCoinText, parseSolText, solText } from './money.ts'

const sol = (text: string) => {
  const parsed = parseSolText(text)
  return parsed.kind === 'amount' ? solText(parsed.units) : parsed.reason
}

test.each([
  ['0.1', '0.1'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1.000', '1'],
  ['12.345', '12.345'],
  [' 2 ', '2'],
  ['00.5', '0.5'],
])('%s is %s SOL', (text, meant) => {
  expect(sol(text)).toBe(meant)
})

test.each([
  ['', 'empty'],
  ['1,000', 'notANumber'],
  ['0,5', 'notANumber'],
  ['1 000', 'notANumber'],
  ['1.0.0', 'notANumber'],
  ['.', 'notANumber'],
  ['-1', 'notANumber'],
  ['1e9', 'notANumber'],
  ['0.0000000001', 'tooManyDecimals'],
  ['99999999999999999999999', 'tooLarge'],
])('%j is refused: %s', (text, reason) => {
  expect(sol(text)).toBe(reason)
})

test('every amount is read back from its plain text', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (units) => {
      expect(parseSolText(solText(lamports(units)))).toEqual({ kind: 'amount', units })
    }),
  )
})

test('a refused amount has a sentence', () => {
  const refused = (text: string) =>
    parseCoinText(text) as ReturnType<typeof parseCoinText> & { kind: 'refused' }
  expect(amountSentence(refused('0.0000000001'), 'SOL')).toBe('SOL has at most 9 decimals.')
  expect(amountSentence(refused('0.0000001'), 'coins')).toBe('A coin has at most 6 decimals.')
  expect(amountSentence(refused('x'), 'SOL')).toBe('Please enter a valid amount')
})
