import { expect, it } from 'vitest'
import { mergeWatchlists, WATCHLIST_MAX } from './rules.ts'

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

const many = (whose: string, count: number) => Array.from({ length: count }, (_, at) => `${whose} ${at}`)

it('seventy here and seventy there are all kept', () => {
  const [here, there] = [many('here', 70), many('there', 70)]
  expect(mergeWatchlists(here, [], there)).toEqual([...here, ...there])
})

it('cuts nothing that is stored: of what is new as many as there is room for, the first of them', () => {
  const stored = many('theirs', WATCHLIST_MAX - 1)
  expect(mergeWatchlists(['mine', 'older'], [], stored)).toEqual(['mine', ...stored])
  const full = many('theirs', WATCHLIST_MAX)
  expect(mergeWatchlists(['mine', ...full], full, full)).toEqual(full)
  // Of a version that took more.
  const beyond = many('theirs', WATCHLIST_MAX + 50)
  const seen = beyond.slice(0, WATCHLIST_MAX)
  expect(mergeWatchlists(seen.slice(1), seen, beyond)).toEqual(beyond.slice(1))
})
