// How large the coins of the home page's grid are drawn: chosen once, kept in this browser. Compact where nobody chose: at least
// twice the coins in a screen, with all that one decides by.
import { useState } from 'react'
import { keptText } from '../../data/browser-storage.ts'

export type Density = 'compact' | 'large'

const kept = keptText('twinmint.cards')

export function useDensity(): readonly [Density, (chosen: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (kept.read() === 'large' ? 'large' : 'compact'))
  return [
    density,
    (chosen) => {
      kept.write(chosen)
      setDensity(chosen)
    },
  ]
}
