// What is typed, what the address says, what the server is asked, and which coins pass: one and the same.

import { coinFiltersSchema } from '@twinmint/sdk/api/coin/list-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { describe, expect, it } from 'vitest'
import { activeKinds, FILTER_KINDS, filtersOf, rangeWords, readBound, withFilters } from './filter-texts.ts'
import { passesFilters, requestFilters } from './filters.ts'

const of = (query: string) => filtersOf(new URLSearchParams(query))
const kindOf = (param: string) => {
  const kind = FILTER_KINDS.find((each) => each.param === param)
  if (kind === undefined) throw new Error(param)
  return kind
}

describe('what is typed', () => {
  it.each([
    ['age', '30', 30],
    ['age', '2h', 120],
    ['age', ' 1d ', 1440],
    ['cap', '1.5m', 1_500_000],
    ['cap', '50K', 50_000],
    ['volume', '0,25', '0.25'],
    ['volume', '1k SOL', '1000'],
    ['cap', '$50,000', 50_000],
    ['cap', '50.000', 50_000],
    ['age', '1,5 h', 90],
    ['holders', '٢٥', 25],
    ['volume', '.5', '0.5'],
    ['holders', '0', 0],
    ['holders', '', undefined],
  ])('of %s "%s" is %s', (param, typed, value) => {
    expect(readBound(kindOf(param), typed)).toEqual({ value })
  })
  it.each([
    ['age', '-1'],
    ['age', '5w'],
    ['age', '99999999'],
    ['cap', '1e30'],
    ['cap', 'many'],
    ['volume', '1,000'],
    ['volume', '1.000'],
    ['cap', '1.5'],
    ['age', '1.5'],
    ['volume', '0.0000000001'],
    ['volume', '1000000000'],
    ['holders', '0x10'],
  ])('of %s "%s" is refused', (param, typed) => {
    expect(readBound(kindOf(param), typed)).toHaveProperty('problem')
  })
})

describe('the address', () => {
  it('is read back as it was written', () => {
    const query = 'age=5-60&cap=1000-&volume=0.5-100&holders=-10'
    expect(withFilters(new URLSearchParams(), of(query)).toString()).toBe(query)
    expect(activeKinds(of(query))).toHaveLength(4)
  })
  it('loses a filter that is taken away, and keeps what is not its own', () => {
    expect(withFilters(new URLSearchParams('age=5-60&view=columns'), {}).toString()).toBe('view=columns')
  })
  it.each(['age=5', 'age=x-', 'cap=1-2-3', 'age=-', 'volume=1000000000-', 'holders=1.5.2-'])(
    'says nothing with %s',
    (query) => expect(of(query)).toEqual({}),
  )
  it('never asks for what the server refuses', () => {
    for (const most of ['age=-5256000', 'cap=-1000000000000', 'holders=-1000000000', 'volume=-999999999'])
      expect(coinFiltersSchema.safeParse(Object.fromEntries(requestFilters(of(most)))).error).toBeUndefined()
    for (const beyond of ['age=-5256001', 'cap=-1000000000001', 'holders=-1000000001', 'volume=-1000000000'])
      expect(requestFilters(of(beyond))).toEqual([])
  })
})

it('the request names each end once', () => {
  expect(requestFilters(of('age=5-60&volume=0.5-'))).toEqual([
    ['ageMinutesMax', '60'],
    ['ageMinutesMin', '5'],
    ['volumeSolMin', '0.5'],
  ])
})

it('words say both ends, or the one there is', () => {
  expect(rangeWords(kindOf('age'), of('age=-60'))).toBe('Age up to 60 min')
  expect(rangeWords(kindOf('holders'), of('holders=10-'))).toBe('Holders from 10')
  expect(rangeWords(kindOf('cap'), of('cap=1000-5000'))).toBe('Market cap $1000 to $5000')
})

const NOW = Date.parse('2026-01-02T12:00:00Z')
const COIN = {
  createdAt: '2026-01-02T11:00:00Z',
  marketCap: '5000.00',
  marketCapLamports: '100',
  stoodMarketCapLamports: '100',
  tradingVolume: '2.5',
  holderCount: 10,
  warnings: ['holders'],
} as unknown as Collection

it.each([
  ['age=60-60', true],
  ['age=61-', false],
  ['age=-59', false],
  ['cap=5000-5000', true],
  ['cap=5001-', false],
  ['volume=2.5-2.5', true],
  ['volume=-2.4', false],
  ['holders=10-10', true],
  ['holders=11-', false],
  ['age=60-&holders=-9', false],
  ['xray=1-1', true],
  ['xray=-0', false],
  ['xray=2-', false],
  ['', true],
])('%s lets a coin of an hour, $5,000, 2.5 SOL, 10 holders and one warning pass: %s', (query, passes) => {
  expect(passesFilters(of(query), COIN, NOW)).toBe(passes)
})

it('what has risen for less than ten minutes is above no bound yet, and below none that it shows', () => {
  const lifted = { ...COIN, stoodMarketCapLamports: '50' }
  expect(passesFilters(of('cap=5000-'), lifted, NOW)).toBe(false)
  expect(passesFilters(of('cap=2500-'), lifted, NOW)).toBe(true)
  expect(passesFilters(of('cap=-4999'), lifted, NOW)).toBe(false)
})
