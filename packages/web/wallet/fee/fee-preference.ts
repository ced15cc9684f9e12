// The priority fee that was last chosen, kept in this browser; what is typed holds for every card on the page.

import { priorityChoiceOf } from '@twinmint/sdk/core/input-settings'
import { type PriorityChoice } from '@twinmint/sdk/core/priority-fee'
import { useSyncExternalStore } from 'react'
import { keptText } from '../../data/browser-storage.ts'
import { createStore } from '../../ui/store.ts'

export const PRIORITY_DEFAULT = 'normal'

const kept = keptText('twinmint.priority')

/** A level's name, or SOL for one transaction as text; normal where nothing valid is remembered. */
export function rememberedPriorityText(): string {
  const text = kept.read()
  return text !== null && priorityChoiceOf(text) !== undefined ? text : PRIORITY_DEFAULT
}

const typed = createStore<string>(rememberedPriorityText())

/** As it stands in the fields, valid or not. */
export const usePriorityText = (): string =>
  useSyncExternalStore(typed.subscribe, typed.get, () => PRIORITY_DEFAULT)

/** What is valid is remembered at once. */
export function setPriorityText(text: string): void {
  if (priorityChoiceOf(text) !== undefined) kept.write(text)
  typed.set(text)
}

/** What holds while something else is typed. */
export const chosenPriority = (text: string): PriorityChoice => priorityChoiceOf(text) ?? PRIORITY_DEFAULT
