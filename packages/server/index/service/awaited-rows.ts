// For servers that do not write the index: waits until another one has written what a transaction said.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'

/** All that wait are asked for together. */
const LOOK_MS = 40

interface Awaited {
  readonly collectionId: string
  readonly sequence: number
  readonly signature: string
}

export interface AwaitedRows {
  /** Resolves when the index holds all of these events; rejects when `signal` is aborted. */
  wait(events: readonly LoggedEvent[], signal: AbortSignal): Promise<void>
}

const keyOf = ({ collectionId, sequence, signature }: Awaited) => `${collectionId} ${sequence} ${signature}`

export function openAwaitedRows(db: Database): AwaitedRows {
  const waiting = new Map<string, { readonly row: Awaited; readonly resolves: Set<() => void> }>()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    while (waiting.size > 0) {
      const rows = [...waiting.values()].map(({ row }) => row)
      const found = await listHeld(db, rows).catch(() => [])
      for (const key of found.map(keyOf)) {
        for (const resolve of waiting.get(key)?.resolves ?? []) resolve()
        waiting.delete(key)
      }
      await sleep(LOOK_MS, undefined, { ref: false })
    }
  }
  function waitFor(row: Awaited, signal: AbortSignal): Promise<void> {
    const key = keyOf(row)
    const entry = waiting.get(key) ?? { row, resolves: new Set() }
    waiting.set(key, entry)
    looking ??= look().finally(() => {
      looking = undefined
    })
    return new Promise((resolve, reject) => {
      entry.resolves.add(resolve)
      signal.addEventListener('abort', () => {
        entry.resolves.delete(resolve)
        if (entry.resolves.size === 0 && waiting.get(key) === entry) waiting.delete(key)
        reject(signal.reason)
      })
    })
  }
  return {
    async wait(events, signal) {
      signal.throwIfAborted()
      const rows = events.map(({ event, signature }) => ({
        collectionId: collectionIdOf(event.mint),
        sequence: Number(event.sequence),
        signature,
      }))
      await Promise.all(rows.map((row) => waitFor(row, signal)))
    },
  }
}

const listHeld = (db: Database, rows: readonly Awaited[]): Promise<Awaited[]> =>
  db.query(
    `select e.collection_id as "collectionId", e.sequence, e.signature
     from unnest($1::uuid[], $2::bigint[], $3::text[]) w(collection_id, sequence, signature)
     join coin_events e on e.collection_id = w.collection_id and e.sequence = w.sequence and e.signature = w.signature`,
    [
      rows.map(({ collectionId }) => collectionId),
      rows.map(({ sequence }) => sequence),
      rows.map(({ signature }) => signature),
    ],
  )
