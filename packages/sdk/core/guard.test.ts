/* oxlint-disable vitest/no-conditional-expect -- properties of trades hold where a trade is not refused */
// The launch guard as it moves money: who pays less, where the surcharge goes, and that the market is otherwise the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CurveState,
  EXEMPT_BASE_UNITS_MAX,
  type Guard,
  guardBpsAt,
  launchState,
  quoteBuy,
  quoteBuyExactOut,
  quoteSell,
} from './curve.ts'
import { BPS_ONE, baseUnits, divideFloor, type Lamports, lamports, LAMPORTS_PER_SOL as SOL } from './money.ts'
import { exemptDevBuyLamportsMax, openingFigures } from './opening.ts'

const CREATED = 1_700_000_000n
const TERMS = {
  graduationMarketCapLamports: lamports(420n * SOL),
  sellFeeBps: 100n,
  creatorShareBps: 5_000n,
}
const opened = (openingReserveLamports: Lamports, guard?: Guard): CurveState =>
  launchState({ ...TERMS, openingReserveLamports, ...(guard && { guard }) })

const openings = fc
  .oneof(
    fc.constantFrom(1n, 10n, 30n, 100n).map((sol) => sol * SOL),
    fc.bigInt({ min: SOL, max: 100n * SOL }),
  )
  .map(lamports)
const guards: fc.Arbitrary<Guard> = fc
  .oneof(
    fc.record({
      guardBps: fc.integer({ min: 1, max: 5_000 }),
      guardSeconds: fc.integer({ min: 1, max: 600 }),
    }),
    fc.constantFrom(
      { guardBps: 5_000, guardSeconds: 120 },
      { guardBps: 1, guardSeconds: 600 },
      { guardBps: 5_000, guardSeconds: 1 },
      { guardBps: 0, guardSeconds: 0 },
    ),
  )
  .map((guard) => ({ ...guard, createdAtSeconds: CREATED }))
const moments = fc.integer({ min: -2, max: 602 }).map((seconds) => CREATED + BigInt(seconds))
const amounts = fc
  .oneof(
    fc.bigInt({ min: 1n, max: 60n * SOL }),
    fc.bigInt({ min: 1n, max: 30_000n }),
    fc.integer({ min: 0, max: 36 }).map((bits) => 1n << BigInt(bits)),
  )
  .map(lamports)

/** Buys one after another in one second; what was paid, got and locked in all, and where it ended. */
function buyAll(start: CurveState, parts: readonly Lamports[], nowSeconds: bigint) {
  let [state, paid, got, locked] = [start, 0n, 0n, 0n]
  for (const part of parts) {
    const quote = quoteBuy(state, part, { nowSeconds })
    paid += part
    // One that is refused buys nothing; that it were free is the most that a splitter can hope for.
    if (quote.kind === 'refused') continue
    got += quote.baseUnitsOut
    locked += quote.surchargeLamports
    state = quote.after
  }
  return { state, paid, got, locked }
}

test('the surcharge falls from what was chosen to nothing, never rises, and a clock before the launch changes nothing', () => {
  fc.assert(
    fc.property(guards, (guard) => {
      const at = (second: number) => guardBpsAt(guard, CREATED + BigInt(second))
      expect([at(-5), at(0)]).toEqual([BigInt(guard.guardBps), BigInt(guard.guardBps)])
      const seconds = Array.from({ length: guard.guardSeconds }, (_, second) => second)
      expect(seconds.filter((second) => at(second) < at(second + 1) || at(second) === 0n)).toEqual(
        guard.guardBps === 0 ? seconds : [],
      )
      expect(guardBpsAt(guard, CREATED + BigInt(guard.guardSeconds))).toBe(0n)
    }),
  )
})

test('no split, order or second wallet within a second gets more than one buy of it all', () => {
  const parts = fc.array(amounts, { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(openings, guards, moments, parts, amounts, (opening, guard, now, split, others) => {
      const start = buyAll(opened(opening, guard), [others], now).state
      const whole = quoteBuy(start, lamports(split.reduce((sum, part) => sum + part, 0n)), {
        nowSeconds: now,
      })
      // Beyond a graduation the pool has other reserves: only what is on one curve is compared.
      if (whole.kind === 'refused' || whole.graduates || start.graduated) return
      for (const order of [split, split.toReversed()]) {
        const { got, locked, state } = buyAll(start, order, now)
        expect(got).toBeLessThanOrEqual(whole.baseUnitsOut)
        expect(state.realLamports).toBeLessThanOrEqual(whole.after.realLamports)
        // What did not reach the reserve is locked, or was refused and not paid.
        expect(state.realLamports - start.realLamports + locked).toBeLessThanOrEqual(whole.lamportsIn)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what a buy pays is in the reserve or locked, to the lamport, and it gets what that part would get without a guard', () => {
  fc.assert(
    fc.property(openings, guards, moments, amounts, amounts, (opening, guard, now, first, second) => {
      const { state } = buyAll(opened(opening, guard), [first], now)
      const quote = quoteBuy(state, second, { nowSeconds: now })
      if (quote.kind === 'refused') return
      const effective = quote.after.realLamports - state.realLamports
      expect(effective + quote.surchargeLamports).toBe(second)
      expect(effective).toBe(divideFloor(second * (BPS_ONE - guardBpsAt(guard, now)), BPS_ONE))
      const unguarded = quoteBuy({ ...state, guard: NO_GUARD }, lamports(effective), { nowSeconds: now })
      expect(unguarded).toMatchObject({
        baseUnitsOut: quote.baseUnitsOut,
        graduates: quote.graduates,
        surchargeLamports: 0n,
        after: { ...quote.after, guard: NO_GUARD },
      })
    }),
    { numRuns: 1_000 },
  )
})
const NO_GUARD: Guard = { guardBps: 0, guardSeconds: 0, createdAtSeconds: CREATED }

test('so many coins cost the least that buys them, and a lamport less does not', () => {
  const wanted = fc.oneof(
    fc.bigInt({ min: 1n, max: 900_000_000_000_000n }),
    fc.bigInt({ min: 1n, max: 2_000_000n }),
  )
  fc.assert(
    fc.property(openings, guards, moments, wanted, (opening, guard, now, out) => {
      const state = opened(opening, guard)
      const exact = quoteBuyExactOut(state, baseUnits(out), { nowSeconds: now })
      if (exact.kind === 'refused') return
      expect(exact.after.realLamports + exact.surchargeLamports).toBe(exact.lamportsIn)
      const same = quoteBuy(state, exact.lamportsIn, { nowSeconds: now })
      expect(same.kind === 'quote' && same.baseUnitsOut >= out).toBe(true)
      if (exact.lamportsIn === 1n) return
      const less = quoteBuy(state, lamports(exact.lamportsIn - 1n), { nowSeconds: now })
      expect(less.kind === 'refused' || less.baseUnitsOut < out).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a sell and what a market raises until graduation are the same with a guard and without', () => {
  fc.assert(
    fc.property(
      openings,
      guards,
      moments,
      fc.array(amounts, { maxLength: 5 }),
      (opening, guard, now, parts) => {
        const { state, got } = buyAll(opened(opening, guard), parts, now)
        const sold = baseUnits(got)
        const [withGuard, without] = [state, { ...state, guard: NO_GUARD }].map((each) =>
          quoteSell(each, sold),
        )
        expect({ ...withGuard, after: undefined }).toEqual({ ...without, after: undefined })
      },
    ),
  )
  fc.assert(
    fc.property(openings, guards, moments, (openingReserveLamports, guard, now) => {
      const { raisedLamports, poolBaseUnits } = openingFigures({ ...TERMS, openingReserveLamports })
      const left = BPS_ONE - guardBpsAt(guard, now)
      // The least that graduates it after the surcharge, and a lamport less.
      const pays = (raisedLamports * BPS_ONE + left - 1n) / left
      const quote = quoteBuy(opened(openingReserveLamports, guard), lamports(pays), { nowSeconds: now })
      expect(quote).toMatchObject({ kind: 'quote', graduates: true, after: { realLamports: raisedLamports } })
      // By roundings of the curve alone: a few base units of a billion coins.
      const pool = quote.kind === 'quote' ? quote.after.reserveBaseUnits : 0n
      expect(pool - poolBaseUnits).toBeLessThanOrEqual(1_000_000n)
      expect(poolBaseUnits - pool).toBeLessThanOrEqual(1_000_000n)
      const less = quoteBuy(opened(openingReserveLamports), lamports(raisedLamports - 1_000n), {
        nowSeconds: now,
      })
      expect(less).toMatchObject({ graduates: false })
    }),
  )
})

test('a creator’s first buy is free of it up to 5 % of the supply, to the lamport', () => {
  fc.assert(
    fc.property(openings, guards, (opening, guard) => {
      const state = opened(opening, guard)
      const moment = { nowSeconds: CREATED, isExempt: true }
      const most = exemptDevBuyLamportsMax(opening)
      const exempt = quoteBuy(state, most, moment)
      const more = quoteBuy(state, lamports(most + 1n), moment)
      if (exempt.kind === 'refused' || more.kind === 'refused') throw new Error('an ordinary buy')
      expect(exempt.surchargeLamports).toBe(0n)
      expect(exempt.baseUnitsOut).toBeLessThanOrEqual(EXEMPT_BASE_UNITS_MAX)
      if (guard.guardBps === 0) expect(more.baseUnitsOut).toBeGreaterThan(EXEMPT_BASE_UNITS_MAX)
      else expect(more.surchargeLamports).toBeGreaterThan(0n)
      const stranger = quoteBuy(state, most, { nowSeconds: CREATED })
      expect(stranger.kind === 'quote' && stranger.surchargeLamports > 0n).toBe(guard.guardBps > 0)
    }),
  )
})
