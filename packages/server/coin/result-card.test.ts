// What the picture of a result says, and what it never says.

import { sentAwayText, sharedPercent } from '@twinmint/sdk/api/positions/results'
import { expect, it, test } from 'vitest'
import { type ResultFacts, resultSpan, resultSvg } from './result-card.ts'

const facts: ResultFacts = {
  coin: { name: 'Frog', symbol: 'FROG', imageUrl: null, graduationStands: false, marketCap: '1234' },
  position: {
    walletAddress: 'CbzAFRuvqRFPuJu4kq4nqP8G5rGgDn7FHZmcZzU4hoTc',
    resultLamports: '-1234567890',
    resultPercent: -12.34,
    boughtLamports: '10000000000',
    soldLamports: '2000000000',
    worthLamports: '6765432110',
  },
  span: { from: '2026-11-20', until: '2026-11-23' },
  sentAway: undefined,
  hidesAmounts: false,
}
const drawn = (change: Partial<ResultFacts> = {}) => resultSvg({ ...facts, ...change }, 'Frog', 60)

it('says percent, SOL, what was bought, sold and is held, whose it is and since when', () => {
  const svg = drawn()
  for (const text of [
    '−12.3%',
    '−1.23 SOL',
    '>10 SOL',
    '>2 SOL',
    'Sells for',
    '>6.76 SOL',
    'CbzA…hoTc',
    'Nov 20, 2026 to Nov 23, 2026',
  ])
    expect(svg).toContain(text)
})

it('says no amount where they are hidden, also without a percent', () => {
  for (const resultPercent of [-12.34, null])
    expect(drawn({ hidesAmounts: true, position: { ...facts.position, resultPercent } })).not.toContain('SOL')
  expect(drawn({ hidesAmounts: true })).toContain('−12.3%')
})

it('says what was sent away, and no percent then', () => {
  const gone = { transferredBaseUnits: '-5000001', nftsSentOut: 1 }
  const position = { ...facts.position, resultPercent: sharedPercent(gone, facts.position.resultPercent) }
  const svg = drawn({ position, sentAway: sentAwayText(gone) })
  expect(svg).toContain('6 coins and 1 NFT sent away, not counted')
  expect(svg).not.toContain('%</text>')
  expect(drawn()).toContain('%</text>')
  expect(drawn()).not.toContain('sent away')
})

test.each([
  ['nothing', '0', 0, 5, undefined],
  ['coins that came', '7000000', 0, 5, undefined],
  ['coins', '-1234567000000', 0, null, '1,234,567 coins sent away, not counted'],
  ['less than a coin', '-1', 0, null, '1 coin sent away, not counted'],
  ['NFTs, where as many coins came', '2000000000000', 2, null, '2 NFTs sent away, not counted'],
])('sent: %s', (_what, transferredBaseUnits, nftsSentOut, percent, text) => {
  const position = { transferredBaseUnits, nftsSentOut }
  expect(sharedPercent(position, 5)).toBe(percent)
  expect(sentAwayText(position)).toBe(text)
})

it('is drawn whatever a coin is called', () => {
  const coin = { ...facts.coin, symbol: '</text><script>' }
  expect(resultSvg({ ...facts, coin }, '<b>&"', 34)).not.toMatch(/<script|<b>/)
})

test('a result counts to this day while something is held, and else to the last trade', () => {
  const now = new Date('2026-11-23T10:00:00Z')
  const last = { lastTradeAt: '2026-11-21T23:59:59.000Z' }
  const first = '2026-11-20T01:00:00.000Z'
  expect(resultSpan({ ...last, worthLamports: '5' }, first, now)).toEqual(facts.span)
  expect(resultSpan({ ...last, worthLamports: '0' }, first, now)?.until).toBe('2026-11-21')
  expect(resultSpan({ ...last, worthLamports: '5' }, undefined, now)).toBeUndefined()
})
