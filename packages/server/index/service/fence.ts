// Keeps whoever writes the index honest: a transaction of an earlier writer is refused, and so is one of a writer that remembers more
// than the database has. See docs/decisions/0032-one-writer.md.
import type { Database, Transaction } from '../../database/database.ts'

/** Another server writes the index by now, or the database is older than what was read from it. */
export class FencedError extends Error {
  override readonly name = 'FencedError'
  constructor() {
    super('another server writes the index, or the database went back')
  }
}

interface Position {
  /** A random name, another one after each time that the database was found to be older than before. */
  readonly history: string
  /** How many transactions have written the index. */
  readonly sequence: number
}

export interface HistoryWatch {
  /** Compares the database with what this process has seen of it, and tells `onRewound`. */
  look(): Promise<void>
  /** This process wrote so many; an older database has fewer. */
  note(sequence: number): void
}

/**
 * Remembers how far the database was. A failover or a restored backup may bring one that is older: what memory says of it is wrong
 * then, and `onRewound` has to forget it.
 */
export function watchHistory(db: Database, onRewound: (lost: number) => void): HistoryWatch {
  let seen: Position | undefined
  let looking: Promise<void> | undefined
  async function compare(): Promise<void> {
    // What is acknowledged while the answer is on its way is not in it.
    const before = seen
    const [now] = await db.query<Position>('select history, sequence from database_history')
    if (!now) return
    const isShorter = before?.history === now.history && now.sequence < before.sequence
    if (before === undefined || (!isShorter && before.history === now.history)) return note(now)
    // Renamed, so that a server that looks when it has grown again notices, too.
    const [named] = isShorter
      ? await db.query<Position>(
          'update database_history set history = gen_random_uuid() where history = $1 returning history, sequence',
          [now.history],
        )
      : [now]
    seen = named
    onRewound(Math.max(0, before.sequence - now.sequence))
  }
  function note(position: Position): void {
    if (seen?.history !== position.history || position.sequence > seen.sequence) seen = position
  }
  return {
    // One at a time: several that wait for a database that hangs would each find the same.
    look: () =>
      (looking ??= compare().finally(() => {
        looking = undefined
      })),
    note(sequence) {
      if (seen) note({ ...seen, sequence })
    },
  }
}

/** What the index's writer writes rows with. */
export type Fenced = Pick<Database, 'transaction'>

/**
 * Begins a term as the index's writer. Its transactions throw a FencedError once another term has begun, or where the database has
 * lost one that was acknowledged here; `onFenced` is called then.
 */
export async function beginTerm(
  db: Database,
  { note, onFenced }: { readonly note: (sequence: number) => void; readonly onFenced: () => void },
): Promise<Fenced> {
  // Waits for a transaction of the writer before, which holds the row until its end.
  const [begun] = await db.query<{ epoch: string; sequence: number }>(
    'update database_history set epoch = gen_random_uuid() returning epoch, sequence',
  )
  if (!begun) throw new Error('database_history has no row')
  let written = begun.sequence

  async function advance(tx: Transaction): Promise<number> {
    const [row] = await tx.query<{ sequence: number }>(
      'update database_history set sequence = sequence + 1 where epoch = $1 and sequence >= $2 returning sequence',
      [begun?.epoch ?? '', written],
    )
    if (row) return row.sequence
    onFenced()
    throw new FencedError()
  }
  return {
    async transaction(work, ...options) {
      let sequence = 0
      const result = await db.transaction(
        async (tx) => {
          sequence = await advance(tx)
          return work(tx)
        },
        ...options,
      )
      written = Math.max(written, sequence)
      note(written)
      return result
    },
  }
}
