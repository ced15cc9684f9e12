// What an opening reserve means for a launch: how much of the supply the first SOL buys, and where the market stands at
// graduation. Figures to be shown; what a trade gives is curve.ts's. Pure; must not know the screen.
//
// V lamports that nobody paid open the market, S is the supply, G the market cap of graduation, and R_s·R_t = V·S:
//
//   market cap    = R_s·S / R_t = R_s² / V, so it reaches G at R_s = √(G·V)
//   raised        = √(G·V) − V
//   in the pool   = R_t·raised / R_s = S·raised / G
//
// A guard changes none of them: what it takes off early buys is in no reserve.
import { assert } from './assert.ts'
import {
  type CurveState,
  EXEMPT_BASE_UNITS_MAX,
  NFT_BASE_UNITS,
  OPENING_LAMPORTS_MAX,
  quoteBuy,
  quoteSell,
  SUPPLY_BASE_UNITS,
} from './curve.ts'
import {
  type BaseUnits,
  baseUnits,
  divideCeil,
  divideFloor,
  LAMPORTS_PER_SOL,
  type Lamports,
  lamports,
} from './money.ts'

export interface OpeningFigures {
  /** What the first SOL buys, where no guard is: rounded down. */
  readonly firstSolBaseUnits: BaseUnits
  /** What is paid in, in all, when the market graduates: rounded up. */
  readonly raisedLamports: Lamports
  /** What of the supply the pool holds from then on: rounded down. The rest of the vault is burned. */
  readonly poolBaseUnits: BaseUnits
  /** The least that 1,000,000 coins cost before anybody has bought. */
  readonly nftCoinsLamports: Lamports
}

/** Of an opening reserve from 1 lamport up to the market cap of graduation; asserts that. */
export function openingFigures({
  openingReserveLamports: opening,
  graduationMarketCapLamports: graduation,
}: {
  readonly openingReserveLamports: Lamports
  readonly graduationMarketCapLamports: Lamports
}): OpeningFigures {
  assert(opening > 0n && opening <= graduation, 'a market opens between nothing and its graduation')
  const raised = squareRootUp(graduation * opening) - opening
  return {
    firstSolBaseUnits: baseUnits(
      SUPPLY_BASE_UNITS - divideCeil(opening * SUPPLY_BASE_UNITS, opening + LAMPORTS_PER_SOL),
    ),
    raisedLamports: lamports(raised),
    poolBaseUnits: baseUnits(divideFloor(SUPPLY_BASE_UNITS * raised, graduation)),
    nftCoinsLamports: lamports(
      divideCeil(opening * SUPPLY_BASE_UNITS, SUPPLY_BASE_UNITS - NFT_BASE_UNITS) - opening,
    ),
  }
}

/** The deepest that a launch may open: a quarter of the market cap of graduation, and never more than 100 SOL. */
export function openingLamportsMax(graduationMarketCapLamports: Lamports): Lamports {
  const quarter = divideFloor(graduationMarketCapLamports, 4n)
  return quarter < OPENING_LAMPORTS_MAX ? lamports(quarter) : OPENING_LAMPORTS_MAX
}

/**
 * The most that a creator's first buy may pay without surcharge: more would give more than 5 % of the supply. Of what
 * quoteBuy gives, so the largest `in` with S − ceil(V·S / (V + in)) ≤ 5 %.
 */
export function exemptDevBuyLamportsMax(openingReserveLamports: Lamports): Lamports {
  const left = SUPPLY_BASE_UNITS - EXEMPT_BASE_UNITS_MAX
  const product = openingReserveLamports * SUPPLY_BASE_UNITS
  return lamports(divideCeil(product, left - 1n) - 1n - openingReserveLamports)
}

/** So many others buy after the first buyer of the example. */
const OTHERS = 10

/**
 * What whoever buys for 1 SOL first gains, and sells after ten others have bought for 1 SOL each; 0 where nothing. `start` is a
 * market as it was launched, without a guard.
 */
export function firstBuyerGainLamports(start: CurveState): Lamports {
  const oneSol = lamports(LAMPORTS_PER_SOL)
  let [state, held] = [start, baseUnits(0)]
  for (let buyer = 0; buyer <= OTHERS; buyer++) {
    const quote = quoteBuy(state, oneSol, { nowSeconds: 0n })
    if (quote.kind === 'refused') return lamports(0)
    if (buyer === 0) held = quote.baseUnitsOut
    state = quote.after
  }
  const sold = quoteSell(state, held)
  return lamports(sold.kind === 'quote' && sold.lamportsOut > oneSol ? sold.lamportsOut - oneSol : 0n)
}

/** The least whole number whose square is at least `value`: Newton's method from above, exact at any size. */
export function squareRootUp(value: bigint): bigint {
  assert(value >= 0n, 'a square is not negative')
  if (value === 0n) return 0n
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = divideFloor(root + divideFloor(value, root), 2n)
    if (next >= root) break
    root = next
  }
  return root * root === value ? root : root + 1n
}

/** A part of the supply in per cent to one place, rounded half up: "3.2". */
export const supplyPercentText = (part: BaseUnits): string => tenthsText(part * 100n, SUPPLY_BASE_UNITS)

/** SOL to one place, rounded half up: "82.2". For figures that are estimates anyhow, never for what is paid. */
export const solTenthsText = (amount: Lamports): string => tenthsText(amount, LAMPORTS_PER_SOL)

function tenthsText(numerator: bigint, denominator: bigint): string {
  const tenths = divideFloor(numerator * 20n + denominator, denominator * 2n)
  const [whole, tenth] = [divideFloor(tenths, 10n), tenths % 10n]
  return tenth === 0n ? whole.toString() : `${whole}.${tenth}`
}
