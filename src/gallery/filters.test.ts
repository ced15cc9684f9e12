import { describe, expect, it } from 'vitest'
import {
  isFiltered,
  type NftFilters,
  nftFiltersOf,
  nftsQueryOf,
  PLAIN_FILTERS,
  parseEdition,
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
