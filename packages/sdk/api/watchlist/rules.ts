// How many coins somebody may watch, in the browser and on the server, and what becomes of a watchlist that is changed in two
// places at once. Pure.

/** The page asks for every one of them. */
export const WATCHLIST_MAX = 200

/**
 * A watchlist after a change: `mine` is what one browser made of `since`, `stored` what is stored now. What other browsers
 * added since then is kept, behind one's own, and what they removed is gone. What is stored is never cut to make room: of
 * what is new, the first count.
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
  const merged = [...new Set([...kept, ...added])]
  let room = WATCHLIST_MAX - merged.filter((id) => now.has(id)).length
  return merged.filter((id) => now.has(id) || room-- > 0)
}
