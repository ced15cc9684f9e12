import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curveStateOf, NFT_BASE_UNITS } from '../../core/curve.ts'
import { type Lamports, lamports } from '../../core/money.ts'
import { coinsValueLamports, EXPIRY_SECONDS_MAX, saleOf } from '../../core/nft-sale.ts'
import { NETWORK_FEE, rentLamports, TOKEN_ACCOUNT_RENT, WALLET_RENT } from '../../core/rent.ts'
import {
  decideAccept,
  decideBuyListing,
  decideCancelOffers,
  decideList,
  decideOffer,
  decideTakeBack,
  decideUpdate,
  listingMostLamports,
  type MarketDecision,
  type MarketHoldings,
  type MarketNow,
  type MarketQuote,
  marketNetLamports,
  OFFER_NFT_RENT,
  offerLeastLamports,
  offerMaxLamports,
  premiumBps,
  releaseAndSellLamports,
} from './rules.ts'

const curve = curveStateOf({
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
})
const F = coinsValueLamports(curve)
const terms = { royaltyBps: 500n, marketFeeBps: 100n }
const SOL = 1_000_000_000n
const rich: MarketHoldings = { lamports: lamports(100n * SOL), hasCoinAccount: true }
const now = (holdings: MarketHoldings | undefined = rich): MarketNow => ({ curve, terms, holdings })
const NOW = 1_000n
const time = { expiresAtSeconds: NOW + 60n, nowSeconds: NOW }

const quoteOf = (decision: MarketDecision): MarketQuote => {
  if (decision.kind === 'refused') throw new Error(decision.code)
  return decision.quote
}
const codeOf = (decision: MarketDecision) => (decision.kind === 'refused' ? decision.code : 'quote')
const prices = (...each: bigint[]): Lamports[] => each.map(lamports)
const list = (each: readonly Lamports[], change: object = {}, holdings?: MarketHoldings) =>
  decideList({ ...now(holdings), priceLamports: each, ...time, ...change })
const buy = (price: bigint, most: bigint, change: object = {}, holdings?: MarketHoldings) =>
  decideBuyListing({
    ...now(holdings),
    priceLamports: lamports(price),
    lamportsMax: lamports(most),
    makesNftAccount: true,
    ...time,
    ...change,
  })
const offer = (price: bigint, change: object = {}, holdings?: MarketHoldings) =>
  decideOffer({ ...now(holdings), priceLamports: lamports(price), editions: [1], ...time, ...change })
const accept = (price: bigint, least: bigint, change: object = {}, holdings?: MarketHoldings) =>
  decideAccept({
    ...now(holdings),
    priceLamports: lamports(price),
    lamportsMin: lamports(least),
    coversNft: true,
    isListed: false,
    ...time,
    ...change,
  })

describe('listing', () => {
  it('says what each would come to now, at what its coins bring where it asks less', () => {
    const quote = quoteOf(list(prices(SOL, 1n)))
    const [dear, cheap] = [saleOf(lamports(SOL), F, terms), saleOf(F, F, terms)]
    expect(quote.dueLamports).toBe(SOL + F)
    expect(quote.sellerLamports).toBe(dear.sellerLamports + cheap.sellerLamports)
    expect(quote.royaltyLamports).toBe(dear.royaltyLamports)
    expect(cheap.sellerLamports).toBe(releaseAndSellLamports(curve))
    expect(quote.releaseAndSellLamports).toBe(releaseAndSellLamports(curve))
  })
  it('costs a listing and an account each, and gives back the account it came from', () => {
    const quote = quoteOf(list(prices(...Array<bigint>(7).fill(SOL))))
    expect(quote.rentLamports).toBe(7n * (rentLamports(160) + rentLamports(165)))
    expect(quote.rentBackLamports).toBe(7n * TOKEN_ACCOUNT_RENT)
    expect(quote.transactionCount).toBe(2)
    expect(quote.networkFeeLamports).toBe(2n * NETWORK_FEE)
  })
  it('refuses by number, price, time and SOL, in that order', () => {
    const poor = { lamports: lamports(1n), hasCoinAccount: true }
    const many = prices(...Array<bigint>(41).fill(0n))
    const late = { expiresAtSeconds: NOW }
    expect(codeOf(list([], late, poor))).toBe('badRequest')
    expect(codeOf(list(many, late, poor))).toBe('tooManyNfts')
    expect(codeOf(list(prices(SOL, 0n), late, poor))).toBe('amountZero')
    expect(codeOf(list(prices(SOL), late, poor))).toBe('expiryOutOfRange')
    expect(codeOf(list(prices(SOL), {}, poor))).toBe('insufficientLamports')
    expect(codeOf(list(prices(SOL)))).toBe('quote')
  })
  it('ends later than now, by 366 days at most', () => {
    const at = (seconds: bigint) => codeOf(list(prices(SOL), { expiresAtSeconds: seconds }))
    expect([NOW, NOW + 1n, NOW + EXPIRY_SECONDS_MAX, NOW + EXPIRY_SECONDS_MAX + 1n].map(at)).toEqual([
      'expiryOutOfRange',
      'quote',
      'quote',
      'expiryOutOfRange',
    ])
    const update = decideUpdate({ ...now(), priceLamports: prices(SOL), ...time, expiresAtSeconds: NOW })
    expect(codeOf(update)).toBe('expiryOutOfRange')
  })
  it('needs the rents before any comes back, and leaves nothing or what an account must keep', () => {
    const needed = rentLamports(160) + rentLamports(165) + NETWORK_FEE
    const spent = needed - TOKEN_ACCOUNT_RENT
    const have = (held: bigint) =>
      codeOf(list(prices(SOL), {}, { lamports: lamports(held), hasCoinAccount: true }))
    expect(have(needed - 1n)).toBe('insufficientLamports')
    // What comes back leaves enough.
    expect(TOKEN_ACCOUNT_RENT).toBeGreaterThan(WALLET_RENT)
    expect(have(needed)).toBe('quote')
    expect(spent).toBeLessThan(needed)
  })
})

describe('taking back', () => {
  const takeBack = (count: number, change: object = {}, holdings?: MarketHoldings) =>
    decideTakeBack({ ...now(holdings), count, andRelease: false, ...change })
  it('gives back the rents, and pays the account that the NFT comes to', () => {
    const quote = quoteOf(takeBack(6))
    expect(quote.rentLamports).toBe(6n * TOKEN_ACCOUNT_RENT)
    expect(quote.rentBackLamports).toBe(6n * (rentLamports(160) + rentLamports(165)))
    expect(quote.transactionCount).toBe(2)
    expect(quote.baseUnits).toBe(0n)
  })
  it('into coins gives 1,000,000 each, three a transaction, and may make the coin account', () => {
    const quote = quoteOf(takeBack(7, { andRelease: true }, { ...rich, hasCoinAccount: false }))
    expect(quote.baseUnits).toBe(7n * NFT_BASE_UNITS)
    expect(quote.transactionCount).toBe(3)
    expect(quote.rentLamports).toBe(7n * (TOKEN_ACCOUNT_RENT + rentLamports(165)) + TOKEN_ACCOUNT_RENT)
    expect(quote.rentBackLamports).toBe(7n * (rentLamports(160) + rentLamports(165) + TOKEN_ACCOUNT_RENT))
  })
  it('takes a wallet that has almost nothing, since the listing’s rent pays', () => {
    const least = TOKEN_ACCOUNT_RENT - rentLamports(160) + NETWORK_FEE
    const have = (held: bigint) => codeOf(takeBack(1, {}, { lamports: lamports(held), hasCoinAccount: true }))
    expect(have(least)).toBe('quote')
    expect(have(least - 1n)).toBe('insufficientLamports')
  })
})

describe('buying', () => {
  it('pays the price, or what the coins bring', () => {
    expect(quoteOf(buy(SOL, SOL)).dueLamports).toBe(SOL)
    expect(quoteOf(buy(1n, F)).dueLamports).toBe(F)
  })
  it('refuses what expired, what costs more than was agreed, and what the wallet has not, in that order', () => {
    const poor = { lamports: lamports(1n), hasCoinAccount: true }
    const gone = { expiresAtSeconds: NOW }
    expect(codeOf(buy(SOL, SOL - 1n, gone, poor))).toBe('listingExpired')
    expect(codeOf(buy(SOL, SOL - 1n, {}, poor))).toBe('priceTooHigh')
    expect(codeOf(buy(1n, F - 1n))).toBe('priceTooHigh')
    expect(codeOf(buy(SOL, SOL, {}, poor))).toBe('insufficientLamports')
    const all = SOL + TOKEN_ACCOUNT_RENT + NETWORK_FEE
    const have = (held: bigint) =>
      codeOf(buy(SOL, SOL, {}, { lamports: lamports(held), hasCoinAccount: true }))
    expect(have(all)).toBe('quote')
    expect(have(all - 1n)).toBe('insufficientLamports')
    expect(have(all + 1n)).toBe('insufficientRent')
  })
  it('agrees to a hundredth more than the coins bring now, and not to more than the price above that', () => {
    expect(listingMostLamports(lamports(1n), curve)).toBe((F * 101n) / 100n)
    expect(listingMostLamports(lamports(SOL), curve)).toBe(SOL)
    fc.assert(
      fc.property(fc.bigInt(1n, 90n * SOL), (price) => {
        const most = listingMostLamports(lamports(price), curve)
        expect(codeOf(buy(price, most))).toBe('quote')
      }),
    )
  })
})

describe('an offer', () => {
  it('locks its price and the rent of an account, beside its own', () => {
    const quote = quoteOf(offer(SOL))
    expect(quote.lockedLamports).toBe(SOL + OFFER_NFT_RENT)
    expect(quote.rentLamports).toBe(rentLamports(256))
    expect(marketNetLamports('offer', quote)).toBe(SOL + OFFER_NFT_RENT + rentLamports(256) + NETWORK_FEE)
  })
  it('refuses none, no price, a time that is none, and more than the wallet has, in that order', () => {
    const poor = { lamports: lamports(1n), hasCoinAccount: true }
    const late = { expiresAtSeconds: NOW }
    expect(codeOf(offer(0n, { editions: [], ...late }, poor))).toBe('offerEmpty')
    expect(codeOf(offer(0n, late, poor))).toBe('amountZero')
    expect(codeOf(offer(SOL, late, poor))).toBe('expiryOutOfRange')
    expect(codeOf(offer(SOL, {}, poor))).toBe('insufficientLamports')
  })
  it('at the most keeps what two transactions cost and what a wallet must keep', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 20n * SOL), fc.bigInt(0n, SOL / 20n), (held, fee) => {
        const holdings = { lamports: lamports(held), hasCoinAccount: false }
        const most = offerMaxLamports(holdings, fee)
        if (most === 0n) return
        const decided = offer(most, { priorityFeeLamports: fee }, holdings)
        const left = held - marketNetLamports('offer', quoteOf(decided))
        expect(left).toBe(NETWORK_FEE + fee + WALLET_RENT)
      }),
    )
  })
  it('gives back all that it holds', () => {
    const quote = quoteOf(decideCancelOffers({ ...now(), unlockedLamports: prices(SOL, 5n) }))
    expect(quote.unlockedLamports).toBe(SOL + 5n)
    expect(quote.rentBackLamports).toBe(2n * rentLamports(256))
    expect(marketNetLamports('cancelOffer', quote)).toBe(NETWORK_FEE - SOL - 5n - 2n * rentLamports(256))
  })
})

describe('selling to a bidder', () => {
  it('brings the price less royalty and fee, and the account’s rent', () => {
    const quote = quoteOf(accept(SOL, 1n))
    expect(quote.sellerLamports).toBe(saleOf(lamports(SOL), F, terms).sellerLamports)
    expect(marketNetLamports('accept', quote)).toBe(NETWORK_FEE - quote.sellerLamports - TOKEN_ACCOUNT_RENT)
  })
  it('refuses what expired, another number, too little, and a wallet without the fee, in that order', () => {
    const poor = { lamports: lamports(1n), hasCoinAccount: true }
    const { sellerLamports } = saleOf(lamports(SOL), F, terms)
    const gone = { expiresAtSeconds: NOW, coversNft: false }
    expect(codeOf(accept(SOL, SOL, gone, poor))).toBe('offerExpired')
    expect(codeOf(accept(SOL, SOL, { coversNft: false }, poor))).toBe('nftNotInOffer')
    expect(codeOf(accept(SOL, sellerLamports + 1n, {}, poor))).toBe('offerTooLow')
    expect(codeOf(accept(SOL, sellerLamports, {}, poor))).toBe('insufficientLamports')
    expect(codeOf(accept(SOL, sellerLamports))).toBe('quote')
  })
  it('asks for what it brings now, less the royalty on a hundredth of the coins’ value', () => {
    const least = (price: bigint) => offerLeastLamports(lamports(price), { curve, terms })
    const brings = (price: bigint) => saleOf(lamports(price), F, terms).sellerLamports
    // The price stands, and there is no royalty on what the coins bring.
    expect(least(F / 2n)).toBe(brings(F / 2n))
    expect(brings(SOL) - least(SOL)).toBe(F / 100n / 20n)
    fc.assert(
      fc.property(fc.bigInt(1n, 100n * SOL), (price) => {
        expect(codeOf(accept(price, least(price)))).toBe('quote')
        expect(brings(price) - least(price)).toBeLessThanOrEqual(F / 2_000n + 1n)
      }),
    )
  })
})

it('leaves balances out while no wallet is connected', () => {
  const none = { holdings: undefined }
  expect(codeOf(list(prices(SOL), none))).toBe('quote')
  expect(codeOf(buy(SOL, SOL, none))).toBe('quote')
  expect(codeOf(offer(SOL, none))).toBe('quote')
  expect(codeOf(accept(SOL, 1n, none))).toBe('quote')
})

it('pays the rent by which a coin of the earlier version grows', () => {
  const holdings = { ...rich, migrationLamports: lamports(723_840n) }
  const [plain, grown] = [quoteOf(list(prices(SOL))), quoteOf(list(prices(SOL), {}, holdings))]
  expect(grown.rentLamports - plain.rentLamports).toBe(723_840n)
})

it('says how far a price is above what the coins bring', () => {
  expect(premiumBps(lamports(112n), lamports(100n))).toBe(1_200n)
  expect(premiumBps(lamports(100n), lamports(100n))).toBe(0n)
  expect(premiumBps(lamports(5n), lamports(100n))).toBe(0n)
  expect(premiumBps(lamports(5n), lamports(0n))).toBe(0n)
})
