// How many calls an address, and all of them together, may make in a minute, where one request holds several calls.

const WINDOW_MS = 60_000

/** Whether one call more of this key is within the limit. */
export type CallLimit = (key: string) => boolean

/** Counts calls by key in windows of a minute; never more keys than calls of one minute. */
export function openCallLimit(limits: { readonly max: number; readonly totalMax?: number }): CallLimit {
  const { max, totalMax = Infinity } = limits
  const counts = new Map<string, number>()
  let endsAtMs = 0
  let total = 0
  return (key) => {
    const nowMs = Date.now()
    if (nowMs >= endsAtMs) {
      endsAtMs = nowMs + WINDOW_MS
      counts.clear()
      total = 0
    }
    const count = counts.get(key) ?? 0
    if (count >= max || total >= totalMax) return false
    counts.set(key, count + 1)
    total++
    return true
  }
}
