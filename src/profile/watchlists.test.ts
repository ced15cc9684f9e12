import { expect, it } from 'vitest'
import { WATCHLIST_MAX } from './contract.ts'
import { mergeWatchlists } from './watchlists.ts'

it.each([
  ['nothing else happened', ['new', 'a', 'b'], ['a', 'b'], ['a', 'b'], ['new', 'a', 'b']],
  ['another browser added one', ['new', 'a'], ['a'], ['theirs', 'a'], ['new', 'a', 'theirs']],
  ['another browser removed one', ['new', 'a', 'b'], ['a', 'b'], ['b'], ['new', 'b']],
  ['one is removed here, another there', ['b', 'c'], ['a', 'b', 'c'], ['a', 'c'], ['c']],
  ['both added the same', ['new', 'a'], ['a'], ['new', 'a'], ['new', 'a']],
  ['the same is named twice', ['a', 'b', 'a'], [], [], ['a', 'b']],
])('%s', (_, mine, since, stored, merged) => {
  expect(mergeWatchlists(mine, since, stored)).toEqual(merged)
})

it('keeps as many as there may be, one’s own first', () => {
  const stored = Array.from({ length: WATCHLIST_MAX }, (_, at) => `theirs ${at}`)
  const merged = mergeWatchlists(['mine'], [], stored)
  expect(merged).toHaveLength(WATCHLIST_MAX)
  expect(merged[0]).toBe('mine')
})
