// Makes all rows of the index again, for `npm run reindex`: what the chain still has is read beside the log, the log is brought to
// it, and all other rows follow from the log. Readers see the old rows until the new ones are there.
import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { decodeMarket } from '@twinmint/sdk/program/accounts'
import type { Chain } from '../../chain/chain.ts'
import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { type Limits, UNLIMITED } from '../../database/limits.ts'
import { REPLAYED_TABLES } from '../../database/migrations.ts'
import { batchOf, insertRows, key } from '../../database/table.ts'
import { listBases, restoreBase } from '../accounts/base.ts'
import { applyLogged } from '../apply.ts'
import { launchHour } from '../hours.ts'
import { configEventRowOf, writeConfigEvents } from '../keys/config-events.ts'
import { CURSORS, PLATFORM_HOURS } from '../rows.ts'
import { eventsReader, type HistoryLog, missedParts, together } from './chain-history.ts'
import { addRead, IS_SAME, keepRead, listKeptPage } from './coin-events.ts'

const PAGE = 4_000
/**
 * A repair of the running server may keep its locks for longer than others wait. Rows of a page are worked out between two statements:
 * a machine that is slow for a moment must not end a rebuild of many minutes.
 */
const EXCHANGE_LIMITS: Limits = { ...UNLIMITED, lockMs: Number.POSITIVE_INFINITY, idleMs: 60_000 }

interface Rebuilding {
  readonly database: Database
  readonly chain: Chain
  readonly log: HistoryLog
}

/** How far a chain was read. */
export interface Reading {
  readonly readingId: string
  readonly transactions: number
  readonly last: { readonly signature: string; readonly slot: bigint } | undefined
}

/**
 * Reads all that the chain has into the table beside the log, where it stays until clearRead. Refuses chainUnavailable where a node
 * lacks what it lists.
 */
export async function readWhole(
  { database, chain, log }: Rebuilding,
  readingId: string,
  onProgress: (transactions: number) => void,
): Promise<Reading> {
  const { programAddress } = chain
  let transactions = 0
  let last: Reading['last']
  const parts = missedParts({ chain, cursor: undefined, eventsOf: eventsReader(programAddress), log })
  for await (const { listed, told, isWhole } of parts) {
    if (!isWhole)
      throw new Refusal('chainUnavailable', 'The node lists a transaction that it does not have yet.')
    const { logged, configEvents } = together(told)
    await addRead(database, readingId, logged)
    await writeConfigEvents(
      database,
      configEvents.map((event) => configEventRowOf(programAddress, event)),
    )
    transactions += listed.length
    last = listed.at(-1) ?? last
    onProgress(transactions)
  }
  return { readingId, transactions, last }
}

/** What a rebuild would lose of a coin. */
export interface Loss {
  readonly symbol: string
  readonly mintAddress: string
  /** Null where the coin itself would be gone. */
  readonly trades: number | null
}

/** Coins of which neither the log nor what was read has all that the rows tell, and those that the chain does not have. */
export async function listLosses(
  { database, chain }: Rebuilding,
  { readingId, markets }: { readonly readingId: string; readonly markets: readonly MarketEnd[] },
): Promise<Loss[]> {
  // A chain in this process has its whole history: what it does not have never was.
  if (chain.listAfter) return []
  const gone = new Set(markets.flatMap(({ mintAddress, sequence }) => (sequence === 0 ? [mintAddress] : [])))
  const cut = await database.transaction((tx) => listCut(tx, readingId), UNLIMITED)
  return [
    ...markets.flatMap(({ symbol, mintAddress }) =>
      gone.has(mintAddress) ? [{ symbol, mintAddress, trades: null }] : [],
    ),
    ...cut.filter(({ mintAddress }) => !gone.has(mintAddress)),
  ]
}

const listCut = (db: Queryable, readingId: string): Promise<Loss[]> =>
  db.query(
    `with known as materialized (
       select collection_id, sequence from coin_events union
       select collection_id, sequence from coin_events_read where reading_id = $1),
     begun as (
       select collection_id from known where sequence = 1 union select collection_id from curve_bases),
     gone as (
       select collection_id, count(*) as trades from (
         select collection_id, sequence from trades except select collection_id, sequence from known) t group by 1)
     select c.symbol, c.mint_address as "mintAddress",
       case when b.collection_id is null then null else coalesce(g.trades, 0) end as trades
     from collections c
     left join begun b on b.collection_id = c.id
     left join gone g on g.collection_id = c.id
     where b.collection_id is null or g.trades > 0 order by c.created_at, c.id`,
    [readingId],
  )

const ENDS_BATCH = batchOf({
  ends: { collectionId: key('uuid'), sequence: key('bigint'), keptLast: key('bigint') },
  reading: { id: key('uuid') },
})
/** From where on the log of a coin is not the chain's: the first event that differs, and what was beyond its Market's own. */
const DROP_GHOSTS = `
with ends as (select r.* from ${ENDS_BATCH.from.ends}),
reading as (select r."id" from ${ENDS_BATCH.from.reading}),
read as (select * from coin_events_read where reading_id = (select id from reading)),
forks as (
  select collection_id, min(e.sequence) as sequence from coin_events e join read r using (collection_id, sequence)
  where not ${IS_SAME} group by 1)
delete from coin_events e using ends m left join forks f on f.collection_id = m."collectionId"
where e.collection_id = m."collectionId"
  and (e.sequence >= f.sequence or e.sequence > m."sequence" and e.sequence <= m."keptLast")
  and not exists (select from read r
    where r.collection_id = e.collection_id and r.sequence = e.sequence and ${IS_SAME})`

/** Where a coin of the index ends by its Market. */
interface MarketEnd {
  readonly collectionId: string
  readonly symbol: string
  readonly mintAddress: string
  /** Of the Market; 0 where there is none. */
  readonly sequence: number
  /** The last event in the log before the Market was read. */
  readonly keptLast: number
}

export async function loadMarketEnds({ database, chain }: Rebuilding): Promise<MarketEnd[]> {
  const coins = await database.query<Omit<MarketEnd, 'sequence'> & { readonly market: Address }>(
    `select id as "collectionId", symbol, mint_address as "mintAddress", market_address as market,
       (select coalesce(max(sequence), 0) from coin_events where collection_id = c.id) as "keptLast"
     from collections c order by created_at, id`,
  )
  const accounts = await chain.loadAccounts(coins.map(({ market }) => market))
  return coins.map(({ collectionId, symbol, mintAddress, keptLast }, at) => {
    const account = accounts[at]
    return {
      collectionId,
      symbol,
      mintAddress,
      keptLast,
      sequence: account ? Number(decodeMarket(account.data).sequence) : 0,
    }
  })
}

const CURSOR_BATCH = batchOf({ cursor: CURSORS.columns })
const WRITE_CURSOR = insertRows(CURSORS, CURSOR_BATCH.from.cursor, { set: 'updated_at = now()' })
const HOURS_BATCH = batchOf({ hours: PLATFORM_HOURS.columns })
const WRITE_HOURS = insertRows(PLATFORM_HOURS, HOURS_BATCH.from.hours)

/** Exchanges all rows. `onProgress` hears how many events are applied. */
export async function exchangeAll(
  on: Rebuilding & {
    readonly reading: Reading
    readonly markets: readonly MarketEnd[]
    readonly standingSeconds: number | undefined
  },
  onProgress: (events: number) => void,
): Promise<void> {
  const { database, chain, reading, markets, standingSeconds } = on
  const { readingId } = reading
  await database.transaction(async (tx) => {
    // Before writers, who lock a curve first, and not before readers.
    await tx.query('lock table bonding_curves, coin_events in exclusive mode')
    // A chain in this process has its whole history, so what it did not say is another's.
    if (chain.listAfter) await tx.query('delete from coin_events')
    else await tx.query(DROP_GHOSTS, ENDS_BATCH.values({ ends: markets, reading: [{ id: readingId }] }))
    const gone = markets.filter(({ sequence }) => sequence === 0).map(({ collectionId }) => collectionId)
    await tx.query('delete from curve_bases where collection_id = any($1::uuid[])', [gone])
    // The next start notes which network this is.
    await tx.query('delete from index_genesis')
    await keepRead(tx, readingId)
    await tx.query(
      'delete from curve_bases b using coin_events e where e.collection_id = b.collection_id and e.sequence = 1',
    )
    await clearRows(tx)
    for (const base of await listBases(tx)) {
      await restoreBase(tx, base)
      await tx.query(WRITE_HOURS, HOURS_BATCH.values({ hours: [launchHour(base.curve.createdAt)] }))
    }
    let count = 0
    for (let after: Parameters<typeof listKeptPage>[1]; ; ) {
      const page = await listKeptPage(tx, after, PAGE)
      after = page.at(-1)
      if (after === undefined) break
      await applyLogged(tx, chain.programAddress, page, { standingSeconds })
      count += page.length
      onProgress(count)
    }
    const { programAddress } = chain
    const { last } = reading
    await tx.query('delete from indexer_cursor where program_address <> $1', [programAddress])
    if (last)
      await tx.query(
        WRITE_CURSOR,
        CURSOR_BATCH.values({
          cursor: [{ programAddress, signature: last.signature, slot: Number(last.slot) }],
        }),
      )
  }, EXCHANGE_LIMITS)
}

/** All that follows from events. Coins that begin with their accounts stay, without what followed. */
async function clearRows(tx: Transaction): Promise<void> {
  for (const table of [
    ...REPLAYED_TABLES,
    'creator_transfers',
    'creator_reads',
    'platform_hours',
    'trader_hours',
  ])
    await tx.query(`delete from ${table}`)
  const based = 'not in (select collection_id from curve_bases)'
  await tx.query(`delete from bonding_curves where collection_id ${based}`)
  await tx.query(`delete from market_figures where collection_id ${based}`)
  await tx.query(`delete from collections where id ${based}`)
}
