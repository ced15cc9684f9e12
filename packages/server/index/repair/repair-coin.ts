// Makes one coin's rows what the chain says: reads its own transactions, which all name its Market account, beside the log, and
// exchanges what differs.
import { randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import { decodeMarket } from '@twinmint/sdk/program/accounts'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import type { Chain } from '../../chain/chain.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { LONG } from '../../database/limits.ts'
import { baseOf, insertCoin, listBased } from '../accounts/base.ts'
import { readCoin } from '../accounts/coin.ts'
import type { Applied } from '../apply.ts'
import { collectionIdOf, type LoggedEvent } from '../event-rows.ts'
import { findLaunch } from '../store.ts'
import type { History, HistoryLog } from './chain-history.ts'
import { clearRead, countHoles, findKeptRange, listNewRead, type ReadCoin, takeKept } from './coin-events.ts'
import { openCoinReader } from './coin-reader.ts'
import { type Exchange, exchange, removeGhost } from './exchange.ts'

const PAGE = 2_000
/** Of a coin that goes on being traded while it is read. */
const READS_MAX = 5

/** What the index's only writer does for a repairer. */
interface RepairWriter {
  /** Runs alone: nothing is applied meanwhile. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Applies events that go on from the rows, within `exclusively`. What is missing between them nobody has. */
  applyReadNow(logged: readonly LoggedEvent[]): Promise<void>
  /** Forgets the events of a coin that wait for others. */
  drop(mint: Address): true
}

export interface RepairOptions {
  readonly database: Database
  /** Writes rows while this process is the index's writer. */
  readonly fenced: Pick<Database, 'transaction'>
  readonly chain: Chain
  /** Where else a history may be read. */
  readonly archives: readonly History[]
  readonly writer: RepairWriter
  readonly standingSeconds: number | undefined
  readonly log: HistoryLog
  readonly onApplied: (applied: Applied) => void
}

type Repair = ReturnType<typeof openRepair>

/** What the repairs of all coins share. */
export function openRepair(options: RepairOptions) {
  const { database, chain, standingSeconds, onApplied } = options
  const { programAddress } = chain
  const counts = { rollbacks: 0, gaps: 0 }
  const state = { isStopped: false }
  const isStopped = () => state.isStopped
  return {
    ...options,
    counts,
    isStopped,
    stop: () => void (state.isStopped = true),
    reader: openCoinReader({ database, programAddress, log: options.log, isStopped }),
    accountOf: async (mint: Address) => (await deriveMarketAddresses(programAddress, mint)).market,
    exchangeIn: (tx: Transaction, of: Omit<Exchange, 'programAddress' | 'standingSeconds'>) =>
      exchange(tx, { ...of, programAddress, standingSeconds }),
    /** Tells of a coin that was read again. */
    tell(
      collectionId: string,
      {
        ghosts = [],
        launchedIds = [],
      }: { readonly ghosts?: readonly LoggedEvent[]; readonly launchedIds?: readonly string[] } = {},
    ): void {
      if (ghosts.length > 0) counts.rollbacks++
      onApplied(appliedOf(collectionId, { ghosts, launchedIds }))
    },
  }
}

interface Wanted {
  /** The first event that may be wrong; undefined where some are only missing. */
  readonly doubted: number | undefined
  /** Waits for what is missing rather than going on without. */
  readonly isPatient: boolean
}

/** False where the chain does not say at this moment what the coin's rows have to be. */
export async function repairCoin(on: Repair, mint: Address, wanted: Wanted): Promise<boolean> {
  for (let reads = 0; reads < READS_MAX; reads++) {
    const read = { readingId: randomUUID(), collectionId: collectionIdOf(mint) }
    try {
      const outcome = await repairFrom(on, mint, { ...wanted, read })
      if (outcome !== 'outdated') return outcome
    } finally {
      await clearRead(on.database, read.readingId)
    }
  }
  return false
}

async function repairFrom(
  on: Repair,
  mint: Address,
  { doubted, isPatient, read }: Wanted & { readonly read: ReadCoin },
): Promise<boolean | 'outdated'> {
  const { database, chain, archives, writer, log, reader } = on
  const { readingId, collectionId } = read
  const account = await on.accountOf(mint)
  const kept = await findKeptRange(database, collectionId)
  const [market] = await chain.loadAccounts([account])
  if (market === undefined) return removeIfGhost(on, mint)
  const marketSequence = Number(decodeMarket(market.data).sequence)
  const isWithoutRows = (await findLaunch(database, collectionId)) === undefined
  // A hole that the coin went on without before is none of this repair's, unless an event before it is doubted.
  const first = doubted === undefined ? Math.max(kept.last, kept.applied) + 1 : Math.max(kept.first, 1)
  let holes = 0
  for (const history of [chain, ...archives]) {
    // Of an index that was made before there was a log, all is read.
    const before = kept.isWhole ? (doubted ?? kept.last + 1) : 0
    const until = await reader.findKept(history, { collectionId, account, before })
    const isRead = await reader.read(history, { readingId, mint, account, until })
    if (!isRead && history === chain) return false
    holes = await countHoles(database, read, { first, last: marketSequence })
    if (holes === 0) break
  }
  if (isWithoutRows && (await countHoles(database, read, { first: 1, last: 1 })) > 0)
    return findByAccounts(on, mint, { account, read })
  if (holes > 0 && isPatient) return false

  const isForced = doubted !== undefined || (isWithoutRows && kept.last > 0)
  const of = { readingId, mint, marketSequence, keptLast: kept.last, isForced }
  const exchanged = await writer.exclusively(async () => {
    const done = await on.fenced.transaction((tx) => on.exchangeIn(tx, of), LONG)
    if (done === undefined) await append(on, read)
    return done
  })
  if (holes > 0) {
    on.counts.gaps++
    log.warn({ mint, holes }, 'no node has all events of a coin; it goes on without those that are missing')
  }
  if (exchanged !== undefined) {
    log.warn({ mint, takenBack: exchanged.ghosts.length }, 'a coin was read again from the chain')
    on.tell(collectionId, exchanged)
  }
  // What was applied after the reading went on from ghosts, and may be the chain's own: it is read next.
  return exchanged?.ghosts.some(({ event }) => Number(event.sequence) > kept.last) ? 'outdated' : true
}

/** Applies what was read, page by page, where it goes on from the rows. */
async function append({ database, writer }: Repair, read: ReadCoin): Promise<void> {
  for (let after = 0; ; ) {
    const page = await listNewRead(database, read, { after, limit: PAGE })
    const last = page.at(-1)
    if (last === undefined) return
    await writer.applyReadNow(page)
    after = Number(last.event.sequence)
  }
}

/** A coin without an account was launched in a fork, once the chain is final beyond its launch and does not have it. */
async function removeIfGhost(on: Repair, mint: Address): Promise<boolean> {
  const { database, chain, writer, log } = on
  const collectionId = collectionIdOf(mint)
  const launch = await findLaunch(database, collectionId)
  // Neither here nor there.
  if (launch === undefined) return writer.drop(mint)
  const finalizedSlot = await chain.rpc.getSlot({ commitment: 'finalized' }).send()
  if (finalizedSlot < (launch.slot ?? 0)) return false
  // A coin that began with its accounts has no transaction to ask for: that they are gone must do.
  if (launch.signature !== '' && (await chain.listForgotten([launch.signature])).length === 0) return false
  const remove = () => on.fenced.transaction((tx) => removeGhost(tx, collectionId), LONG)
  const ghosts = await writer.exclusively(remove)
  log.warn({ mint, takenBack: ghosts.length }, 'a coin was taken back by the chain')
  on.tell(collectionId, { ghosts })
  return true
}

/** A coin whose launch no node has begins with its accounts, and with the events that were just read. */
async function findByAccounts(
  on: Repair,
  mint: Address,
  { account, read }: { readonly account: Address; readonly read: ReadCoin },
): Promise<boolean> {
  const { chain, writer, log, reader, standingSeconds } = on
  const { readingId, collectionId } = read
  for (let reads = 0; reads < READS_MAX; reads++) {
    const found = await readCoin(chain, account, { standingSeconds })
    if (found === undefined) return false
    const { collection, ...coin } = found
    const { sequence } = coin.curve
    if (!(await reader.read(chain, { readingId, mint, account, until: undefined }))) return false
    const events = await reader.listKnown(read)
    const last = Number(events.at(-1)?.event.sequence ?? 0)
    // Traded between both readings: what is in the accounts would count twice.
    if (events.length > 0 && last < sequence) continue
    const base = baseOf(
      coin,
      events.filter(({ event }) => Number(event.sequence) <= sequence),
    )
    const marketSequence = Math.max(last, sequence)
    const insert = async (tx: Transaction) => {
      await takeKept(tx, read)
      await insertCoin(tx, collection, base)
      await on.exchangeIn(tx, { readingId, mint, marketSequence, keptLast: 0, isForced: true })
    }
    await writer.exclusively(() => on.fenced.transaction(insert, LONG))
    log.warn({ mint, since: base.since }, 'no node has the launch of a coin; it begins with its accounts')
    on.tell(collectionId, { launchedIds: [collectionId] })
    return true
  }
  return false
}

/** Reads from the archives the histories that begin later than their launch. */
export async function completeAll(on: Repair): Promise<void> {
  for (const mint of await listBased(on.database))
    for (const archive of on.archives)
      if (on.isStopped() || (await completeFrom(on, archive, mint as Address))) break
}

/** False where the archive does not have all of the coin's history either. */
async function completeFrom(on: Repair, archive: History, mint: Address): Promise<boolean> {
  const { database, writer } = on
  const read = { readingId: randomUUID(), collectionId: collectionIdOf(mint) }
  const { readingId, collectionId } = read
  try {
    const account = await on.accountOf(mint)
    const isRead = await on.reader.read(archive, { readingId, mint, account, until: undefined })
    const { last } = await findKeptRange(database, collectionId)
    if (!isRead || (await countHoles(database, read, { first: 1, last })) > 0) return false
    // What the end of the archive lacks the log has.
    const of = { readingId, mint, marketSequence: last, keptLast: last, isForced: true }
    await writer.exclusively(() => on.fenced.transaction((tx) => on.exchangeIn(tx, of), LONG))
    on.tell(collectionId)
    return true
  } finally {
    await clearRead(database, readingId)
  }
}

/** What is told of a coin that was read again: nothing happened, and everything of it may be another. */
const appliedOf = (
  collectionId: string,
  {
    ghosts,
    launchedIds,
  }: { readonly ghosts: readonly LoggedEvent[]; readonly launchedIds: readonly string[] },
): Applied => ({
  trades: () => [],
  activity: [],
  collectionIds: [collectionId],
  launchedIds,
  wallets: [...new Set(ghosts.map(({ event }) => event.who))],
  early: [],
  differing: [],
  rereadIds: [collectionId],
})
