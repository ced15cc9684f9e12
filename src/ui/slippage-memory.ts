// The slippage that was last chosen, kept in this browser; what is typed holds for every card on the page.
import { useSyncExternalStore } from 'react'
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

let typed: string | undefined
const listeners = new Set<() => void>()

/** Percent as it stands in the fields, valid or not. */
export function useSlippageText(): string {
  return useSyncExternalStore(subscribe, () => (typed ??= rememberedSlippageText()))
}

/** What is valid is remembered at once. */
export function setSlippageText(percentText: string): void {
  typed = percentText
  rememberSlippage(percentText)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
