import { cleanMessage, decidePost } from '@twinmint/sdk/api/community/rules'
import { expect, test } from 'vitest'
import { DEMO_COINS } from './coins.ts'
import { pickSentence, type Talked } from './talk.ts'

const quiet: Talked = {
  name: 'Burnt Toast',
  symbol: 'TOAST',
  level: 0.5,
  isGraduated: false,
  isBoosted: false,
  circulatingNfts: 0,
  change1hPercent: 0,
}

test('the same chance says the same, and nothing that was said lately', () => {
  const first = pickSentence('comment', quiet, [], () => 0.3)
  expect(first).toBe(pickSentence('comment', quiet, [], () => 0.3))
  expect(pickSentence('comment', quiet, [first ?? ''], () => 0.3)).not.toBe(first)
})

test('a sentence is said only where it is true', () => {
  const said = new Set<string | undefined>()
  for (let i = 0; i < 1_000; i++) said.add(pickSentence('comment', quiet, [], () => i / 1_000))
  expect(
    [...said].filter((text) => /graduat|Gold|ticker|hour|NFT|escrow|new|Early|bar is/.test(text ?? '')),
  ).toEqual([])
  const up = { ...quiet, change1hPercent: 8 }
  const ofUp = Array.from({ length: 1_000 }, (_, i) => pickSentence('comment', up, [], () => i / 1_000))
  expect(ofUp).toContain('Green hour for TOAST.')
  expect(ofUp).not.toContain('Down a bit this hour, it happens.')
})

test('every sentence may be written, of every coin', () => {
  const states: Partial<Talked>[] = [
    { level: 0.01 },
    { level: 0.95 },
    { isGraduated: true, level: 1.1 },
    { isBoosted: true, circulatingNfts: 4, change1hPercent: 9 },
    { change1hPercent: -9 },
  ]
  const said = new Set<string>()
  for (const { name, symbol } of DEMO_COINS)
    for (const state of states)
      for (const talk of ['comment', 'answer', 'chat'] as const)
        for (let i = 0; i < 100; i++)
          said.add(pickSentence(talk, { ...quiet, ...state, name, symbol }, [], () => i / 100) ?? '')
  expect([...said].filter((text) => cleanMessage(text) !== text || /[{}]/.test(text))).toEqual([])
  expect([...said].map((text) => decidePost(text, []).kind)).toEqual([...said].map(() => 'post'))
})
