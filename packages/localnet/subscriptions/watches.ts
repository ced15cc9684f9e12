// Notifies subscribers of changes. Each group of transactions is read once for all subscribers with the same parameters, in
// short steps, so that the main thread's other work goes on. The time is charged to the subscribers. Must not know the socket.

import { hash } from 'node:crypto'
import type { Address } from '@solana/kit'
import type { ConfirmedTransaction, DurableGroup } from '../commit-queue.ts'
import { RpcError } from '../rpc/params.ts'
import { rpcText } from '../rpc/rpc.ts'
import { openLane, type Pause } from '../slow-calls.ts'

/** Groups, and bytes of their accounts, that may wait for being read. When they exceed it, the most expensive subscriber is ended. */
const GROUPS_WAITING_MAX = 256
const BYTES_WAITING_MAX = 32 * 1024 * 1024
/** A subscriber that took less time since the queue was last empty is not the reason for the queue. */
const EXPENSIVE_MS = 100

/** A group with an index of its transactions, made once for all subscriptions. */
export interface GroupView extends DurableGroup {
  readonly byMention: ReadonlyMap<Address, readonly ConfirmedTransaction[]>
}

/** A subscription's reader. */
export interface Reader {
  /** Readers of one holder are ended together. */
  readonly holder: string
  readonly send: (resultText: string) => void
  readonly hasRoom: (bytes: number) => boolean
  /** Receives the milliseconds of the main thread that its notifications took. */
  readonly onWork: (ms: number) => void
  /** Ends the reader's connection, so that it knows that it missed notifications. */
  readonly end: () => void
}

/** `bytes` are those of account data in the result. */
export interface Notification {
  readonly bytes: number
  readonly result: () => unknown
}

export type Read = (group: GroupView) => Iterable<Notification>

interface Watch {
  readonly read: Read
  /** Readers, each with the number of the first group that it hears of. */
  readonly told: Map<Reader, number>
}

export function openWatches() {
  const watches = new Map<string, Watch>()
  const lane = openLane()
  const waiting: { readonly view: GroupView; readonly number: number; readonly bytes: number }[] = []
  const workOf = new Map<string, number>()
  let groups = 0
  let waitingBytes = 0
  let isTelling = false

  const charge = (told: Watch['told'], ms: number): void => {
    for (const { holder, onWork } of told.keys()) {
      onWork(ms / told.size)
      workOf.set(holder, (workOf.get(holder) ?? 0) + ms / told.size)
    }
  }
  const tellWatch = async ({ read, told }: Watch, view: GroupView, number: number, pause: Pause) => {
    for (const { bytes, result } of read(view)) {
      let text: string | undefined
      for (const [reader, since] of told) {
        const beganAt = performance.now()
        if (since > number || !reader.hasRoom(bytes)) continue
        text ??= rpcText(result())
        reader.send(text)
        const rest = pause()
        charge(told, performance.now() - beganAt)
        if (rest) await rest
      }
    }
  }
  const tellWaiting = async (pause: Pause): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      waitingBytes -= next.bytes
      for (const watch of watches.values()) {
        const rest = pause()
        if (rest) await rest
        try {
          await tellWatch(watch, next.view, next.number, pause)
        } catch (error) {
          // A notification that cannot be encoded as requested is skipped; other subscribers are still notified.
          if (!(error instanceof RpcError))
            console.error('A subscription of the embedded chain failed:', error)
        }
      }
    }
  }
  /** Ends the connections of the holder that took the most time since the queue was last empty. */
  const endMostExpensive = (): void => {
    const [holder, ms] = [...workOf].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
    if (ms < EXPENSIVE_MS) return
    workOf.delete(holder)
    for (const { told } of watches.values())
      for (const reader of told.keys()) if (reader.holder === holder) reader.end()
  }
  return {
    join(what: readonly unknown[], read: Read, reader: Reader): () => void {
      const same = hash('sha256', rpcText(what))
      const watch: Watch = watches.get(same) ?? { read, told: new Map() }
      watches.set(same, watch)
      watch.told.set(reader, groups)
      return () => {
        watch.told.delete(reader)
        if (watch.told.size === 0 && watches.get(same) === watch) watches.delete(same)
      }
    },
    tell(group: DurableGroup): void {
      if (watches.size === 0) return
      const bytes = [...group.accounts.values()].reduce(
        (sum, account) => sum + (account?.data.length ?? 0),
        0,
      )
      waiting.push({ view: viewOf(group), number: groups++, bytes })
      waitingBytes += bytes
      if (waiting.length > GROUPS_WAITING_MAX || waitingBytes > BYTES_WAITING_MAX) endMostExpensive()
      if (isTelling) return
      isTelling = true
      void lane.run('', { leftMs: Number.POSITIVE_INFINITY }, tellWaiting).finally(() => {
        isTelling = false
        workOf.clear()
      })
    },
  }
}

function viewOf(group: DurableGroup): GroupView {
  const byMention = new Map<Address, ConfirmedTransaction[]>()
  for (const transaction of group.transactions) {
    for (const address of transaction.addresses) {
      const known = byMention.get(address)
      if (known) known.push(transaction)
      else byMention.set(address, [transaction])
    }
  }
  return { ...group, byMention }
}
