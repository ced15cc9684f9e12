// The one rule for amounts that people type: what is understood, what is questioned, what is refused.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DOLLARS, PERCENT, readCoins, readSol, readTyped, typedCoins, typedSol } from './input-amount.ts'
import { amountSentence, baseUnits, coinText, lamports, solText } from './money.ts'

const sol = (text: string) => {
  const parsed = readSol(text)
  return parsed.kind === 'amount' ? solText(parsed.units) : parsed.reason
}
const coins = (text: string, symbol = 'PEPE') => {
  const parsed = readCoins(text, symbol)
  return parsed.kind === 'amount' ? coinText(parsed.units) : parsed.reason
}

test.each([
  ['0.1', '0.1'],
  ['0,1', '0.1'],
  [',5', '0.5'],
  ['5,', '5'],
  ['5.', '5'],
  ['0,125', '0.125'],
  ['0.500', '0.5'],
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  ['1,25', '1.25'],
  ['1,2500', '1.25'],
  ['1.0000', '1'],
  ['1000,125', '1000.125'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  ['1,000.50', '1000.5'],
  ['1.000,50', '1000.5'],
  ['1.000.000,5', '1000000.5'],
  ['1,00,000', '100000'],
  ['12,34,567.5', '1234567.5'],
  ['1 000', '1000'],
  ['1\u202f000,5', '1000.5'],
  ['1\u2009000 000', '1000000'],
  ['1\u00a0000', '1000'],
  ["1'000.5", '1000.5'],
  ['1’000', '1000'],
  ['1_000', '1000'],
  [' 2 ', '2'],
  ['00,5', '0.5'],
  ['0.5 SOL', '0.5'],
  ['0,5sol', '0.5'],
  ['SOL 2', '2'],
  ['◎2', '2'],
  ['1.5k', '1500'],
  ['2K SOL', '2000'],
  ['1 b', '1000000000'],
  ['１２．５', '12.5'],
  ['１，０００，０００', '1000000'],
  ['١٢٫٥', '12.5'],
  ['١٬٠٠٠', '1000'],
  ['\u200f٠٫٥', '0.5'],
  ['۱۲', '12'],
  ['१२.५', '12.5'],
  ['0.0000000010', '0.000000001'],
  ['0.0000000001k', '0.0000001'],
])('%j is %s SOL', (text, meant) => expect(sol(text)).toBe(meant))

test.each([
  ['10M', '10000000'],
  ['500k', '500000'],
  ['500 K', '500000'],
  ['1.2345678k', '1234.5678'],
  ['10M PEPE', '10000000'],
  ['10 $pepe', '10'],
  ['1’000 coins', '1000'],
  ['0.5B', '500000000'],
])('%j is %s coins', (text, meant) => expect(coins(text)).toBe(meant))

test.each([
  ['', 'empty'],
  [' \u200b', 'empty'],
  ['1,000', 'ambiguous'],
  ['1.000', 'ambiguous'],
  ['12,345', 'ambiguous'],
  ['12.345', 'ambiguous'],
  ['999.999', 'ambiguous'],
  ['1.500k', 'ambiguous'],
  ['1,000 SOL', 'ambiguous'],
  ['١,٠٠٠', 'ambiguous'],
  ['1,0,0', 'notANumber'],
  ['1.0.0', 'notANumber'],
  ['1,000.000,5', 'notANumber'],
  ['1.5,000', 'notANumber'],
  ['.', 'notANumber'],
  ['SOL', 'notANumber'],
  ['k', 'notANumber'],
  ['-1', 'notANumber'],
  ['1e9', 'notANumber'],
  ['0x10', 'notANumber'],
  ['1 5', 'notANumber'],
  ['5kk', 'notANumber'],
  ['10 PEPE', 'notANumber'],
  [`${'0'.repeat(100)}1`, 'notANumber'],
  [`5${'\u200b'.repeat(100)}000`, 'notANumber'],
  ['0.0000000001', 'tooManyDecimals'],
  ['0,0000000001', 'tooManyDecimals'],
  ['99999999999999999999999', 'tooLarge'],
  ['99B', 'tooLarge'],
])('%j of SOL is refused: %s', (text, reason) => expect(sol(text)).toBe(reason))

test('a letter that is also the coin’s symbol is questioned, and a symbol of digits is no part of a number', () => {
  expect(coins('5M', 'M')).toBe('ambiguous')
  expect(coins('5', 'M')).toBe('5')
  expect(coins('51K', '1K')).toBe('51000')
  expect(coins('15', '5')).toBe('15')
  expect(coins('15 5', '5')).toBe('15')
})

test('a unit of two decimals has no thousandths: its groups of three are thousands', () => {
  for (const text of ['10,000', '10.000', '$10,000', '10k USD'])
    expect(readTyped(text, DOLLARS)).toEqual({ kind: 'amount', units: 1_000_000n })
  expect(readTyped('1,5 %', PERCENT)).toEqual({ kind: 'amount', units: 150n })
  expect(readTyped('1.255', PERCENT)).toMatchObject({ kind: 'amount', units: 125_500n })
})

const UNITS = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
/** The manners of writing: mark of thousands, mark of decimals, the digit 0. */
const MANNERS = [
  [',', '.', 48],
  ['.', ',', 48],
  ['’', '.', 48],
  ['\u202f', ',', 48],
  ['٬', '٫', 0x660],
  ['', '.', 0x966],
  [',', '.', 0xff10],
] as const

test('every amount that is written in a manner of the world means itself, or is questioned with itself among the answers', () => {
  fc.assert(
    fc.property(UNITS, fc.constantFrom(...MANNERS), (units, [group, point, zero]) => {
      const [whole = '', fraction = ''] = solText(lamports(units)).split('.')
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
      const written = `${grouped}${fraction === '' ? '' : point + fraction}`.replace(/\d/g, (digit) =>
        String.fromCodePoint(zero + Number(digit)),
      )
      const read = readSol(written)
      const said = read.kind === 'amount' ? [typedSol(read.units)] : read.readings
      expect(said).toContain(typedSol(lamports(units)))
    }),
  )
})

test('a comma and a point are treated alike', () => {
  const swapped = (text: string) => text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,4}([.,]\d{1,4}){0,3}$/), (text) => {
      // India's groups of two are written with commas alone.
      fc.pre(!/\D\d\d\D/.test(text) && !/\D\d\d\D/.test(swapped(text)))
      expect(readSol(swapped(text))).toEqual(readSol(text))
    }),
  )
})

test('what a button fills in is read back to the same unit', () => {
  fc.assert(
    fc.property(UNITS, (units) => {
      expect(readSol(typedSol(lamports(units)))).toEqual({ kind: 'amount', units })
      expect(readCoins(typedCoins(baseUnits(units)), 'K')).toEqual({ kind: 'amount', units })
    }),
  )
  expect(typedSol(lamports(12_345_000_000n))).toBe('12.3450')
})

test('a refused amount has a sentence, and an ambiguous one says what to type', () => {
  const sentence = (text: string) => {
    const read = readSol(text)
    return read.kind === 'refused' ? amountSentence(read, 'SOL') : undefined
  }
  expect(sentence('1.000')).toBe('That could be thousands or decimals. Type 1000 or 1.')
  expect(sentence('12,345')).toBe('That could be thousands or decimals. Type 12345 or 12.3450.')
  expect(sentence('0.0000000001')).toBe('SOL has at most 9 decimals.')
})

test('the documentation’s table is what is read', () => {
  const page = readFileSync('packages/web/docs/pages/core/memecoin-trading.md', 'utf8')
  const [, table = ''] = page.split('| typed in a field for SOL | read as |\n|---|---|\n')
  const rows = (table.split('\n\n')[0] ?? '')
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
  const read = (text: string) => {
    const parsed = readSol(text)
    if (parsed.kind === 'amount') return solText(parsed.units)
    const { readings } = parsed
    return readings ? `a question: ${readings.join(' or ')}` : `refused: ${amountSentence(parsed, 'SOL')}`
  }
  for (const [, typed = '', said] of rows)
    expect([...new Set(typed.split(' or ').map(read))].join(' or '), typed).toBe(said)
  expect(rows).toHaveLength(10)
})
