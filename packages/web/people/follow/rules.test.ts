// News put to a feed that is shown: each trade once and in its place, and nothing missing where much happened at once.

import type { Feed } from '@twinmint/sdk/api/follows/feed-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { expect, test } from 'vitest'
import { LIVE_LENGTH_MAX, lastTradeOf, withNews } from './rules.ts'

const trade = (second: number, coin = 'a', trader = 'w'): Trade => ({
  id: `${coin}:${second}`,
  collectionId: coin,
  traderAddress: trader,
  type: 'BUY',
  solAmount: '1',
  tokenAmount: '1',
  lamports: '1',
  baseUnits: '1',
  feeLamports: '0',
  surchargeLamports: '0',
  price: '1',
  nftTokenId: null,
  nftMinted: false,
  txSignature: 's',
  sequence: second,
  createdAt: new Date(second * 1_000).toISOString(),
})
const coin = (id: string, sequence = 1) => ({ id, sequence }) as Collection
const feed = (trades: Trade[], nextCursor: string | null = null, collections: Collection[] = []): Feed => ({
  trades,
  activity: [],
  collections,
  nextCursor,
})
const pages = (...all: Feed[]) => ({ pages: all, pageParams: all.map(() => null) })
const shown = ({ pages: all }: { readonly pages: readonly Feed[] }) =>
  all.map(({ trades }) => trades.map(({ id }) => id))

test('what is new goes to its place in the first page, with its coin', () => {
  const before = pages(feed([trade(8), trade(5)], 'next', [coin('a')]), feed([trade(2)], null, [coin('a')]))
  const after = withNews(
    before,
    feed([trade(9, 'b'), trade(8), trade(7, 'c'), trade(5)], 'x', [coin('b'), coin('a', 2)]),
  )
  expect(shown(after)).toEqual([['b:9', 'a:8', 'c:7', 'a:5'], ['a:2']])
  expect(after.pages[0]?.nextCursor).toBe('next')
  expect(after.pages[0]?.collections).toEqual([coin('b'), coin('a', 2)])
})

test('nothing new changes nothing, also where another page has it', () => {
  const before = pages(feed([trade(8)], 'next'), feed([trade(2)]))
  expect(withNews(before, feed([trade(8), trade(2)]))).toBe(before)
})

test('more news than a page takes the place of all', () => {
  const before = pages(feed([trade(3), trade(2)], 'old'), feed([trade(1)]))
  const latest = feed([trade(9), trade(8)], 'more')
  expect(withNews(before, latest)).toEqual({ pages: [latest], pageParams: [null] })
  // Also of a feed that was empty: it goes on then.
  expect(withNews(pages(feed([])), latest).pages).toEqual([latest])
})

test('a list that has grown long by news begins anew', () => {
  const long = Array.from({ length: LIVE_LENGTH_MAX }, (_, at) => trade(1_000 - at))
  const latest = feed([trade(1_001), trade(1_000)], 'more')
  expect(shown(withNews(pages(feed(long, 'next')), latest))).toEqual([['a:1001', 'a:1000']])
  const continued = pages(feed(long, 'next'), feed([trade(1)]))
  expect(shown(withNews(continued, latest)).flat()).toHaveLength(LIVE_LENGTH_MAX + 2)
})

test('the last trade of a wallet is the newest that is shown, else the one that was read', () => {
  const last = lastTradeOf(
    [trade(9, 'a', 'ann'), trade(8, 'a', 'ann')],
    [trade(7, 'a', 'ann'), trade(3, 'a', 'bob')],
  )
  expect([...last].map(([wallet, { sequence }]) => `${wallet} ${sequence}`)).toEqual(['ann 9', 'bob 3'])
})
