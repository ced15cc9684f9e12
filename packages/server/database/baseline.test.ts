// The baseline is the schema that the released steps had made, and a database that ran those is recognised by the baseline's id. So it
// never changes: a change of the schema is a step of its own.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postgres } from '../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../tests/test-database.ts'
import type { Database } from './database.ts'
import { migrate, requireKnownSchema } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'

const steps = MIGRATIONS.slice(0, 1)
const replaced = steps.flatMap(({ replaces = [] }) => replaces)

/**
 * A digest of each table's and view's entries in the catalogue: columns (in no order), constraints, indexes, triggers and their
 * functions' bodies, options, and a new database's rows. Only later versions of PostgreSQL give not null constraints names.
 */
const DIGESTS = `
with relations as (
  select oid, relname, relkind, relpersistence, reloptions from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')),
facts (oid, fact) as (
  select oid, concat_ws(' ', relkind, relpersistence, reloptions) from relations
  union all
  select attrelid, concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attstorage,
      nullif(attstattarget, -1), (select collname from pg_collation l where l.oid = attcollation), pg_get_expr(adbin, adrelid))
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid in (select oid from relations) and attnum > 0 and not attisdropped
  union all
  select conrelid, concat_ws(' ', conname, pg_get_constraintdef(oid)) from pg_constraint where contype <> 'n'
  union all
  select indrelid, pg_get_indexdef(indexrelid, 0, true) from pg_index
  union all
  select tgrelid, concat_ws(' ', pg_get_triggerdef(t.oid, true), prosrc)
    from pg_trigger t join pg_proc p on p.oid = tgfoid where not tgisinternal
  union all
  select oid, pg_get_viewdef(oid) from relations where relkind = 'v'
  union all
  select 'editions'::regclass, e::text from editions e
  union all
  select 'database_history'::regclass, sequence::text from database_history)
select relname as name, left(md5(string_agg(fact, e'\\n' order by fact collate "C")), 8) as digest
from relations join facts using (oid) group by relname order by relname`

/** Taken from a database that ran the steps 0001_launch_and_trade to 0037_servers. */
const RELEASED = {
  admin_actions: 'a8b968bb',
  admin_links: '0fd89953',
  alert_marks: 'fd1b1a60',
  alerts: '800d8f89',
  asked_folders: 'b63797ef',
  bonding_curves: '6db0a117',
  boosts: 'bb2b4dda',
  chart_data: 'd2e001df',
  coin_events: '7d625339',
  coin_events_read: '55c979b3',
  coin_recipients: '7f7c8705',
  collection_marks: '50bbac2a',
  collections: '06eb9425',
  comment_counts: '1ae92cbe',
  config_events: 'fbe655b6',
  creator_reads: '9d4f54c9',
  creator_transfers: 'abca066c',
  curve_bases: '0f857528',
  database_history: 'ecfa095a',
  editions: 'df83f429',
  fee_claims: 'c254ad34',
  fee_payments: 'c5629fae',
  fee_receivers: '0b58aad9',
  fee_shares: '331864d9',
  follows: 'b7693f90',
  hybrid_projects: '30b6c1aa',
  hybrid_swaps: '23a2e3ef',
  index_genesis: '1354c8c5',
  indexer_cursor: '07718a45',
  launches: 'ed13ce1a',
  leases: 'fbc99b7e',
  loose_pictures: '8be3e8bb',
  market_figures: '2aacbc08',
  marketplace_listings: 'd98d904e',
  marketplace_nfts: '9dc5d69f',
  message_reports: '4eb12252',
  messages: '9ef11635',
  nft_listings: '939adf87',
  nft_lots: '3033c4bf',
  nft_market_events: 'a00fffb5',
  nft_news_marks: '204ec2c0',
  nft_offers: '7e2c2603',
  nfts: '390b4c2f',
  notifications: 'bb64033a',
  pins: 'a0f5796e',
  platform_hours: 'bab8146f',
  positions: 'abfba6f6',
  push_jobs: '46b49cb9',
  push_keys: 'd325a0af',
  push_subscriptions: '35c2f48b',
  reread_requests: '3b036b04',
  schema_migrations: 'aa32941b',
  servers: '73f69ebe',
  sessions: 'dda15076',
  sign_in_nonces: '2adf8cc9',
  site_settings: 'b5c6778f',
  trader_hours: '6e29534c',
  trades: '471415e5',
  waitlist: '2f9f9526',
  wallet_users: '946e3be9',
  watchlists: '5242f1bb',
}

/** The steps that a database says it has, as the release before the baseline recorded them. */
async function record(database: Database, ids: readonly string[]): Promise<void> {
  await database.script(
    'create table schema_migrations (id text primary key, applied_at timestamptz not null default now(), oldest_id text)',
  )
  for (const id of ids) await database.query('insert into schema_migrations (id) values ($1)', [id])
}

const listTables = (database: Database) =>
  database.query(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  )
const RECORD_ALONE = [{ name: 'schema_migrations' }]

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  beforeAll(async () => {
    database = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  // They have all tables.
  beforeEach(() => database.script('drop schema public cascade; create schema public'))
  afterAll(() => database.close())

  // The embedded one's version is pinned. Other versions of PostgreSQL print views in another way.
  if (kind === 'embedded')
    test('the baseline makes the released schema', async () => {
      await migrate(database, { steps })
      const found = await database.query<{ name: string; digest: string }>(DIGESTS)
      expect(Object.fromEntries(found.map(({ name, digest }) => [name, digest]))).toEqual(RELEASED)
    })

  test('one with the released steps is recognised and left as it is', async () => {
    await record(database, [...replaced, '0037_servers'])
    expect(await migrate(database, { steps })).toEqual([])
    expect(await listTables(database)).toEqual(RECORD_ALONE)
  })

  test.each([
    ['0021_program_2', replaced.slice(0, replaced.indexOf('0021_program_2') + 1)],
    ['0036_one_writer', replaced],
  ])('one that ends with %s is refused and left as it is', async (last, ids) => {
    await record(database, ids)
    // The column is younger than the first releases.
    await database.script('alter table schema_migrations drop column oldest_id')
    const refusal = `The database is too old for this Twinmint (${last}). Start the Twinmint of commit 41eebd7a on it once`
    await expect(requireKnownSchema(database)).rejects.toThrow(refusal)
    await expect(migrate(database)).rejects.toThrow(refusal)
    expect(await listTables(database)).toEqual(RECORD_ALONE)
    expect(await database.query('select id from schema_migrations order by id collate "C"')).toEqual(
      ids.map((id) => ({ id })),
    )
  })

  test('a new one names all released steps, or the release before the baseline would run them', async () => {
    expect(await migrate(database, { steps })).toEqual(['0037_servers'])
    const recorded = await database.query<{ id: string }>('select id from schema_migrations')
    expect(recorded.map(({ id }) => id).sort()).toEqual([...replaced, '0037_servers'])
    expect(replaced).toHaveLength(35)
  })
})
