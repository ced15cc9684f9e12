import { decideSwap, netLamports, type ShownNow } from '@twinmint/sdk/actions/swap/quote-changes'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { curveStateOf, NFT_BASE_UNITS, quoteBuyExactOut } from '@twinmint/sdk/core/curve'
import { coinsValueLamports } from '@twinmint/sdk/core/nft-sale'
import { NETWORK_FEE, TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cheaperListing } from './listed.ts'

const CREATED_AT = '2027-01-15T08:00:00.000Z'
const NOW_SECONDS = BigInt(Date.parse(CREATED_AT) / 1_000) + 600n
const collection = {
  collectionName: 'Sunset Frogs',
  symbol: 'SFROG',
  metadataUri: 'http://127.0.0.1:8787/m/abc',
  mintedNFTCount: 58,
  circulatingNFTCount: 58,
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
  createdAt: CREATED_AT,
} as Collection
const now: ShownNow = {
  collection,
  holdings: undefined,
  slippageText: '5',
  moment: { nowSeconds: NOW_SECONDS },
}
const F = coinsValueLamports(curveStateOf(collection))
const swapCost = (at: ShownNow = now): bigint => {
  const { asked } = decideSwap({ kind: 'buy', chosen: undefined, count: 1 }, at)
  if (asked === undefined) throw new Error('the curve has the coins of one NFT')
  return netLamports('buy', asked.quote)
}
const BESIDE = TOKEN_ACCOUNT_RENT + NETWORK_FEE

function listed(
  tokenId: number,
  priceLamports: bigint,
  change: Partial<NonNullable<Nft['listing']>> = {},
): Nft {
  const listing = {
    address: `L${tokenId}`,
    sellerAddress: 'seller',
    priceLamports: priceLamports.toString(),
    expiresAt: new Date(Number(NOW_SECONDS + 1n) * 1_000).toISOString(),
    createdAt: CREATED_AT,
    ...change,
  }
  return { tokenId, collectionId: 'c', listing } as Nft
}

describe('a listed NFT beside the swap', () => {
  test('counts the coins with the surcharge of this second, the rents and the fee, to the lamport', () => {
    const guarded = {
      ...now,
      collection: { ...collection, guardBps: 5_000, guardSeconds: 1_200 },
    }
    const found = cheaperListing([listed(7, F)], guarded, undefined)
    const buy = quoteBuyExactOut(curveStateOf(guarded.collection), NFT_BASE_UNITS, guarded.moment)
    if (buy.kind !== 'quote') throw new Error('not bought')
    expect(buy.surchargeLamports).toBeGreaterThan(0n)
    expect(found?.swapLamports).toBe(swapCost(guarded))
    expect(found?.swapLamports).toBeGreaterThan(buy.lamportsIn + TOKEN_ACCOUNT_RENT)
    expect(found?.dueLamports).toBe(F)
    expect(found?.costLamports).toBe(F + BESIDE)
    expect(found?.savedLamports).toBe(swapCost(guarded) - F - BESIDE)
    expect(found?.isMinted).toBe(true)
  })

  test('is named up to the last lamport that it saves, and not beyond', () => {
    const limit = swapCost() - BESIDE
    expect(cheaperListing([listed(7, limit - 1n)], now, undefined)?.savedLamports).toBe(1n)
    expect(cheaperListing([listed(7, limit)], now, undefined)).toBeUndefined()
    expect(cheaperListing([listed(7, limit + 1n)], now, undefined)).toBeUndefined()
  })

  test('costs what its coins bring where less is asked', () => {
    expect(cheaperListing([listed(7, 1n)], now, undefined)?.dueLamports).toBe(F)
  })

  test('is the cheapest; one’s own, expired ones and those not for sale are passed over', () => {
    const nfts = [
      { ...listed(1, 1n), listing: null },
      listed(2, F, { sellerAddress: 'me' }),
      listed(3, F, { expiresAt: new Date(Number(NOW_SECONDS) * 1_000).toISOString() }),
      listed(4, F + 3_000n),
      listed(5, F + 2_000n),
    ]
    expect(cheaperListing(nfts, now, 'me')?.nft.tokenId).toBe(5)
    expect(cheaperListing(nfts, now, undefined)?.nft.tokenId).toBe(2)
    expect(cheaperListing(nfts.slice(0, 3), now, 'me')).toBeUndefined()
    expect(cheaperListing([], now, undefined)).toBeUndefined()
  })

  test('one out of the escrow is what the swap would take, where there is one', () => {
    const held = { ...now, collection: { ...collection, circulatingNFTCount: 50 } }
    const found = cheaperListing([listed(7, F)], held, undefined)
    // Where the escrow has one little is saved, if anything: no mint's rent.
    expect(found === undefined || (!found.isMinted && found.savedLamports < TOKEN_ACCOUNT_RENT)).toBe(true)
  })

  test('what it saves is what both cost apart, at any state of the curve and any price', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1_000_000_000n, 400_000_000_000n),
        fc.bigInt(2_000_000_000_000n, 1_000_000_000_000_000n),
        fc.bigInt(1n, 500_000_000_000n),
        fc.bigInt(0n, 1_000_000n),
        (reserveLamports, reserveBaseUnits, priceLamports, priorityFeeLamports) => {
          const at = {
            ...now,
            priorityFeeLamports,
            collection: {
              ...collection,
              reserveLamports: reserveLamports.toString(),
              reserveBaseUnits: reserveBaseUnits.toString(),
            },
          }
          const coins = coinsValueLamports(curveStateOf(at.collection))
          const due = priceLamports > coins ? priceLamports : coins
          const cost = due + BESIDE + priorityFeeLamports
          const found = cheaperListing([listed(7, priceLamports)], at, undefined)
          // A curve may not have the coins of one NFT any more.
          const { asked } = decideSwap({ kind: 'buy', chosen: undefined, count: 1 }, at)
          const saved = asked && netLamports('buy', asked.quote) - cost
          expect(found?.savedLamports).toBe(saved !== undefined && saved > 0n ? saved : undefined)
        },
      ),
    )
  })
})
