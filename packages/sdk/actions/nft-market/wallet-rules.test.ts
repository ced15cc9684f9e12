import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletOffer } from '../../api/nft-market/contract.ts'
import type { Collection } from '../../api/records/coin.ts'
import { curveStateOf, NFT_BASE_UNITS, quoteSell } from '../../core/curve.ts'
import { coinsValueLamports } from '../../core/nft-sale.ts'
import {
  firstToGive,
  isExpired,
  leftText,
  listingNow,
  lockedIn,
  offerNow,
  worthAccepting,
} from './wallet-rules.ts'

const collection = {
  id: 'c',
  reserveLamports: '31300000000',
  reserveBaseUnits: '958466453674121',
  realLamports: '1300000000',
  graduationMarketCapLamports: '420000000000',
  sellFeeBps: 100,
  creatorShareBps: 5_000,
  isGraduated: false,
  openingReserveLamports: '30000000000',
  guardBps: 0,
  guardSeconds: 0,
  createdAt: '2027-01-15T08:00:00.000Z',
  royaltyBps: 500,
  marketFeeBps: 100,
} as Collection
const F = coinsValueLamports(curveStateOf(collection))
const NOW = Date.parse('2027-02-01T00:00:00.000Z')

const offer = (address: string, priceLamports: bigint, change: Partial<WalletOffer> = {}): WalletOffer => ({
  address,
  collectionId: 'c',
  bidderAddress: 'b',
  priceLamports: priceLamports.toString(),
  editionCount: 1,
  editions: [7],
  rarity: null,
  expiresAt: '2027-02-02T00:00:00.000Z',
  createdAt: '2027-01-20T00:00:00.000Z',
  txSignature: 's',
  heldEditions: [7],
  ...change,
})
const worth = (offers: readonly WalletOffer[], coin: Collection | undefined = collection) =>
  worthAccepting(offers, () => coin, NOW).map((each) => each.offer.address)

test.each([
  [30 * 86_400_000 - 1, '30d'],
  [86_400_000, '1d'],
  [86_400_000 - 1_000, '24h'],
  [3_600_000 + 1_000, '2h'],
  [59_000, '59s'],
  [1, '1s'],
])('%s ms are left: %s', (leftMs, text) => {
  expect(leftText(leftMs)).toBe(text)
})

describe('what a seller gets', () => {
  test('of a listing below what the coins bring is what these bring', () => {
    expect(listingNow({ priceLamports: '1' }, collection)).toMatchObject({
      dueLamports: F,
      royaltyLamports: 0n,
      coinsLamports: F,
    })
    expect(offerNow({ priceLamports: '1' }, collection).dueLamports).toBe(1n)
  })

  test('is never less than release and sell bring, of any listing at any state of the curve', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1_000_000_000n, 400_000_000_000n),
        fc.bigInt(2_000_000_000_000n, 1_000_000_000_000_000n),
        fc.bigInt(1n, 500_000_000_000n),
        (reserveLamports, reserveBaseUnits, price) => {
          const coin = {
            ...collection,
            reserveLamports: reserveLamports.toString(),
            reserveBaseUnits: reserveBaseUnits.toString(),
            realLamports: reserveLamports.toString(),
          }
          const { sellerLamports, releaseAndSellLamports, dueLamports } = listingNow(
            { priceLamports: price.toString() },
            coin,
          )
          const sell = quoteSell(curveStateOf(coin), NFT_BASE_UNITS)
          if (sell.kind !== 'quote') return
          expect(releaseAndSellLamports).toBe(sell.lamportsOut)
          expect(sellerLamports).toBeGreaterThanOrEqual(sell.lamportsOut)
          expect(dueLamports).toBeGreaterThanOrEqual(price)
        },
      ),
    )
  })
})

describe('offers received', () => {
  test('below what the coins bring, expired, or for nothing that is held are not shown', () => {
    const offers = [
      offer('below', F - 1n),
      offer('at', F),
      offer('expired', F * 2n, { expiresAt: new Date(NOW).toISOString() }),
      offer('of others', F * 2n, { heldEditions: [] }),
    ]
    expect(worth(offers)).toEqual(['at'])
    expect(worthAccepting(offers, () => undefined, NOW)).toEqual([])
  })

  test('the best first, and not any more when the price has risen past them', () => {
    const offers = [offer('less', F * 2n), offer('more', F * 3n)]
    expect(worth(offers)).toEqual(['more', 'less'])
    const risen = {
      ...collection,
      reserveLamports: ((BigInt(collection.reserveLamports) * 5n) / 2n).toString(),
    }
    expect(worth(offers, risen)).toEqual(['more'])
  })

  test('the commonest of what is held is given first', () => {
    expect(firstToGive([777, 52, 813])).not.toBe(777)
    expect(firstToGive([])).toBeUndefined()
  })
})

test('locked is what all open offers hold, expired or not; an offer has expired at its second', () => {
  expect(lockedIn([offer('a', 3n), offer('b', 4n, { expiresAt: '2020-01-01T00:00:00.000Z' })])).toBe(7n)
  expect(isExpired({ expiresAt: new Date(NOW).toISOString() }, NOW)).toBe(true)
  expect(isExpired({ expiresAt: new Date(NOW + 1).toISOString() }, NOW)).toBe(false)
})
