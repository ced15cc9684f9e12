import { describe, expect, it } from 'vitest'
import {
  isFiltered,
  MARKET_SORT_TEXTS,
  type MarketFilters,
  marketFiltersOf,
  marketQueryOf,
  type NftFilters,
  nftFiltersOf,
  nftsQueryOf,
  PLAIN_FILTERS,
  parseEdition,
  partOf,
  withMarketFilters,
  withNftFilters,
} from './filters.ts'

const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const filtersOf = (query: string) => nftFiltersOf(new URLSearchParams(query))
const filters = (some: Partial<NftFilters>): NftFilters => ({ ...PLAIN_FILTERS, ...some })

describe('an edition number as typed', () => {
  it.each([
    ['7', 7],
    ['#7', 7],
    [' 007 ', 7],
    ['1', 1],
    ['1000', 1_000],
    ['', undefined],
    ['#', undefined],
    ['0', undefined],
    ['1001', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e2', undefined],
    ['10000', undefined],
    ['seven', undefined],
  ])('%j is %s', (text, edition) => {
    expect(parseEdition(text)).toBe(edition)
  })
})

describe('the filters in the address', () => {
  it('are plain where it says nothing', () => {
    expect(filtersOf('')).toEqual(PLAIN_FILTERS)
    expect(isFiltered(PLAIN_FILTERS)).toBe(false)
  })
  it('are read', () => {
    expect(filtersOf('nfts=escrow&rarity=epic&sort=recent&edition=77')).toEqual({
      view: 'escrow',
      rarity: 'epic',
      sort: 'recent',
      edition: 77,
    })
  })
  it('are plain where it says nonsense', () => {
    expect(filtersOf('nfts=moon&rarity=%00&sort=price&edition=1001')).toEqual(PLAIN_FILTERS)
  })
  it('keep other parameters, and leave out what is plain', () => {
    const before = new URLSearchParams('capture=7&nfts=escrow&rarity=epic')
    expect(withNftFilters(before, filters({ view: 'mine', edition: 12 })).toString()).toBe(
      'capture=7&nfts=mine&edition=12',
    )
    expect(withNftFilters(before, PLAIN_FILTERS).toString()).toBe('capture=7')
    expect(before.toString()).toBe('capture=7&nfts=escrow&rarity=epic')
  })
  it.each<Partial<NftFilters>>([
    {},
    { view: 'unminted', rarity: 'mythic', sort: 'rarity' },
    { view: 'mine', edition: 1_000 },
  ])('come back as they were written: %j', (some) => {
    expect(nftFiltersOf(withNftFilters(new URLSearchParams(), filters(some)))).toEqual(filters(some))
  })
})

describe('the request', () => {
  it.each<[Partial<NftFilters>, string | undefined]>([
    [{}, 'state=minted&sort=edition'],
    [{ view: 'escrow', rarity: 'rare', sort: 'rarity' }, 'state=escrow&rarity=rare&sort=rarity'],
    [{ view: 'mine' }, `state=wallet&owner=${WALLET}&sort=edition`],
  ])('for %j is %s', (some, query) => {
    expect(nftsQueryOf(filters(some), WALLET)).toBe(query)
  })
  it('for a number finds it wherever it is', () => {
    expect(nftsQueryOf(filters({ view: 'mine', rarity: 'mythic', edition: 7 }), undefined)).toBe(
      'state=all&edition=7',
    )
  })
  it('for one’s own waits for a wallet', () => {
    expect(nftsQueryOf(filters({ view: 'mine' }), undefined)).toBeUndefined()
  })
})

describe('the part of the gallery that an address is about', () => {
  it.each([
    ['', '', undefined],
    ['?q=frog', '', undefined],
    ['', '#gallery-nfts', 'gallery-nfts'],
    ['?sort=priceHigh', '', 'market'],
    ['?items=all', '', 'market'],
    ['?class=epic', '', 'market'],
    ['?sort=priceHigh', '#gallery-collections', 'gallery-collections'],
    ['?rarity=epic', '', 'gallery-nfts'],
    ['?sort=nonsense&rarity=nonsense', '#nonsense', undefined],
  ])('%s%s is %s', (search, hash, part) => {
    expect(partOf(new URLSearchParams(search), hash)).toBe(part)
  })
})

describe('the market of all coins', () => {
  const PLAIN: MarketFilters = { sort: 'priceLow', state: 'listed', rarity: undefined }
  it('has the four orders, in their order', () => {
    expect(Object.values(MARKET_SORT_TEXTS)).toEqual([
      'Price low to high',
      'Price high to low',
      'Recently Listed',
      'Rarity Rank',
    ])
  })
  it.each<MarketFilters>([
    PLAIN,
    { sort: 'rarity', state: 'minted', rarity: 'mythic' },
    { sort: 'priceHigh', state: 'listed', rarity: 'epic' },
  ])('is in the address and comes back from it: %o', (given) => {
    expect(marketFiltersOf(withMarketFilters(new URLSearchParams('q=frog'), given))).toEqual(given)
  })
  it('leaves the other parameters, and says nothing where it is plain', () => {
    const before = new URLSearchParams('q=frog&rarity=rare&sort=listed&items=all&class=epic')
    expect(withMarketFilters(before, PLAIN).toString()).toBe('q=frog&rarity=rare')
  })
  it('is plain where the address says nonsense', () => {
    expect(marketFiltersOf(new URLSearchParams('sort=moon&items=none&class=x'))).toEqual(PLAIN)
  })
  it('asks the server for it', () => {
    expect(marketQueryOf({ sort: 'listed', state: 'minted', rarity: 'rare' })).toBe(
      'sort=listed&state=minted&rarity=rare',
    )
  })
})
