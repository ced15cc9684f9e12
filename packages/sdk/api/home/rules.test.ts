import { describe, expect, it } from 'vitest'
import { usdOfLamports } from '../../../web/shared/dollars.ts'
import type { Collection, ListedCoin } from '../records/coin.ts'
import { activeAfterKey, filterOfParam, HOME_FILTERS, searchCollections, sortCollections } from './rules.ts'

const coin = (fields: Partial<Collection> & { readonly id: string }) =>
  ({
    name: 'Name',
    symbol: 'SYM',
    collectionName: 'Many',
    lastTradeAt: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    tradingVolume: '0',
    stoodMarketCapLamports: '1000000000',
    ...fields,
  }) as Collection
const ids = (list: readonly ListedCoin[]) => list.map(({ id }) => id).join('')

const a = coin({
  id: 'a',
  name: 'Cat',
  symbol: 'MEOW',
  lastTradeAt: '2026-11-21T10:00:00.000Z',
  tradingVolume: '9.5',
})
const b = coin({
  id: 'b',
  name: 'Dog',
  collectionName: 'Kennel Club',
  symbol: 'WOOF',
  lastTradeAt: '2026-11-21T11:00:00.000Z',
  tradingVolume: '10',
})
const c = coin({
  id: 'c',
  name: 'Catalyst',
  createdAt: '2026-11-21T00:00:00.000Z',
  stoodMarketCapLamports: '420000000000',
})

describe('the order of the coins', () => {
  it.each([
    ['lastTrade', 'bac'],
    ['created', 'cab'],
    ['volume', 'bac'],
    ['marketCap', 'cab'],
  ] as const)('by %s', (sort, order) => {
    expect(ids(sortCollections([a, b, c], sort))).toBe(order)
  })
  it('puts coins without a trade last, the newest of them first', () => {
    const d = coin({ id: 'd', createdAt: '2026-11-22T00:00:00.000Z' })
    expect(ids(sortCollections([c, d, a], 'lastTrade'))).toBe('adc')
  })
  it('does not change the list it is given', () => {
    const list = [a, b, c]
    sortCollections(list, 'created')
    expect(ids(list)).toBe('abc')
  })
})

describe('the search', () => {
  it('finds by its names or symbol in any case', () => {
    expect(ids(searchCollections([a, b, c], 'cat'))).toBe('ac')
    expect(ids(searchCollections([a, b, c], 'wOO'))).toBe('b')
    expect(ids(searchCollections([a, b, c], 'kennel'))).toBe('b')
    expect(ids(searchCollections([a, b, c], '  '))).toBe('abc')
    expect(ids(searchCollections([a, b, c], 'zzz'))).toBe('')
  })
})

it('has five filters in their order, and the watchlist among them', () => {
  expect(HOME_FILTERS.map(({ label }) => label)).toEqual([
    'Last Trade',
    'Creation Time',
    'Heating Up',
    'Watchlist',
    'All Tokens',
  ])
})

it('the arrows go through the results and through the text itself', () => {
  const down = [-1, 0, 1].map((active) => activeAfterKey(active, 'ArrowDown', 2))
  const up = [-1, 0, 1].map((active) => activeAfterKey(active, 'ArrowUp', 2))
  expect(down).toEqual([0, 1, -1])
  expect(up).toEqual([1, -1, 0])
  expect(activeAfterKey(0, 'Enter', 2)).toBeUndefined()
  expect(activeAfterKey(-1, 'ArrowDown', 0)).toBeUndefined()
})

it('reads the filter from the address and falls back to the first', () => {
  expect(filterOfParam('volume').label).toBe('Heating Up')
  expect(filterOfParam('watchlist').label).toBe('Watchlist')
  expect(filterOfParam('nonsense').label).toBe('Last Trade')
  expect(filterOfParam(null).label).toBe('Last Trade')
})

it('gives the dollars of 420 SOL at 150 a SOL', () => {
  expect(usdOfLamports('420000000000', 150)).toBe(63_000)
})
