// Executed transactions on their way to the disk: those that wait are written as one group, then answered and told of.
// After a write that failed nothing is acknowledged any more. Must not know how transactions are executed.

import type { Address } from '@solana/kit'
import type { Lamports } from '@twinmint/sdk/core/money'
import { lamports } from '@twinmint/sdk/core/money'
import type { AccountIndex } from './account-index.ts'
import type { Executed } from './execute.ts'
import { ChainRefusal } from './refusal.ts'
import type { Slots } from './slots.ts'
import type { ChainStore } from './store.ts'
import type { RecordedTransaction } from './store-rows.ts'
import type { TransactionError } from './transaction-error.ts'
import type { ChainAccount } from './vm.ts'

/** A transaction that is on disk. */
export interface ConfirmedTransaction {
  /** 1 for the chain's first transaction, then one more each. */
  readonly sequence: number
  readonly signature: string
  readonly slot: number
  readonly blockTimeSeconds: number
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly innerInstructions: RecordedTransaction['innerInstructions']
  readonly computeUnits: number
  readonly feeLamports: Lamports
  readonly addresses: readonly Address[]
  readonly wire: Uint8Array
}

/** What became durable together. */
export interface DurableGroup {
  readonly slot: number
  readonly transactions: readonly ConfirmedTransaction[]
  readonly accounts: ReadonlyMap<Address, ChainAccount | undefined>
}

interface Waiting {
  readonly record: RecordedTransaction
  readonly addresses: readonly Address[]
  readonly airdropTo: Address | undefined
  readonly bytes: number
  readonly resolve: (confirmed: ConfirmedTransaction) => void
  readonly reject: (refusal: ChainRefusal) => void
}

export interface Commits {
  /** Queues an executed transaction that writes `bytes`; resolves when it is on disk. */
  add(
    executed: Executed,
    wrote: { readonly bytes: number; readonly airdropTo?: Address | undefined },
  ): Promise<ConfirmedTransaction>
  /** Transactions that wait for the next write. */
  readonly waiting: number
  /** Bytes of the transactions that wait or are being written. */
  readonly waitingBytes: number
  /** Whether a transaction was executed and is not on disk yet. */
  isWaiting(signature: string): boolean
  readonly onTransaction: (listener: (transaction: ConfirmedTransaction) => void) => () => void
  readonly onGroup: (listener: (group: DurableGroup) => void) => () => void
  /** Why nothing is acknowledged any more. */
  readonly stopped: string | undefined
  /** Resolves when all that waits is on disk, or refused. */
  settled(): Promise<void>
}

function confirmedOf({ record, addresses }: Waiting, slots: Slots): ConfirmedTransaction {
  const { sequence, signature, slot, err, logs, innerInstructions, computeUnits, wire } = record
  return {
    sequence,
    signature,
    slot,
    blockTimeSeconds: slots.secondsOf(slot),
    err,
    logs,
    innerInstructions,
    computeUnits,
    feeLamports: lamports(record.feeLamports),
    addresses,
    wire,
  }
}

export function openCommits({
  store,
  index,
  slots,
  onFailure,
}: {
  readonly store: ChainStore
  readonly index: AccountIndex
  readonly slots: Slots
  readonly onFailure: (sentence: string) => void
}): Commits {
  let sequence = store.sequenceLast
  let stopped: string | undefined
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let changed = new Map<Address, ChainAccount | undefined>()
  let writing: Promise<void> | undefined
  const inFlight = new Set<string>()
  const transactionListeners = new Set<(transaction: ConfirmedTransaction) => void>()
  const groupListeners = new Set<(group: DurableGroup) => void>()

  const stop = (sentence: string): void => {
    if (stopped !== undefined) return
    stopped = sentence
    onFailure(sentence)
  }

  /** Writes everything that waits as one group, again until nothing waits. */
  const flush = async (): Promise<void> => {
    // One turn of the event loop lets those who call at the same time share the write.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting
      const accounts = changed
      waiting = []
      changed = new Map()
      try {
        if (stopped !== undefined) throw new Error(stopped)
        await store.write({ transactions: group, accounts })
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error)
        stop(`The chain's store could not be written, so nothing is acknowledged any more: ${cause}`)
        for (const { reject } of group) reject(new ChainRefusal('lost', stopped ?? ''))
        continue
      }
      waitingBytes -= group.reduce((sum, { bytes }) => sum + bytes, 0)
      for (const [address, account] of accounts) index.apply(address, account)
      const transactions = group.map((each) => confirmedOf(each, slots))
      group.forEach(({ record, resolve }, at) => {
        inFlight.delete(record.signature)
        const confirmed = transactions[at]
        if (confirmed) resolve(confirmed)
      })
      for (const transaction of transactions) tell(transactionListeners, transaction)
      if (groupListeners.size > 0)
        tell(groupListeners, { slot: transactions.at(-1)?.slot ?? slots.current(), transactions, accounts })
    }
    writing = undefined
  }

  return {
    add({ record, addresses, changes }, { bytes, airdropTo }) {
      for (const [address, account] of changes) changed.set(address, account)
      inFlight.add(record.signature)
      return new Promise((resolve, reject) => {
        waiting.push({
          record: { sequence: ++sequence, ...record },
          addresses,
          airdropTo,
          bytes,
          resolve,
          reject,
        })
        waitingBytes += bytes
        writing ??= flush()
      })
    },
    get waiting() {
      return waiting.length
    },
    get waitingBytes() {
      return waitingBytes
    },
    isWaiting: (signature) => inFlight.has(signature),
    onTransaction: (listener) => subscribe(transactionListeners, listener),
    onGroup: (listener) => subscribe(groupListeners, listener),
    get stopped() {
      return stopped
    },
    async settled() {
      await writing
    },
  }
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  // A wrapper of its own, so that the same function subscribed twice is called twice.
  const own = (value: T): void => listener(value)
  listeners.add(own)
  return () => {
    listeners.delete(own)
  }
}

function tell<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
  for (const listener of listeners) {
    try {
      listener(value)
    } catch (error) {
      // The transaction is on disk and answered: a listener's trouble is not the chain's, but must be seen.
      console.error('A listener of the embedded chain failed:', error)
    }
  }
}
