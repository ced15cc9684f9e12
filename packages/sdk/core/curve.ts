// The price: what a buy or a sell does at given reserves, to the unit as the program does it (program/src/curve.rs,
// buy.rs, sell.rs; tests/parity.test.ts compares). Pure; must not know accounts, transactions or the screen.
//
//   buy    out   = R_t − ceil(R_s·R_t / (R_s + in))
//   exact  in    = ceil(R_s·R_t / (R_t − out)) − R_s
//   sell   gross = floor(in·R_s / (R_t + in)),  fee = ceil(gross·sellFeeBps / 10,000),  out = gross − fee
//
// R_s are the reserve's lamports, R_t its base units. Until graduation R_s is more than was really paid in by the
// opening reserve. While the launch guard lasts, g of 10,000 parts of what a buy pays are locked for ever:
//
//   g      = ceil(guardBps·(guardSeconds − e) / guardSeconds) while e < guardSeconds, e = max(0, now − createdAt)
//   buy      in = floor(paid·(10,000 − g) / 10,000)
//   exact  paid = ceil(in·10,000 / (10,000 − g))
import { assert } from './assert.ts'
import {
  type BaseUnits,
  BPS_ONE,
  baseUnits,
  divideCeil,
  divideFloor,
  type Lamports,
  lamports,
} from './money.ts'

/** 1,000,000,000 coins. */
export const SUPPLY_BASE_UNITS = baseUnits(1_000_000_000_000_000n)
/** 1,000,000 coins: what an NFT swaps for, always. */
export const NFT_BASE_UNITS = baseUnits(1_000_000_000_000n)
/** The opening reserve of a launch call that names none. */
export const STANDARD_OPENING_LAMPORTS = lamports(1_000_000_000n)
/** What the launch form preselects. */
export const FORM_OPENING_LAMPORTS = lamports(30_000_000_000n)
export const OPENING_LAMPORTS_MIN = lamports(1_000_000_000n)
/** And at most a quarter of the graduation market cap. */
export const OPENING_LAMPORTS_MAX = lamports(100_000_000_000n)
export const GUARD_BPS_MAX = 5_000
export const GUARD_SECONDS_MAX = 600
/** What the launch form preselects; a call that names no guard has none. */
export const FORM_GUARD = { guardBps: 5_000, guardSeconds: 120 } as const
/** 5 % of the supply: so much may the creator's own first buy take without surcharge. */
export const EXEMPT_BASE_UNITS_MAX = baseUnits(SUPPLY_BASE_UNITS / 20n)

const U64_MAX = (1n << 64n) - 1n

/** The launch guard: a surcharge on early buys that nobody gets. */
export interface Guard {
  /** Of the launch's first second, of 10,000; 0 = no guard. */
  readonly guardBps: number
  /** How long it takes to fall to nothing. */
  readonly guardSeconds: number
  readonly createdAtSeconds: bigint
}

/** When a buy is made, by the cluster's clock. */
export interface BuyMoment {
  readonly nowSeconds: bigint
  /** The buyer is the creator and nothing has happened since the launch: up to 5 % of the supply without surcharge. */
  readonly isExempt?: boolean
}

/** What of a market decides its price. */
export interface CurveState {
  readonly reserveLamports: Lamports
  readonly reserveBaseUnits: BaseUnits
  /** What was paid in and not yet paid out. */
  readonly realLamports: Lamports
  readonly graduationMarketCapLamports: Lamports
  readonly sellFeeBps: bigint
  /** The creator's share of the sell fee. */
  readonly creatorShareBps: bigint
  readonly graduated: boolean
  /** R_s at the launch, which nobody paid. */
  readonly openingReserveLamports: Lamports
  readonly guard: Guard
}

export interface CurveRefusal {
  readonly kind: 'refused'
  readonly code: 'amountZero' | 'amountTooSmall' | 'overflow' | 'invariantBroken' | 'reserveExceeded'
}

export interface BuyQuote {
  readonly kind: 'quote'
  /** What the buyer gets: rounded down. */
  readonly baseUnitsOut: BaseUnits
  /** All that is paid. */
  readonly lamportsIn: Lamports
  /** What of it the launch guard locks for ever. */
  readonly surchargeLamports: Lamports
  /** This buy lifts the market cap to the threshold. */
  readonly graduates: boolean
  readonly after: CurveState
}

export interface BuyExactOutQuote {
  readonly kind: 'quote'
  /** What they cost, surcharge included: rounded up. */
  readonly lamportsIn: Lamports
  /** What of it the launch guard locks for ever. */
  readonly surchargeLamports: Lamports
  readonly graduates: boolean
  readonly after: CurveState
}

export interface SellQuote {
  readonly kind: 'quote'
  /** What the seller gets, after the fee: rounded down. */
  readonly lamportsOut: Lamports
  /** What leaves the reserve: `lamportsOut + feeLamports`. */
  readonly grossLamports: Lamports
  /** Rounded up. */
  readonly feeLamports: Lamports
  /** The creator's part of the fee, rounded down; the rest is the treasury's. */
  readonly creatorFeeLamports: Lamports
  readonly after: CurveState
}

/** A market as the wire carries it: amounts as decimal text. */
export interface CurveTexts {
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  readonly realLamports: string
  readonly graduationMarketCapLamports: string
  readonly sellFeeBps: number
  readonly creatorShareBps: number
  readonly isGraduated: boolean
  readonly openingReserveLamports: string
  readonly guardBps: number
  readonly guardSeconds: number
  /** Of the launch. */
  readonly createdAt: string
}

export function curveStateOf(market: CurveTexts): CurveState {
  return {
    reserveLamports: lamports(BigInt(market.reserveLamports)),
    reserveBaseUnits: baseUnits(BigInt(market.reserveBaseUnits)),
    realLamports: lamports(BigInt(market.realLamports)),
    graduationMarketCapLamports: lamports(BigInt(market.graduationMarketCapLamports)),
    sellFeeBps: BigInt(market.sellFeeBps),
    creatorShareBps: BigInt(market.creatorShareBps),
    graduated: market.isGraduated,
    openingReserveLamports: lamports(BigInt(market.openingReserveLamports)),
    guard: {
      guardBps: market.guardBps,
      guardSeconds: market.guardSeconds,
      createdAtSeconds: BigInt(Math.floor(Date.parse(market.createdAt) / 1_000)),
    },
  }
}

/** What an NFT's coins are worth at the price of this moment, before any trade moves it: the floor. Rounded down. */
export function floorLamports({
  reserveLamports,
  reserveBaseUnits,
}: Pick<CurveTexts, 'reserveLamports' | 'reserveBaseUnits'>): Lamports {
  return lamports(divideFloor(BigInt(reserveLamports) * NFT_BASE_UNITS, BigInt(reserveBaseUnits)))
}

/** A new market with the given terms; without a guard where none is named. */
export function launchState(
  terms: Pick<
    CurveState,
    'graduationMarketCapLamports' | 'sellFeeBps' | 'creatorShareBps' | 'openingReserveLamports'
  > & { readonly guard?: Guard },
): CurveState {
  return {
    reserveLamports: terms.openingReserveLamports,
    reserveBaseUnits: SUPPLY_BASE_UNITS,
    realLamports: lamports(0),
    graduationMarketCapLamports: terms.graduationMarketCapLamports,
    sellFeeBps: terms.sellFeeBps,
    creatorShareBps: terms.creatorShareBps,
    graduated: false,
    openingReserveLamports: terms.openingReserveLamports,
    guard: terms.guard ?? { guardBps: 0, guardSeconds: 0, createdAtSeconds: 0n },
  }
}

/** The launch guard's surcharge at `nowSeconds`, of 10,000: 0 to 5,000. A moment before the launch counts as its own. */
export function guardBpsAt({ guardBps, guardSeconds, createdAtSeconds }: Guard, nowSeconds: bigint): bigint {
  const passed = nowSeconds > createdAtSeconds ? nowSeconds - createdAtSeconds : 0n
  const seconds = BigInt(guardSeconds)
  return passed < seconds ? divideCeil(BigInt(guardBps) * (seconds - passed), seconds) : 0n
}

/**
 * Market cap in lamports: floor(R_s · supply / R_t), where supply is the whole 1,000,000,000 coins of the launch.
 * Ends at 2^64 − 1, far beyond all SOL there is.
 */
export function marketCapLamports(state: Pick<CurveState, 'reserveLamports' | 'reserveBaseUnits'>): Lamports {
  assert(state.reserveBaseUnits > 0n, 'a reserve without coins has no price')
  const cap = divideFloor(state.reserveLamports * SUPPLY_BASE_UNITS, state.reserveBaseUnits)
  return lamports(cap < U64_MAX ? cap : U64_MAX)
}

/** The price as an exact ratio: so many lamports for so many base units. */
export function price(state: Pick<CurveState, 'reserveLamports' | 'reserveBaseUnits'>): {
  readonly lamports: Lamports
  readonly baseUnits: BaseUnits
} {
  return { lamports: state.reserveLamports, baseUnits: state.reserveBaseUnits }
}

/**
 * What exactly `lamportsIn` buys, the launch guard's surcharge included. Refuses amountZero, overflow (beyond 64 bits),
 * amountTooSmall (nothing would come out) and invariantBroken (a graduation from books that no trading reaches). When
 * the market cap after it is at least the threshold, the market graduates in the same step: R_t becomes
 * floor(R_t · real / R_s) and R_s becomes real, the lamports really paid in. The buyer's coins are not touched by that.
 */
export function quoteBuy(
  state: CurveState,
  lamportsIn: Lamports,
  moment: BuyMoment,
): BuyQuote | CurveRefusal {
  if (lamportsIn === 0n) return refused('amountZero')
  if (state.reserveLamports + lamportsIn > U64_MAX) return refused('overflow')
  const guard = surchargeBps(state, baseUnitsFor(state, lamportsIn), moment)
  const effective = lamports(divideFloor(lamportsIn * (BPS_ONE - guard), BPS_ONE))
  const out = baseUnitsFor(state, effective)
  if (out === 0n) return refused('amountTooSmall')
  const settled = settleBuy(state, effective, out)
  if (settled.kind === 'refused') return settled
  return {
    ...settled,
    baseUnitsOut: baseUnits(out),
    lamportsIn,
    surchargeLamports: lamports(lamportsIn - effective),
  }
}

/**
 * What exactly `baseUnitsOut` cost: ceil(R_s·R_t / (R_t − out)) − R_s and the surcharge on it. Refuses amountZero,
 * reserveExceeded (as much as the market holds, or more), overflow and invariantBroken. Graduates as `quoteBuy` does.
 */
export function quoteBuyExactOut(
  state: CurveState,
  baseUnitsOut: BaseUnits,
  moment: BuyMoment,
): BuyExactOutQuote | CurveRefusal {
  if (baseUnitsOut === 0n) return refused('amountZero')
  if (baseUnitsOut >= state.reserveBaseUnits) return refused('reserveExceeded')
  const product = state.reserveLamports * state.reserveBaseUnits
  const effective = divideCeil(product, state.reserveBaseUnits - baseUnitsOut) - state.reserveLamports
  const lamportsIn = divideCeil(effective * BPS_ONE, BPS_ONE - surchargeBps(state, baseUnitsOut, moment))
  if (state.reserveLamports + effective > U64_MAX || lamportsIn > U64_MAX) return refused('overflow')
  const settled = settleBuy(state, lamports(effective), baseUnitsOut)
  if (settled.kind === 'refused') return settled
  return {
    ...settled,
    lamportsIn: lamports(lamportsIn),
    surchargeLamports: lamports(lamportsIn - effective),
  }
}

/** What `lamportsIn` would get from the reserves, were all of it to reach them. */
function baseUnitsFor({ reserveLamports, reserveBaseUnits }: CurveState, lamportsIn: Lamports): bigint {
  return reserveBaseUnits - divideCeil(reserveLamports * reserveBaseUnits, reserveLamports + lamportsIn)
}

/** `unguardedOut` is what the buy would get without a guard. */
function surchargeBps({ guard }: CurveState, unguardedOut: bigint, moment: BuyMoment): bigint {
  if (moment.isExempt && unguardedOut <= EXEMPT_BASE_UNITS_MAX) return 0n
  return guardBpsAt(guard, moment.nowSeconds)
}

/** The market after `lamportsIn` came in and `out` base units went out. */
function settleBuy(
  state: CurveState,
  lamportsIn: Lamports,
  out: bigint,
): { readonly kind: 'quote'; readonly graduates: boolean; readonly after: CurveState } | CurveRefusal {
  const realLamports = state.realLamports + lamportsIn
  if (realLamports > U64_MAX) return refused('overflow')
  const traded: CurveState = {
    ...state,
    reserveLamports: lamports(state.reserveLamports + lamportsIn),
    reserveBaseUnits: baseUnits(state.reserveBaseUnits - out),
    realLamports: lamports(realLamports),
  }
  const graduates = !state.graduated && marketCapLamports(traded) >= state.graduationMarketCapLamports
  if (graduates && traded.realLamports > traded.reserveLamports) return refused('invariantBroken')
  const after = graduates ? graduate(traded) : traded
  if (after.reserveBaseUnits === 0n) return refused('invariantBroken')
  return { kind: 'quote', graduates, after }
}

function graduate(state: CurveState): CurveState {
  const reserve = divideFloor(state.reserveBaseUnits * state.realLamports, state.reserveLamports)
  return {
    ...state,
    graduated: true,
    reserveLamports: state.realLamports,
    reserveBaseUnits: baseUnits(reserve),
  }
}

/**
 * What exactly `baseUnitsIn` sells for. Refuses amountZero, overflow (beyond 64 bits), amountTooSmall (nothing would
 * come out after the fee) and invariantBroken (more than was paid in, which no state that the program reaches allows).
 */
export function quoteSell(state: CurveState, baseUnitsIn: BaseUnits): SellQuote | CurveRefusal {
  if (baseUnitsIn === 0n) return refused('amountZero')
  const reserveBaseUnits = state.reserveBaseUnits + baseUnitsIn
  if (reserveBaseUnits > U64_MAX) return refused('overflow')
  const { gross, fee, out } = sellAmounts(state, baseUnitsIn)
  if (out === 0n) return refused('amountTooSmall')
  if (gross > state.realLamports) return refused('invariantBroken')
  return {
    kind: 'quote',
    lamportsOut: lamports(out),
    grossLamports: lamports(gross),
    feeLamports: lamports(fee),
    creatorFeeLamports: lamports(divideFloor(fee * state.creatorShareBps, BPS_ONE)),
    after: {
      ...state,
      reserveLamports: lamports(state.reserveLamports - gross),
      reserveBaseUnits: baseUnits(reserveBaseUnits),
      realLamports: lamports(state.realLamports - gross),
    },
  }
}

function sellAmounts(state: SellTerms, baseUnitsIn: bigint) {
  const gross = divideFloor(baseUnitsIn * state.reserveLamports, state.reserveBaseUnits + baseUnitsIn)
  const fee = divideCeil(gross * state.sellFeeBps, BPS_ONE)
  return { gross, fee, out: gross - fee }
}
type SellTerms = { readonly [Name in 'reserveLamports' | 'reserveBaseUnits' | 'sellFeeBps']: bigint }

/** A market's reserves and sell fee, in the wire's format. */
export type SellMarket = Pick<CurveTexts, 'reserveLamports' | 'reserveBaseUnits' | 'sellFeeBps'>

/** What one sell of so many coins brings now, after its fee; 0 where that is less than a lamport. Network fees are not in it. */
export function proceedsLamports(market: SellMarket, baseUnitsIn: bigint): Lamports {
  const terms = {
    reserveLamports: BigInt(market.reserveLamports),
    reserveBaseUnits: BigInt(market.reserveBaseUnits),
    sellFeeBps: BigInt(market.sellFeeBps),
  }
  return lamports(sellAmounts(terms, baseUnitsIn).out)
}

function refused(code: CurveRefusal['code']): CurveRefusal {
  return { kind: 'refused', code }
}
