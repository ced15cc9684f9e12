/* oxlint-disable vitest/no-conditional-expect -- properties of a sale hold where the swap is not refused */
// Who gets what of an NFT's sale, for every price, reserve and term that there can be. Against the program:
// program/test/nft-market-parity.test.ts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CurveState,
  launchState,
  NFT_BASE_UNITS,
  quoteBuy,
  quoteBuyExactOut,
  quoteSell,
  SUPPLY_BASE_UNITS,
} from './curve.ts'
import { BPS_ONE, baseUnits, lamports, LAMPORTS_PER_SOL as SOL } from './money.ts'
import { coinsValueLamports, listingDueLamports, type SaleTerms, saleOf } from './nft-sale.ts'

const U64_MAX = (1n << 64n) - 1n
const RUNS = { numRuns: 1_000 }

/** u64s where arithmetic breaks, as often as any others. */
const amountFrom = (least: bigint) =>
  fc
    .oneof(
      fc.bigInt({ min: least, max: U64_MAX }),
      fc.bigInt({ min: least, max: 1_000n * SOL }),
      fc.bigInt({ min: least, max: 50_000n }),
      fc.integer({ min: 0, max: 63 }).map((bits) => (1n << BigInt(bits)) + (least === 0n ? 0n : least - 1n)),
      fc.constantFrom(least, least + 1n, least + 2n, U64_MAX - 1n, U64_MAX),
    )
    .map(lamports)
const price = amountFrom(1n)
const coins = amountFrom(0n)
/** The program's Config allows a royalty of 10 % and a fee of 5 % at most. */
const terms: fc.Arbitrary<SaleTerms> = fc.record({
  royaltyBps: fc.oneof(fc.constantFrom(0n, 1n, 500n, 999n, 1_000n), fc.bigInt({ min: 0n, max: 1_000n })),
  marketFeeBps: fc.oneof(fc.constantFrom(0n, 1n, 100n, 499n, 500n), fc.bigInt({ min: 0n, max: 500n })),
})
/** What trading reaches, before and after graduation, with coins for one NFT at least in somebody's hands. */
const traded: fc.Arbitrary<CurveState> = fc
  .record({
    opening: fc.bigInt({ min: SOL, max: 100n * SOL }),
    threshold: fc.constantFrom(420n, 5_000n, 1_000_000n).map((sol) => lamports(sol * SOL)),
    paid: fc.bigInt({ min: SOL, max: 2_000n * SOL }),
    sellFeeBps: fc.constantFrom(0n, 1n, 100n, 333n, 500n),
  })
  .map(({ opening, threshold, paid, sellFeeBps }) => {
    const start = launchState({
      graduationMarketCapLamports: threshold,
      sellFeeBps,
      creatorShareBps: 5_000n,
      openingReserveLamports: lamports(opening),
    })
    const quote = quoteBuy(start, lamports(paid), { nowSeconds: 0n })
    if (quote.kind === 'refused') throw new Error(quote.code)
    return quote.after
  })

test('what the seller, the creator and the treasury get is what the buyer pays', () => {
  fc.assert(
    fc.property(price, coins, terms, (due, value, rates) => {
      const sale = saleOf(due, value, rates)
      expect(sale.sellerLamports + sale.royaltyLamports + sale.platformFeeLamports).toBe(due)
      expect(sale.dueLamports).toBe(due)
      for (const part of [sale.sellerLamports, sale.royaltyLamports, sale.platformFeeLamports])
        expect(part).toBeGreaterThanOrEqual(0n)
    }),
    RUNS,
  )
})

test('the fee is the least whole number that is not below its rate, the royalty the most that is not above', () => {
  fc.assert(
    fc.property(price, coins, terms, (due, value, rates) => {
      const { royaltyLamports, platformFeeLamports } = saleOf(due, value, rates)
      const premium = due > value ? due - value : 0n
      expect(platformFeeLamports * BPS_ONE).toBeGreaterThanOrEqual(due * rates.marketFeeBps)
      expect((platformFeeLamports - 1n) * BPS_ONE).toBeLessThan(due * rates.marketFeeBps)
      expect(royaltyLamports * BPS_ONE).toBeLessThanOrEqual(premium * rates.royaltyBps)
      expect((royaltyLamports + 1n) * BPS_ONE).toBeGreaterThan(premium * rates.royaltyBps)
    }),
    RUNS,
  )
})

test('there is no royalty up to what the coins bring', () => {
  fc.assert(
    fc.property(price, coins, terms, (due, more, rates) => {
      const value = lamports(due + more > U64_MAX ? U64_MAX : due + more)
      expect(saleOf(due, value, rates).royaltyLamports).toBe(0n)
    }),
    RUNS,
  )
})

test('a listing costs its price or what the coins bring, never less than either and never more than both', () => {
  fc.assert(
    fc.property(price, coins, (asked, value) => {
      const due = listingDueLamports(asked, value)
      expect(due).toBeGreaterThanOrEqual(asked)
      expect(due).toBeGreaterThanOrEqual(value)
      expect([asked, value]).toContain(due)
    }),
    RUNS,
  )
})

test('where fee and sell fee are the same, a listing brings never less than release and sell, and exactly that at F', () => {
  fc.assert(
    fc.property(
      traded,
      price,
      fc.bigInt({ min: -3n, max: 50n }),
      terms,
      (state, any, near, { royaltyBps }) => {
        const value = coinsValueLamports(state)
        const asked = any % 2n === 0n ? any : lamports(value + near)
        const rates = { royaltyBps, marketFeeBps: state.sellFeeBps }
        const swapped = quoteSell(state, NFT_BASE_UNITS)
        if (swapped.kind === 'refused') throw new Error(swapped.code)
        expect(swapped.grossLamports).toBe(value)
        expect(saleOf(value, value, rates)).toEqual({
          dueLamports: value,
          royaltyLamports: 0n,
          platformFeeLamports: swapped.feeLamports,
          sellerLamports: swapped.lamportsOut,
        })
        const due = listingDueLamports(asked, value)
        const { sellerLamports } = saleOf(due, value, rates)
        expect(sellerLamports).toBeGreaterThanOrEqual(swapped.lamportsOut)
        if (asked <= value) expect(sellerLamports).toBe(swapped.lamportsOut)
      },
    ),
    RUNS,
  )
})

test('what the coins bring is always in the market, once somebody holds coins for an NFT', () => {
  fc.assert(
    fc.property(traded, (state) => {
      expect(coinsValueLamports(state)).toBeLessThanOrEqual(state.realLamports)
      expect(coinsValueLamports(state)).toBeGreaterThan(0n)
    }),
    RUNS,
  )
})

test('what the coins bring falls with every sell and rises with every buy', () => {
  fc.assert(
    fc.property(traded, fc.bigInt({ min: 1n, max: 1_000n * SOL }), (state, paid) => {
      const buy = quoteBuy(state, lamports(paid), { nowSeconds: 0n })
      if (buy.kind === 'refused') return
      const bought = buy.after
      expect(coinsValueLamports(bought)).toBeGreaterThanOrEqual(coinsValueLamports(state) - 1n)
      const sell = quoteSell(bought, buy.baseUnitsOut)
      if (sell.kind === 'refused') return
      expect(coinsValueLamports(sell.after)).toBeLessThanOrEqual(coinsValueLamports(bought))
    }),
    RUNS,
  )
})

test('who pays more pays no smaller royalty or fee, and the seller gets no less but for a lamport of rounding', () => {
  fc.assert(
    fc.property(price, amountFrom(1n), coins, terms, (one, other, value, rates) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      const [low, high] = [saleOf(less, value, rates), saleOf(more, value, rates)]
      expect(high.royaltyLamports).toBeGreaterThanOrEqual(low.royaltyLamports)
      expect(high.platformFeeLamports).toBeGreaterThanOrEqual(low.platformFeeLamports)
      expect(high.sellerLamports).toBeGreaterThanOrEqual(low.sellerLamports - 1n)
      if (more - less !== 1n) expect(high.sellerLamports).toBeGreaterThanOrEqual(low.sellerLamports)
    }),
    RUNS,
  )
})

test('the more the coins bring, the less royalty of the same price, and the more of the same listing', () => {
  fc.assert(
    fc.property(price, coins, coins, terms, (asked, one, other, rates) => {
      const [less, more] = one < other ? [one, other] : [other, one]
      const [low, high] = [saleOf(asked, less, rates), saleOf(asked, more, rates)]
      expect(high.royaltyLamports).toBeLessThanOrEqual(low.royaltyLamports)
      expect(high.platformFeeLamports).toBe(low.platformFeeLamports)
      const listed = (value: typeof asked) => saleOf(listingDueLamports(asked, value), value, rates)
      expect(listed(more).sellerLamports).toBeGreaterThanOrEqual(listed(less).sellerLamports)
    }),
    RUNS,
  )
})

/**
 * What somebody gains in lamports who sells coins first, so that NFTs' coins bring less, buys so many listings that ask for
 * hardly anything, and buys back all coins but those that the NFTs stand for; in the slot of the sell, or in later ones in
 * which nobody else trades.
 */
function flashGain(state: CurveState, sold: bigint, listings: bigint, isOneSlot = false): bigint {
  const sell = quoteSell(state, baseUnits(sold))
  if (sell.kind === 'refused') return 0n
  const coinsBring = coinsValueLamports(isOneSlot ? state : sell.after)
  const paid = listings * listingDueLamports(lamports(1), coinsBring)
  const back = sold - listings * NFT_BASE_UNITS
  const buy = quoteBuyExactOut(sell.after, baseUnits(back), { nowSeconds: 0n })
  if (buy.kind === 'refused') return 0n
  return sell.lamportsOut - paid - buy.lamportsIn
}

test('moving the price within one slot gains nothing from any number of listings below it', () => {
  fc.assert(
    fc.property(
      traded,
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      (state, listings, part) => {
        const held = SUPPLY_BASE_UNITS - state.reserveBaseUnits
        const least = listings * NFT_BASE_UNITS
        if (held <= least || state.graduated) return
        const sold = least + 1n + ((held - least - 1n) * part) / 1_000_000n
        // What the coins bring is rounded down, for each listing.
        expect(flashGain(state, sold, listings, true)).toBeLessThanOrEqual(listings)
      },
    ),
    RUNS,
  )
})

test('moving it over slots gains nothing from them while the curve holds the coins of 200 NFTs for each', () => {
  fc.assert(
    fc.property(
      traded,
      fc.bigInt({ min: 1n, max: 20n }),
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      (state, listings, part) => {
        const held = SUPPLY_BASE_UNITS - state.reserveBaseUnits
        const least = listings * NFT_BASE_UNITS
        if (held <= least || state.graduated) return
        // Two parts of ten thousand for each listing, against the fee of the sell.
        fc.pre(20_000n * least <= state.sellFeeBps * state.reserveBaseUnits)
        const sold = least + 1n + ((held - least - 1n) * part) / 1_000_000n
        expect(flashGain(state, sold, listings)).toBeLessThanOrEqual(0n)
      },
    ),
    RUNS,
  )
})

test('and gains from more of them than that, or where a sell costs nothing', () => {
  const opened = (sellFeeBps: bigint) => {
    const start = launchState({
      graduationMarketCapLamports: lamports(420n * SOL),
      sellFeeBps,
      creatorShareBps: 5_000n,
      openingReserveLamports: lamports(30n * SOL),
    })
    const half = quoteBuyExactOut(start, baseUnits(SUPPLY_BASE_UNITS / 2n), { nowSeconds: 0n })
    if (half.kind === 'refused') throw new Error(half.code)
    return half.after
  }
  const best = (sellFeeBps: bigint, listings: bigint) =>
    [98n, 250n, 400n, 490n]
      .map((nfts) => flashGain(opened(sellFeeBps), nfts * NFT_BASE_UNITS, listings))
      .reduce((a, b) => (a > b ? a : b))
  const coinsBring = coinsValueLamports(opened(100n))
  expect(coinsBring).toBe(119_760_479n)
  const gains = [1n, 2n, 3n, 5n, 10n].map((listings) => best(100n, listings))
  expect(gains).toEqual([-62_318_908n, -26_787_189n, 8_270_243n, 144_198_537n, 573_718_549n])
  expect(best(0n, 1n)).toBeGreaterThan(0n)
})

const STANDARD: SaleTerms = { royaltyBps: 500n, marketFeeBps: 100n }

test.each([
  ['a lamport', 1n, 0n, STANDARD, [0n, 1n, 0n]],
  ['two lamports', 2n, 0n, STANDARD, [0n, 1n, 1n]],
  ['twenty lamports, all premium', 20n, 0n, STANDARD, [1n, 1n, 18n]],
  ['a SOL at what the coins bring', SOL, SOL, STANDARD, [0n, SOL / 100n, (99n * SOL) / 100n]],
  ['a lamport above', SOL + 1n, SOL, STANDARD, [0n, SOL / 100n + 1n, (99n * SOL) / 100n]],
  ['twice what the coins bring', 2n * SOL, SOL, STANDARD, [SOL / 20n, SOL / 50n, (193n * SOL) / 100n]],
  ['half of it', SOL / 2n, SOL, STANDARD, [0n, SOL / 200n, (99n * SOL) / 200n]],
  ['nothing taken', 7n, 0n, { royaltyBps: 0n, marketFeeBps: 0n }, [0n, 0n, 7n]],
  [
    'the most that 64 bits hold',
    U64_MAX,
    0n,
    STANDARD,
    [922_337_203_685_477_580n, 184_467_440_737_095_517n, 17_339_939_429_286_978_518n],
  ],
] as const)('%s: royalty, fee, and what the seller gets', (_, due, value, rates, [royalty, fee, seller]) => {
  expect(saleOf(lamports(due), lamports(value), rates)).toEqual({
    dueLamports: due,
    royaltyLamports: royalty,
    platformFeeLamports: fee,
    sellerLamports: seller,
  })
})

test('at the extremes of 64 bits what the coins bring stays a number of 64 bits', () => {
  const value = (reserveLamports: bigint, reserveBaseUnits: bigint) =>
    coinsValueLamports({
      reserveLamports: lamports(reserveLamports),
      reserveBaseUnits: baseUnits(reserveBaseUnits),
    })
  expect(value(U64_MAX, 1n)).toBeLessThan(U64_MAX)
  expect(value(U64_MAX, 0n)).toBe(U64_MAX)
  expect(value(1n, 1n)).toBe(0n)
  // On a new market with an opening reserve of 30 SOL.
  expect(value(30n * SOL, SUPPLY_BASE_UNITS)).toBe((30n * SOL) / 1_001n)
})
