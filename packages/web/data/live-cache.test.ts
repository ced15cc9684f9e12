// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type CoinFigures, columnsOf, figuresOf } from '@twinmint/sdk/api/records/coin-figures'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent, mergeNews } from './live-cache.ts'

const coin = (id: string, sequence: number, isBoosted = false) =>
  ({ id, sequence, isBoosted, sparkline: [1, 2] }) as unknown as Collection
const merged = (data: unknown, collection: Collection) => mergeNews(data, [collection]).merged

describe('merging a coin into what is cached', () => {
  it('replaces the coin itself, and in lists, and in pages of lists', () => {
    const next = coin('a', 2)
    expect(merged(coin('a', 1), next)).toEqual(next)
    expect(merged([coin('b', 1), coin('a', 1)], next)).toEqual([coin('b', 1), next])
    expect(merged({ collections: [coin('a', 1)], total: 1 }, next)).toEqual({
      collections: [next],
      total: 1,
    })
    expect(merged({ pages: [[coin('a', 1)], [coin('c', 1)]] }, next)).toEqual({
      pages: [[next], [coin('c', 1)]],
    })
  })
  it('keeps a newer one that an answer brought before the event', () => {
    const cached = coin('a', 5)
    expect(merged(cached, coin('a', 4))).toBe(cached)
  })
  it('says whether the data names it, also where that is the newer', () => {
    const list = { pages: [{ items: [coin('b', 1)] }] }
    expect(mergeNews(list, [coin('b', 0)])).toEqual({ merged: list, unnamed: [] })
    expect(mergeNews(list, [coin('a', 1), coin('b', 2)]).unnamed).toEqual([coin('a', 1)])
  })
  it('keeps what figures leave out, and puts the price at the end of its course', () => {
    const known = { ...coin('a', 1), name: 'A' }
    const figures = { id: 'a', sequence: 2, currentPrice: '3.5' } as CoinFigures
    expect(mergeNews([known], [figures]).merged).toEqual([
      { ...known, sequence: 2, currentPrice: '3.5', sparkline: [1, 3.5] },
    ])
  })
  it('leaves what does not name it as it is, to the reference', () => {
    const list = [coin('b', 1)]
    expect(merged(list, coin('a', 2))).toBe(list)
    const stats = { id: 'a', totalLaunches: 3 }
    expect(merged(stats, coin('a', 2))).toBe(stats)
    expect(merged(null, coin('a', 2))).toBe(null)
  })
})

describe('events', () => {
  let client: QueryClient
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    client = new QueryClient()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('a coin goes to its own key, by id and by mint address, and to every list', () => {
    client.setQueryData(['api', 'collections', 'a'], coin('a', 1))
    client.setQueryData(['api', 'collections', 'mintOfA'], coin('a', 1))
    client.setQueryData(['api', 'collections?limit=50&sort=volume'], [coin('a', 1)])
    client.setQueryData(['api', 'nothing', 'a'], coin('a', 1))
    const next = coin('a', 2)
    applyLiveEvent(client, { type: 'collection', collection: next })
    expect(client.getQueryData(['api', 'collections', 'a'])).toEqual(next)
    expect(client.getQueryData(['api', 'collections', 'mintOfA'])).toEqual(next)
    expect(client.getQueryData(['api', 'collections?limit=50&sort=volume'])).toEqual([next])
    expect(client.getQueryData(['api', 'nothing', 'a'])).toEqual(coin('a', 1))
  })
  it('a coin that a list has not seen makes the list be read again, once in a while', () => {
    const list = ['api', 'collections?limit=50&sort=created']
    const search = ['api', 'collections?limit=50&sort=created&search=cat']
    const boosted = ['api', 'collections', 'boosted']
    for (const key of [list, search, boosted]) client.setQueryData(key, [coin('b', 1)])
    client.setQueryData(['api', 'collections', 'b'], coin('b', 1))
    applyLiveEvent(client, { type: 'collection', collection: coin('a', 1) })
    expect(isStale(list)).toBe(false)
    vi.advanceTimersByTime(3_000)
    expect(isStale(list)).toBe(true)
    expect(isStale(search)).toBe(false)
    expect(isStale(boosted)).toBe(false)
    expect(isStale(['api', 'collections', 'b'])).toBe(false)
    applyLiveEvent(client, { type: 'collection', collection: coin('a', 2, true) })
    vi.advanceTimersByTime(3_000)
    expect(isStale(boosted)).toBe(true)
  })
  it('of several coins each goes to its lists, and those that a list has not seen make it be read again', () => {
    const list = ['api', 'collections?limit=50&sort=created']
    client.setQueryData(list, [coin('b', 1), coin('c', 1)])
    client.setQueryData(['api', 'collections', 'c'], coin('c', 1))
    const coins = [coin('a', 1), coin('b', 2)]
    applyLiveEvent(client, { type: 'market', coins: columnsOf(coins.map(figuresOf)) })
    expect(client.getQueryData<Collection[]>(list)?.map(({ id, sequence }) => [id, sequence])).toEqual([
      ['b', 2],
      ['c', 1],
    ])
    vi.advanceTimersByTime(3_000)
    expect([isStale(list), isStale(['api', 'collections', 'c'])]).toEqual([true, false])
  })
  it('a wallet makes its balances be read again, with and without a coin', () => {
    const keys = [
      ['api', 'wallet', 'W'],
      ['api', 'wallet', 'W?collectionId=a'],
      ['api', 'wallet', 'Other'],
    ]
    for (const key of keys) client.setQueryData(key, {})
    applyLiveEvent(client, { type: 'wallet', walletAddress: 'W' })
    expect(keys.map(isStale)).toEqual([true, true, false])
  })
  it('what people write is left to the lists that show it', () => {
    client.setQueryData(['api', 'chat'], { pages: [] })
    client.setQueryData(['api', 'collections', 'a'], coin('a', 1))
    applyLiveEvent(client, { type: 'chatGone', id: '1' })
    applyLiveEvent(client, {
      type: 'commentGone',
      collectionId: 'a',
      id: '1',
      parentId: null,
      parentReplyCount: null,
    })
    expect(client.getQueryData(['api', 'chat'])).toEqual({ pages: [] })
    expect(client.getQueryData(['api', 'collections', 'a'])).toEqual(coin('a', 1))
    expect(isStale(['api', 'chat'])).toBe(false)
  })
  it('a reset makes everything be read again', () => {
    client.setQueryData(['api', 'figures'], {})
    applyLiveEvent(client, { type: 'reset' })
    expect(isStale(['api', 'figures'])).toBe(true)
  })
})
