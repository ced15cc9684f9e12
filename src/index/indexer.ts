// Feeds the index: transactions that the server submitted, those that others sent, and what was missed while it was
// away. One queue, one writer, as many transactions a commit as are waiting. Reads only events.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import {
  type Chain,
  type ConfirmedTransaction,
  ForgottenTransaction,
  UnreadableTransaction,
} from '../chain/chain.ts'
import { SLOT_MS } from '../chain/embedded/slots.ts'
import { decodeConfigEvents } from '../chain/program/config-events.ts'
import { decodeEvents } from '../chain/program/events.ts'
import type { Database } from '../database/database.ts'
import type { Trade } from '../wire/records/trade.ts'
import { type Applied, applyEvents, tradesOf } from './apply.ts'
import type { LoggedEvent } from './event-rows.ts'
import type { LoggedConfigEvent } from './keys/config-events.ts'
import { type Cursor, findCursor } from './store.ts'

/** Look for transactions that no notification told of: after this long, and when an event's predecessor is missing. */
const SWEEP_MS = 15_000
const GAP_SWEEP_MS = 500
/** A cluster's own clock, and its confirmation, are behind ours by so much at most. */
const CHAIN_LATE_MS = 5_000
const BATCH_MAX = 500
/**
 * After a batch of more than this the next one gathers for so long: a batch costs some 6 ms, however few are in it, and where many
 * trade at once they wait for processors.
 */
const BUSY_BATCH = 8
const BUSY_REST_MS = 15
/** Transactions that a sweep reads together from a node, and from the chain in this process. */
const PART_MAX = 100
const FORWARD_MAX = 4_000
/** Read again before a cursor that the node does not have: what was confirmed later than its slot says, or in another order. */
const OVERLAP_SLOTS = 64
/** What a node lists at once. */
const SIGNATURES_PER_PAGE = 1_000
const RECENT_MAX = 5_000

export interface Indexer {
  /**
   * Resolves when the index holds the transaction's events, with the trades among them. Handing in the same one again
   * changes nothing and resolves with the same.
   */
  take(transaction: ConfirmedTransaction): Promise<Trade[]>
  /** Reads what the chain has beyond the cursor. Resolves with how many transactions there were; `onProgress` hears how many are written. */
  catchUp(onProgress?: OnProgress): Promise<number>
  /** What it has heard of and does not hold yet. */
  readonly lag: {
    readonly transactions: number
    /** Those that wait for an earlier one. */
    readonly events: number
    /** How long the first of them has waited. */
    readonly waitingMs: number
  }
  /** Unix milliseconds: whatever the chain had until then, the index holds. 0 until it has been caught up. */
  readonly readThroughMs: number
  /** How many transactions could not be read since the start: passed over, so that they keep nobody else's from the index. */
  readonly setAside: number
  /** Undefined while the chain can be read: what nobody told of is not found. */
  readonly sweepFailure: SweepFailure | undefined
  close(): Promise<void>
}

/** The sweeps since `sinceMs`, by performance.now(), failed, the last one with `error`. */
interface SweepFailure {
  readonly sinceMs: number
  readonly error: unknown
}

type OnProgress = (count: number) => void
type ApplyOptions = NonNullable<Parameters<typeof applyEvents>[3]>
type Log = Record<'error' | 'warn', (fields: object, sentence: string) => void>
/** What a transaction said of markets, and what of the Config. */
interface Told {
  readonly events: readonly LoggedEvent[]
  readonly configEvents: readonly LoggedConfigEvent[]
}
const together = (told: readonly Told[]) => ({
  logged: told.flatMap(({ events }) => events),
  configEvents: told.flatMap(({ configEvents }) => configEvents),
})
type EventsOf = (transaction: ConfirmedTransaction) => Told

export function startIndexer({
  database,
  chain,
  log,
  standingSeconds,
  onApplied,
}: {
  readonly database: Database
  readonly chain: Chain
  readonly log: Log
  /** As in applyEvents. */
  readonly standingSeconds?: number | undefined
  readonly onApplied: (applied: Applied) => void
}): Indexer {
  const eventsOf: EventsOf = ({ failure, inner, signature, slot }) =>
    failure === null
      ? {
          events: decodeEvents(inner, chain.programAddress).map((event) => ({ event, signature, slot })),
          configEvents: decodeConfigEvents(inner, chain.programAddress).map((event) => ({
            event,
            signature,
          })),
        }
      : { events: [], configEvents: [] }
  const writer = openWriter({
    database,
    programAddress: chain.programAddress,
    standingSeconds,
    onApplied,
    onGap: () => sweeper.sweepSoon(),
  })
  const sweeper = openSweeper({ database, chain, writer, eventsOf, log })
  const queue = openQueue({
    writer,
    eventsOf,
    log,
    onHeld: (signature) => {
      if (!chain.watchIsComplete) sweeper.skip(signature)
    },
  })
  const stopWatching = chain.watch((transaction) => {
    queue.add(transaction, chain.watchIsComplete).catch(() => {}) // logged by the queue; the next sweep tries again
  }, sweeper.sweepAfter)

  const waitingMs = () => {
    const nowMs = performance.now()
    return nowMs - Math.min(queue.firstAtMs ?? nowMs, writer.stuckSinceMs ?? nowMs)
  }
  return {
    take: queue.take,
    catchUp: sweeper.catchUp,
    get lag() {
      return { transactions: queue.length, events: writer.earlyCount, waitingMs: waitingMs() }
    },
    get readThroughMs() {
      const { sweptMs } = sweeper
      if (sweptMs === 0) return 0
      const nowMs = Date.now() - waitingMs()
      // The chain's clock moves with its slots: what comes now may be of a time one slot ago.
      return chain.watchIsComplete ? nowMs - SLOT_MS : Math.min(sweptMs - CHAIN_LATE_MS, nowMs)
    },
    get setAside() {
      return sweeper.setAside
    },
    get sweepFailure() {
      return sweeper.failure
    },
    async close() {
      stopWatching()
      sweeper.stopTimers()
      await queue.close()
      await sweeper.close()
    },
  }
}

type Writer = ReturnType<typeof openWriter>

/** Applies events, one call after the other. */
function openWriter({
  database,
  programAddress,
  standingSeconds,
  onApplied,
  onGap,
}: {
  readonly database: Database
  readonly programAddress: Address
  readonly standingSeconds: number | undefined
  readonly onApplied: (applied: Applied) => void
  /** An event's predecessor is missing. */
  readonly onGap: () => void
}) {
  let early: readonly LoggedEvent[] = []
  let isCursorHeld = false
  let stuckSinceMs: number | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const noteStuck = (): void => {
    if (early.length === 0 && !isCursorHeld) stuckSinceMs = undefined
    else stuckSinceMs ??= performance.now()
  }
  const hold = (held: boolean) => () => {
    isCursorHeld = held
    noteStuck()
  }
  async function applyNow(logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void> {
    const applied = await applyEvents(database, programAddress, [...early, ...logged], {
      ...options,
      standingSeconds,
    })
    early = applied.early
    noteStuck()
    if (early.length > 0) onGap()
    onApplied(applied)
  }
  return {
    apply(logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void> {
      const result = writing.then(() => applyNow(logged, options))
      writing = result.catch(() => {})
      return result
    },
    /** A batch failed: the cursor stays behind it until a sweep has read those transactions again. */
    holdCursor: hold(true),
    releaseCursor: hold(false),
    get isCursorHeld() {
      return isCursorHeld
    },
    /** Events that wait for an earlier one. */
    get earlyCount() {
      return early.length
    },
    /** Since when there are early events, or a batch that failed. */
    get stuckSinceMs() {
      return stuckSinceMs
    },
  }
}

interface Job {
  readonly transaction: ConfirmedTransaction
  /** From a watch that leaves nothing out: all before it have been handed in before it. */
  readonly inOrder: boolean
  readonly queuedAtMs: number
  readonly resolve: (trades: Trade[]) => void
  readonly reject: (error: unknown) => void
}

/** Transactions that wait for the index, written as many at a time as there are. */
function openQueue({
  writer,
  eventsOf,
  log,
  onHeld,
}: {
  readonly writer: Writer
  readonly eventsOf: EventsOf
  readonly log: Log
  /** The index holds a transaction's events. */
  readonly onHeld: (signature: string) => void
}) {
  const queue: Job[] = []
  let inWork: readonly Job[] = []
  let running: Promise<void> | undefined
  let isClosed = false
  /** Signatures that are queued, and the latest that the index holds. */
  const underWay = new Map<string, Promise<Trade[]>>()
  const recent = new Map<string, Trade[]>()

  async function write(jobs: readonly Job[]): Promise<void> {
    const toldByJob = jobs.map(({ transaction }) => eventsOf(transaction))
    const { logged, configEvents } = together(toldByJob)
    const last = writer.isCursorHeld ? undefined : jobs.findLast(({ inOrder }) => inOrder)?.transaction
    if (logged.length > 0 || configEvents.length > 0 || last)
      await writer.apply(logged, { cursor: last, configEvents })
    jobs.forEach(({ transaction, resolve }, at) => {
      const own = toldByJob[at]?.events ?? []
      // Those without events cost the next sweep one look each, and a stranger may name any number of them.
      if (own.length > 0) onHeld(transaction.signature)
      resolve(own.flatMap(tradesOf))
    })
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const jobs = queue.splice(0, BATCH_MAX)
      inWork = jobs
      try {
        await write(jobs)
        inWork = []
        // Those who waited read what they answer with now, before the next batch takes the database's turn.
        const gathers = jobs.length > BUSY_BATCH && queue.length < BATCH_MAX
        await (gathers ? sleep(BUSY_REST_MS) : nextTurn())
      } catch (error) {
        writer.holdCursor()
        log.error({ err: error }, 'the index could not take a batch')
        for (const job of jobs) job.reject(error)
      }
    }
    inWork = []
  }

  const add = (transaction: ConfirmedTransaction, inOrder: boolean): Promise<Trade[]> => {
    const { signature } = transaction
    const done = new Promise<Trade[]>((resolve, reject) => {
      if (isClosed) return reject(new Error('the indexer is closed'))
      queue.push({ transaction, inOrder, queuedAtMs: performance.now(), resolve, reject })
      // Begun in a task of its own, so that all transactions of this moment share a commit.
      running ??= nextTurn()
        .then(drain)
        .finally(() => {
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

  return {
    add,
    take: async (transaction: ConfirmedTransaction): Promise<Trade[]> =>
      // The watch has usually handed it in already: then this waits for that.
      recent.get(transaction.signature) ?? underWay.get(transaction.signature) ?? add(transaction, false),
    /** With those that are being written. */
    get length() {
      return inWork.length + queue.length
    },
    get firstAtMs() {
      return (inWork[0] ?? queue[0])?.queuedAtMs
    },
    async close() {
      await running
      isClosed = true
    },
  }
}

/** A part of what the chain lists. */
interface Part {
  readonly listed: readonly { readonly signature: string; readonly slot: bigint }[]
  /** What those of them said that the index needs. */
  readonly told: readonly Told[]
  /** Whether the node knew all of those; else nothing of it is told. */
  readonly isWhole: boolean
  /** How many can't be read by anybody here. */
  readonly setAside: number
}

/** Remembers since when all that it is given fails. */
function openFailures() {
  let last: SweepFailure | undefined
  return {
    get last() {
      return last
    },
    async watch<T>(work: Promise<T>): Promise<T> {
      try {
        const done = await work
        last = undefined
        return done
      } catch (error) {
        last = { sinceMs: last?.sinceMs ?? performance.now(), error }
        throw error
      }
    },
  }
}

interface SweeperOptions {
  readonly database: Database
  readonly chain: Chain
  readonly writer: Writer
  readonly eventsOf: EventsOf
  readonly log: Log
}

/** Reads from the chain what nobody told of. */
function openSweeper({ database, chain, writer, eventsOf, log }: SweeperOptions) {
  /** Signatures that the index holds beyond the cursor: a sweep need not fetch them. */
  const known = new Set<string>()
  let setAside = 0
  let sweptMs = 0
  let isClosed = false
  let reading: Promise<number> | undefined
  const failures = openFailures()
  let gapTimer: NodeJS.Timeout | undefined

  /** Every transaction of the program after the cursor, oldest first; the cursor moves with the rows. */
  async function readMissed(onProgress: OnProgress): Promise<number> {
    const beganMs = Date.now()
    let isWhole = true
    let count = 0
    // One part is read while the database writes the one before it.
    let writing: Promise<void> = Promise.resolve()
    const cursor = await findCursor(database, chain.programAddress)
    for await (const part of missedParts({ chain, cursor, known, eventsOf, log })) {
      const { listed } = part
      // Else the next sweep begins here again.
      isWhole = part.isWhole
      if (!isWhole || isClosed) break
      const { logged, ...options } = ofPart(part)
      await writing
      const handedOver = new Promise<void>((resolve) => {
        writing = writer.apply(logged, { ...options, onHandedOver: resolve }).then(() => {
          count += listed.length
          setAside += part.setAside
          for (const { signature } of listed) known.delete(signature)
          onProgress(count)
        })
        // Where it fails too: that is heard before the next one, or at the end.
        writing.then(resolve, resolve)
      })
      // A node is asked for the next part meanwhile. The chain in this process is read by this thread, for which the database
      // waits until the rows are handed over; a turn later they have left.
      if (chain.listAfter) await handedOver.then(() => nextTurn())
    }
    await writing
    writer.releaseCursor()
    if (isWhole && !isClosed) sweptMs = beganMs
    return count
  }

  const catchUp = (onProgress: OnProgress = () => undefined): Promise<number> =>
    (reading ??= failures.watch(readMissed(onProgress)).finally(() => {
      reading = undefined
    }))
  async function sweep(): Promise<void> {
    await catchUp().catch((error: unknown) =>
      log.warn({ err: error }, 'sweeping the chain failed; trying again'),
    )
  }
  const timer = setInterval(() => {
    if (!chain.watchIsComplete || writer.isCursorHeld || writer.earlyCount > 0) void sweep()
  }, SWEEP_MS)
  timer.unref()

  return {
    catchUp,
    sweepSoon(): void {
      if (gapTimer || isClosed) return
      gapTimer = setTimeout(() => {
        gapTimer = undefined
        void sweep()
      }, GAP_SWEEP_MS)
      gapTimer.unref()
    },
    /** After the reading under way, which may have begun before there was something to find. */
    sweepAfter: () => void (reading ?? Promise.resolve()).then(sweep, sweep),
    skip: (signature: string) => void known.add(signature),
    /** When the last sweep began that read all there was; 0 before the first. */
    get sweptMs() {
      return sweptMs
    },
    get setAside() {
      return setAside
    },
    get failure() {
      return failures.last
    },
    stopTimers(): void {
      clearInterval(timer)
      clearTimeout(gapTimer)
    },
    async close() {
      isClosed = true
      await reading?.catch(() => {})
    },
  }
}

/** What a part's transactions said, and how far the chain is read with them. */
function ofPart({ listed, told }: Part) {
  return {
    ...together(told),
    cursor: listed.at(-1),
    // Read in the chain's order and without leaving anything out: what is missing before these the node has forgotten.
    readThrough: new Set(listed.map(({ signature }) => signature)),
  }
}

/** Undefined while the node does not know it; null for one that nobody here can read. */
async function findReadable(
  chain: Chain,
  log: Log,
  signature: string,
): Promise<ConfirmedTransaction | undefined | null> {
  try {
    return await chain.findTransaction(signature)
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error
    log.warn({ signature }, 'a transaction of a later version is set aside')
    return null
  }
}

/** What the chain has after a transaction, but for what is known, part by part. */
async function* missedParts({
  chain,
  cursor,
  known,
  eventsOf,
  log,
}: {
  readonly chain: Chain
  readonly cursor: Cursor | undefined
  readonly known: ReadonlySet<string>
  readonly eventsOf: EventsOf
  readonly log: Log
}): AsyncGenerator<Part> {
  if (chain.listAfter) {
    for (let after = cursor?.signature; ; ) {
      const listed: Part['listed'][number][] = []
      const told: Told[] = []
      // Read one at a time: most of a transaction is garbage when its events are read, and a collection that finds it so need not copy it.
      for (const transaction of chain.listAfter(after, FORWARD_MAX)) {
        listed.push({ signature: transaction.signature, slot: transaction.slot })
        told.push(eventsOf(transaction))
      }
      if (listed.length > 0) yield { listed, told, isWhole: true, setAside: 0 }
      if (listed.length < FORWARD_MAX) return
      after = listed.at(-1)?.signature
    }
  }
  for await (const page of missedPages(chain, cursor))
    for (let at = 0; at < page.length; at += PART_MAX) {
      const listed = page.slice(at, at + PART_MAX)
      const wanted = listed.filter(({ failed, signature }) => !failed && !known.has(signature))
      const transactions = await Promise.all(
        wanted.map(({ signature }) => findReadable(chain, log, signature)),
      )
      const isWhole = !transactions.includes(undefined)
      yield {
        listed,
        told: isWhole
          ? transactions.flatMap((transaction) => (transaction ? [eventsOf(transaction)] : []))
          : [],
        isWhole,
        setAside: transactions.filter((transaction) => transaction === null).length,
      }
    }
}

type Listed = Awaited<ReturnType<Chain['loadProgramSignatures']>>

/**
 * Signatures of the program's transactions after the cursor, page by page, the oldest first. Where the node does not have the
 * cursor's transaction any more, all that it has from some slots before it on.
 */
async function* missedPages(chain: Chain, cursor: Cursor | undefined): AsyncGenerator<Listed> {
  const list = (until: string | undefined) => chain.loadProgramSignatures({ until, before: undefined })
  let until = cursor?.signature
  // A node lists the newest first. What comes meanwhile moves the newest page, so it is kept; of the others, however many,
  // only where each begins.
  const newest = await list(until).catch((error: unknown) => {
    if (!(error instanceof ForgottenTransaction)) throw error
    until = undefined
    return list(until)
  })
  const firstSlot = cursor === undefined ? 0 : cursor.slot - OVERLAP_SLOTS
  const isBeyond = ({ slot }: Listed[number]) => until !== undefined || slot >= firstSlot
  const begins: (string | undefined)[] = []
  for (let page = newest; page.length === SIGNATURES_PER_PAGE && page.every(isBeyond); ) {
    const before = page.at(-1)?.signature
    begins.push(before)
    page = await chain.loadProgramSignatures({ until, before })
  }
  for (const before of begins.reverse())
    yield (await chain.loadProgramSignatures({ until, before })).filter(isBeyond).reverse()
  yield newest.filter(isBeyond).reverse()
}
