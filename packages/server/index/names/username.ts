// The rule for usernames. A name is stored as typed (composed, trimmed); its skeleton (imitations.ts) must be unique.
import { imitationOf, skeletonOf } from './imitations.ts'

export const USERNAME_LENGTH_MAX = 50

export type NameDecision =
  | { readonly kind: 'name'; readonly username: string; readonly skeleton: string }
  | { readonly kind: 'refused'; readonly code: 'usernameInvalid'; readonly reason: string }

/** Invisible: controls, zero-width, directions, private and unassigned characters, and tags. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export function decideUsername(text: string): NameDecision {
  const refused = (reason: string): NameDecision => ({ kind: 'refused', code: 'usernameInvalid', reason })
  // Variation selectors that only request an emoji's coloured form are dropped.
  const username = text.normalize('NFKC').replaceAll('\u{FE0F}', '').replace(/\s+/gu, ' ').trim()
  if (username === '') return refused('Please enter a username')
  if (Array.from(username).length > USERNAME_LENGTH_MAX)
    return refused(`A username has at most ${USERNAME_LENGTH_MAX} characters.`)
  if (UNSEEN.test(username)) return refused('The username has characters that cannot be seen.')
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(username))
    return refused('A username needs a letter, a digit or an emoji.')
  const imitation = imitationOf(username, 'person')
  if (imitation !== undefined) return refused(imitation)
  return { kind: 'name', username, skeleton: skeletonOf(username) }
}
