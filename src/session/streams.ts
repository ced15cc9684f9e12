// Ends the live streams of sessions that have ended. A session that ends here tells the hub itself; this finds those that
// another server ended, and those whose time is over.
import type { Database } from '../database/database.ts'
import type { LiveHub } from '../wire/live-hub.ts'
import { listOpen } from './store.ts'

export type StreamsOfSessions = Pick<LiveHub, 'sessionIds' | 'endSessions'>

/** As long as a session is remembered, so that calls and streams end within the same time. */
const LOOK_MS = 5_000

export function watchStreams(
  db: Database,
  live: StreamsOfSessions,
  onFailure: (error: unknown) => void,
): { close(): void } {
  const look = async () => {
    const ids = live.sessionIds()
    if (ids.size === 0) return
    const open = new Set(await listOpen(db, [...ids]))
    live.endSessions(new Set([...ids].filter((id) => !open.has(id))))
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(onFailure)
      .finally(() => {
        looking = undefined
      })
  }, LOOK_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
