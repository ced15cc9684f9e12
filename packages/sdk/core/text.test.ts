import { expect, test } from 'vitest'
import { hasUnseen, looksLikeAddress, shownName, withoutUnseen } from './text.ts'

test.each([
  ['a space without width', 'DO\u200bGE', 'DOGE'],
  ['what turns the text around', '\u202eEGOD\u202c', 'EGOD'],
  ['a line separator', 'DOGE\u2028', 'DOGE'],
  ['a blank letter', 'DOGE\u3164', 'DOGE'],
  ['a blank pattern', '\u2800DOGE', 'DOGE'],
  ['tags', 'DOGE\u{e0041}\u{e007f}', 'DOGE'],
  ['a soft hyphen', 'DO\u00adGE', 'DOGE'],
  ['a joiner that joins nothing', 'DOGE\u200d', 'DOGE'],
  ['a variant of what has none', 'D\ufe0fOGE', 'DOGE'],
  ['private and half characters', '\ue000DO\ud83dGE\uffff', 'DOGE'],
  ['control characters', 'DO\u0000GE\u009f', 'DOGE'],
])('takes %s out', (_, text, seen) => {
  expect(withoutUnseen(text)).toBe(seen)
  expect(hasUnseen(text)).toBe(true)
  expect(hasUnseen(seen)).toBe(false)
})

test.each(['DOGE to the moon!', '👩‍🚀 🏳️‍🌈 👍🏽 1️⃣ ❤️', 'می‌خواهم', 'क्‍ष नमस्ते', '日本 Ёж', 'ﷺ é', 'two\nlines'])(
  'leaves %s as it is',
  (text) => {
    expect(withoutUnseen(text)).toBe(text)
  },
)

test('a name has one line, no gaps, and something to see', () => {
  expect(shownName(' a\u2003 b\nc ')).toBe('a b c')
  for (const nothing of ['', ' ', '\u3164', '\u200b\u2060', '\u{e0020}'])
    expect(shownName(nothing)).toBe('Unnamed')
})

test.each([
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  '9xQe…VFin',
  '9xQe...VFin',
  '9xQeWv..VFin',
  '9xQe⋯VFin',
  '9хQе…VFіn', // with Cyrillic letters
  '9xQe‧‧‧VFin',
  '9xQe∙∙∙VFin',
  '9xQe⸱⸱⸱VFin',
  '9xQe・・・VFin',
  '9xQe。。VFin',
  '9xQeᐧᐧᐧVFin', // letters that look like dots
  '9xQe٠٠٠VFin', // digits that do
  '9xQe▪▪▪VFin',
  '9xQe⋮VFin',
  '9xQe᠁VFin',
  '9xQe⸺VFin',
  '9xQe. . .VFin',
  '9xQe---VFin',
  '9xQe__VFin',
  '9xQe ~ VFin',
  '9xQe…VFin.',
  '(9xQe…VFin)',
  'abcd…pump',
  'abcd---4pum',
])('takes %s for an address', (name) => {
  expect(looksLikeAddress(name)).toBe(true)
})
test.each([
  'dogfather',
  'tom.sol',
  'frog_of_9xQe',
  'Mr. Toad',
  'well… maybe not today',
  'xX--toad--Xx',
  'Tom & Jerry',
  'Alice - 2024',
  'Ape -- DAO',
  'crypto_frog99',
  'Web3 Frog',
  'web3 🚀 frog',
  'Bob-9xQe',
  'Иван & Мария',
  '- frog -',
])('takes %s for a name', (name) => {
  expect(looksLikeAddress(name)).toBe(false)
})
