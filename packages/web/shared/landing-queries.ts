// Whether the landing is up, for every page; small, since every page loads it.
import { useQuery } from '@tanstack/react-query'
import type { LandingStatus } from '@twinmint/sdk/internal/api/platform/landing-contract'
import { keyOf } from '../data/query-keys.ts'

export const LANDING_KEY = keyOf('landing', 'status')
const OPEN: LandingStatus = { landingEnabled: false, mayEnter: true, followUrl: null, deckUrl: null }
/** What the document that the server sent says of itself. */
const told = globalThis.document?.documentElement.dataset['landing']

/** Known from the first moment on, and asked again every 30 seconds, so that open tabs follow the switch. */
export function useLanding() {
  return useQuery<LandingStatus>({
    queryKey: LANDING_KEY,
    initialData: told === undefined ? OPEN : (JSON.parse(told) as LandingStatus),
    refetchInterval: 30_000,
  }).data
}
