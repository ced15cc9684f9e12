// The slippage that was last used, kept in this browser; and what is left of it when the price has moved a little.
import { BPS_ONE, divideFloor } from '../core/money.ts'
import { SLIPPAGE_BPS_MIN, SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from './rules.ts'

const KEY = 'twinmint.slippage'

/** Percent as text; 5 where nothing valid is remembered, also where storage is blocked. */
export function rememberedSlippageText(): string {
  try {
    const text = localStorage.getItem(KEY)
    if (text !== null && slippageBpsOf(text) !== undefined) return text
  } catch {
    // Blocked storage forgets, and everything else works.
  }
  return String(SLIPPAGE_PERCENT_DEFAULT)
}

export function rememberSlippage(percentText: string): void {
  if (slippageBpsOf(percentText) === undefined) return
  try {
    localStorage.setItem(KEY, percentText)
  } catch {
    // As above.
  }
}

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
