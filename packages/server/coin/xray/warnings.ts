// Keeps what lists and cards warn of up to date, seconds after a trade.

import { warningsOf } from '@twinmint/sdk/api/xray/rules'
import type { Database } from '../../database/database.ts'
import { listNotLookedAt, loadSums, writeWarnings } from './store.ts'

const EVERY_MS = 1_000
/** A coin takes some milliseconds, so a busy market must wait: each coin once a round, however often it is traded. */
const ROUND_MAX = 10
/** And so must a trade that is to be written, for so many coins at once. */
const STATEMENT_MAX = 5

export interface Warnings {
  /** These were traded or launched, or more is known of what their creators sent. */
  touch(collectionIds: readonly string[]): void
  close(): Promise<void>
}

export function startWarnings(
  db: Database,
  {
    onChanged,
    onFailure,
  }: {
    readonly onChanged: (collectionIds: readonly string[]) => void
    readonly onFailure: (error: unknown) => void
  },
): Warnings {
  const touched = new Set<string>()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    const now = [...touched].slice(0, ROUND_MAX)
    for (const id of now) touched.delete(id)
    const missing = now.length < ROUND_MAX ? await listNotLookedAt(db, ROUND_MAX - now.length) : []
    const ids = [...new Set([...now, ...missing])].sort()
    try {
      for (let at = 0; at < ids.length; at += STATEMENT_MAX) {
        const changed = await refreshWarnings(db, ids.slice(at, at + STATEMENT_MAX))
        // At once: what is written already is no change the next time, if the next coins fail.
        if (changed.length > 0) onChanged(changed)
      }
    } catch (error) {
      for (const id of now) touched.add(id)
      throw error
    }
  }
  const timer = setInterval(() => {
    working ??= work()
      .catch(onFailure)
      .finally(() => {
        working = undefined
      })
  }, EVERY_MS)
  timer.unref()

  return {
    touch(ids) {
      for (const id of ids) touched.add(id)
    },
    async close() {
      clearInterval(timer)
      await working
    },
  }
}

/** Works the warnings of these coins out anew, by what the index has. Returns those that have others now. */
async function refreshWarnings(db: Database, collectionIds: readonly string[]): Promise<string[]> {
  const sums = await loadSums(db, collectionIds)
  return writeWarnings(
    db,
    sums.map((each) => ({ collectionId: each.collectionId, warnings: warningsOf(each) })),
  )
}
