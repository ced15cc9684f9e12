import { describe, expect, it, test } from 'vitest'
import { foldFees } from '../../../web/people/profile/fees/queries.ts'
import type { Fees } from '../fees/contract.ts'
import type { Holding, Portfolio } from '../people/contract.ts'
import type { Collection } from '../records/coin.ts'
import type { Position } from './contract.ts'
import { foldPortfolio, isDust, portfolioTotals, shownHoldings } from './holdings-rules.ts'
import { resultPercent } from './rules.ts'

/** At `price` lamports for one base unit; bought for `cost`. */
const holdingOf = (id: string, price: number, units: string, cost: string, realised = '0'): Holding => ({
  collection: {
    id,
    sequence: 1,
    // So deep that a sell hardly moves it; a lamport is lost to rounding.
    reserveLamports: String(BigInt(price) * 10n ** 15n),
    reserveBaseUnits: String(10n ** 15n),
    sellFeeBps: 0,
    sparkline: [0],
  } as Collection,
  baseUnits: units,
  nftCount: 0,
  coinLamports: '0',
  nftLamports: '0',
  position: {
    collectionId: id,
    baseUnits: units,
    nftCount: 0,
    knownBaseUnits: units,
    costLamports: cost,
    realisedLamports: realised,
    boughtLamports: cost,
  } as Position,
})
const portfolio: Portfolio = {
  walletAddress: 'me',
  lamports: '500',
  lockedLamports: '40',
  holdings: [
    holdingOf('rich', 10, '1000000', '9999000'),
    holdingOf('poor', 1, '1000', '5000'),
    holdingOf('winner', 5, '1000000', '1000000', '70'),
  ],
  totalLamports: '0',
  boughtLamports: '20000000',
  soldLamports: '0',
  realisedLamports: '1070',
  // A line of its own: in no total.
  nftRealisedLamports: '90000000',
  resultLamports: '0',
  isPartial: false,
}
const ids = (shown: readonly Holding[]) => shown.map(({ collection }) => collection.id)

describe('holdings', () => {
  it('are sorted by worth or by result at the price of this moment', () => {
    expect(ids(shownHoldings(portfolio.holdings, 'worth'))).toEqual(['rich', 'winner', 'poor'])
    expect(ids(shownHoldings(portfolio.holdings, 'result'))).toEqual(['winner', 'rich', 'poor'])
  })
  it('are dust below 0.001 SOL', () => {
    expect(ids(shownHoldings(portfolio.holdings, 'worth').filter(isDust))).toEqual(['poor'])
  })
  it('add up: worth with SOL, results with what was realised of coins that are held no more', () => {
    expect(portfolioTotals(portfolio)).toEqual({
      worthLamports: 500n + 40n + 9_999_999n + 999n + 4_999_999n,
      valueLamports: 10_000_000n + 1_000n + 5_000_000n,
      unrealisedLamports: 999n - 4_001n + 3_999_999n,
      resultLamports: 3_996_997n + 1_070n,
      resultPercent: 19.99,
    })
    expect(portfolioTotals({ ...portfolio, isPartial: true })).toMatchObject({
      resultLamports: null,
      resultPercent: null,
    })
  })
  it('follow the price of a coin that is held, never backwards', () => {
    const at = (id: string, sequence: number) =>
      ({ type: 'collection', collection: { ...holdingOf(id, 2, '0', '0').collection, sequence } }) as const
    expect(foldPortfolio(portfolio, at('other', 9))).toBe(portfolio)
    const next = foldPortfolio(portfolio, at('poor', 2))
    expect(shownHoldings(next.holdings, 'worth').at(-1)?.now).toMatchObject({
      valueLamports: 2_000n,
      worthLamports: 1_999n,
      resultLamports: -3_001n,
    })
    expect(foldPortfolio(next, at('poor', 1)).holdings[1]?.collection.sequence).toBe(2)
  })
})

test.each([
  [0n, 0n, null],
  [5n, 0n, null],
  [1n, 3n, 33.33],
  [-1n, 3n, -33.33],
  [-1n, 100_000n, 0],
  [30n, 10n, 300],
])('a result of %s of %s paid is %s percent', (result, bought, percent) =>
  expect(resultPercent(result, bought)).toBe(percent),
)

test('what is owed follows the sells of the coins that are listed', () => {
  const coin = (id: string, sequence: number, owed: string) =>
    ({ id, sequence, creatorFeesOwedLamports: owed, sparkline: [0] }) as Collection
  const fees: Fees = {
    walletAddress: 'me',
    coins: [
      { collection: coin('a', 1, '10'), owedLamports: '10', claimedLamports: '0', share: null },
      { collection: coin('b', 1, '5'), owedLamports: '5', claimedLamports: '0', share: null },
    ],
    owedLamports: '15',
    claimedLamports: '0',
    migrationLamports: '0',
    isPartial: false,
  }
  const told = (collection: Collection) => foldFees(fees, { type: 'collection', collection })
  expect(told(coin('c', 3, '100'))).toBe(fees)
  expect(told(coin('b', 2, '25'))).toMatchObject({ owedLamports: '35' })
  expect(told(coin('a', 2, '0'))).toMatchObject({ owedLamports: '5' })
  expect(told(coin('a', 0, '99')).owedLamports).toBe('15')
})
