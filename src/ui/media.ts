// What the screen is like, where a layout needs other elements and not only other styles.
import { useSyncExternalStore } from 'react'

/** As wide as Tailwind's `md:`. */
const WIDE = '(min-width: 800px)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}
