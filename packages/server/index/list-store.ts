// SQL of lists of coins: by every order, of every state, searched.
import type { Queryable } from '../database/database.ts'
import { PLANNED_ANEW } from '../database/plan-once.ts'
import { likeText, matchesAny, searchPatterns } from '../database/search.ts'
import { STANDS } from './figures-store.ts'
import type { CollectionRecord } from './rows.ts'
import { RECORD_COLUMNS, RECORD_JOINS } from './store.ts'

/** The volume of a day as it was worked out last, which is what lists are ordered by. */
const VOLUME_LISTED = 'm.volume_24h_lamports::text as "volumeLamports24h"'

/** What each order sorts by, the type of that, and the table whose index has it; ties go by id. */
const SORT_KEYS = {
  lastTrade: ['coalesce(b.last_trade_at, b.created_at)', 'timestamptz', 'b'],
  created: ['c.created_at', 'timestamptz', 'c'],
  marketCap: ['m.stood_market_cap_lamports', 'numeric', 'm'],
  nfts: ['b.circulating_nft_count', 'int', 'b'],
  volume: ['m.volume_24h_lamports', 'numeric', 'm'],
  change1h: ['m.stood_change_1h_bps', 'bigint', 'm'],
  change24h: ['m.stood_change_24h_bps', 'bigint', 'm'],
  traders: ['m.traders_24h', 'int', 'm'],
  holders: ['m.holder_count', 'int', 'm'],
  progress: ['m.progress_bps', 'int', 'm'],
  trending: ['m.trending', 'double precision', 'm'],
  graduated: ['b.graduation_stands_at', 'timestamptz', 'b'],
} as const satisfies Record<string, readonly [key: string, type: string, table: keyof typeof TABLES]>
export type CollectionSort = keyof typeof SORT_KEYS
/** The SQL type of an order's sort key. */
export const keyTypeOf = (sort: CollectionSort) => SORT_KEYS[sort][1]

/** About to graduate: so much of the way. */
const GRADUATING_BPS = 8_000
/** The second is exact at every moment; the first has an index, and is a second late. */
const NOT_YET = `m.progress_bps < 10000 and (${STANDS}) is not true`
const STATES = {
  all: 'true',
  new: `${NOT_YET} and c.created_at > now() - interval '24 hours'`,
  graduating: `${NOT_YET} and m.progress_bps >= ${GRADUATING_BPS}`,
  graduated: STANDS,
} as const
export type CollectionState = keyof typeof STATES
/** The table in whose index a state's coins stand together, with the texts that searches look for. */
const SEARCHED = {
  all: ['c', 'true'],
  new: ['c', "c.created_at > now() - interval '24 hours'"],
  graduating: ['m', `m.progress_bps between ${GRADUATING_BPS} and 9999`],
  graduated: ['b', STANDS],
} as const satisfies Record<CollectionState, readonly [table: keyof typeof TABLES, condition: string]>

/** What a list's coins must have, in the units of the tables; the ends belong to it. */
export interface ListFilters {
  readonly ageMinutesMin?: number | undefined
  readonly ageMinutesMax?: number | undefined
  readonly marketCapLamportsMin?: bigint | undefined
  readonly marketCapLamportsMax?: bigint | undefined
  readonly volumeLamportsMin?: bigint | undefined
  readonly volumeLamportsMax?: bigint | undefined
  readonly holdersMin?: number | undefined
  readonly holdersMax?: number | undefined
  readonly warningsMin?: number | undefined
  readonly warningsMax?: number | undefined
}
const AGE = 'make_interval(mins => $::int)'
/** Null until its first X-ray. */
const WARNINGS = "cardinality(coalesce(m.warnings, '{}'))"
/** `$` is the value; each but the warnings, which nearly all or few have, has an index of its own (server/database/migrations.ts). */
const FILTERS: Readonly<Record<keyof ListFilters, string>> = {
  ageMinutesMin: `c.created_at <= now() - ${AGE}`,
  ageMinutesMax: `c.created_at >= now() - ${AGE}`,
  // What is shown is within the bounds, and what has only just risen is not yet above one.
  marketCapLamportsMin: 'm.stood_market_cap_lamports >= $::numeric',
  marketCapLamportsMax: 'b.market_cap_lamports <= $::numeric',
  volumeLamportsMin: 'm.volume_24h_lamports >= $::numeric',
  volumeLamportsMax: 'm.volume_24h_lamports <= $::numeric',
  holdersMin: 'm.holder_count >= $::int',
  holdersMax: 'm.holder_count <= $::int',
  warningsMin: `${WARNINGS} >= $::int`,
  warningsMax: `${WARNINGS} <= $::int`,
}
const FILTER_NAMES = Object.keys(FILTERS) as (keyof ListFilters)[]

export interface CollectionsPage {
  readonly sort: CollectionSort
  readonly order: 'desc' | 'asc'
  readonly state: CollectionState
  readonly limit: number
  readonly search: string | undefined
  readonly creatorAddress: string | undefined
  readonly after: { readonly key: string; readonly id: string } | undefined
  readonly filters?: ListFilters | undefined
}

/**
 * Up to so many expected matches are looked up in their tables (10 µs each) and sorted. Of more, a page of them stands near
 * the front of the order that is asked for, whose index has their texts (0.2 µs a step): with 100,000 coins both take
 * a few milliseconds here, with a million up to 20 (docs/performance.md).
 */
const MATCHES_MAX = 500
/** Where the estimate was wrong: after so many steps the matches are looked up all the same. */
const STEPS_MAX = 200_000
/** Filters are not in the estimate, and may leave nothing: the walk then is little beside looking all matches up. */
const STEPS_FILTERED_MAX = 10_000

/** The longest page. */
const PAGE_MAX = 100

/** What a page's ids are found by is joined only where it is asked for: of a million coins most rows are on disk. */
const TABLES = {
  b: { table: 'bonding_curves', id: 'collection_id' },
  m: { table: 'market_figures', id: 'collection_id' },
  c: { table: 'collections', id: 'id' },
} as const
const joinsFor = (conditions: string) =>
  (['b', 'm'] as const)
    .filter((alias) => conditions.includes(`${alias}.`))
    .map((alias) => `join ${TABLES[alias].table} ${alias} on ${alias}.${TABLES[alias].id} = c.id`)
    .join(' ')

/** How many coins of a state match, by the statistics that PostgreSQL keeps: an estimate. */
async function expectedMatches(
  db: Queryable,
  state: CollectionState,
  patterns: readonly string[],
): Promise<number> {
  const [table, belongs] = SEARCHED[state]
  const bound = patterns.map((_, at) => `$${at + 1}`)
  const [row] = await db.query<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>(
    `explain (format json) select from ${TABLES[table].table} ${table} where ${belongs} and ${matchesAny(`${table}.search`, bound)}`,
    patterns,
  )
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

type SqlValues = (string | number)[]
type PageRow = CollectionRecord & { readonly sortKey: string }

/**
 * The records of a page whose `id` and `key` the query `ids` says, which binds `values`. The ids come first, by index; the
 * joins then run for those alone.
 */
async function loadPage(
  db: Queryable,
  { order, limit }: CollectionsPage,
  ids: string,
  values: SqlValues,
): Promise<PageRow[]> {
  const ordered = `key ${order}, id ${order}`
  // A constant in the text: PostgreSQL keeps a plan for all values only where it can tell how few rows are wanted.
  const length = limit > PAGE_MAX / 2 ? PAGE_MAX : PAGE_MAX / 2
  return db.query(
    `with page as (
       select id, key::text as sort_key, row_number() over (order by ${ordered}) as place
       from (${ids}) found order by ${ordered} limit ${length})
     select ${RECORD_COLUMNS}, ${VOLUME_LISTED}, page.sort_key as "sortKey" from page join collections c on c.id = page.id ${RECORD_JOINS}
     where page.place <= $${values.length + 1} order by page.place`,
    [...values, limit],
  )
}

/** One page of coins, 100 at most. `after` is the sort key (as text) and id of the last one seen. */
export async function listCollections(db: Queryable, page: CollectionsPage): Promise<PageRow[]> {
  const [key, keyType, table] = SORT_KEYS[page.sort]
  const values: SqlValues = []
  const bind = (value: string | number) => `$${values.push(value)}`
  // Where in the order the page begins, and which coins belong to the list.
  const range: string[] = []
  const wanted: string[] = [STATES[page.state], 'not c.is_hidden']
  // By progress the graduated ones (10,000) stand before all others: the index is entered behind them.
  if (page.state === 'graduating' && page.sort === 'progress') range.push('m.progress_bps < 10000')
  // The others have no such time, and are not in its index.
  if (page.sort === 'graduated') range.push(STANDS)
  const idOf = `${table}.${TABLES[table].id}`
  if (page.after !== undefined)
    range.push(
      `(${key}, ${idOf}) ${page.order === 'desc' ? '<' : '>'} (${bind(page.after.key)}::${keyType}, ${bind(page.after.id)}::uuid)`,
    )
  if (page.creatorAddress !== undefined) wanted.push(`c.creator_address = ${bind(page.creatorAddress)}`)
  const filters = FILTER_NAMES.flatMap((name) => {
    const bound = page.filters?.[name]
    return bound === undefined ? [] : FILTERS[name].replace('$', () => bind(bound.toString()))
  })
  // Whether a filter leaves few or nearly all decides through which index the list is read.
  if (filters.length > 0) wanted.push(...filters, PLANNED_ANEW)
  const all = [...wanted, ...range].join(' and ')
  const from = (conditions: string) =>
    `from collections c ${joinsFor(`${key} ${conditions}`)} where ${conditions}`
  const load = (ids: string) => loadPage(db, page, ids, values)
  if (page.search === undefined) return load(`select c.id, ${key} as key ${from(all)}`)

  const patterns = searchPatterns(page.search)
  // A creator's coins are few.
  const isCommon =
    page.creatorAddress === undefined && (await expectedMatches(db, page.state, patterns)) > MATCHES_MAX
  const bound = patterns.map(bind)
  if (isCommon) {
    // Reads the order's index until the page is full.
    const own = wanted.join(' and ')
    const steps = filters.length > 0 ? STEPS_FILTERED_MAX : STEPS_MAX
    const rows = await load(
      `select w.id, w.key from (
         select ${idOf} as id, ${key} as key, ${table}.search from ${TABLES[table].table} ${table}
         where ${range.length === 0 ? 'true' : range.join(' and ')}
         order by ${key} ${page.order}, ${idOf} ${page.order} limit ${steps}) w
       join lateral (select from collections c ${joinsFor(own)} where c.id = w.id and ${own} offset 0) listed on true
       where ${matchesAny('w.search', bound)}`,
    )
    if (rows.length === page.limit) return rows
  }
  // Looks all matches up. What is found first is found alone ("offset 0"), or the planner would read whole tables.
  const [searched, belongs] = SEARCHED[page.state]
  const { table: searchedTable, id } = TABLES[searched]
  return load(
    `select c.id, ${key} as key from (
       select ${id} as id from ${searchedTable} ${searched}
       where ${belongs} and ${matchesAny(`${searched}.search`, bound)} offset 0) found
     join collections c on c.id = found.id ${joinsFor(`${key} ${all}`)} where ${all} offset 0`,
  )
}

/** Coins whose mint's or creator's address begins so, the latest first. */
export async function listByAddress(
  db: Queryable,
  beginning: string,
  limit: number,
): Promise<CollectionRecord[]> {
  return db.query(
    `with page as (
         select id from collections where (mint_address like $1 or creator_address like $1) and not is_hidden
         order by created_at desc limit $2)
       select ${RECORD_COLUMNS}, ${VOLUME_LISTED} from page join collections c on c.id = page.id ${RECORD_JOINS} order by c.created_at desc`,
    [`${likeText(beginning)}%`, limit],
  )
}

/** Boosted now, the latest boost first. */
export async function listBoosted(db: Queryable, limit: number): Promise<CollectionRecord[]> {
  return db.query(
    `select ${RECORD_COLUMNS}, ${VOLUME_LISTED} from collections c ${RECORD_JOINS} where b.boosted_until > now() and not c.is_hidden
       order by b.boosted_at desc, c.id limit $1`,
    [limit],
  )
}
