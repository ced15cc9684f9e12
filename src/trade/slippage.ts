// What is left of the slippage when the price has moved a little.
import { BPS_ONE, divideFloor } from '../core/money.ts'
import { SLIPPAGE_BPS_MIN } from '../core/slippage.ts'

/**
 * The slippage at which a trade that now gives `amountOut` still promises `amountOutMin`; undefined where the price has
 * moved beyond it, or so near to it that less than the smallest slippage would be left.
 */
export function remainingSlippageBps(quote: {
  readonly amountOut: bigint
  readonly amountOutMin: bigint
}): bigint | undefined {
  if (quote.amountOut <= 0n || quote.amountOut < quote.amountOutMin) return undefined
  const bps = divideFloor((quote.amountOut - quote.amountOutMin) * BPS_ONE, quote.amountOut)
  return bps < BigInt(SLIPPAGE_BPS_MIN) ? undefined : bps
}
