// Which wallets a coin's creator funded: reads the creator's own transactions around the launch from the chain, once each,
// and keeps the transfers in them. Bounded, since a creator may have sent any number of transactions.

import { TRANSACTIONS_AFTER_MAX, TRANSACTIONS_BEFORE_MAX } from '@twinmint/sdk/api/xray/rules'
import type { Chain } from '../../chain/chain.ts'
import { findTransfers, listSignaturesOf, type SentTransaction } from '../../chain/transfers.ts'
import type { Database } from '../../database/database.ts'
import { findXrayCoin, type TransferRow, writeTransfers, type XrayCoin } from './store.ts'

/** What a node lists in a call, and how many such pages of a creator's transactions are listed at most. */
const PAGE = 1_000
const PAGES_MAX = 10
const FETCHED_AT_ONCE = 4
/** A transaction carries some thirty transfers of its own, and programs may make more. */
const TRANSFERS_MAX = 64
/** A node that does not know a transaction so long after its block has forgotten it. */
const KNOWN_WITHIN_SECONDS = 60
/** After trades a coin's creator is read again so often at most; somebody who looks waits for less. */
const AFTER_TRADES_MS = 60_000
const LOOKED_MS = { own: 2_000, cluster: 15_000 }
const REMEMBERED_MAX = 50_000
/** Readings of all coins together; who finds so many before it does without. */
const READINGS_AT_ONCE = 2
const READINGS_WAITING_MAX = 50
const WAITING_MAX = 500
const LATER_EVERY_MS = 5_000

export interface Funding {
  /** The coins were launched or traded: reads in the background, each now and then. */
  touch(collectionIds: readonly string[]): void
  /**
   * Reads what is new, unless it was read a moment ago. False where not all of it was: others wait before it, or the node
   * lags. Refuses chainUnavailable.
   */
  read(collectionId: string): Promise<boolean>
  close(): Promise<void>
}

interface Told {
  /** Transfers of this coin's creator are there that were not. */
  readonly onFound: (collectionId: string) => void
  readonly onFailure: (error: unknown) => void
}

export function openFunding(db: Database, chain: Chain, told: Told): Funding {
  const lookedMs = chain.watchIsComplete ? LOOKED_MS.own : LOOKED_MS.cluster
  const last = new Map<string, { readonly atMs: number; isRead: boolean }>()
  const underWay = new Map<string, Promise<boolean>>()
  const inTurn = turnsOf(READINGS_AT_ONCE, READINGS_WAITING_MAX)
  const waiting = new Set<string>()
  /** Read a moment ago, and traded since. */
  const later = new Set<string>()
  let working: Promise<void> | undefined
  let isClosed = false
  const isFresh = (id: string, ms: number) =>
    Date.now() - (last.get(id)?.atMs ?? Number.NEGATIVE_INFINITY) < ms

  function readNow(id: string): Promise<boolean> {
    const known = underWay.get(id)
    if (known) return known
    const reading = inTurn(async () => {
      if (isClosed) return false
      if (last.size >= REMEMBERED_MAX) last.clear()
      const mine = { atMs: Date.now(), isRead: false }
      last.set(id, mine)
      mine.isRead = await readNew(db, chain, { id, ...told })
      return mine.isRead
    })
      .then((isRead) => isRead === true)
      .finally(() => underWay.delete(id))
    underWay.set(id, reading)
    return reading
  }
  async function work(): Promise<void> {
    for (const id of waiting) {
      waiting.delete(id)
      if (isClosed) return
      const isRead = await readNow(id).catch((error: unknown) => {
        told.onFailure(error)
        return false
      })
      if (!isRead && later.size < WAITING_MAX) later.add(id)
    }
  }
  function enqueue(ids: Iterable<string>): void {
    for (const id of ids) {
      const queue = isFresh(id, AFTER_TRADES_MS) ? later : waiting
      if (queue.size < WAITING_MAX) queue.add(id)
    }
    if (waiting.size > 0 && !isClosed)
      working ??= work().finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(() => {
    const due = [...later].filter((id) => !isFresh(id, AFTER_TRADES_MS)).slice(0, WAITING_MAX - waiting.size)
    for (const id of due) later.delete(id)
    enqueue(due)
  }, LATER_EVERY_MS)
  timer.unref()
  return {
    touch: enqueue,
    read: (id) =>
      isFresh(id, lookedMs)
        ? (underWay.get(id) ?? Promise.resolve(last.get(id)?.isRead === true))
        : readNow(id),
    async close() {
      isClosed = true
      clearInterval(timer)
      await working
      await Promise.allSettled(underWay.values())
    },
  }
}

/** Runs so many at once, first come, first served; undefined where so many wait already. */
function turnsOf(atOnce: number, waitingMax: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (running < atOnce) running++
    else if (waiting.length >= waitingMax) return undefined
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Reads the creator's transactions that were not read yet. True where those are all of them, or all that the bounds allow. */
async function readNew(
  db: Database,
  chain: Chain,
  { id: collectionId, onFound, onFailure }: Told & { readonly id: string },
): Promise<boolean> {
  const coin = await findXrayCoin(db, collectionId)
  if (!coin) return true
  // The node has forgotten the launch, so nothing says which transactions were before it: what the creator sent stays unread.
  if (coin.launchSignature === '') return true
  const isFirst = coin.readSignature === null
  // There were too many for the bounds: those that were read stay all that is known.
  if (!isFirst && !coin.isWhole) return true
  if (await isBehind(chain, coin)) return false
  const before = isFirst ? await listBefore(chain, coin) : { listed: [], count: coin.transactionsBefore }
  const { listed, isWhole } = await listAfter(chain, coin)
  if (!isFirst && listed.length === 0 && isWhole) return true
  const launchedSeconds = Date.parse(coin.launchedAt) / 1_000
  const wanted = [
    ...before.listed,
    ...(isFirst ? [{ signature: coin.launchSignature, blockTimeSeconds: launchedSeconds }] : []),
    ...listed,
  ]
  const { read, count, failure } = await fetchAll(chain, wanted)
  if (failure !== undefined) onFailure(failure)
  const countBefore = wanted.length - listed.length
  // The next reading begins after the launch at the earliest, so what is before it is kept only as a whole.
  if (count < countBefore || (count === 0 && wanted.length > 0)) return false
  const transfers = read.flatMap((transaction) => rowsOf(transaction, coin))
  await db.transaction((tx) =>
    writeTransfers(tx, {
      collectionId,
      signature:
        count > countBefore
          ? (wanted[count - 1]?.signature ?? coin.launchSignature)
          : (coin.readSignature ?? coin.launchSignature),
      transactionsBefore: before.count,
      transactionsAfter: coin.transactionsAfter + count - countBefore,
      // Where the node did not know one yet, the next reading goes on there.
      isWhole: isWhole || count < wanted.length,
      transfers,
    }),
  )
  if (transfers.length > 0) onFound(collectionId)
  return count === wanted.length
}

/**
 * Whether the node does not know yet where this reading begins. It would list what it has as if that were all, also what
 * is older, and nothing before a launch.
 */
async function isBehind(chain: Chain, coin: XrayCoin): Promise<boolean> {
  const { readAt, launchedAt, readSignature, launchSignature } = coin
  if (Date.parse(readAt ?? launchedAt) < Date.now() - KNOWN_WITHIN_SECONDS * 1_000) return false
  return (await findTransfers(chain, readSignature ?? launchSignature)) === undefined
}

/**
 * Those that the node knows, up to the first that it only has heard of, or could not be asked for; `count` says how many of
 * `wanted` that are.
 */
async function fetchAll(
  chain: Chain,
  wanted: Listed,
): Promise<{
  readonly read: readonly SentTransaction[]
  readonly count: number
  readonly failure?: unknown
}> {
  const read: SentTransaction[] = []
  for (let count = 0; count < wanted.length; count += FETCHED_AT_ONCE) {
    const part = wanted.slice(count, count + FETCHED_AT_ONCE)
    let found: Awaited<ReturnType<typeof findTransfers>>[]
    try {
      found = await Promise.all(part.map(({ signature }) => findTransfers(chain, signature)))
    } catch (failure) {
      return { read, count, failure }
    }
    const oldestSeconds = Date.now() / 1_000 - KNOWN_WITHIN_SECONDS
    const unknown = found.findIndex(
      (each, at) => each === undefined && (part[at]?.blockTimeSeconds ?? 0) > oldestSeconds,
    )
    read.push(...(unknown < 0 ? found : found.slice(0, unknown)).flatMap((each) => each ?? []))
    if (unknown >= 0) return { read, count: count + unknown }
  }
  return { read, count: wanted.length }
}

type Listed = Awaited<ReturnType<typeof listSignaturesOf>>['succeeded']

/** The last ones before the launch, oldest first; where there are more of them, `count` is the bound. */
async function listBefore(
  chain: Chain,
  coin: XrayCoin,
): Promise<{ readonly listed: Listed; readonly count: number }> {
  const { succeeded, isLast } = await listSignaturesOf(chain.rpc, coin.creatorAddress, {
    before: coin.launchSignature,
    limit: TRANSACTIONS_BEFORE_MAX,
  })
  return { listed: succeeded.toReversed(), count: isLast ? succeeded.length : TRANSACTIONS_BEFORE_MAX }
}

/** Those since the last reading, oldest first, as far as the bounds allow. */
async function listAfter(
  chain: Chain,
  coin: XrayCoin,
): Promise<{ readonly listed: Listed; readonly isWhole: boolean }> {
  const all: Listed[number][] = []
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const { succeeded, isLast, last } = await listSignaturesOf(chain.rpc, coin.creatorAddress, {
      until: coin.readSignature ?? coin.launchSignature,
      before,
      limit: PAGE,
    })
    all.push(...succeeded)
    before = last
    if (!isLast) continue
    const room = TRANSACTIONS_AFTER_MAX - coin.transactionsAfter
    return { listed: all.toReversed().slice(0, room), isWhole: all.length <= room }
  }
  return { listed: [], isWhole: false }
}

/** What the creator sent to others: SOL, and this coin. What it paid to the coin's own accounts is no gift. */
function rowsOf(
  { signature, slot, blockTimeSeconds, transfers }: SentTransaction,
  coin: XrayCoin,
): TransferRow[] {
  const none = new Set([coin.creatorAddress, coin.marketAddress, coin.escrowAddress])
  return transfers
    .slice(0, TRANSFERS_MAX)
    .map((transfer, place) => ({ ...transfer, place }))
    .filter(
      ({ from, to, mintAddress, units }) =>
        from === coin.creatorAddress &&
        !none.has(to) &&
        units > 0n &&
        (mintAddress === null || mintAddress === coin.mintAddress),
    )
    .map(({ to, mintAddress, units, place }) => ({
      signature,
      place,
      toAddress: to,
      mintAddress,
      units: units.toString(),
      slot: slot.toString(),
      createdAt: new Date(blockTimeSeconds * 1_000).toISOString(),
    }))
}
