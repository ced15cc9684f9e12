import confusables from 'unhomoglyph/data.json'
import { describe, expect, it } from 'vitest'
import { Random, testSeed } from '../../../../program/test/random.ts'
import { imitationOf, shownCoin, shownPerson, skeletonOf } from './imitations.ts'

const ADDRESS = '7jgVZ7DDHLhZ3qmdyg3tGwDzd4rYBHZVYUgpe3zHqJpg'

describe('a name that imitates', () => {
  it.each([
    ['the site', 'Twinmint Support', 'Twinmint itself'],
    ['the site, in Cherokee', 'Ꭲwinmint', 'Twinmint itself'],
    ['the site, spaced', 'T W I N M I N T', 'Twinmint itself'],
    ['the site, rn for m', 'Twinrnint', 'Twinmint itself'],
    ['the site within', 'the real tw1nmint!', 'Twinmint itself'],
    ['the system', 'System Message', 'its staff'],
    ['the system in one word', 'sy5temNotification', 'its staff'],
    ['support', 'Official Support 24/7', 'its staff'],
    ['support in digits', '5upp0rt', 'its staff'],
    ['an admin', 'аdmin Anna', 'its staff'],
    ['an admin with a sign', '@dm1n', 'its staff'],
    ['a currency', 'SOL', 'another currency'],
    ['a currency with a sign', '$SOL', 'another currency'],
    ['a currency among emoji', '🔥USDC🔥', 'another currency'],
    ['a currency in digits', '50L', 'another currency'],
    ['a currency in full width', 'ＵＳＤＴ', 'another currency'],
    ['a currency, wrapped', 'Wrapped SOL', 'another currency'],
    ['the mark of verified coins', '✅', 'check mark'],
    ['the same beside a word', 'Frog ✔️', 'check mark'],
    ['an address', ADDRESS, 'like an address'],
    ['a short address', '7jgV…qJpg', 'like an address'],
    ['a short address with a space', 'Be8L mXAY', 'like an address'],
    ['nothing, under a heap of accents', 'z\u0301\u0302\u0303', 'too many accents'],
    ['nothing, with the same accent twice', 'o\u0308\u0308', 'too many accents'],
    ['nothing, with an accent on what is before it', '\u0301a', 'too many accents'],
  ])('%s is refused, and the message says why', (_, name, why) => {
    for (const of of ['person', 'coin'] as const) expect(imitationOf(name, of)).toContain(why)
  })

  it('is found in any lookalike letters: 500 samples of all confusable characters', () => {
    const seed = testSeed()
    const random = new Random(seed)
    const alike = new Map<string, string[]>()
    const add = (sign: string, looks: string) => {
      const letter = looks === '1' || looks === 'I' || looks === '|' ? 'l' : looks.toLowerCase()
      if (/^[a-z]$/.test(letter)) alike.set(letter, [...(alike.get(letter) ?? []), sign])
    }
    for (const [sign, looks] of Object.entries(confusables)) add(sign, looks)
    // Unicode's compatibility forms, an independent source.
    for (let code = 0x80; code < 0x2_0000; code++) {
      const sign = String.fromCodePoint(code)
      if (!/\p{Cs}/u.test(sign)) add(sign, sign.normalize('NFKD'))
    }
    expect([...alike.values()].flat().length).toBeGreaterThan(2_000)
    const words = ['twinmint', 'support', 'system', 'official', 'solana', 'usdc', 'tether'] as const
    const missed = Array.from({ length: 500 }, () => {
      const word = random.pick(words)
      return Array.from(word, (letter) => {
        const [first = letter, ...others] = alike.get(letter) ?? []
        return random.below(3) === 0 ? letter : random.pick([first, ...others])
      }).join('')
    }).filter((name) => imitationOf(name, 'coin') === undefined)
    expect(missed, `with the seed ${seed}`).toEqual([])
  })
})

it.each(
  'Solar,Usdcat,Solar System,Emotional Support Frog,Official Trump,System of a Down,Bitcoin Cat,Ethan,Beth,Soy,Sol Goldberg,Сол,Иван Петров,ελλάδα,猫,🐸❤️,🐸frog,1️⃣ love,O’Neil,Ünïcode,Việt Nam,שָׁלוֹם,हिन्दी,ประเทศไทยที่,བསྒྲུབས,DeFi NFTs,Web3 DeFi,eBay iPod,C3PO R2D2,Admiral,Moderato,Modest Mouse,Team Rocket,Mint Condition,Twin,Realtor,x,Level 3'.split(
    ',',
  ),
)('%s is an ordinary name', (name) => {
  for (const of of ['person', 'coin'] as const) expect(imitationOf(name, of)).toBeUndefined()
})

it('a person cannot have a word that pages use for somebody else; a coin can', () => {
  for (const name of ['You', 'сreator', 'b0t', 'Bonding Curve', 'null']) {
    expect(imitationOf(name, 'person')).toContain('somebody else')
    expect(imitationOf(name, 'coin')).toBeUndefined()
  }
})

it('checks a hostile name in linear time', () => {
  // Trying the words in every order would take exponential time for a name that nearly matches.
  for (const part of ['systemsupport', 'solusd', 'adminadministrator', '0', '\u{1d400}'])
    expect(imitationOf(`${part.repeat(50).slice(0, 50)}x?`, 'coin')).toSatisfy(
      (reason) => reason === undefined || typeof reason === 'string',
    )
})

it('names from before the rule are shown with the address', () => {
  expect(shownPerson('Twinmint Support', ADDRESS)).toBe('7jgV…qJpg “Twinmint Support”')
  expect(shownPerson('Anna', ADDRESS)).toBeNull()
  const shown = shownCoin({ name: 'USD Coin', symbol: 'USDC', collectionName: 'Frogs' }, ADDRESS)
  expect(shown).toEqual({ name: 'USD Coin (7jgV…qJpg)', symbol: '7jgV…qJpg', collectionName: 'Frogs' })
  expect(shownCoin(shown, ADDRESS)).toEqual(shown)
  const heap = shownCoin({ name: `z${'\u0301'.repeat(40)}`, symbol: 'Z', collectionName: 'z' }, ADDRESS)
  expect(heap.name.normalize('NFD').match(/\p{M}/gu)?.length).toBeLessThan(5)
  expect(heap.name).toContain('7jgV…qJpg')
})

it('a skeleton is the same in every script, and never empty', () => {
  expect(skeletonOf('раураl')).toBe(skeletonOf('paypal'))
  expect(skeletonOf('𝒜𝓁𝒾𝒸ℯ')).toBe(skeletonOf('ALICE'))
  expect(skeletonOf('modern')).toBe(skeletonOf('modem'))
  expect(skeletonOf('---')).not.toBe('')
})
