// The address of a view, the request that follows from it, and the same choice and order in the page.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { describe, expect, it } from 'vitest'
import {
  belongsTo,
  compareIn,
  firstOrder,
  MARKET_SORTS,
  MARKET_TABS,
  type MarketsView,
  marketsViewOf,
  matchesSearch,
  requestOf,
  withMarketsView,
  withSort,
  withTab,
} from './rules.ts'

const view = (query: string) => marketsViewOf(new URLSearchParams(query))
const address = (wanted: MarketsView, before = '') =>
  withMarketsView(new URLSearchParams(before), wanted).toString()

describe('the address', () => {
  it('says nothing of the start, and a tab begins in its own order', () => {
    expect(view('')).toEqual({ tab: 'all', sort: 'volume', order: 'desc', search: '' })
    expect(view('tab=new')).toEqual({ tab: 'new', sort: 'age', order: 'asc', search: '' })
    expect(view('tab=graduating').sort).toBe('progress')
    expect(address(view(''))).toBe('')
    expect(address(view('tab=new&sort=age&order=asc&q='))).toBe('tab=new')
  })
  it('is read back as it was written, for every view', () => {
    for (const { tab } of MARKET_TABS)
      for (const sort of MARKET_SORTS)
        for (const order of ['asc', 'desc'] as const) {
          const wanted = { tab, sort, order, search: 'a & b=c' }
          expect(view(address(wanted))).toEqual(wanted)
        }
  })
  it.each(['tab=none', 'sort=name', 'order=up', 'sort=__proto__'])(
    'what it does not know is not there: %s',
    (query) => {
      expect(view(query)).toEqual(view(''))
    },
  )
  it('keeps what is not its own', () => {
    expect(address(view('tab=graduated'), 'ref=x&sort=price')).toBe('ref=x&tab=graduated')
  })
  it('cuts a search that the server would refuse', () => {
    expect(view(`q=${'a'.repeat(300)}`).search).toHaveLength(100)
  })
})

describe('a step', () => {
  it('to another column takes its first order, to the same turns it round', () => {
    const start = view('')
    const byHolders = withSort(start, 'holders')
    expect([byHolders.sort, byHolders.order]).toEqual(['holders', 'desc'])
    expect(withSort(byHolders, 'holders').order).toBe('asc')
    expect(withSort(start, 'age').order).toBe('asc')
  })
  it('to another tab keeps the search', () => {
    const next = withTab(view('q=frog&sort=price'), 'graduating')
    expect(next).toEqual({ tab: 'graduating', sort: 'progress', order: 'desc', search: 'frog' })
  })
})

describe('the request', () => {
  it('asks for the youngest as the latest created, and for prices as market caps', () => {
    expect(requestOf(view('tab=new'))).toBe('limit=100&state=new&sort=created&order=desc')
    expect(requestOf(view('sort=age&order=desc'))).toContain('sort=created&order=asc')
    expect(requestOf(view('sort=price'))).toBe('limit=100&state=all&sort=marketCap&order=desc')
  })
  it('carries a search, without the spaces around it', () => {
    expect(requestOf(view('q=%20a%26b%20'))).toContain('&search=a%26b')
    expect(requestOf(view('q=%20'))).not.toContain('search')
  })
})

const NOW = Date.parse('2026-01-02T12:00:00Z')
const coin = (fields: Partial<Collection>) =>
  ({
    name: 'Frog King',
    symbol: 'KING',
    collectionName: 'Jesters',
    graduationStands: false,
    graduationMarketCapLamports: '1000',
    stoodMarketCapLamports: '100',
    createdAt: '2026-01-02T11:00:00Z',
    marketCapLamports: '100',
    tradingVolume: '0',
    ...fields,
  }) as Collection

describe('a coin', () => {
  it.each([
    ['new, within a day', {}, ['new', 'all']],
    ['a day old', { createdAt: '2026-01-01T12:00:00Z' }, ['all']],
    ['at 80 %', { stoodMarketCapLamports: '800' }, ['new', 'graduating', 'all']],
    [
      'at 80 % for less than ten minutes',
      { marketCapLamports: '800', bondingProgress: 80, stoodMarketCapLamports: '799' },
      ['new', 'all'],
    ],
    ['graduated, however new', { graduationStands: true }, ['graduated', 'all']],
    [
      'graduated with borrowed SOL',
      { isGraduated: true, graduationStands: false, bondingProgress: 100, marketCapLamports: '1100' },
      ['new', 'all'],
    ],
  ])('%s stands where the server would put it', (_, fields, tabs) => {
    const standsIn = MARKET_TABS.map(({ tab }) => tab).filter((tab) => belongsTo(tab, coin(fields), NOW))
    expect(standsIn).toEqual(tabs)
  })
  it('is found by its names and symbol in any case', () => {
    expect(
      ['frog', ' KIN', 'g k', 'STER', ''].map((search) => matchesSearch(coin({}), search)),
    ).not.toContain(false)
    expect(matchesSearch(coin({}), 'toad')).toBe(false)
  })
})

it('orders by what is in the column, the youngest age first of ages', () => {
  const young = coin({ createdAt: '2026-01-02T11:59:00Z', tradingVolume: '9.5' })
  const old = coin({ createdAt: '2026-01-01T00:00:00Z', tradingVolume: '10' })
  expect(compareIn({ sort: 'age', order: firstOrder('age') }, young, old)).toBeLessThan(0)
  expect(compareIn({ sort: 'age', order: 'desc' }, young, old)).toBeGreaterThan(0)
  expect(compareIn({ sort: 'volume', order: 'desc' }, old, young)).toBeLessThan(0)
  expect(compareIn({ sort: 'marketCap', order: 'desc' }, old, young)).toBe(-0)
})

it('orders by what has stood, whatever the figures of the moment', () => {
  const lifted = coin({ marketCapLamports: '9000', stoodMarketCapLamports: '90', change1hPercent: 9_000 })
  const steady = coin({ marketCapLamports: '110', stoodMarketCapLamports: '100', change1hPercent: 10 })
  for (const sort of ['price', 'marketCap', 'progress', 'change1h'] as const)
    expect(compareIn({ sort, order: 'desc' }, steady, lifted)).toBeLessThan(0)
})
