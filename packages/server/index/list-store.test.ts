// Lists and searches among 3,000 coins, compared with the same lists made by hand. Statistics are there, so that searches
// go both ways: through the order's index for words that many coins have, through the matches for the others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSoak, size } from '../../../tests/soak.ts'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { type CollectionSort, type CollectionState, type ListFilters, listCollections } from './list-store.ts'

const COINS = 3_000
let database: Database

interface Coin {
  readonly id: string
  readonly text: string
  readonly keys: Readonly<Record<CollectionSort, number>>
  /** What is shown, while `keys.marketCap` is what stood. */
  readonly cap: number
  readonly isHidden: boolean
  /** Its graduation stands. */
  readonly stands: boolean
}
let coins: readonly Coin[]

beforeAll(async () => {
  database = await openEmptyDatabase()
  // Equal keys among them, so that ids decide. "100%" and "a_b" stand for themselves in a search.
  await database.query(
    `insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address,
       vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
       graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
       launch_signature, created_at, is_hidden)
     select md5(n::text)::uuid, 'mint' || n, 'Twin ' || (array['Frog','Sea Lion','Moon','100% Cat','a_b'])[1 + n % 5] || ' ' || substr(md5('w' || n), 1, 5),
       upper(substr(md5('s' || n), 1, 4)), 'Twins ' || n, 'creator' || n % 10, 'm' || n, 'v', 'e', 'c', 'http://x/', 1000, 0.001,
       1000, 1, 1, 1, 1, 's', timestamptz '2026-01-01' + (n % 700) * interval '1 minute', n % 97 = 0
     from generate_series(1, $1::int) n`,
    [COINS],
  )
  await database.query(
    `insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
       market_cap_lamports, price, circulating_nft_count, is_graduated, graduated_at, graduation_stands_at, trade_count,
       last_trade_at, created_at, updated_at, search)
     select id, 1, 1, 1, 1, ('x' || substr(md5(id::text), 1, 3))::bit(12)::int, 0.001, ('x' || substr(md5(id::text), 4, 2))::bit(8)::int,
       md5(id::text) < '2', case when md5(id::text) < '2' then created_at + interval '2 hours' end,
       -- Of those that graduated some were bought, and some have not stood for long enough.
       case when md5(id::text) between '04' and '08' then now() + interval '1 hour'
         when md5(id::text) between '08' and '2' then created_at + interval '3 hours' end, 1, case when md5(id::text) > '5' then created_at + interval '1 hour' end, created_at, created_at, search
     from collections`,
  )
  await database.query(
    `insert into market_figures (collection_id, volume_24h_lamports, stood_change_1h_bps, stood_change_24h_bps, traders_24h,
       holder_count, stood_market_cap_lamports, progress_bps, trending, search)
     select collection_id, market_cap_lamports * 3 % 1000, market_cap_lamports * 7 % 1000 - 500, market_cap_lamports * 11 % 1000 - 500,
       market_cap_lamports % 50, market_cap_lamports % 60, least(market_cap_lamports * 13 % 4000, market_cap_lamports),
       -- A few have begun to stand, and their figures do not say so yet.
       case when graduation_stands_at <= now() and collection_id::text > '1' then 10000 else market_cap_lamports * 2 end,
       sqrt(market_cap_lamports), search
     from bonding_curves`,
  )
  for (const table of ['collections', 'bonding_curves', 'market_figures'])
    await database.query(`vacuum (analyze) ${table}`)
  const rows = await database.query<Record<string, string | number | boolean>>(
    `select c.id, c.search as text, c.is_hidden as "isHidden", coalesce(b.graduation_stands_at <= now(), false) as stands,
       extract(epoch from coalesce(b.last_trade_at, b.created_at))::float8 as "lastTrade",
       extract(epoch from c.created_at)::float8 as created, m.stood_market_cap_lamports::float8 as "marketCap", b.market_cap_lamports::float8 as cap,
       b.circulating_nft_count as nfts, m.volume_24h_lamports::float8 as volume, m.stood_change_1h_bps as "change1h",
       m.stood_change_24h_bps as "change24h", m.traders_24h as traders, m.holder_count as holders, m.progress_bps as progress, m.trending,
       extract(epoch from b.graduation_stands_at)::float8 as graduated
     from collections c join bonding_curves b on b.collection_id = c.id join market_figures m on m.collection_id = c.id`,
  )
  coins = rows.map(
    ({ id, text, cap, isHidden, stands, ...keys }) => ({ id, text, cap, isHidden, stands, keys }) as Coin,
  )
})

afterAll(() => database.close())

function expected(
  sort: CollectionSort,
  order: 'asc' | 'desc',
  state: CollectionState,
  search: string,
  belongs: (coin: Coin) => boolean = () => true,
): string[] {
  const wanted = search.toLowerCase()
  const sign = order === 'asc' ? 1 : -1
  return coins
    .filter((coin) => {
      const { text, isHidden, stands, keys } = coin
      if (!belongs(coin) || (sort === 'graduated' && !stands)) return false
      if (isHidden || (state === 'graduated' && !stands)) return false
      if (state === 'graduating' && (stands || keys.progress < 8_000)) return false
      // Few letters begin a word.
      return wanted.length < 3
        ? text.startsWith(wanted) || text.includes(` ${wanted}`)
        : text.includes(wanted)
    })
    .sort((a, b) => sign * (a.keys[sort] - b.keys[sort] || (a.id < b.id ? -1 : 1)))
    .map(({ id }) => id)
}

/** Counts the pages that were read through the order's index. */
function watched(): { readonly db: Queryable; readonly walks: () => number } {
  let walks = 0
  return {
    walks: () => walks,
    db: {
      query(text, values) {
        if (text.includes('listed on true')) walks++
        return database.query(text, values)
      },
    },
  }
}

const SORTS = [
  'lastTrade',
  'created',
  'marketCap',
  'nfts',
  'volume',
  'change1h',
  'change24h',
  'traders',
  'holders',
  'progress',
  'trending',
  'graduated',
] as const
// Of all coins, of every fifth, of few, of none; few letters; and what a pattern would take for a wildcard.
const SEARCHES = ['twin', 'tw', 'frog', 'SEA', 'o', 'li', 'moon 1', '100%', 'a_b', 'axb', 'nothing of it']
const PAGE = 30

const LISTS = (['desc', 'asc'] as const).flatMap((order) =>
  (['all', 'graduated', 'graduating'] as const).map((state) => ({ order, state })),
)
/** All of them in a soak; else a third for each list, another third for the next. */
const searchesOf = (list: number) => SEARCHES.filter((_, at) => isSoak || (at + list) % 3 === 0)

test.each(SORTS.map((sort, at) => [sort, at] as const))(
  'a search by %s leaves nothing out, whichever way it goes',
  async (sort, at) => {
    const { db, walks } = watched()
    for (const [list, { order, state }] of LISTS.entries())
      for (const search of searchesOf(at + list)) {
        const all = expected(sort, order, state, search)
        const name = `${order} ${state} ${search}`
        const query = { sort, order, state, limit: PAGE, search, creatorAddress: undefined }
        const first = await listCollections(db, { ...query, after: undefined })
        expect(
          first.map(({ id }) => id),
          name,
        ).toEqual(all.slice(0, PAGE))
        const last = first.at(-1)
        if (last === undefined) continue
        const second = await listCollections(db, { ...query, after: { key: last.sortKey, id: last.id } })
        expect(
          second.map(({ id }) => id),
          `${name}, page 2`,
        ).toEqual(all.slice(PAGE, 2 * PAGE))
      }
    expect(walks()).toBeGreaterThan(size(1, 5))
  },
)

test('the last page of a common word is found, where its order’s index runs out', async () => {
  const { db, walks } = watched()
  const all = expected('marketCap', 'desc', 'all', 'twin')
  const query = { sort: 'marketCap', state: 'all', search: 'twin', creatorAddress: undefined } as const
  const end = await listCollections(db, { ...query, order: 'asc', limit: 10, after: undefined })
  const tenth = end.at(-1)
  if (tenth === undefined) throw new Error('nothing found')
  const after = { key: tenth.sortKey, id: tenth.id }
  const rest = await listCollections(db, { ...query, order: 'desc', limit: PAGE, after })
  expect(rest.map(({ id }) => id)).toEqual(all.slice(-9))
  expect(walks()).toBe(2)
})

test('a search among one creator’s coins finds those alone', async () => {
  const found = await listCollections(database, {
    sort: 'marketCap',
    order: 'desc',
    state: 'all',
    limit: 100,
    search: 'frog',
    creatorAddress: 'creator5',
    after: undefined,
  })
  expect(found.map(({ creatorAddress }) => creatorAddress)).toEqual(found.map(() => 'creator5'))
  expect(found).toHaveLength(100)
})

test('a search for a common word walks a short way only where a filter may leave nothing', async () => {
  const steps: (string | undefined)[] = []
  const db: Queryable = {
    query(text, values) {
      steps.push(/limit (\d+)\) w\b/.exec(text)?.[1])
      return database.query(text, values)
    },
  }
  const query = { sort: 'marketCap', order: 'desc', state: 'all', search: 'twin', limit: PAGE } as const
  const page = { ...query, creatorAddress: undefined, after: undefined }
  await listCollections(db, page)
  expect(await listCollections(db, { ...page, filters: { holdersMin: 30, holdersMax: 29 } })).toEqual([])
  expect(steps.filter((each) => each !== undefined)).toEqual(['200000', '10000'])
})

const AGE_MIN_MINUTES = 60
/** Each with both of its ends, which belong to it. */
const FILTERS: readonly (readonly [ListFilters, (coin: Coin) => boolean])[] = [
  [{ holdersMin: 10, holdersMax: 20 }, ({ keys }) => keys.holders >= 10 && keys.holders <= 20],
  [
    { marketCapLamportsMin: 1_000n, marketCapLamportsMax: 1_500n },
    ({ keys, cap }) => keys.marketCap >= 1_000 && cap <= 1_500,
  ],
  [
    { volumeLamportsMin: 100n, volumeLamportsMax: 900n, holdersMax: 30 },
    ({ keys }) => keys.volume >= 100 && keys.volume <= 900 && keys.holders <= 30,
  ],
  [
    { ageMinutesMin: AGE_MIN_MINUTES },
    ({ keys }) => Date.now() / 1_000 - keys.created >= AGE_MIN_MINUTES * 60,
  ],
  [{ ageMinutesMax: 1 }, () => false],
  [{ holdersMin: 30, holdersMax: 29 }, () => false],
]

const FILTERED = FILTERS.flatMap(([filters, belongs]) =>
  (['all', 'graduated'] as const).flatMap((state) =>
    ['', 'frog'].map((search) => ({ filters, belongs, state, search })),
  ),
)

test.each(SORTS.map((sort, at) => [sort, at] as const))(
  'filters leave exactly their coins, page by page, by %s',
  async (sort, at) => {
    for (const [place, { filters, belongs, state, search }] of FILTERED.entries()) {
      // As with the searches: each order has a third of them, the next order another.
      if (!isSoak && (place + at) % 3 !== 0) continue
      const all = expected(sort, 'desc', state, search, belongs)
      const query = { sort, order: 'desc', state, limit: PAGE, creatorAddress: undefined, filters } as const
      const page = async (after: { key: string; id: string } | undefined) =>
        listCollections(database, { ...query, search: search === '' ? undefined : search, after })
      const first = await page(undefined)
      expect(first.map(({ id }) => id)).toEqual(all.slice(0, PAGE))
      const last = first.at(-1)
      if (last === undefined) continue
      const second = await page({ key: last.sortKey, id: last.id })
      expect(second.map(({ id }) => id)).toEqual(all.slice(PAGE, 2 * PAGE))
    }
  },
)
