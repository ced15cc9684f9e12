// What of a coin's history a page shows, and in which order. Pure.
import type { Activity } from '../records/trade.ts'
import type { ActivityPage } from './activity-contract.ts'

/** Trades of one wallet that a chart marks, the newest; more would hide the candles. */
export const MARKS_MAX = 500

/** Trades that one page of candles shorter than a minute is worked out of: first so many, and at most. */
export const CANDLE_TRADES = { tradesFirst: 2_000, tradesMax: 10_000 }

/**
 * One page of what several sources know, newest first. `horizon` is the sequence below which a source has not looked yet.
 * The graduation takes no place of its own: it stands above the buy that it happened in, which has the same sequence.
 */
export function joinActivity(
  sources: readonly (readonly Activity[])[],
  page: {
    readonly limit: number
    readonly before: number | undefined
    readonly horizon: number | null
    readonly graduation: Activity | undefined
  },
): ActivityPage {
  const { limit, before = Number.POSITIVE_INFINITY, horizon, graduation } = page
  const activity = sources
    .flat()
    .filter(({ sequence }) => horizon === null || sequence >= horizon)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, limit)
  const nextCursor = activity.length === limit ? (activity.at(-1)?.sequence ?? null) : horizon
  if (
    !graduation ||
    graduation.sequence >= before ||
    (nextCursor !== null && graduation.sequence < nextCursor)
  )
    return { activity, nextCursor }
  const at = activity.findIndex(({ sequence }) => sequence <= graduation.sequence)
  return { activity: activity.toSpliced(at < 0 ? activity.length : at, 0, graduation), nextCursor }
}

/** Sequences an activity of the coin may not have seen twice: newest first, each once. */
export function addActivity(list: readonly Activity[], one: Activity): readonly Activity[] {
  if (list.some(({ id }) => id === one.id)) return list
  const at = list.findIndex(
    ({ sequence, kind }) =>
      sequence < one.sequence ||
      (sequence === one.sequence && one.kind === 'GRADUATION' && kind !== one.kind),
  )
  return list.toSpliced(at < 0 ? list.length : at, 0, one)
}
