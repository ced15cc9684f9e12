// Reads from the chain what nobody told of: now and then, after a lost connection, and where events are missing.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { Chain } from '../../chain/chain.ts'
import type { Database } from '../../database/database.ts'
import type { ApplyOptions } from '../apply.ts'
import type { LoggedEvent } from '../event-rows.ts'
import { type Cursor, findCursor, listSignaturesSince } from '../store.ts'
import { type EventsOf, type HistoryLog, missedParts, ofPart } from './chain-history.ts'
import type { Repairer } from './repairer.ts'

/** Look for transactions that no notification told of: after this long, and when an event's predecessor is missing. */
const SWEEP_MS = 15_000
const GAP_SWEEP_MS = 500
/** What a node says of at once. */
const SIGNATURES_COMPARED = 256
/** Read again before a cursor that the node does not have: what was confirmed later than its slot says, or in another order. */
const OVERLAP_SLOTS = 64

/** The sweeps since `sinceMs`, by performance.now(), failed, the last one with `error`. */
export interface SweepFailure {
  readonly sinceMs: number
  readonly error: unknown
}

export type OnProgress = (count: number) => void

/** What of the index's only writer a sweep needs. */
interface SweptWriter {
  apply(logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void>
  releaseCursor(): void
  readonly isCursorHeld: boolean
  /** Events that wait for an earlier one. */
  readonly earlyCount: number
  /** Of which coins. */
  earlyMints(): readonly Address[]
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
  readonly writer: SweptWriter
  readonly repairer: Pick<Repairer, 'fill'>
  readonly eventsOf: EventsOf
  readonly log: HistoryLog
  /** The node does not have all events after this slot that the index has. */
  readonly onForgotten: (slot: number) => void
}

/** Reads from the chain what nobody told of. */
export function openSweeper(options: SweeperOptions) {
  const { chain, writer, log } = options
  /** Signatures that the index holds beyond the cursor: a sweep need not fetch them. */
  const known = new Set<string>()
  let setAside = 0
  let sweptMs = 0
  let isClosed = false
  let reading: Promise<number> | undefined
  const failures = openFailures()
  let gapTimer: NodeJS.Timeout | undefined

  /** The cursor moves with the rows. */
  async function readMissed(onProgress: OnProgress): Promise<number> {
    const beganMs = Date.now()
    const read = await applyMissed(options, { known, isClosed: () => isClosed, onProgress })
    setAside += read.setAside
    writer.releaseCursor()
    if (read.isWhole && !isClosed) sweptMs = beganMs
    return read.count
  }

  const catchUp = (onProgress: OnProgress = () => undefined): Promise<number> =>
    (reading ??= failures.watch(readMissed(onProgress)).finally(() => {
      reading = undefined
    }))
  async function sweep(): Promise<void> {
    if (isClosed) return
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
      clearTimeout(gapTimer)
      await reading?.catch(() => {})
    },
  }
}

/** Applies every transaction of the program after the cursor, oldest first. Resolves with how many there were, and could not be read. */
async function applyMissed(
  { database, chain, writer, repairer, eventsOf, log, onForgotten }: SweeperOptions,
  {
    known,
    isClosed,
    onProgress,
  }: { readonly known: Set<string>; readonly isClosed: () => boolean; readonly onProgress: OnProgress },
): Promise<{ readonly count: number; readonly setAside: number; readonly isWhole: boolean }> {
  let count = 0
  let setAside = 0
  let isWhole = true
  // One part is read while the database writes the one before it.
  let writing: Promise<void> = Promise.resolve()
  const cursor = await findCursor(database, chain.programAddress)
  const ifForgotten = async () => {
    const { slot, ...beginning } = await beforeForgotten(database, chain, { cursor, known })
    onForgotten(slot)
    return beginning
  }
  for await (const part of missedParts({ chain, cursor, known, eventsOf, log, ifForgotten })) {
    const { listed } = part
    // Else the next sweep begins here again.
    isWhole = part.isWhole
    if (!isWhole || isClosed()) break
    const { logged, ...applied } = ofPart(part)
    await writing
    const handedOver = new Promise<void>((resolve) => {
      writing = writer.apply(logged, { ...applied, onHandedOver: resolve }).then(() => {
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
    if (writer.earlyCount > 0) await writing.then(() => fillGaps(writer, repairer))
  }
  await writing
  if (writer.earlyCount > 0) await fillGaps(writer, repairer)
  return { count, setAside, isWhole }
}

/** Reads of each coin of which events are missing its own transactions. */
async function fillGaps(writer: SweptWriter, repairer: SweeperOptions['repairer']): Promise<void> {
  for (const mint of writer.earlyMints()) await repairer.fill(mint)
  // Those that waited for what was found.
  await writer.apply([], {})
}

/** How far back transactions are looked for that index and node both have: some minutes, hours and days. */
const COMMON_SLOTS = [2_000, 20_000, 500_000]

/**
 * Where to read from where the node does not have the cursor's transaction: it keeps less, or its ledger went back. Never after one
 * that the watch told of since: what was missed before it is still to be read.
 */
async function beforeForgotten(
  database: Database,
  chain: Chain,
  { cursor, known }: { readonly cursor: Cursor | undefined; readonly known: ReadonlySet<string> },
): Promise<{ readonly until: string | undefined; readonly firstSlot: number; readonly slot: number }> {
  const slot = cursor?.slot ?? 0
  for (const slots of COMMON_SLOTS) {
    const held = await listSignaturesSince(database, {
      firstSlot: slot - slots,
      limit: SIGNATURES_COMPARED,
    })
    const forgotten = new Set(await chain.listForgotten(held.map(({ signature }) => signature)))
    const common = held.find(
      ({ signature, slot: at }) => at <= slot && !known.has(signature) && !forgotten.has(signature),
    )
    if (common) return { until: common.signature, firstSlot: common.slot - OVERLAP_SLOTS, slot: common.slot }
  }
  const isBack = (await chain.rpc.getSlot({ commitment: 'confirmed' }).send()) < slot
  return { until: undefined, firstSlot: isBack ? 0 : slot - OVERLAP_SLOTS, slot: isBack ? 0 : slot }
}
