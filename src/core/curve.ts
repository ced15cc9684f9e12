// The price: what a buy or a sell does at given reserves, to the unit as the program does it (program/src/curve.rs,
// buy.rs, sell.rs; tests/parity.test.ts compares). Pure; must not know accounts, transactions or the screen.
//
//   buy    out   = R_t − ceil(R_s·R_t / (R_s + in))
//   exact  in    = ceil(R_s·R_t / (R_t − out)) − R_s
//   sell   gross = floor(in·R_s / (R_t + in)),  fee = ceil(gross·sellFeeBps / 10,000),  out = gross − fee
//
// R_s are the reserve's lamports, R_t its base units. Until graduation R_s is 1 SOL more than was really paid in.
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
/** The reserves of a launch: 1 SOL that nobody paid, and the whole supply. */
export const LAUNCH_RESERVE_LAMPORTS = lamports(1_000_000_000n)

const U64_MAX = (1n << 64n) - 1n

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
}

export interface CurveRefusal {
  readonly kind: 'refused'
  readonly code: 'amountZero' | 'amountTooSmall' | 'overflow' | 'invariantBroken' | 'reserveExceeded'
}

export interface BuyQuote {
  readonly kind: 'quote'
  /** What the buyer gets: rounded down. */
  readonly baseUnitsOut: BaseUnits
  /** This buy lifts the market cap to the threshold. */
  readonly graduates: boolean
  readonly after: CurveState
}

export interface BuyExactOutQuote {
  readonly kind: 'quote'
  /** What they cost: rounded up. */
  readonly lamportsIn: Lamports
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
  }
}

/** What an NFT's coins are worth at the price of this moment, before any trade moves it: the floor. Rounded down. */
export function floorLamports({
  reserveLamports,
  reserveBaseUnits,
}: Pick<CurveTexts, 'reserveLamports' | 'reserveBaseUnits'>): Lamports {
  return lamports(divideFloor(BigInt(reserveLamports) * NFT_BASE_UNITS, BigInt(reserveBaseUnits)))
}

/** A new market with the given terms. */
export function launchState(
  terms: Pick<CurveState, 'graduationMarketCapLamports' | 'sellFeeBps' | 'creatorShareBps'>,
): CurveState {
  return {
    reserveLamports: LAUNCH_RESERVE_LAMPORTS,
    reserveBaseUnits: SUPPLY_BASE_UNITS,
    realLamports: lamports(0),
    graduationMarketCapLamports: terms.graduationMarketCapLamports,
    sellFeeBps: terms.sellFeeBps,
    creatorShareBps: terms.creatorShareBps,
    graduated: false,
  }
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
 * What exactly `lamportsIn` buys. Refuses amountZero, overflow (beyond 64 bits), amountTooSmall (nothing would come
 * out) and invariantBroken (a graduation from books that no trading reaches). When the market cap after it is at least the threshold, the market graduates in the same step: R_t becomes
 * floor(R_t · real / R_s) and R_s becomes real, the lamports really paid in. The buyer's coins are not touched by that.
 */
export function quoteBuy(state: CurveState, lamportsIn: Lamports): BuyQuote | CurveRefusal {
  if (lamportsIn === 0n) return refused('amountZero')
  const reserveLamports = state.reserveLamports + lamportsIn
  if (reserveLamports > U64_MAX) return refused('overflow')
  const reserveBaseUnits = divideCeil(state.reserveLamports * state.reserveBaseUnits, reserveLamports)
  const out = state.reserveBaseUnits - reserveBaseUnits
  if (out === 0n) return refused('amountTooSmall')
  const settled = settleBuy(state, lamportsIn, out)
  return settled.kind === 'refused' ? settled : { ...settled, baseUnitsOut: baseUnits(out) }
}

/**
 * What exactly `baseUnitsOut` cost: ceil(R_s·R_t / (R_t − out)) − R_s. Refuses amountZero, reserveExceeded (as much as
 * the market holds, or more), overflow and invariantBroken. Graduates as `quoteBuy` does.
 */
export function quoteBuyExactOut(
  state: CurveState,
  baseUnitsOut: BaseUnits,
): BuyExactOutQuote | CurveRefusal {
  if (baseUnitsOut === 0n) return refused('amountZero')
  if (baseUnitsOut >= state.reserveBaseUnits) return refused('reserveExceeded')
  const product = state.reserveLamports * state.reserveBaseUnits
  const lamportsIn = divideCeil(product, state.reserveBaseUnits - baseUnitsOut) - state.reserveLamports
  if (state.reserveLamports + lamportsIn > U64_MAX) return refused('overflow')
  const settled = settleBuy(state, lamports(lamportsIn), baseUnitsOut)
  return settled.kind === 'refused' ? settled : { ...settled, lamportsIn: lamports(lamportsIn) }
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
  const gross = divideFloor(baseUnitsIn * state.reserveLamports, reserveBaseUnits)
  const fee = divideCeil(gross * state.sellFeeBps, BPS_ONE)
  const out = gross - fee
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

function refused(code: CurveRefusal['code']): CurveRefusal {
  return { kind: 'refused', code }
}
