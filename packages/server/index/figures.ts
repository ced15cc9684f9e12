// Keeps the figures that lists are ordered by up to date: of coins that were traded within two seconds, of the others as
// time takes their day of trades away. Any number of servers may do it side by side: the same figures come out.
import type { Database } from '../database/database.ts'
import { listDue, listStanding, refreshFigures } from './figures-store.ts'

const EVERY_MS = 1_000
/** Figures of coins that nobody trades are so old at most. */
const OLD_SECONDS = 60
const BATCH_MAX = 200
/** Of so many at once the database is busy for a few milliseconds, for which a trade that is to be written waits. */
const STATEMENT_MAX = 5

export interface Figures {
  /** These were traded, launched or boosted. */
  touch(collectionIds: readonly string[]): void
  /** Brings all that is due up to date, now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

export function startFigures(
  database: Database,
  {
    standingSeconds,
    readThroughMs,
    onRefreshed,
    onStood,
    onFailure,
  }: {
    readonly standingSeconds: number
    /** Unix milliseconds until when the index has read its chain; 0: not yet. */
    readonly readThroughMs: () => number
    /** Figures of coins that were touched are there now. */
    readonly onRefreshed: (collectionIds: readonly string[]) => void
    /** From now on lists go by the graduation of these, and their figures say so. */
    readonly onStood: (collectionIds: readonly string[]) => void
    readonly onFailure: (error: unknown) => void
  },
): Figures {
  const touched = new Set<string>()
  let working: Promise<void> | undefined

  let lookedUntil: string | undefined

  async function work(): Promise<void> {
    const readThrough = readThroughMs()
    // What of the chain is not read yet may have undone a graduation.
    if (readThrough === 0) return refresh()
    const standing = await listStanding(database, lookedUntil, readThrough)
    for (const id of standing.ids) touched.add(id)
    await refresh()
    lookedUntil = standing.until
    if (standing.ids.length > 0) onStood(standing.ids)
  }

  async function refresh(): Promise<void> {
    const now = [...touched].slice(0, BATCH_MAX)
    for (const id of now) touched.delete(id)
    const due = now.length < BATCH_MAX ? await listDue(database, OLD_SECONDS, BATCH_MAX - now.length) : []
    const ids = [...new Set([...now, ...due])].sort()
    try {
      for (let at = 0; at < ids.length; at += STATEMENT_MAX)
        await refreshFigures(database, ids.slice(at, at + STATEMENT_MAX), standingSeconds)
      if (now.length > 0) onRefreshed(now)
    } catch (error) {
      for (const id of now) touched.add(id)
      throw error
    }
  }
  const run = (): Promise<void> => {
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }
  const timer = setInterval(() => void run().catch(onFailure), EVERY_MS)
  timer.unref()

  return {
    touch(ids) {
      for (const id of ids) touched.add(id)
    },
    async refresh() {
      do await run()
      while (touched.size > 0)
    },
    async close() {
      clearInterval(timer)
      await working?.catch(() => {})
    },
  }
}
