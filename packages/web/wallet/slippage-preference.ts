// The slippage that was last chosen, kept in this browser; what is typed holds for every card on the page.

import { slippageBpsOf } from '@twinmint/sdk/core/input-settings'
import { SLIPPAGE_PERCENT_DEFAULT } from '@twinmint/sdk/core/slippage'
import { useSyncExternalStore } from 'react'
import { keptText } from '../data/browser-storage.ts'
import { createStore } from '../ui/store.ts'

const kept = keptText('twinmint.slippage')

const DEFAULT_TEXT = String(SLIPPAGE_PERCENT_DEFAULT)

/** Percent as text; 5 where nothing valid is remembered. */
export function rememberedSlippageText(): string {
  const text = kept.read()
  return text !== null && slippageBpsOf(text) !== undefined ? text : DEFAULT_TEXT
}

export function rememberSlippage(percentText: string): void {
  if (slippageBpsOf(percentText) !== undefined) kept.write(percentText)
}

const typed = createStore<string>(rememberedSlippageText())

/** Percent as it stands in the fields, valid or not. */
export const useSlippageText = (): string =>
  useSyncExternalStore(typed.subscribe, typed.get, () => DEFAULT_TEXT)

/** What is valid is remembered at once. */
export function setSlippageText(percentText: string): void {
  rememberSlippage(percentText)
  typed.set(percentText)
}
