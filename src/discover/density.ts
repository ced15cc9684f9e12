// How large the coins of the home page's grid are drawn: chosen once, kept in this browser. Compact where nobody chose: two
// to three times the coins in a screen, with all that one decides by.
import { useSyncExternalStore } from 'react'
import { createStore } from '../core/store.ts'
import { keptText } from '../wire/kept.ts'

export type Density = 'compact' | 'large'

const kept = keptText('twinmint.cards')
const density = createStore<Density>(kept.read() === 'large' ? 'large' : 'compact')

export const useDensity = (): Density => useSyncExternalStore(density.subscribe, density.get)

export function chooseDensity(chosen: Density): void {
  kept.write(chosen)
  density.set(chosen)
}
