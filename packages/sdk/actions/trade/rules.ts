// What a buy or a sell would do at given reserves, and why it can't be done: the same decision on the page, where it
// names what the button says, and on the server, which decides. Pure.
import { type BuyMoment, type CurveState, quoteBuy, quoteSell } from '../../core/curve.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { readCoins, readSol } from '../../core/input-amount.ts'
import { slippageBpsOf } from '../../core/input-settings.ts'
import {
  amountSentence,
  type BaseUnits,
  BPS_ONE,
  baseUnits,
  coinText,
  divideFloor,
  type Lamports,
  lamports,
  type ParsedAmount,
  parseCoinText,
  parseSolText,
  solText,
} from '../../core/money.ts'
import { NETWORK_FEE, spendingRefusal, TOKEN_ACCOUNT_RENT, WALLET_RENT } from '../../core/rent.ts'
import {
  leastOut,
  PRICE_IMPACT_CONFIRM_BPS,
  PRICE_IMPACT_WARNING_BPS,
  priceImpactBps,
} from '../../core/slippage.ts'
import { surchargeBpsOf } from '../../core/surcharge.ts'

export type TradeSide = 'BUY' | 'SELL'

/** What the wallet has; `undefined` while no wallet is connected, which leaves balance checks out. */
export interface TraderHoldings {
  readonly lamports: Lamports
  readonly baseUnits: BaseUnits
  readonly hasCoinAccount: boolean
  /** Rent by which the coin's accounts grow, where nobody has paid it since the program was upgraded. */
  readonly migrationLamports?: Lamports
}

/** What goes in, and what comes out at least. */
export type TradeBounds =
  | { readonly side: 'BUY'; readonly inLamports: Lamports; readonly outBaseUnitsMin: BaseUnits }
  | { readonly side: 'SELL'; readonly inBaseUnits: BaseUnits; readonly outLamportsMin: Lamports }

/** Also what comes out at the price of this moment. */
export type TradeAmounts = TradeBounds &
  (
    | { readonly side: 'BUY'; readonly outBaseUnits: BaseUnits }
    | { readonly side: 'SELL'; readonly outLamports: Lamports }
  )

/** What the card showed when the button was pressed. */
export type ShownTrade = TradeAmounts & {
  readonly slippageBps: bigint
  /** What of a buy's payment the launch guard locks at this second; nothing where it is left out. */
  readonly surchargeLamports?: Lamports | undefined
  /** What it pays at the most to be first; nothing where it is left out. */
  readonly priorityFeeLamports?: bigint | undefined
}

export type TradeQuote = ShownTrade & {
  readonly feeLamports: Lamports
  /** In a buy's payment, and locked for ever; 0 for a sell. The price impact is without it. */
  readonly surchargeLamports: Lamports
  readonly priceImpactBps: bigint
  /** Whether the price impact needs nothing, a warning, or a second press. */
  readonly impactLevel: ImpactLevel
  readonly graduates: boolean
  /** All that is deposited. */
  readonly rentLamports: Lamports
  /** What of it is for the coin's own accounts, which the program's upgrade lengthens. */
  readonly migrationLamports?: Lamports | undefined
  /** For the signature, and to be first. */
  readonly networkFeeLamports: Lamports
}

export type TradeDecision =
  | { readonly kind: 'quote'; readonly quote: TradeQuote }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail?: string }

const refused = (code: ErrorCode, detail?: string): TradeDecision =>
  detail === undefined ? { kind: 'refused', code } : { kind: 'refused', code, detail }

/** The amount of a request, of a kept setting: SOL of a buy, coins of a sell, in plain decimal text. */
export const exactAmount = (side: TradeSide, text: string): ParsedAmount<bigint> =>
  side === 'BUY' ? parseSolText(text) : parseCoinText(text)

/** The same as a person types it. */
export const typedAmount = (side: TradeSide, text: string, symbol: string): ParsedAmount<bigint> =>
  side === 'BUY' ? readSol(text) : readCoins(text, symbol)

/** Decides a trade. Refusals in order of precedence: pause, amount, slippage, curve, balance. */
export function decideTrade(input: {
  readonly side: TradeSide
  /** SOL for a buy, coins for a sell. */
  readonly amount: ParsedAmount<bigint>
  readonly slippagePercentText: string
  readonly curve: CurveState
  readonly holdings: TraderHoldings | undefined
  /** Which second of the chain it is, and whether its first buy by its creator may be without surcharge. */
  readonly moment: BuyMoment
  /** The admin has paused buys; sells go on. */
  readonly paused: boolean
  readonly priorityFeeLamports?: bigint | undefined
}): TradeDecision {
  if (input.paused && input.side === 'BUY') return refused('paused')
  const parsed = input.amount
  if (parsed.kind === 'refused') {
    if (parsed.reason === 'tooLarge') return refused('overflow')
    const code =
      parsed.reason === 'tooManyDecimals' || parsed.reason === 'ambiguous' ? 'amountUnclear' : 'amountZero'
    return refused(code, amountSentence(parsed, input.side === 'BUY' ? 'SOL' : 'coins'))
  }
  const slippageBps = slippageBpsOf(input.slippagePercentText)
  if (slippageBps === undefined) return refused('invalidSlippage')
  return input.side === 'BUY'
    ? decideBuy(lamports(parsed.units), slippageBps, input)
    : decideSell(baseUnits(parsed.units), slippageBps, input)
}

type DecidedBy = Pick<
  Parameters<typeof decideTrade>[0],
  'curve' | 'holdings' | 'moment' | 'priorityFeeLamports'
>

function decideBuy(
  lamportsIn: Lamports,
  slippageBps: bigint,
  { curve, holdings, moment, priorityFeeLamports = 0n }: DecidedBy,
): TradeDecision {
  const networkFeeLamports = lamports(NETWORK_FEE + priorityFeeLamports)
  const buy = quoteBuy(curve, lamportsIn, moment)
  if (buy.kind === 'refused') return refused(buy.code)
  const accountLamports = holdings?.hasCoinAccount === true ? 0n : TOKEN_ACCOUNT_RENT
  const rentLamports = lamports(accountLamports + (holdings?.migrationLamports ?? 0n))
  if (holdings) {
    const code = spendingRefusal(holdings.lamports, lamportsIn + rentLamports + networkFeeLamports)
    if (code !== undefined) return refused(code)
  }
  const { surchargeLamports } = buy
  // What the SOL that moves the price would bring at the price before the trade, against what it brings.
  const atSpot = divideFloor((lamportsIn - surchargeLamports) * curve.reserveBaseUnits, curve.reserveLamports)
  return {
    kind: 'quote',
    quote: {
      side: 'BUY',
      inLamports: lamportsIn,
      outBaseUnits: buy.baseUnitsOut,
      outBaseUnitsMin: baseUnits(leastOut(buy.baseUnitsOut, slippageBps)),
      feeLamports: lamports(0),
      surchargeLamports,
      ...impactOf(atSpot, buy.baseUnitsOut),
      slippageBps,
      priorityFeeLamports,
      graduates: buy.graduates,
      rentLamports,
      migrationLamports: holdings?.migrationLamports,
      networkFeeLamports,
    },
  }
}

function decideSell(
  baseUnitsIn: BaseUnits,
  slippageBps: bigint,
  { curve, holdings, priorityFeeLamports = 0n }: DecidedBy,
): TradeDecision {
  const networkFeeLamports = lamports(NETWORK_FEE + priorityFeeLamports)
  if (holdings && holdings.baseUnits < baseUnitsIn) return refused('insufficientBaseUnits')
  const sell = quoteSell(curve, baseUnitsIn)
  if (sell.kind === 'refused') return refused(sell.code)
  const rentLamports = holdings?.migrationLamports ?? lamports(0)
  if (holdings && holdings.lamports < networkFeeLamports + rentLamports)
    return refused('insufficientLamports')
  const atSpot = divideFloor(baseUnitsIn * curve.reserveLamports, curve.reserveBaseUnits)
  return {
    kind: 'quote',
    quote: {
      side: 'SELL',
      inBaseUnits: baseUnitsIn,
      outLamports: sell.lamportsOut,
      outLamportsMin: lamports(leastOut(sell.lamportsOut, slippageBps)),
      feeLamports: sell.feeLamports,
      surchargeLamports: lamports(0),
      ...impactOf(atSpot, sell.lamportsOut + sell.feeLamports),
      slippageBps,
      priorityFeeLamports,
      graduates: false,
      rentLamports,
      migrationLamports: holdings?.migrationLamports,
      networkFeeLamports,
    },
  }
}

/**
 * The amount behind "25%", "50%" and "Max": a share of what the wallet has. A buy keeps back the network's fees, the
 * rent of the coin account and what an account must hold; without a wallet it is a share of 1 SOL (a buy) or nothing.
 */
export function shareOfBalance(
  side: TradeSide,
  percent: number,
  holdings: TraderHoldings | undefined,
  priorityFeeLamports = 0n,
): bigint {
  const share = (whole: bigint) => divideFloor(whole * BigInt(percent), 100n)
  if (side === 'SELL') return holdings ? share(holdings.baseUnits) : 0n
  if (!holdings) return share(1_000_000_000n)
  const rent = (holdings.hasCoinAccount ? 0n : TOKEN_ACCOUNT_RENT) + (holdings.migrationLamports ?? 0n)
  const kept = NETWORK_FEE + priorityFeeLamports + WALLET_RENT + rent
  const spendable = holdings.lamports > kept ? holdings.lamports - kept : 0n
  const wanted = share(holdings.lamports)
  return wanted < spendable ? wanted : spendable
}

/** As it is typed: SOL of a buy, coins of a sell. */
export const inText = (trade: TradeBounds): string =>
  trade.side === 'BUY' ? solText(trade.inLamports) : coinText(trade.inBaseUnits)

/** The same amount seen from the other side: what a buy brings is sold, what a sell brings is spent. */
export const outText = (trade: TradeAmounts): string =>
  trade.side === 'BUY' ? coinText(trade.outBaseUnits) : solText(trade.outLamports)

/** What goes from one hand to the other in SOL. */
export const lamportsOf = (trade: TradeAmounts): Lamports =>
  trade.side === 'BUY' ? trade.inLamports : trade.outLamports

/** The decision on an amount that was decided before, at the curve and the balances of now. */
export function decideAgain(
  asked: ShownTrade,
  now: DecidedBy & Pick<Parameters<typeof decideTrade>[0], 'paused'>,
): TradeDecision {
  return decideTrade({
    ...now,
    side: asked.side,
    amount: {
      kind: 'amount',
      units: asked.side === 'BUY' ? asked.inLamports : asked.inBaseUnits,
    },
    slippagePercentText: (Number(asked.slippageBps) / 100).toString(),
  })
}

/** By how much more or less comes out `now` than `before`, of a trade of the same side, in basis points of it. */
export function outChangeBps(before: TradeAmounts, now: TradeAmounts): bigint {
  if (before.side === 'BUY') return now.side === 'BUY' ? changeBps(before.outBaseUnits, now.outBaseUnits) : 0n
  return now.side === 'SELL' ? changeBps(before.outLamports, now.outLamports) : 0n
}

/** Below zero is less. Rounded towards zero. */
function changeBps(before: bigint, now: bigint): bigint {
  if (before <= 0n) return 0n
  const size = divideFloor((now > before ? now - before : before - now) * BPS_ONE, before)
  return now < before ? -size : size
}

/** What of its payment is surcharge, in basis points, rounded up; 0 for a sell. */
export const surchargeBps = (trade: ShownTrade): bigint =>
  trade.side === 'BUY' ? surchargeBpsOf(trade.surchargeLamports ?? 0n, trade.inLamports) : 0n

/** So much more surcharge than was shown, in basis points of the payment, is another trade: a second of a guard is less. */
const MORE_SURCHARGE_BPS = 100n

/** Whether `now` locks more of the payment than was shown: slippage is for a price that moves, not for that. */
export const locksMore = (now: ShownTrade, shown: ShownTrade): boolean =>
  surchargeBps(now) > surchargeBps(shown) + MORE_SURCHARGE_BPS

export type ImpactLevel = 'small' | 'warned' | 'confirmed'

function impactOf(atSpot: bigint, out: bigint): Pick<TradeQuote, 'priceImpactBps' | 'impactLevel'> {
  const impactBps = priceImpactBps(atSpot, out)
  return { priceImpactBps: impactBps, impactLevel: impactLevel(impactBps) }
}

export function impactLevel(impactBps: bigint): ImpactLevel {
  if (impactBps >= PRICE_IMPACT_CONFIRM_BPS) return 'confirmed'
  return impactBps >= PRICE_IMPACT_WARNING_BPS ? 'warned' : 'small'
}
