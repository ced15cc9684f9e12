// What the screen is like, where a layout needs other elements and not only other styles.
import { useSyncExternalStore } from 'react'

/** As wide as Tailwind's `md:`. */
const WIDE = '(min-width: 800px)'

/** A card fits beside the coin's chart: as wide as `min-[1000px]:`. */
const DESK = '(min-width: 1000px)'

const subscribeTo = (text: string) => (listener: () => void) => {
  const query = matchMedia(text)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const subscribeToWide = subscribeTo(WIDE)
const subscribeToDesk = subscribeTo(DESK)

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeToWide, () => matchMedia(WIDE).matches)
}

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribeToDesk, () => matchMedia(DESK).matches)
}
