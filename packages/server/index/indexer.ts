// Feeds the index: transactions that the server submitted, those that others sent, and what was missed while it was
// away. One queue, one writer, as many transactions a commit as are waiting. Reads only events.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { SLOT_MS } from '@twinmint/localnet/slots'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { Chain } from '../chain/chain.ts'
import type { ConfirmedTransaction } from '../chain/submit.ts'
import type { Database } from '../database/database.ts'
import { type Applied, tradesOf } from './apply.ts'
import {
  type EventsOf,
  eventsReader,
  type History,
  type HistoryLog,
  together,
} from './repair/chain-history.ts'
import { openCompleter } from './repair/completer.ts'
import { followFinalized } from './repair/finalized.ts'
import { openRepairer, type RepairCounts } from './repair/repairer.ts'
import { type OnProgress, openSweeper, type SweepFailure } from './repair/sweeper.ts'
import { openWriter, type Writer } from './repair/writer.ts'

/** A cluster's own clock, and its confirmation, are behind ours by so much at most. */
const CHAIN_LATE_MS = 5_000
const BATCH_MAX = 500
/**
 * After a batch of more than this the next one gathers for so long: a batch costs some 6 ms, however few are in it, and where many
 * trade at once they wait for processors.
 */
const BUSY_BATCH = 8
const BUSY_REST_MS = 15
const RECENT_MAX = 5_000

export interface Indexer {
  /**
   * Resolves when the index holds the transaction's events, with the trades among them. Handing in the same one again
   * changes nothing and resolves with the same.
   */
  take(transaction: ConfirmedTransaction): Promise<Trade[]>
  /** Reads what the chain has beyond the cursor. Resolves with how many transactions there were; `onProgress` hears how many are written. */
  catchUp(onProgress?: OnProgress): Promise<number>
  /** Reads a coin again from its first event on, and makes its rows of that. False where it is not to be had. */
  reread(mint: Address): Promise<boolean>
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
  readonly repairs: RepairCounts
  close(): Promise<void>
}

interface IndexerOptions {
  readonly database: Database
  /** Writes rows while this process is the index's writer. */
  readonly fenced?: Pick<Database, 'transaction'>
  readonly chain: Chain
  /** Where the chain's older history may be read, too. */
  readonly archives?: readonly History[]
  readonly log: HistoryLog
  /** As in applyEvents. */
  readonly standingSeconds?: number | undefined
  readonly onApplied: (applied: Applied) => void
}

/** What writes rows, and what reads what nobody told of. */
function openParts(
  { database, fenced = database, chain, log, archives = [], standingSeconds, onApplied }: IndexerOptions,
  eventsOf: EventsOf,
) {
  const writer = openWriter({
    fenced,
    programAddress: chain.programAddress,
    standingSeconds,
    onApplied,
    onGap: () => sweeper.sweepSoon(),
    onDiffering: (doubts) => {
      for (const doubt of doubts) void repairer.reread(doubt)
    },
  })
  const repairing = { database, fenced, chain, archives, writer, standingSeconds, log, onApplied }
  const repairer = openRepairer(repairing)
  const finalized = chain.watchIsComplete
    ? undefined
    : followFinalized({ database, fenced, chain, repairer, log })
  const onForgotten = (slot: number) => finalized?.recheck(slot)
  const sweeper = openSweeper({ database, chain, writer, repairer, eventsOf, log, onForgotten })
  const completer = openCompleter({ repairer, hasArchives: archives.length > 0, log })
  return { writer, repairer, finalized, sweeper, completer }
}

export function startIndexer(options: IndexerOptions): Indexer {
  const { chain, log } = options
  const eventsOf = eventsReader(chain.programAddress)
  const { writer, repairer, finalized, sweeper, completer } = openParts(options, eventsOf)
  const queue = openQueue({
    writer,
    eventsOf,
    log,
    onHeld: (signature) => {
      if (!chain.watchIsComplete) sweeper.skip(signature)
    },
  })
  const stopWatching = chain.watch(
    (transaction) => {
      queue.add(transaction, chain.watchIsComplete).catch(() => {}) // logged by the queue; the next sweep tries again
    },
    () => {
      finalized?.recheck()
      sweeper.sweepAfter()
    },
  )

  const waitingMs = () => {
    const nowMs = performance.now()
    return nowMs - Math.min(queue.firstAtMs ?? nowMs, writer.stuckSinceMs ?? nowMs)
  }
  return {
    take: queue.take,
    async catchUp(onProgress) {
      const count = await sweeper.catchUp(onProgress)
      if (!chain.watchIsComplete) await completer.begin()
      return count
    },
    reread: (mint) => repairer.reread({ mint, sequence: 1 }),
    get lag() {
      return { transactions: queue.length, events: writer.earlyCount, waitingMs: waitingMs() }
    },
    get readThroughMs() {
      return readThrough(chain, { sweptMs: sweeper.sweptMs, waitingMs: waitingMs() })
    },
    get setAside() {
      return sweeper.setAside
    },
    get sweepFailure() {
      return sweeper.failure
    },
    get repairs() {
      return repairer.counts
    },
    async close() {
      stopWatching()
      sweeper.stopTimers()
      completer.stop()
      await queue.close()
      await sweeper.close()
      await finalized?.close()
      await repairer.close()
    },
  }
}

function readThrough(
  { watchIsComplete }: Chain,
  { sweptMs, waitingMs }: { readonly sweptMs: number; readonly waitingMs: number },
): number {
  if (sweptMs === 0) return 0
  const nowMs = Date.now() - waitingMs
  // The chain's clock moves with its slots: what comes now may be of a time one slot ago.
  return watchIsComplete ? nowMs - SLOT_MS : Math.min(sweptMs - CHAIN_LATE_MS, nowMs)
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
  readonly log: HistoryLog
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
