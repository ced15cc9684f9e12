// The index, for the rest of the server. One of the servers on a database writes it; the others wait for its rows and take over within
// seconds after it stops.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Address } from '@solana/kit'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Chain } from '../../chain/chain.ts'
import type { ConfirmedTransaction } from '../../chain/submit.ts'
import type { Database } from '../../database/database.ts'
import { keepLease, type Lease, type Work } from '../../database/lease.ts'
import { tradesOf } from '../apply.ts'
import type { Indexer } from '../indexer.ts'
import { eventsReader, type HistoryLog } from '../repair/chain-history.ts'
import { openAwaitedRows } from './awaited-rows.ts'
import { beginTerm, type Fenced, type HistoryWatch, watchHistory } from './fence.ts'
import { openRereads } from './rereads.ts'
import { openState, type WriterState, watchWriter } from './writer-state.ts'

/** How long a transaction that went through is waited for; without a writer a standby has taken over by then. */
const TAKE_MS = 8_000
const LOOK_MS = 1_000

/** The name of this process in the rows of the leases. */
export const SERVER_NAME = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`

/** After sweeps have failed for this long, another server writes: its node may be better. */
const FAILING_MS = 10_000

/** What runs while this server writes the index. */
export interface IndexWriter {
  readonly indexer: Indexer
  /** Resolves when the index holds what the chain had at the beginning. */
  readonly caughtUp: Promise<void>
  close(): Promise<void>
}

export interface IndexService {
  /**
   * Resolves when the index holds the transaction's events, whoever writes them, with the trades among them. Rejects after eight
   * seconds: the transaction is on the chain all the same.
   */
  take(transaction: ConfirmedTransaction): Promise<Trade[]>
  /** Has a coin read again from its first event on. False where the chain does not have it at this moment. */
  reread(mint: Address): Promise<boolean>
  /** Of the server that writes the index; undefined while none does. */
  readonly state: WriterState | undefined
  /** Whether that is this one. */
  readonly isWriter: boolean
  /** Waits for the first try to write: the index is caught up then, or another server writes it. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

interface IndexServiceOptions {
  readonly db: Database
  /** The same database, with connections that nobody else waits for. */
  readonly leases: Database
  readonly chain: Chain
  /** Whether this server may write the index. */
  readonly isCandidate: boolean
  /** Begins to write rows by `fenced`, whose transactions are refused once another server writes. */
  readonly begin: (fenced: Fenced) => IndexWriter
  /** The database is older than it was: what memory says of it is wrong. */
  readonly onRewound: () => void
  /** Another server writes the index now, or took coins back, as the chain did: what memory says of their names may be wrong. */
  readonly onOthersChange: () => void
  readonly log: HistoryLog
}

export function openIndexService(options: IndexServiceOptions): IndexService {
  const { db, leases, chain, isCandidate, begin, onRewound, onOthersChange, log } = options
  const rereads = openRereads(db)
  let writer: (IndexWriter & { readonly state: () => WriterState }) | undefined
  let isBeginning = false
  let lease: Lease | undefined
  let stopHearing = chain.hearSubmitted()

  // The embedded database belongs to one process, under which it can't change.
  const history: HistoryWatch | undefined =
    db.kind === 'embedded'
      ? undefined
      : watchHistory(leases, (lost) => {
          log.error({ lost }, 'the database is older than it was: what it lost is read from the chain again')
          // A term that is beginning has no memory yet.
          if (!isBeginning) lease?.restart()
          onRewound()
        })
  const note = (sequence: number) => history?.note(sequence)
  const others = watchWriter(leases, onOthersChange)
  async function look(): Promise<void> {
    // Whoever needs the database says that it fails.
    await Promise.all([history?.look(), others.look()]).catch(() => {})
  }

  async function fence(onFenced: () => void): Promise<Fenced> {
    if (history === undefined) return db
    isBeginning = true
    try {
      await history.look()
      return await beginTerm(db, { note, onFenced })
    } finally {
      isBeginning = false
    }
  }
  async function work(): Promise<Work> {
    let isOver = false
    const fenced = await fence(() => {
      if (isOver) return
      void look()
      lease?.restart()
    })
    stopHearing()
    const begun = begin(fenced)
    const state = openState(begun.indexer, others.state)
    writer = { ...begun, state }
    // By its own sweeps: what it inherited is no reason to let go at once.
    const failedMs = () =>
      performance.now() - (begun.indexer.sweepFailure?.sinceMs ?? Number.POSITIVE_INFINITY)
    const stopRereading = rereads.serve((mint) => begun.indexer.reread(mint))
    return {
      caughtUp: begun.caughtUp,
      state,
      isFailing: () => failedMs() > FAILING_MS,
      async close() {
        isOver = true
        writer = undefined
        stopHearing = chain.hearSubmitted()
        const rereading = stopRereading()
        await begun.close()
        await rereading
      },
    }
  }
  if (isCandidate)
    lease = keepLease(leases, {
      name: 'index',
      holder: SERVER_NAME,
      isAlone: chain.watchIsComplete,
      begin: work,
      onFailure: (error) => log.error({ err: error }, 'the index could not be written; trying again'),
    })

  const timer = history && setInterval(() => void look(), LOOK_MS)
  timer?.unref()

  const ready = Promise.all([lease?.tried, look()]).then(() => {})
  // Who opens this may still be busy with something else.
  ready.catch(() => {})
  return {
    take: openTake({ db, chain }, () => writer?.indexer),
    reread: (mint) => (writer ? writer.indexer.reread(mint) : rereads.ask(mint)),
    get state() {
      return writer ? writer.state() : others.state
    },
    get isWriter() {
      return writer !== undefined
    },
    ready,
    async close() {
      clearInterval(timer)
      await lease?.close()
      stopHearing()
    },
  }
}

/** Hands transactions to this process's indexer, or waits for the rows that another one's writes. */
function openTake(
  { db, chain: { programAddress } }: Pick<IndexServiceOptions, 'db' | 'chain'>,
  indexer: () => Indexer | undefined,
): IndexService['take'] {
  const eventsOf = eventsReader(programAddress)
  const awaited = openAwaitedRows(db)
  async function take(transaction: ConfirmedTransaction, signal: AbortSignal): Promise<Trade[]> {
    try {
      const taken = await indexer()?.take(transaction)
      if (taken) return taken
    } catch (error) {
      if (db.kind === 'embedded') throw error
    }
    const { events } = eventsOf(transaction)
    await awaited.wait(events, signal)
    return events.flatMap(tradesOf)
  }
  return (transaction) => within(TAKE_MS, (signal) => take(transaction, signal))
}

/** What `work` resolves with; rejects when that takes longer. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new Refusal('indexBehind', 'The index does not have it in time.')),
    ms,
  )
  try {
    return await Promise.race([
      work(late.signal),
      new Promise<never>((_resolve, reject) => {
        late.signal.addEventListener('abort', () => reject(late.signal.reason))
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
