// The order that holds: rows stand still while figures move, and the changes that wait are counted as few as they are.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { describe, expect, it } from 'vitest'
import { countChanges, heldRows, reaches, takeOrder, targetRows } from './order.ts'
import { marketsViewOf } from './rules.ts'

const VIEW = marketsViewOf(new URLSearchParams('sort=volume'))
const coin = (id: string, tradingVolume: number, sequence = 1) =>
  ({
    id,
    tradingVolume: String(tradingVolume),
    sequence,
    createdAt: '2026-01-01',
    warnings: [],
  }) as unknown as ListedCoin
const idsOf = (rows: readonly ListedCoin[]) => rows.map(({ id }) => id).join('')
const target = (pages: readonly (readonly ListedCoin[])[]) => targetRows(pages, VIEW, 0)

describe('the order that is held', () => {
  const first = [[coin('a', 5), coin('b', 4), coin('c', 3)]]
  const held = takeOrder('list', first, target(first))

  it('stays while figures change, and shows the figures of now', () => {
    const after = [[coin('a', 5), coin('b', 4), coin('c', 9, 2)]]
    expect(idsOf(heldRows(after, held))).toBe('abc')
    expect(heldRows(after, held)[2]?.tradingVolume).toBe('9')
    expect(idsOf(target(after))).toBe('cab')
    expect(countChanges(heldRows(after, held), target(after))).toBe(1)
  })
  it('lets a coin wait that came to a page that was there', () => {
    const after = [[coin('n', 6), ...(first[0] ?? [])]]
    expect(idsOf(heldRows(after, held))).toBe('abc')
    expect(countChanges(heldRows(after, held), target(after))).toBe(1)
  })
  it('goes on with pages that were read since, once each', () => {
    const after = [...first, [coin('c', 3), coin('d', 2), coin('e', 1)]]
    expect(idsOf(heldRows(after, held))).toBe('abcde')
  })
  it('drops a coin that is in the list no more', () => {
    expect(idsOf(heldRows([[coin('a', 5), coin('c', 3)]], held))).toBe('ac')
  })
})

describe('the order that would be', () => {
  it('leaves equal ones as the server ordered them', () => {
    expect(idsOf(target([[coin('x', 1), coin('a', 1)], [coin('m', 1)]]))).toBe('xam')
  })
  it('takes the latest state of a coin that stands on two pages', () => {
    expect(target([[coin('a', 5, 1)], [coin('a', 2, 2)]]).map(({ tradingVolume }) => tradingVolume)).toEqual([
      '2',
    ])
  })
})

describe('changes that wait', () => {
  const rows = (ids: string) => Array.from(ids, (id) => coin(id, 1))
  it.each([
    ['abcde', 'abcde', 0],
    ['abcde', 'eabcd', 1],
    ['abcde', 'bacde', 1],
    ['abcde', 'edcba', 4],
    ['abcde', 'abde', 1],
    ['abcde', 'nabcde', 1],
    ['abc', 'xyz', 6],
    ['', 'ab', 2],
  ])('from %s to %s are %i', (from, to, count) => {
    expect(countChanges(rows(from), rows(to))).toBe(count)
  })
})

describe('a coin that no page names', () => {
  const pages = [[coin('a', 5)], [coin('b', 3)]]
  it('belongs on them above their end, and below it on a page to come', () => {
    expect(reaches(pages, true, VIEW, coin('n', 4))).toBe(true)
    expect(reaches(pages, true, VIEW, coin('n', 2))).toBe(false)
    expect(reaches(pages, true, VIEW, coin('n', 3))).toBe(false)
  })
  it('belongs on them anywhere when they are all', () => {
    expect(reaches(pages, false, VIEW, coin('n', 2))).toBe(true)
    expect(reaches([[]], false, VIEW, coin('n', 0))).toBe(true)
  })
})
