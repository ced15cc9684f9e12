// How the index's writer is doing, which it writes into its lease's row, so that every server can say it.

import { Refusal } from '@twinmint/sdk/core/errors'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { Indexer } from '../indexer.ts'

const stateSchema = z.object({
  lag: z.object({ transactions: z.number(), events: z.number(), waitingMs: z.number() }),
  readThroughMs: z.number(),
  setAside: z.number(),
  /** For how long the chain could not be read, and the sentence of the refusal that said why. */
  failing: z.object({ ms: z.number(), reason: z.string().nullable() }).nullable(),
  repairs: z.object({ mismatches: z.number(), rollbacks: z.number(), gaps: z.number() }),
})
export type WriterState = z.infer<typeof stateSchema>

/** Since when sweeps have failed, by performance.now(), and why. */
interface Failing {
  readonly sinceMs: number
  readonly reason: string | null
}

const failingOf = ({ sweepFailure }: Pick<Indexer, 'sweepFailure'>): Failing | undefined =>
  sweepFailure && {
    sinceMs: sweepFailure.sinceMs,
    reason: sweepFailure.error instanceof Refusal ? sweepFailure.error.message : null,
  }

/** Begins a term's state. While no sweep of the term has succeeded, the chain has been unread since the `former` writer failed. */
export function openState(
  indexer: Pick<Indexer, 'lag' | 'readThroughMs' | 'setAside' | 'sweepFailure' | 'repairs'>,
  former: WriterState | undefined,
): () => WriterState {
  const inherited = former?.failing && {
    sinceMs: performance.now() - former.failing.ms,
    reason: former.failing.reason,
  }
  return () => {
    const { lag, readThroughMs, setAside, repairs } = indexer
    const own = failingOf(indexer)
    const failing =
      readThroughMs === 0 && inherited ? { ...inherited, ...(own && { reason: own.reason }) } : own
    return {
      lag,
      readThroughMs,
      setAside,
      failing: failing ? { ms: performance.now() - failing.sinceMs, reason: failing.reason } : null,
      repairs,
    }
  }
}

/** The server that holds the index's lease; undefined while none does, and before it has begun. `term` is another one each time. */
export async function findWriter(
  db: Database,
): Promise<{ readonly term: number; readonly state: WriterState } | undefined> {
  const [row] = await db.query<{ term: number; state: unknown }>(
    `select number as term, state from leases where name = 'index' and expires_at > clock_timestamp()`,
  )
  const state = stateSchema.safeParse(row?.state).data
  return row && state && { term: row.term, state }
}

/** Nobody has to know of a handover that is over by then. */
const HANDOVER_MS = 15_000

/** Looks at the writer's state. `onChange` is called when another server writes, or its chain took coins back. */
export function watchWriter(db: Database, onChange: () => void) {
  let last: { readonly of: string; readonly state: WriterState; readonly atMs: number } | undefined
  return {
    async look(): Promise<void> {
      const found = await findWriter(db)
      if (found === undefined) return
      const { term, state } = found
      const of = `${term} ${state.repairs.rollbacks}`
      if (last !== undefined && of !== last.of) onChange()
      last = { of, state, atMs: performance.now() }
    },
    /** Undefined once there has been no writer for a while. */
    get state(): WriterState | undefined {
      return last && performance.now() - last.atMs < HANDOVER_MS ? last.state : undefined
    },
  }
}
