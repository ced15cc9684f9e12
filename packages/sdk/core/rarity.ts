// How rare an NFT is. The 1,000 NFTs of a collection show one picture, so what tells them apart is the edition number, and
// rarity is a property of that number alone: published, the same for every collection, checkable by anybody
// (docs/rarity.md has the rule in words). Must not know collections, owners or prices.
import { assert } from './assert.ts'

export const EDITIONS = 1_000

/** From the most to the least common. */
export const RARITIES = ['common', 'rare', 'epic', 'legendary', 'mythic'] as const
export type Rarity = (typeof RARITIES)[number]

export interface EditionRarity {
  readonly rarity: Rarity
  /** Why, as shown: "palindrome". */
  readonly reason: string
  /** 1 is the rarest: by class, then by edition number. */
  readonly rank: number
}

interface Rule {
  readonly rarity: Rarity
  readonly reason: string
  /** `digits` is the number in decimal. */
  readonly holds: (edition: number, digits: string) => boolean
}

const isStraight = (digits: string, step: 1 | -1): boolean =>
  digits.length === 3 &&
  Array.from(digits).every((digit, at) => at === 0 || Number(digit) === Number(digits[at - 1]) + step)

/** The first that holds decides. */
const RULES: readonly Rule[] = [
  { rarity: 'mythic', reason: 'the first', holds: (edition) => edition === 1 },
  { rarity: 'mythic', reason: 'three of a kind', holds: (_, digits) => /^(\d)\1\1$/.test(digits) },
  { rarity: 'legendary', reason: 'the last', holds: (edition) => edition === EDITIONS },
  { rarity: 'legendary', reason: 'single digit', holds: (edition) => edition < 10 },
  { rarity: 'legendary', reason: 'round hundred', holds: (edition) => edition % 100 === 0 },
  { rarity: 'legendary', reason: 'two of a kind', holds: (_, digits) => /^(\d)\1$/.test(digits) },
  { rarity: 'legendary', reason: 'straight up', holds: (_, digits) => isStraight(digits, 1) },
  { rarity: 'legendary', reason: 'straight down', holds: (_, digits) => isStraight(digits, -1) },
  {
    rarity: 'epic',
    reason: 'palindrome',
    holds: (_, digits) => digits === Array.from(digits).reverse().join(''),
  },
  { rarity: 'epic', reason: 'round ten', holds: (edition) => edition < 100 && edition % 10 === 0 },
  { rarity: 'epic', reason: 'power of two', holds: (edition) => Number.isInteger(Math.log2(edition)) },
  { rarity: 'rare', reason: 'pair', holds: (_, digits) => /(\d)\1/.test(digits) },
  { rarity: 'rare', reason: 'round number', holds: (edition) => edition % 10 === 0 },
  { rarity: 'rare', reason: 'square number', holds: (edition) => Number.isInteger(Math.sqrt(edition)) },
]
const NO_PATTERN = { rarity: 'common', reason: 'no pattern' } as const

function classify(edition: number): Pick<Rule, 'rarity' | 'reason'> {
  const digits = String(edition)
  return RULES.find(({ holds }) => holds(edition, digits)) ?? NO_PATTERN
}

function rankAll(): readonly EditionRarity[] {
  const classified = Array.from({ length: EDITIONS }, (_, at) => ({ edition: at + 1, ...classify(at + 1) }))
  const byRank = [...classified].sort(
    (a, b) => RARITIES.indexOf(b.rarity) - RARITIES.indexOf(a.rarity) || a.edition - b.edition,
  )
  const ranks = new Map(byRank.map(({ edition }, at) => [edition, at + 1]))
  return classified.map(({ edition, rarity, reason }) => ({ rarity, reason, rank: ranks.get(edition) ?? 0 }))
}

/** Made when it is first asked for: much that says no NFT's rarity loads this, and a phone takes 40 ms. */
let all: readonly EditionRarity[] | undefined

/** The rarity of an edition number from 1 to 1,000. */
export function rarityOf(edition: number): EditionRarity {
  all ??= rankAll()
  const found = all[edition - 1]
  assert(found, `there is no edition ${edition}`)
  return found
}

/** From the most common to the rarest, which is how they are given away: what goes through last is kept longest. */
export function commonestFirst(editions: readonly number[]): number[] {
  return [...editions].sort((a, b) => rarityOf(b).rank - rarityOf(a).rank)
}

/** Those that nobody gives away without being asked: epic and rarer, 148 of the 1,000. */
export function rareAmong(editions: readonly number[]): number[] {
  return editions.filter((edition) => RARITIES.indexOf(rarityOf(edition).rarity) >= RARITIES.indexOf('epic'))
}

/** How many of the 1,000 are of each class, as the rules above make them. */
export const RARITY_COUNTS: Readonly<Record<Rarity, number>> = {
  common: 612,
  rare: 240,
  epic: 96,
  legendary: 42,
  mythic: 10,
}
