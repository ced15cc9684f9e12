import { RARITIES, RARITY_COUNTS } from '@twinmint/sdk/core/rarity'
import { expect, test } from 'vitest'
import { editionsOf, parseEditions } from './editions.ts'

test.each([
  ['7', [7]],
  ['#7, 12;30', [7, 12, 30]],
  ['30-32 7', [7, 30, 31, 32]],
  ['1–3, 2', [1, 2, 3]],
  ['1000', [1_000]],
  ['  ', []],
])('reads "%s"', (text, editions) => {
  expect(parseEditions(text)).toEqual({ kind: 'editions', editions })
})

test.each([
  ['7, x', 'x'],
  ['0', '0'],
  ['1001', '1001'],
  ['9-7', '9-7'],
  ['999-1001', '999-1001'],
  ['7.5', '7.5'],
  ['-3', '-3'],
])('says what of "%s" is no number', (text, part) => {
  expect(parseEditions(text)).toEqual({ kind: 'wrong', part })
})

test('a rarity has as many numbers as it says, and all together are each once', () => {
  for (const rarity of RARITIES) expect(editionsOf(rarity)).toHaveLength(RARITY_COUNTS[rarity])
  const all = RARITIES.flatMap((rarity) => editionsOf(rarity)).sort((a, b) => a - b)
  expect(all).toEqual(editionsOf(undefined))
})
