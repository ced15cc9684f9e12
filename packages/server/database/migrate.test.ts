import type pg from 'pg'
import { expect, test } from 'vitest'
import { postgres, withSchema } from '../../../tests/services.ts'
import { openEmptyEmbedded } from '../../../tests/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, requireKnownSchema } from './migrate.ts'
import type { Migration } from './migrations.ts'

const FIRST: Migration = {
  id: '0001_things',
  script: 'create table things (n int);\ninsert into things values (1), (1);',
}
const EXPANDS: Migration = {
  id: '0002_colour',
  oldest: '0001_things',
  script: 'alter table things add column colour text',
}
const MORE: Migration = {
  id: '0003_size',
  oldest: '0001_things',
  script: 'alter table things add column size int',
}
const CONTRACTS: Migration = {
  id: '0004_no_colour',
  oldest: '0003_size',
  script: 'alter table things drop column colour',
}
const OTHER: Migration = { id: '0005_other', script: 'drop table things' }
const INDEX: Migration = { id: '0002_index', oldest: '0001_things', indexes: { things_n: 'things (n)' } }

const ids = (steps: readonly Migration[]) => steps.map(({ id }) => id)

/** The steps of the product are in another schema. */
async function withEmbedded(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openEmptyEmbedded()
  try {
    await database.script('create schema own; set search_path to own')
    await work(database)
  } finally {
    await database.close()
  }
}

/** A database and another connection to it. */
const withServed = (work: (database: Database, other: pg.Client) => Promise<void>) =>
  withSchema('twinmint_migrate', async (url, other) => {
    const database = await openDatabase({ url, folder: '' })
    try {
      await work(database, other)
    } finally {
      await database.close()
    }
  })

const indexState = (database: Database) =>
  database.query(
    `select indisvalid as "isValid", indisunique as "isUnique" from pg_index where indexrelid = to_regclass('things_n')`,
  )
const VALID = [{ isValid: true, isUnique: false }]

async function letsOlderRun(database: Database): Promise<void> {
  const runs = async (steps: readonly Migration[]) => {
    await requireKnownSchema(database, steps)
    expect(await migrate(database, { steps })).toEqual([])
  }
  const refusal = (newer: Migration) =>
    `The database was brought up to date by a newer Twinmint (${newer.id})`
  expect(await migrate(database, { steps: [FIRST] })).toEqual([FIRST.id])
  // As a version wrote it that did not know of this.
  await database.script('update schema_migrations set oldest_id = null')
  expect(await migrate(database, { steps: [FIRST, EXPANDS, MORE] })).toEqual(ids([EXPANDS, MORE]))
  await runs([FIRST])
  await runs([FIRST, EXPANDS])
  await migrate(database, { steps: [FIRST, EXPANDS, MORE, CONTRACTS] })
  await runs([FIRST, EXPANDS, MORE])
  await expect(requireKnownSchema(database, [FIRST, EXPANDS])).rejects.toThrow(refusal(MORE))
  await migrate(database, { steps: [FIRST, EXPANDS, MORE, CONTRACTS, OTHER] })
  await expect(migrate(database, { steps: [FIRST, EXPANDS, MORE, CONTRACTS] })).rejects.toThrow(
    refusal(OTHER),
  )
}

test('the database says which older servers may run on it', () => withEmbedded(letsOlderRun))

test('a database that lacks the first step, the baseline, is older than all', () =>
  withEmbedded(async (database) => {
    await migrate(database, { steps: [FIRST, EXPANDS] })
    await expect(migrate(database, { steps: [EXPANDS, MORE] })).resolves.toEqual([MORE.id])
    await expect(migrate(database, { steps: [CONTRACTS, OTHER] })).rejects.toThrow(
      `The database is too old for this Twinmint (${MORE.id})`,
    )
  }))

test('an embedded database gets its indexes in a transaction, whoever wrote the step', () =>
  withEmbedded(async (database) => {
    expect(await migrate(database, { steps: [FIRST, INDEX] })).toEqual(ids([FIRST, INDEX]))
    expect(await indexState(database)).toEqual(VALID)
  }))

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  test('a served database says so, too', () => withServed(letsOlderRun))

  test('an index is built while others write', () =>
    withServed(async (database, other) => {
      await migrate(database, { steps: [FIRST] })
      await other.query('begin; insert into things values (2)')
      const migrating = migrate(database, { steps: [FIRST, INDEX] })
      await expect
        .poll(async () => (await indexState(database)).length, { message: 'the build has begun' })
        .toBe(1)
      // Where it locked out writers, this would wait for it.
      await database.query('insert into things values (3)')
      await other.query('commit')
      expect(await migrating).toEqual([INDEX.id])
      expect(await indexState(database)).toEqual(VALID)
    }))

  test('an index that a build left behind invalid is built again, and one that is there is left', () =>
    withServed(async (database, other) => {
      await migrate(database, { steps: [FIRST] })
      // Two things have the same number.
      await expect(other.query('create unique index concurrently things_n on things (n)')).rejects.toThrow(
        'things_n',
      )
      expect(await indexState(database)).toEqual([{ isValid: false, isUnique: true }])
      expect(await migrate(database, { steps: [FIRST, INDEX] })).toEqual([INDEX.id])
      expect(await indexState(database)).toEqual(VALID)
      await database.query('delete from schema_migrations where id = $1', [INDEX.id])
      expect(await migrate(database, { steps: [FIRST, INDEX] })).toEqual([INDEX.id])
    }))

  test('a step that waits for a table lets readers pass', () =>
    withServed(async (database, other) => {
      await migrate(database, { steps: [FIRST] })
      await other.query('begin; select from things')
      const migrating = migrate(database, { steps: [FIRST, EXPANDS] })
      await expect
        .poll(() => other.query(`select from pg_locks where relation = 'things'::regclass and not granted`))
        .toMatchObject({ rowCount: 1 })
      expect(await database.query('select count(*) as count from things')).toEqual([{ count: 2 }])
      await other.query('commit')
      expect(await migrating).toEqual([EXPANDS.id])
    }))

  test('another process’s steps are waited for, in words', () =>
    withServed(async (database, other) => {
      const said: string[] = []
      await other.query('select pg_advisory_lock(7483647)')
      const migrating = migrate(database, { steps: [FIRST], say: (sentence) => said.push(sentence) })
      await expect.poll(() => said).toEqual(['Another process is bringing the database up to date.'])
      await other.query('select pg_advisory_unlock(7483647)')
      expect(await migrating).toEqual([FIRST.id])
      expect(said).toHaveLength(1)
    }))
}
