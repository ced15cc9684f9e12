// Ends the live streams of sessions that have ended. Sessions that this server ends are reported to the hub directly; this
// finds sessions that another server ended and sessions that have expired.
import type { Database } from '../database/database.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { listOpen } from './store.ts'

export type StreamsOfSessions = Pick<LiveHub, 'sessionIds' | 'endSessions'>

/** Equals the session cache's lifetime, so that calls and streams end within the same time. */
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
