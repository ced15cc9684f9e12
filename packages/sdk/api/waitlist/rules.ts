// What counts as a username of X (the page asks while somebody types, the server before it stores), and who sees the
// landing. Pure.
import type { LandingStatus } from '../platform/landing-contract.ts'

/** X itself stops at 15; older and longer ones exist. */
export const USERNAME_MAX = 100

/** As it is typed: every @ goes. */
export const withoutAt = (text: string): string => text.replaceAll('@', '')

/** The username that a text names, in its own case; undefined where X would not allow it. */
export function readUsername(text: string): string | undefined {
  const username = withoutAt(text).trim()
  return /^[A-Za-z0-9_]{1,100}$/.test(username) ? username : undefined
}

export const USERNAME_RULE = `Letters, digits and underscores, ${USERNAME_MAX} at most.`

export function statusFor(
  { isOn, isAdmin }: { readonly isOn: boolean; readonly isAdmin: boolean },
  links: Pick<LandingStatus, 'followUrl' | 'deckUrl'>,
): LandingStatus {
  return { landingEnabled: isOn, mayEnter: !isOn || isAdmin, ...links }
}
