// Which wallets a coin's creator funded: reads the creator's own transactions around the launch from the chain, once each,
// and keeps the transfers in them. Bounded, since a creator may have sent any number of transactions.
import type { Chain } from '../chain/chain.ts'
import { findTransfers, listSignaturesOf, type SentTransaction } from '../chain/transfers.ts'
import type { Database } from '../database/database.ts'
import { TRANSACTIONS_AFTER_MAX, TRANSACTIONS_BEFORE_MAX } from './rules.ts'
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
const WAITING_MAX = 500

export interface Funding {
  /** The coins were launched or traded: reads in the background, each now and then. */
  touch(collectionIds: readonly string[]): void
  /** Reads what is new, unless it was read a moment ago. Refuses chainUnavailable. */
  read(collectionId: string): Promise<void>
  close(): Promise<void>
}

export function openFunding(
  db: Database,
  chain: Chain,
  {
    onFound,
    onFailure,
  }: {
    /** Transfers of this coin's creator are there that were not. */
    readonly onFound: (collectionId: string) => void
    readonly onFailure: (error: unknown) => void
  },
): Funding {
  const lookedMs = chain.watchIsComplete ? LOOKED_MS.own : LOOKED_MS.cluster
  const readAtMs = new Map<string, number>()
  const underWay = new Map<string, Promise<void>>()
  const waiting = new Set<string>()
  let working: Promise<void> | undefined
  let isClosed = false
  const isFresh = (id: string, ms: number) => Date.now() - (readAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < ms

  function readNow(id: string): Promise<void> {
    const known = underWay.get(id)
    if (known) return known
    if (readAtMs.size >= REMEMBERED_MAX) readAtMs.clear()
    readAtMs.set(id, Date.now())
    const reading = readNew(db, chain, id)
      .then((found) => {
        if (found) onFound(id)
      })
      .finally(() => underWay.delete(id))
    underWay.set(id, reading)
    return reading
  }
  async function work(): Promise<void> {
    for (const id of waiting) {
      waiting.delete(id)
      if (isClosed) return
      await readNow(id).catch(onFailure)
    }
  }
  return {
    touch(ids) {
      for (const id of ids) if (waiting.size < WAITING_MAX && !isFresh(id, AFTER_TRADES_MS)) waiting.add(id)
      if (waiting.size > 0 && !isClosed)
        working ??= work().finally(() => {
          working = undefined
        })
    },
    read: (id) => (isFresh(id, lookedMs) ? (underWay.get(id) ?? Promise.resolve()) : readNow(id)),
    async close() {
      isClosed = true
      await working
      await Promise.allSettled(underWay.values())
    },
  }
}

/** Reads the creator's transactions that were not read yet. True where a transfer was among them. */
async function readNew(db: Database, chain: Chain, collectionId: string): Promise<boolean> {
  const coin = await findXrayCoin(db, collectionId)
  if (!coin) return false
  const isFirst = coin.readSignature === null
  // There were too many for the bounds: those that were read stay all that is known.
  if (!isFirst && !coin.isWhole) return false
  const before = isFirst ? await listBefore(chain, coin) : []
  const { listed, isWhole } = await listAfter(chain, coin)
  if (!isFirst && listed.length === 0 && isWhole) return false
  const wanted = [
    ...before,
    ...(isFirst ? [{ signature: coin.launchSignature, blockTimeSeconds: 0 }] : []),
    ...listed,
  ]
  const { read, count } = await fetchAll(chain, wanted)
  const transfers = read.flatMap((transaction) => rowsOf(transaction, coin))
  const countBefore = wanted.length - listed.length
  await db.transaction((tx) =>
    writeTransfers(tx, {
      collectionId,
      signature:
        count > countBefore
          ? (wanted[count - 1]?.signature ?? coin.launchSignature)
          : (coin.readSignature ?? coin.launchSignature),
      transactionsBefore: isFirst ? Math.min(before.length, count) : coin.transactionsBefore,
      transactionsAfter: coin.transactionsAfter + Math.max(0, count - countBefore),
      // Where the node did not know one yet, the next reading goes on there.
      isWhole: isWhole || count < wanted.length,
      transfers,
    }),
  )
  return transfers.length > 0
}

/** Those that the node knows, up to the first that it only has heard of; `count` says how many of `wanted` that are. */
async function fetchAll(
  chain: Chain,
  wanted: Listed,
): Promise<{ readonly read: readonly SentTransaction[]; readonly count: number }> {
  const read: SentTransaction[] = []
  for (let count = 0; count < wanted.length; count += FETCHED_AT_ONCE) {
    const part = wanted.slice(count, count + FETCHED_AT_ONCE)
    const found = await Promise.all(part.map(({ signature }) => findTransfers(chain.rpc, signature)))
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

/** The last ones before the launch, oldest first. */
async function listBefore(chain: Chain, coin: XrayCoin): Promise<Listed> {
  const { succeeded } = await listSignaturesOf(chain.rpc, coin.creatorAddress, {
    before: coin.launchSignature,
    limit: TRANSACTIONS_BEFORE_MAX,
  })
  return succeeded.toReversed()
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
