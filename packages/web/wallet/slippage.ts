// What is left of the slippage when the price has moved a little.
import { BPS_ONE, divideFloor } from '@twinmint/sdk/core/money'
import { SLIPPAGE_BPS_MIN } from '@twinmint/sdk/core/slippage'

/**
 * The slippage at which a trade that now gives `out`, of whatever unit, still promises `outMin`; undefined where the price has
 * moved beyond it, or so near to it that less than the smallest slippage would be left.
 */
export function remainingSlippageBps(quote: {
  readonly out: bigint
  readonly outMin: bigint
}): bigint | undefined {
  if (quote.out <= 0n || quote.out < quote.outMin) return undefined
  const bps = divideFloor((quote.out - quote.outMin) * BPS_ONE, quote.out)
  return bps < BigInt(SLIPPAGE_BPS_MIN) ? undefined : bps
}
