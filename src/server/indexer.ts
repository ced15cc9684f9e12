// Feeds the index: transactions that the server submitted, those that others sent, and what was missed while it was
// away. One queue, one writer, as many transactions a commit as are waiting. Reads only events.
import { type Chain, type ConfirmedTransaction, UnreadableTransaction } from '../chain/chain.ts'
import { decodeEvents } from '../chain/program/events.ts'
import type { Trade } from '../collection/contract.ts'
import { type Applied, applyEvents, type LoggedEvent, tradesOf } from '../collection/events.ts'
import { findCursor } from '../collection/store.ts'
import type { Database } from '../database/database.ts'

/** Look for transactions that no notification told of: after this long, and when an event's predecessor is missing. */
const SWEEP_MS = 15_000
const GAP_SWEEP_MS = 500
const BATCH_MAX = 500
const RECENT_MAX = 5_000

export interface Indexer {
  /**
   * Resolves when the index holds the transaction's events, with the trades among them. Handing in the same one again
   * changes nothing and resolves with the same.
   */
  take(transaction: ConfirmedTransaction): Promise<Trade[]>
  /** Reads what the chain has beyond the cursor. Resolves with how many transactions there were. */
  catchUp(): Promise<number>
  /** What it has heard of and does not hold yet. */
  readonly lag: {
    readonly transactions: number
    /** Those that wait for an earlier one. */
    readonly events: number
    /** How long the first of them has waited. */
    readonly waitingMs: number
  }
  /** How many transactions could not be read since the start: passed over, so that they keep nobody else's from the index. */
  readonly setAside: number
  close(): Promise<void>
}

type ApplyOptions = NonNullable<Parameters<typeof applyEvents>[3]>

interface Job {
  readonly transaction: ConfirmedTransaction
  /** From a watch that leaves nothing out: all before it have been handed in before it. */
  readonly inOrder: boolean
  readonly queuedAtMs: number
  readonly resolve: (trades: Trade[]) => void
  readonly reject: (error: unknown) => void
}

export function startIndexer(deps: {
  readonly database: Database
  readonly chain: Chain
  readonly log: Record<'error' | 'warn', (fields: object, sentence: string) => void>
  readonly onApplied: (applied: Applied) => void
}): Indexer {
  const { database, chain } = deps
  const queue: Job[] = []
  let early: LoggedEvent[] = []
  let inWork: readonly Job[] = []
  /** Since when there are early events, or a batch that failed. */
  let stuckSinceMs: number | undefined
  let running: Promise<void> | undefined
  let closed = false
  /** A batch failed, so the cursor stays behind it until a sweep has read those transactions again. */
  let cursorHeld = false
  /** Signatures that the index holds beyond the cursor: a sweep need not fetch them. */
  const known = new Set<string>()
  /** Signatures that are queued, and the latest that the index holds. */
  const underWay = new Map<string, Promise<Trade[]>>()
  const recent = new Map<string, Trade[]>()
  let writing: Promise<unknown> = Promise.resolve()
  let gapTimer: NodeJS.Timeout | undefined
  let setAside = 0

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const jobs = queue.splice(0, BATCH_MAX)
      inWork = jobs
      try {
        const loggedByJob = jobs.map(({ transaction }) => eventsOf(transaction))
        const logged = loggedByJob.flat()
        const last = cursorHeld ? undefined : jobs.findLast(({ inOrder }) => inOrder)?.transaction
        if (logged.length > 0 || last) await apply(logged, { cursor: last })
        if (!chain.watchIsComplete)
          jobs.forEach(({ transaction }, at) => {
            // Those without events cost the next sweep one look each, and a stranger may name any number of them.
            if ((loggedByJob[at]?.length ?? 0) > 0) known.add(transaction.signature)
          })
        jobs.forEach((job, at) => job.resolve((loggedByJob[at] ?? []).flatMap(tradesOf)))
        // Those who waited read what they answer with now, before the next batch takes the database's turn.
        await new Promise((begin) => setImmediate(() => setImmediate(begin)))
      } catch (error) {
        cursorHeld = true
        noteStuck()
        deps.log.error({ err: error }, 'the index could not take a batch')
        for (const job of jobs) job.reject(error)
      }
    }
    inWork = []
  }

  function noteStuck(): void {
    if (early.length === 0 && !cursorHeld) stuckSinceMs = undefined
    else stuckSinceMs ??= performance.now()
  }

  function apply(logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void> {
    const result = writing.then(() => applyNow(logged, options))
    writing = result.catch(() => {})
    return result
  }

  async function applyNow(logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void> {
    const applied = await applyEvents(database, chain.programAddress, [...early, ...logged], options)
    early = [...applied.early]
    noteStuck()
    if (early.length > 0 && !gapTimer && !closed) {
      gapTimer = setTimeout(() => {
        gapTimer = undefined
        void sweep()
      }, GAP_SWEEP_MS)
      gapTimer.unref()
    }
    deps.onApplied(applied)
  }

  function eventsOf(transaction: ConfirmedTransaction): LoggedEvent[] {
    if (transaction.failure !== null) return []
    const events = decodeEvents(transaction.inner, chain.programAddress)
    return events.map((event) => ({ event, signature: transaction.signature }))
  }

  const ingest = (transaction: ConfirmedTransaction, inOrder: boolean): Promise<Trade[]> => {
    const { signature } = transaction
    const done = new Promise<Trade[]>((resolve, reject) => {
      if (closed) return reject(new Error('the indexer is closed'))
      queue.push({ transaction, inOrder, queuedAtMs: performance.now(), resolve, reject })
      // Begun in a task of its own, so that all transactions of this moment share a commit.
      running ??= new Promise<void>((begin) => setImmediate(begin)).then(drain).finally(() => {
        running = undefined
      })
    })
    underWay.set(signature, done)
    return done
      .then((trades) => {
        recent.set(signature, trades)
        const oldest = recent.size > RECENT_MAX ? recent.keys().next().value : undefined
        if (oldest !== undefined) recent.delete(oldest)
        return trades
      })
      .finally(() => underWay.delete(signature))
  }

  /** Every transaction of the program after the cursor, oldest first, in pages; the cursor moves with the rows. */
  async function readMissed(): Promise<number> {
    const until = await findCursor(database, chain.programAddress)
    const missed: { signature: string; slot: bigint; failed: boolean }[] = []
    for (let before: string | undefined; ; ) {
      const page = await chain.loadProgramSignatures({ until, before })
      missed.push(...page)
      before = page.at(-1)?.signature
      if (page.length < 1_000) break
    }
    missed.reverse()
    const size = 100
    for (let i = 0; i < missed.length && !closed; i += size) {
      const part = missed.slice(i, i + size)
      const transactions = await Promise.all(
        part
          .filter(({ failed, signature }) => !failed && !known.has(signature))
          .map(({ signature }) => findReadable(signature)),
      )
      if (transactions.includes(undefined)) break // not all known yet: the next sweep begins here again
      const logged = transactions.flatMap((transaction) => (transaction ? eventsOf(transaction) : []))
      const last = part.at(-1)
      // Read in the chain's order and without leaving anything out: what is missing before these the node has forgotten.
      const readThrough = new Set(part.map(({ signature }) => signature))
      if (last) await apply(logged, { cursor: last, readThrough })
      setAside += transactions.filter((transaction) => transaction === null).length
      for (const { signature } of part) known.delete(signature)
    }
    cursorHeld = false
    noteStuck()
    return missed.length
  }

  /** Undefined while the node does not know it; null for one that nobody here can read. */
  async function findReadable(signature: string): Promise<ConfirmedTransaction | undefined | null> {
    try {
      return await chain.findTransaction(signature)
    } catch (error) {
      if (!(error instanceof UnreadableTransaction)) throw error
      deps.log.warn({ signature }, 'a transaction of a later version is set aside')
      return null
    }
  }

  let reading: Promise<number> | undefined
  const catchUp = (): Promise<number> =>
    (reading ??= readMissed().finally(() => {
      reading = undefined
    }))
  async function sweep(): Promise<void> {
    await catchUp().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'sweeping the chain failed; trying again'),
    )
  }
  const sweepTimer = setInterval(() => {
    if (!chain.watchIsComplete || cursorHeld || early.length > 0) void sweep()
  }, SWEEP_MS)
  sweepTimer.unref()
  const stopWatching = chain.watch(
    (transaction) => {
      ingest(transaction, chain.watchIsComplete).catch(() => {}) // logged by drain; the next sweep tries again
    },
    // A reading under way may have begun before what was not told: after it another one.
    () => void (reading ?? Promise.resolve()).then(sweep, sweep),
  )

  return {
    take: async (transaction) =>
      // The watch has usually handed it in already: then this waits for that.
      recent.get(transaction.signature) ?? underWay.get(transaction.signature) ?? ingest(transaction, false),
    catchUp,
    get lag() {
      const nowMs = performance.now()
      const firstMs = Math.min((inWork[0] ?? queue[0])?.queuedAtMs ?? nowMs, stuckSinceMs ?? nowMs)
      return {
        transactions: inWork.length + queue.length,
        events: early.length,
        waitingMs: nowMs - firstMs,
      }
    },
    get setAside() {
      return setAside
    },
    async close() {
      stopWatching()
      clearInterval(sweepTimer)
      clearTimeout(gapTimer)
      await running
      closed = true
      await reading?.catch(() => {})
    },
  }
}
