// docs/rarity.md is the published rule: what it says of numbers must be what they are.
import { readFileSync } from 'node:fs'
import { EDITIONS, RARITY_COUNTS, rarityOf } from '@twinmint/sdk/core/rarity'
import { expect, it } from 'vitest'

const rows = readFileSync('docs/rarity.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.includes('---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const numberOf = (text: string | undefined) => Number(text?.replace(',', ''))

it('says how many of the thousand each class has', () => {
  const counts = rows.filter(
    ([, word, count, none]) => none === '' && /^\d+$/.test(count ?? '') && word !== '',
  )
  expect(
    Object.fromEntries(counts.map(([, word = '', count]) => [word.toLowerCase(), numberOf(count)])),
  ).toEqual(RARITY_COUNTS)
})

it('gives examples that are what it says', () => {
  const rules = rows.filter((cells) => cells.length === 7 && /^\d+$/.test(cells[1] ?? ''))
  expect(rules.length).toBe(
    new Set(Array.from({ length: EDITIONS }, (_, at) => rarityOf(at + 1).reason)).size,
  )
  for (const [, , word = '', reason, , examples = ''] of rules)
    for (const example of examples.split(', '))
      expect([example, rarityOf(Number(example))]).toMatchObject([
        example,
        { rarity: word.toLowerCase(), reason },
      ])
})

it('gives ranks that are so', () => {
  const ranks = rows.filter((cells) => cells.length === 5 && /^\d+$/.test(cells[1] ?? ''))
  expect(ranks.length).toBeGreaterThan(5)
  for (const [, rank, edition, word = ''] of ranks)
    expect([edition, rarityOf(numberOf(edition))]).toMatchObject([
      edition,
      { rank: Number(rank), rarity: word.toLowerCase() },
    ])
})
