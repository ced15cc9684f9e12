// Keeps the figures that lists are ordered by up to date: of coins that were traded within two seconds, of the others as
// time takes their day of trades away. Any number of servers may do it side by side: the same figures come out.
import type { Database } from '../database/database.ts'
import { listDue, refreshFigures } from './figures-store.ts'

const EVERY_MS = 1_000
/** Figures of coins that nobody trades are so old at most. */
const OLD_SECONDS = 60
const BATCH_MAX = 200

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
    onRefreshed,
    onFailure,
  }: {
    /** Figures of coins that were touched are there now. */
    readonly onRefreshed: (collectionIds: readonly string[]) => void
    readonly onFailure: (error: unknown) => void
  },
): Figures {
  const touched = new Set<string>()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    const now = [...touched].slice(0, BATCH_MAX)
    for (const id of now) touched.delete(id)
    const due = now.length < BATCH_MAX ? await listDue(database, OLD_SECONDS, BATCH_MAX - now.length) : []
    const ids = [...new Set([...now, ...due])].sort()
    try {
      if (ids.length > 0) await refreshFigures(database, ids)
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
