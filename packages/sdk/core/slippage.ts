// How far a price may move between the card and the chain. Pure.
import { BPS_ONE, divideCeil, divideFloor } from './money.ts'

export const SLIPPAGE_PERCENT_DEFAULT = 5
export const SLIPPAGE_BPS_MIN = 10
export const SLIPPAGE_BPS_MAX = 5_000
/** From this price impact on, 10 %, a card warns. */
export const PRICE_IMPACT_WARNING_BPS = 1_000n
/** From this price impact on, 25 %, the trade card asks once more before anything is signed. */
export const PRICE_IMPACT_CONFIRM_BPS = 2_500n

/** The least that is accepted: `amountOut` less slippage, rounded up, so that it is never below what was allowed. */
export function leastOut(amountOut: bigint, slippageBps: bigint): bigint {
  return divideCeil(amountOut * (BPS_ONE - slippageBps), BPS_ONE)
}

/** The most that is paid: `amountIn` and slippage, rounded down, so that it is never above what was allowed. */
export function mostIn(amountIn: bigint, slippageBps: bigint): bigint {
  return divideFloor(amountIn * (BPS_ONE + slippageBps), BPS_ONE)
}

/** How much less `actual` is than what the price before the trade would have given. */
export function priceImpactBps(atSpot: bigint, actual: bigint): bigint {
  return atSpot <= 0n || actual >= atSpot ? 0n : divideFloor((atSpot - actual) * BPS_ONE, atSpot)
}
