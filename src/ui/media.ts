// What the screen is like, where a layout needs other elements and not only other styles.
import { useSyncExternalStore } from 'react'

/** As wide as Tailwind's `md:`. */
const WIDE = '(min-width: 800px)'

/** A card fits beside the coin's chart: as wide as `min-[1000px]:`. */
const DESK = '(min-width: 1000px)'

/** A table of many columns fits beside the cards. */
const ROOMY = '(min-width: 1160px)'

const subscribeTo = (text: string) => (listener: () => void) => {
  const query = matchMedia(text)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const subscribeToWide = subscribeTo(WIDE)
const subscribeToDesk = subscribeTo(DESK)
const subscribeToRoomy = subscribeTo(ROOMY)

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribeToWide, () => matchMedia(WIDE).matches)
}

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribeToDesk, () => matchMedia(DESK).matches)
}

export function useIsRoomy(): boolean {
  return useSyncExternalStore(subscribeToRoomy, () => matchMedia(ROOMY).matches)
}
