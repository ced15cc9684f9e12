// The index's only writer: applies events, one call after the other, and keeps those that wait for an earlier one.
import type { Address } from '@solana/kit'
import type { Database } from '../../database/database.ts'
import { type Applied, type ApplyOptions, applyEvents } from '../apply.ts'
import type { LoggedEvent } from '../event-rows.ts'
import type { Doubt } from './coin-events.ts'

export type Writer = ReturnType<typeof openWriter>

export function openWriter({
  fenced,
  programAddress,
  standingSeconds,
  onApplied,
  onGap,
  onDiffering,
}: {
  readonly fenced: Pick<Database, 'transaction'>
  readonly programAddress: Address
  readonly standingSeconds: number | undefined
  readonly onApplied: (applied: Applied) => void
  /** An event's predecessor is missing. */
  readonly onGap: () => void
  /** Of these coins an event says something else than the rows hold at its place. */
  readonly onDiffering: (doubts: readonly Doubt[]) => void
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
    const applied = await applyEvents(fenced, programAddress, [...early, ...logged], {
      ...options,
      standingSeconds,
    })
    early = applied.early
    noteStuck()
    if (early.length > 0) onGap()
    if (applied.differing.length > 0) onDiffering(applied.differing)
    onApplied(applied)
  }
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = writing.then(work)
    writing = result.catch(() => {})
    return result
  }
  /** What waits for others goes on waiting: what it lacks some node may have. */
  async function applyReadNow(logged: readonly LoggedEvent[]): Promise<void> {
    onApplied(await applyEvents(fenced, programAddress, logged, { acceptsGaps: true, standingSeconds }))
  }
  return {
    apply: (logged: readonly LoggedEvent[], options: ApplyOptions): Promise<void> =>
      exclusively(() => applyNow(logged, options)),
    exclusively,
    applyReadNow,
    drop(mint: Address): true {
      early = early.filter(({ event }) => event.mint !== mint)
      noteStuck()
      return true
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
    /** Of which coins. */
    earlyMints: (): Address[] => [...new Set(early.map(({ event }) => event.mint))],
    /** Since when there are early events, or a batch that failed. */
    get stuckSinceMs() {
      return stuckSinceMs
    },
  }
}
