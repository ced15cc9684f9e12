// What becomes of a watchlist that is changed in two browsers at once.
import { WATCHLIST_MAX } from './contract.ts'

/**
 * A watchlist after a change: `mine` is what one browser made of `since`, `stored` what is stored now. What other browsers
 * added since then is kept, behind one's own, and what they removed is gone; the first 500 count.
 */
export function mergeWatchlists(
  mine: readonly string[],
  since: readonly string[],
  stored: readonly string[],
): string[] {
  const before = new Set(since)
  const now = new Set(stored)
  const kept = mine.filter((id) => now.has(id) || !before.has(id))
  const added = stored.filter((id) => !before.has(id))
  return [...new Set([...kept, ...added])].slice(0, WATCHLIST_MAX)
}
