// The slippage that was last used, kept in this browser.
import { SLIPPAGE_PERCENT_DEFAULT, slippageBpsOf } from '../core/slippage.ts'

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
