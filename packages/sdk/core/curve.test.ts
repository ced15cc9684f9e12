/* oxlint-disable vitest/no-conditional-expect, vitest/expect-expect -- properties of trades hold where a trade is not refused */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CurveState,
  floorLamports,
  launchState,
  marketCapLamports,
  price,
  quoteBuy,
  quoteBuyExactOut,
  quoteSell,
  STANDARD_OPENING_LAMPORTS,
  SUPPLY_BASE_UNITS,
} from './curve.ts'
import { baseUnits, lamports } from './money.ts'

const SOL = 1_000_000_000n
const U64_MAX = (1n << 64n) - 1n
const LATER = { nowSeconds: 0n }

/** u64s where arithmetic breaks, as often as any others. */
const amountUpTo = (most: bigint) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: most }),
    fc.integer({ min: 0, max: 63 }).map((bits) => (1n << BigInt(bits) < most ? 1n << BigInt(bits) : most)),
    fc.constantFrom(0n, 1n, 2n, 3n, most - 1n, most),
  )
const bps = fc.constantFrom(0n, 1n, 100n, 333n, 500n)
const share = fc.constantFrom(0n, 1n, 5_000n, 9_999n, 10_000n)
const threshold = fc.constantFrom(2n, 3n, 50n, 420n, 5_000n).map((sol) => lamports(sol * SOL))
const launched = fc
  .record({ graduationMarketCapLamports: threshold, sellFeeBps: bps, creatorShareBps: share })
  .map((terms) => launchState({ ...terms, openingReserveLamports: STANDARD_OPENING_LAMPORTS }))
/** true = buy with that share of 10,000 SOL, false = sell that share of the holding. */
const steps = fc.array(fc.record({ buy: fc.boolean(), part: amountUpTo(1_000_000_000n) }), {
  minLength: 1,
  maxLength: 40,
})

/** One trader alone on the market: what the steps cost and brought, and every state on the way. */
function play(start: CurveState, moves: readonly { readonly buy: boolean; readonly part: bigint }[]) {
  let state = start
  let [paid, got, held, fees] = [0n, 0n, 0n, 0n]
  const states: { before: CurveState; after: CurveState; graduates: boolean }[] = []
  for (const { buy, part } of moves) {
    if (buy) {
      const quote = quoteBuy(state, lamports((part * 10_000n * SOL) / 1_000_000_000n), LATER)
      if (quote.kind === 'refused') continue
      states.push({ before: state, after: quote.after, graduates: quote.graduates })
      paid += quote.after.realLamports - state.realLamports
      held += quote.baseUnitsOut
      state = quote.after
    } else {
      const given = baseUnits((held * part) / 1_000_000_000n)
      const quote = quoteSell(state, given)
      if (quote.kind === 'refused') continue
      states.push({ before: state, after: quote.after, graduates: false })
      got += quote.lamportsOut
      fees += quote.feeLamports
      held -= given
      state = quote.after
    }
  }
  return { state, paid, got, held, fees, states }
}

test('no sequence of buys and sells takes out more than it put in, and every lamport is accounted for', () => {
  fc.assert(
    fc.property(launched, steps, (start, moves) => {
      const { state, paid, got, held, fees } = play(start, moves)
      expect(got + fees).toBeLessThanOrEqual(paid)
      expect(state.realLamports).toBe(paid - got - fees)
      const last = quoteSell(state, baseUnits(held))
      if (last.kind === 'quote') expect(got + last.lamportsOut).toBeLessThanOrEqual(paid)
      else expect(last.code).not.toBe('invariantBroken')
    }),
    { numRuns: 1_000 },
  )
})

test('the product of the reserves never falls, and a graduation keeps the price to one base unit', () => {
  fc.assert(
    fc.property(launched, steps, (start, moves) => {
      for (const { before, after, graduates } of play(start, moves).states) {
        if (!graduates) {
          const k = (s: CurveState) => s.reserveLamports * s.reserveBaseUnits
          expect(k(after)).toBeGreaterThanOrEqual(k(before))
          continue
        }
        // The same trade on a market that can't graduate shows the reserves right before it did.
        const never = { ...before, graduationMarketCapLamports: lamports(U64_MAX) }
        const quote = quoteBuy(never, lamports(after.realLamports - before.realLamports), LATER)
        if (quote.kind === 'refused') throw new Error(quote.code)
        const { lamports: rs, baseUnits: rt } = price(quote.after)
        expect(after.reserveLamports).toBe(after.realLamports)
        expect(after.reserveLamports * rt).toBeGreaterThanOrEqual(rs * after.reserveBaseUnits)
        expect(after.reserveLamports * rt).toBeLessThan(rs * (after.reserveBaseUnits + 1n))
        expect(marketCapLamports(quote.after)).toBeGreaterThanOrEqual(before.graduationMarketCapLamports)
      }
    }),
    { numRuns: 600 },
  )
})

test('splitting a buy or a sell never pays', () => {
  const parts = fc.array(amountUpTo(100n * SOL), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(launched, steps, parts, (start, moves, amounts) => {
      const { state, held } = play(start, moves)
      let [whole, split, now] = [0n, 0n, state]
      for (const amount of amounts) {
        const quote = quoteBuy(now, lamports(amount), LATER)
        if (quote.kind === 'refused') continue
        whole += amount
        split += quote.baseUnitsOut
        now = quote.after
      }
      const once = quoteBuy(state, lamports(whole), LATER)
      if (once.kind === 'quote') expect(split).toBeLessThanOrEqual(once.baseUnitsOut)

      const each = held / BigInt(amounts.length)
      const first = quoteSell(state, baseUnits(each * BigInt(amounts.length)))
      let [sum, at] = [0n, state]
      for (const _ of amounts) {
        const quote = quoteSell(at, baseUnits(each))
        if (quote.kind === 'refused') continue
        sum += quote.lamportsOut
        at = quote.after
      }
      if (first.kind === 'quote') expect(sum).toBeLessThanOrEqual(first.lamportsOut)
    }),
    { numRuns: 600 },
  )
})

const terms = {
  graduationMarketCapLamports: lamports(420n * SOL),
  sellFeeBps: 100n,
  creatorShareBps: 5_000n,
  openingReserveLamports: STANDARD_OPENING_LAMPORTS,
}

test('the launch price is 0.000000001 SOL a coin, and the market cap 1 SOL', () => {
  const start = launchState(terms)
  expect(price(start)).toEqual({ lamports: SOL, baseUnits: SUPPLY_BASE_UNITS })
  expect(marketCapLamports(start)).toBe(SOL)
})

test('a SOL buys half the supply, and selling it costs the fee', () => {
  const buy = quoteBuy(launchState(terms), lamports(SOL), LATER)
  if (buy.kind === 'refused') throw new Error(buy.code)
  expect(buy).toMatchObject({ baseUnitsOut: SUPPLY_BASE_UNITS / 2n, graduates: false })
  expect(quoteSell(buy.after, buy.baseUnitsOut)).toMatchObject({
    grossLamports: SOL,
    feeLamports: SOL / 100n,
    creatorFeeLamports: SOL / 200n,
    lamportsOut: SOL - SOL / 100n,
    after: { ...launchState(terms) },
  })
})

test('graduates in the buy that reaches the threshold, and not one lamport before', () => {
  const start = launchState(terms)
  // Market cap = R_s² / 10^9 on an untouched curve: 420 SOL at R_s = √420 SOL.
  const enough = 20_493_901_532n - SOL
  expect(quoteBuy(start, lamports(enough - 2n), LATER)).toMatchObject({ graduates: false })
  const quote = quoteBuy(start, lamports(enough + 2n), LATER)
  expect(quote).toMatchObject({ graduates: true, after: { graduated: true, reserveLamports: enough + 2n } })
})

const broken: CurveState = { ...launchState(terms), realLamports: lamports(0) }
const refusals = [
  ['amountZero', quoteBuy(broken, lamports(0), LATER)],
  ['amountZero', quoteSell(broken, baseUnits(0))],
  ['overflow', quoteBuy(broken, lamports(U64_MAX), LATER)],
  ['overflow', quoteSell(broken, baseUnits(U64_MAX))],
  ['amountTooSmall', quoteBuy({ ...broken, reserveBaseUnits: baseUnits(2n) }, lamports(1), LATER)],
  ['amountTooSmall', quoteSell(broken, baseUnits(1))],
  ['amountTooSmall', quoteSell(broken, baseUnits(1_999_999n))],
  ['invariantBroken', quoteSell(broken, baseUnits(SUPPLY_BASE_UNITS))],
] as const

test.each(refusals)('refuses with %s', (code, quote) => {
  expect(quote).toEqual({ kind: 'refused', code })
})

test('a market cap beyond 64 bits ends at 2^64 - 1', () => {
  const far = { reserveLamports: lamports(U64_MAX), reserveBaseUnits: baseUnits(1) }
  expect(marketCapLamports(far)).toBe(U64_MAX)
})

test('an exact number of coins costs the least that buys as many, and selling them back never profits', () => {
  fc.assert(
    fc.property(launched, steps, amountUpTo(SUPPLY_BASE_UNITS + 5n), (start, moves, wanted) => {
      const { state } = play(start, moves)
      const exact = quoteBuyExactOut(state, baseUnits(wanted), LATER)
      if (exact.kind === 'refused') {
        // The last coins would cost more than 64 bits hold.
        const beyond = wanted >= state.reserveBaseUnits ? 'reserveExceeded' : 'overflow'
        expect(exact.code).toBe(wanted === 0n ? 'amountZero' : beyond)
        return
      }
      const { lamportsIn, after } = exact
      const same = quoteBuy(state, lamportsIn, LATER)
      expect(same.kind === 'quote' && same.baseUnitsOut >= wanted).toBe(true)
      const less = quoteBuy(state, lamports(lamportsIn - 1n), LATER)
      expect(less.kind === 'quote' ? less.baseUnitsOut < wanted : true).toBe(true)
      if (!exact.graduates)
        expect(after.reserveLamports * after.reserveBaseUnits).toBeGreaterThanOrEqual(
          state.reserveLamports * state.reserveBaseUnits,
        )
      const back = quoteSell(after, baseUnits(wanted))
      if (back.kind === 'quote') expect(back.lamportsOut).toBeLessThanOrEqual(lamportsIn)
    }),
    { numRuns: 1_000 },
  )
})

test('the first NFT of a launch costs a thousandth of the launch reserve, rounded up', () => {
  const start = launchState(terms)
  // ceil(1e9·1e15 / (1e15 − 1e12)) − 1e9
  expect(quoteBuyExactOut(start, baseUnits(1_000_000_000_000n), LATER)).toMatchObject({
    lamportsIn: 1_001_002n,
  })
  expect(
    quoteBuyExactOut(start, baseUnits(SUPPLY_BASE_UNITS - SUPPLY_BASE_UNITS / 100n), LATER),
  ).toMatchObject({
    lamportsIn: 99n * SOL,
  })
})

test('the floor of an NFT is what a million coins are worth, rounded down', () => {
  // 28 SOL for 1,073,000,000 coins: 26,095,060.57 lamports for a million of them.
  expect(floorLamports({ reserveLamports: '28000000000', reserveBaseUnits: '1073000000000000' })).toBe(
    26_095_060n,
  )
})
