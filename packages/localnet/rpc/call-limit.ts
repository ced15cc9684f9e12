// How many calls an address, and all of them together, may make in a minute, where one request holds several calls; and how
// many bytes they may be answered.

const WINDOW_MS = 60_000

/**
 * Whether one call more of this key, or `amount` of whatever is limited, is within the limit; counted then. The last may go
 * beyond it, for what is large is known only when it was made: 0 asks whether anything is left.
 */
export type CallLimit = (key: string, amount?: number) => boolean

/** Counts calls by key in windows of a minute; never more keys than calls of one minute. */
export function openCallLimit(limits: { readonly max: number; readonly totalMax?: number }): CallLimit {
  const { max, totalMax = Infinity } = limits
  const counts = new Map<string, number>()
  let endsAtMs = 0
  let total = 0
  return (key, amount = 1) => {
    const nowMs = Date.now()
    if (nowMs >= endsAtMs) {
      endsAtMs = nowMs + WINDOW_MS
      counts.clear()
      total = 0
    }
    const count = counts.get(key) ?? 0
    if (count >= max || total >= totalMax) return false
    if (amount > 0) counts.set(key, count + amount)
    total += amount
    return true
  }
}
