import { expect, test } from 'vitest'
import { commonestFirst, EDITIONS, RARITY_COUNTS, rareAmong, rarityOf } from './rarity.ts'

test('every class has about its share of the thousand', () => {
  expect(RARITY_COUNTS).toEqual({ common: 612, rare: 240, epic: 96, legendary: 42, mythic: 10 })
})

test.each([
  [1, 'mythic', 'the first'],
  [777, 'mythic', 'three of a kind'],
  [1000, 'legendary', 'the last'],
  [9, 'legendary', 'single digit'],
  [500, 'legendary', 'round hundred'],
  [44, 'legendary', 'two of a kind'],
  [123, 'legendary', 'straight up'],
  [210, 'legendary', 'straight down'],
  [101, 'epic', 'palindrome'],
  [90, 'epic', 'round ten'],
  [512, 'epic', 'power of two'],
  [110, 'rare', 'pair'],
  [988, 'rare', 'pair'],
  [120, 'rare', 'round number'],
  [961, 'rare', 'square number'],
  [13, 'common', 'no pattern'],
  [890, 'rare', 'round number'],
  [901, 'common', 'no pattern'],
])('edition %i is %s: %s', (edition, rarity, reason) => {
  expect(rarityOf(edition)).toMatchObject({ rarity, reason })
})

test('ranks are 1 to 1,000, each once, and a rarer class ranks before', () => {
  const all = Array.from({ length: EDITIONS }, (_, at) => rarityOf(at + 1))
  expect(all.map(({ rank }) => rank).sort((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
  expect(rarityOf(1).rank).toBe(1)
  expect(rarityOf(999).rank).toBe(10)
  expect(rarityOf(2).rank).toBe(11)
  expect(rarityOf(997).rank).toBeGreaterThan(RARITY_COUNTS.mythic)
})

test('the commonest are given away first; 148 of the thousand are rare enough to be asked about', () => {
  expect(commonestFirst([1, 13, 7, 120, 901, 101])).toEqual([901, 13, 120, 101, 7, 1])
  const all = Array.from({ length: EDITIONS }, (_, at) => at + 1)
  expect(rareAmong(all)).toHaveLength(RARITY_COUNTS.epic + RARITY_COUNTS.legendary + RARITY_COUNTS.mythic)
  expect(rareAmong([512, 110, 9])).toEqual([512, 9])
})

test.each([0, 1_001, 1.5])('there is no edition %s', (edition) => {
  expect(() => rarityOf(edition)).toThrow(/no edition/)
})
