import { describe, expect, it } from 'vitest'
import type { MarketCost } from '../../api/nft-market/action-contract.ts'
import { lamports } from '../../core/money.ts'
import {
  type AskedMarket,
  decideMarket,
  type MarketAction,
  type MarketShownNow,
  marketEnd,
  restOfMarket,
  worseMarket,
} from './quote-changes.ts'
import type { MarketQuote } from './rules.ts'

const SOL = 1_000_000_000n
const now: MarketShownNow = {
  collection: {
    reserveLamports: '31000000000',
    reserveBaseUnits: '967741935483871',
    realLamports: '1000000000',
    graduationMarketCapLamports: '420000000000',
    sellFeeBps: 100,
    creatorShareBps: 5_000,
    isGraduated: false,
    openingReserveLamports: '30000000000',
    guardBps: 0,
    guardSeconds: 0,
    createdAt: '2027-01-15T08:00:00.000Z',
  },
  terms: { royaltyBps: 500n, marketFeeBps: 100n },
  holdings: { lamports: lamports(10n * SOL), hasCoinAccount: true },
  nowSeconds: 1_800_000_000n,
}
const expiresAtSeconds = now.nowSeconds + 60n
const list: MarketAction = {
  kind: 'list',
  nfts: [1, 2, 3].map((edition) => ({ edition, priceLamports: lamports(SOL) })),
  expiresAtSeconds,
}
const listing = (seconds: bigint) => ({
  sellerAddress: 'seller',
  priceLamports: SOL.toString(),
  expiresAt: new Date(Number(seconds) * 1_000).toISOString(),
})
const shown = (action: MarketAction, change: Partial<MarketShownNow> = {}) =>
  decideMarket(action, { ...now, ...change })
const askedOf = (action: MarketAction): AskedMarket => {
  const { asked } = shown(action)
  if (asked === undefined) throw new Error('nothing is shown')
  return asked
}

describe('what a dialog shows', () => {
  it('is also what it would cost a wallet that has too little, with why not', () => {
    const poor = shown(list, { holdings: { lamports: lamports(5n), hasCoinAccount: true } })
    expect(poor.refusal?.code).toBe('insufficientLamports')
    expect(poor.asked?.quote).toEqual(shown(list).asked?.quote)
  })
  it('is nothing of what can’t be at all', () => {
    expect(shown({ ...list, expiresAtSeconds: now.nowSeconds })).toMatchObject({
      asked: undefined,
      refusal: { code: 'expiryOutOfRange' },
    })
    const buy = { kind: 'buy', edition: 1 } as const
    expect(shown({ ...buy, listing: listing(now.nowSeconds) }).refusal?.code).toBe('listingExpired')
    expect(shown({ ...buy, listing: listing(now.nowSeconds + 1n) }).refusal).toBeUndefined()
  })
  it('enforces what a purchase costs at the most, and what a sale brings at the least', () => {
    const bought = askedOf({ kind: 'buy', edition: 1, listing: listing(expiresAtSeconds) }).quote
    expect(bought.lamportsBound).toBe(SOL)
    const offer = { address: 'o', bidderAddress: 'b', ...listing(expiresAtSeconds) }
    const { quote } = askedOf({ kind: 'accept', edition: 1, offer, isListed: false })
    // A twentieth of a hundredth of the coins' value is what the royalty may grow.
    expect(quote.sellerLamports - quote.lamportsBound).toBe(quote.coinsLamports / 2_000n)
  })
})

describe('what is offered instead', () => {
  const costOf = (quote: MarketQuote, change: Partial<Record<keyof MarketCost, bigint>> = {}): MarketCost => {
    const { count: _count, transactionCount: _transactions, ...amounts } = quote
    const texts = Object.entries({ ...amounts, ...change }).map(([name, each]) => [name, each.toString()])
    return Object.fromEntries(texts) as MarketCost
  }
  const asked = askedOf(list)
  const { quote } = asked
  it('is not worse where it is what was shown, or less', () => {
    expect(worseMarket(asked, costOf(quote), quote.transactionCount)).toBeUndefined()
    const cheaper = costOf(quote, { rentLamports: quote.rentLamports - 1n })
    expect(worseMarket(asked, cheaper, quote.transactionCount)).toBeUndefined()
  })
  it('is worse from 50,000 lamports an NFT more in rents and fees on', () => {
    const dearer = (by: bigint) =>
      worseMarket(asked, costOf(quote, { rentLamports: quote.rentLamports + by }), 1)?.quote.rentLamports
    expect(dearer(150_000n)).toBeUndefined()
    expect(dearer(150_001n)).toBe(quote.rentLamports + 150_001n)
  })
  it('is worse where a sale to a bidder brings less than was said at the least, and then enforces that', () => {
    const offer = { address: 'o', bidderAddress: 'b', ...listing(expiresAtSeconds) }
    const sale = askedOf({ kind: 'accept', edition: 1, offer, isListed: false })
    const { lamportsBound } = sale.quote
    const brings = (sellerLamports: bigint) => worseMarket(sale, costOf(sale.quote, { sellerLamports }), 1)
    expect(brings(lamportsBound)).toBeUndefined()
    const less = lamports(lamportsBound - 1n)
    expect(brings(less)?.quote).toMatchObject({ sellerLamports: less, lamportsBound: less })
  })
  it('is worse where an offer locks more, or one that is withdrawn gives back less', () => {
    const offer = askedOf({
      kind: 'offer',
      priceLamports: lamports(SOL),
      editions: [1],
      expiresAtSeconds,
      nonce: 1n,
    })
    const more = costOf(offer.quote, { lockedLamports: offer.quote.lockedLamports + 1n })
    expect(worseMarket(offer, more, 1)?.quote.lockedLamports).toBe(offer.quote.lockedLamports + 1n)
    const back = askedOf({ kind: 'cancelOffer', offers: [{ address: 'o', priceLamports: SOL.toString() }] })
    const less = costOf(back.quote, { unlockedLamports: back.quote.unlockedLamports - 1n })
    expect(worseMarket(back, less, 1)).toBeDefined()
    expect(worseMarket(back, costOf(back.quote), 1)).toBeUndefined()
  })
})

describe('of what stopped half way', () => {
  const said = [[1, 2], [3], [4]]
  it('each NFT is done, not done, or not known', () => {
    expect(marketEnd({ said, answers: [1, 1, 1], stopped: undefined })).toEqual({
      done: [1, 2, 3, 4],
      uncertain: [],
      notDone: [],
    })
    expect(marketEnd({ said, answers: [1], stopped: { moved: 'fee' } })).toEqual({
      done: [1, 2],
      uncertain: [],
      notDone: [3, 4],
    })
    expect(marketEnd({ said, answers: [1], stopped: { moved: 'unknown' } })).toEqual({
      done: [1, 2],
      uncertain: [3],
      notDone: [4],
    })
  })
  it('the rest is what is certainly left, at the same prices', () => {
    expect(restOfMarket(list, [2, 3])).toEqual({
      ...list,
      nfts: [2, 3].map((edition) => ({ edition, priceLamports: SOL })),
    })
    const back = { kind: 'cancel', editions: [1, 2, 3], andRelease: true } as const
    expect(restOfMarket(back, [3])).toEqual({ ...back, editions: [3] })
    expect(restOfMarket(list, [])).toBeUndefined()
    expect(restOfMarket({ kind: 'buy', edition: 1, listing: listing(1n) }, [1])).toBeUndefined()
  })
})
