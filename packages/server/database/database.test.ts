import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bundle } from '../../../scripts/run.mjs'
import { openDatabaseLine } from '../../../tests/database-line.ts'
import { postgres, withSchema } from '../../../tests/services.ts'
import { type Database, openDatabase, type Queryable } from './database.ts'
import { DatabaseError } from './failure.ts'
import { migrate } from './migrate.ts'
import { INDEX_TABLES, MIGRATIONS } from './migrations.ts'
import { batchOf, insertRows, key, once, orNull, type Table } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'twinmint-database-'))

test('a rebuilt index empties nothing that the chain does not tell again', () => {
  const ofPeople =
    'admin_actions admin_links alert_marks alerts coin_recipients collection_marks comment_counts follows launches loose_pictures message_reports messages nft_news_marks notifications push_jobs push_keys push_subscriptions sessions sign_in_nonces site_settings waitlist wallet_users watchlists'.split(
      ' ',
    )
  expect(ofPeople.filter((table) => INDEX_TABLES.some((each) => each === table))).toEqual([])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  beforeAll(async () => {
    const workerUrl = pathToFileURL(await bundle('packages/server/database/pglite-worker.ts'))
    database = await openDatabase({ url: kind === 'server' ? postgres.url : undefined, folder, workerUrl })
    await database.script(
      'drop table if exists things; create table things (id int primary key, amount numeric(20,0), at timestamptz)',
    )
  })
  afterAll(async () => {
    await database.script('drop table things')
    await database.close()
  })

  test("gives money back as text, counts as numbers and times as the wire's text", async () => {
    const at = '2023-11-14T22:13:20.007Z'
    await database.query('insert into things values ($1, $2, $3)', [1, '18446744073709551615', new Date(at)])
    const [row] = await database.query<{ amount: string; at: string; count: number }>(
      'select amount, at, count(*) over () as count from things',
    )
    expect(row).toEqual({ amount: '18446744073709551615', at, count: 1 })
  })

  test.each(['utc', 'Asia/Kolkata', 'America/St_Johns'])(
    'says a time the same in the time zone %s: to the millisecond, cut',
    async (zone) => {
      const [row] = await database.transaction(async (tx) => {
        await tx.query(`set local time zone '${zone}'`)
        return tx.query(`select $1::timestamptz as cut, $2::timestamptz as even, $3::timestamptz as none`, [
          '2026-11-21 23:59:59.999999+00',
          '1999-12-31 18:30:00-05:30',
          null,
        ])
      })
      expect(row).toEqual({ cut: '2026-11-21T23:59:59.999Z', even: '2000-01-01T00:00:00.000Z', none: null })
    },
  )

  test('takes rows as arrays, whatever stands in them', async () => {
    const columns = {
      id: key('uuid'),
      text: orNull(once('text')),
      amount: once('numeric'),
      count: once('bigint'),
      place: orNull(once('int')),
      isOpen: once('boolean'),
      at: once('timestamptz'),
    }
    const row = {
      id: '00000000-0000-8000-8000-000000000001',
      amount: '18446744073709551615',
      count: Number.MAX_SAFE_INTEGER,
      place: -1,
      isOpen: true,
      at: '2026-11-21T12:00:00.007Z',
    }
    const texts = ['', ' ', 'null', 'NULL', '"', '\\', '\\"', '{"a",b}', "';--", '$1', '🪙\n\t', null]
    const rows = texts.map((text, at) => ({ ...row, text, place: at === 0 ? null : at, isOpen: at === 1 }))
    const batch = batchOf({ before: { first: key('text') }, things: columns, none: { last: key('int') } })
    const values = batch.values({ before: [{ first: 'x' }, { first: 'y' }], things: rows, none: [] })
    const found = await database.query(
      `select r.*, (select count(*) from ${batch.from.before}) as before, (select count(*) from ${batch.from.none}) as none
       from ${batch.from.things}`,
      values,
    )
    expect(found).toEqual(rows.map((each) => ({ ...each, before: 2, none: 0 })))
  })

  test('bits that are not as many as a column has are refused', async () => {
    const table = { name: 'sets', again: 'fails', columns: { bits: once('bit(1000)') } } satisfies Table
    const batch = batchOf({ sets: table.columns })
    const write = (bits: string) =>
      database.transaction(async (tx) => {
        await tx.query('create temporary table sets (bits bit(1000)) on commit drop')
        await tx.query(insertRows(table, batch.from.sets), batch.values({ sets: [{ bits }] }))
        return tx.query('select * from sets')
      })
    expect(await write('01'.repeat(500))).toEqual([{ bits: '01'.repeat(500) }])
    for (const bits of ['1', '1'.repeat(999), '1'.repeat(1001)])
      await expect(write(bits)).rejects.toMatchObject({ sqlState: '22026' })
  })

  test('rolls a failed transaction back and goes on', async () => {
    await expect(
      database.transaction(async (tx) => {
        await tx.query('insert into things values (2, 5, now())')
        await tx.query('insert into things values (1, 5, now())')
      }),
    ).rejects.toMatchObject({ sqlState: '23505' })
    expect(await database.query('select id from things')).toEqual([{ id: 1 }])
  })

  test('plans a statement once, whatever its values, and again after one that failed; a pattern every time', async () => {
    const text = 'select 10 / $1::int as tenth'
    const pattern = 'select $1 like $2 as fits'
    await database.transaction(async (tx) => {
      expect(await tx.query(text, [5])).toEqual([{ tenth: 2 }])
      expect(await tx.query(text, [2])).toEqual([{ tenth: 5 }])
      expect(await tx.query(pattern, ['frog', 'f%'])).toEqual([{ fits: true }])
      expect(
        await tx.query(
          `select statement, generic_plans + custom_plans as plans from pg_prepared_statements
           where statement = $1 or statement = $2`,
          [text, pattern],
        ),
      ).toEqual([{ statement: text, plans: 2 }])
    })
    await expect(database.query(text, [0])).rejects.toMatchObject({ sqlState: '22012' })
    await expect(database.query('select nothing from nowhere where $1', [1])).rejects.toMatchObject({
      sqlState: '42P01',
    })
    expect(await database.query(text, [10])).toEqual([{ tenth: 1 }])
  })

  // The embedded one has no connection.
  if (kind === 'server')
    test('lives on where a connection breaks between two queries of a transaction', async () => {
      const broken = database.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        await database.query('select pg_terminate_backend($1)', [row?.pid ?? 0])
        await sleep(200)
        await tx.query('select 1')
      })
      await expect(broken).rejects.toThrow(DatabaseError)
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })

  if (kind === 'server') {
    test('every connection has limits, beside the settings of its address', async () => {
      await withSchema('twinmint_limits', async (url) => {
        const limited = await openDatabase({ url, folder: '' })
        const [row] = await limited.query(
          `select current_schema() like 'twinmint_limits%' as "isOfAddress", current_setting('idle_in_transaction_session_timeout') as idle,
             current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
             current_setting('client_connection_check_interval') as check`,
        )
        expect(row).toEqual({ isOfAddress: true, idle: '4s', lock: '5s', statement: '30s', check: '1s' })
        await limited.close()
      })
    })

    /** Four connections over a line. */
    const overLine = async (
      work: (far: Database, line: Awaited<ReturnType<typeof openDatabaseLine>>) => Promise<void>,
    ) => {
      const line = await openDatabaseLine(postgres.url)
      const far = await openDatabase({ url: line.url, folder: '' })
      await Promise.all([1, 2, 3, 4].map(() => far.query('select pg_sleep(0.1)')))
      expect(far.load()).toMatchObject({ open: 4, idle: 4 })
      await work(far, line)
      await far.close()
      await line.close()
    }
    const SHORT = { statementMs: 100 }

    test('where connections fall silent, the first that is given up takes the others with it', () =>
      overLine(async (far, line) => {
        line.silence()
        const failures = Promise.allSettled([
          far.query('select 1'),
          far.transaction((tx) => tx.query('select 1'), SHORT),
        ])
        await expect(far.transaction((tx) => tx.query('select 1'), SHORT)).rejects.toThrow(DatabaseError)
        expect(await far.query('select 1 as one')).toEqual([{ one: 1 }])
        const [query] = await failures
        // Its own limit is longer.
        expect(query).toMatchObject({ reason: { message: 'The database did not answer within 1 s' } })
      }))

    test('a commit that is not answered is a failure, although it may be done', () =>
      overLine(async (far, line) => {
        const insert = (id: number, isHeard: boolean) =>
          far.transaction(async (tx) => {
            await tx.query('insert into things values ($1, 1, now())', [id])
            line.silence({ isHeard })
          }, SHORT)
        await expect(insert(61, true)).rejects.toThrow(DatabaseError)
        await expect(insert(62, false)).rejects.toThrow(DatabaseError)
        expect(await far.query('select id from things where id between 60 and 69')).toEqual([{ id: 61 }])
        await far.query('delete from things where id = 61')
      }))

    test('an answer that came while this process stood still is no silence', async () => {
      const one = await database.transaction(async (tx) => {
        const asked = tx.query('select 1 as one')
        await new Promise(setImmediate)
        const untilMs = performance.now() + 1_000
        while (performance.now() < untilMs);
        return asked
      }, SHORT)
      expect(one).toEqual([{ one: 1 }])
    })
  }

  test('a statement that takes longer than its transaction allows is ended, and the database goes on', async () => {
    const insert = (id: number) => database.query('insert into things values ($1, 1, now())', [id])
    const endless = 'select count(*) from generate_series(1, 1e12)'
    await insert(51)
    const long = database.transaction(
      async (tx) => {
        await tx.query('insert into things values (52, 1, now())')
        try {
          await tx.query(endless)
        } finally {
          await tx.query('insert into things values (53, 1, now())')
        }
      },
      { statementMs: 300 },
    )
    const behind = insert(54)
    await expect(long).rejects.toThrow(DatabaseError)
    await behind
    expect(await database.query('select id from things where id between 50 and 59 order by id')).toEqual([
      { id: 51 },
      { id: 54 },
    ])
    await database.query('delete from things where id between 50 and 59')
  })

  if (kind === 'embedded')
    test('a call waits for another’s transaction, but not without end; the transaction goes on', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        let end: (() => void) | undefined
        const hanging = database.transaction(async (tx) => {
          await tx.query('insert into things values (41, 1, now())')
          await new Promise<void>((resolve) => {
            end = resolve
          })
        })
        const late = [
          database.query('insert into things values (42, 1, now())'),
          database.transaction((tx) => tx.query('insert into things values (43, 1, now())')),
        ].map((call) => expect(call).rejects.toThrow('Another transaction took longer than 40 s'))
        await vi.waitUntil(() => end !== undefined)
        vi.advanceTimersByTime(45_000)
        await Promise.all(late)
        const behind = database.query('select id from things where id between 40 and 49')
        end?.()
        await hanging
        expect(await behind).toEqual([{ id: 41 }])
      } finally {
        vi.useRealTimers()
      }
    })

  test('answers statements of a transaction that are asked for together, in their order, and warns of nothing', async () => {
    const warnings: string[] = []
    const hear = ({ message }: Error) => void warnings.push(message)
    process.on('warning', hear)
    try {
      const answers = await database.transaction((tx) =>
        Promise.all([1, 2, 3].map((n) => tx.query<{ n: number }>('select $1::int as n', [n]))),
      )
      expect(answers.flat().map(({ n }) => n)).toEqual([1, 2, 3])
      await new Promise((heard) => setImmediate(heard))
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', hear)
    }
  })

  test('of statements asked for together none is done where one fails, nor what a part asks for after that', async () => {
    const insert = (tx: Queryable, id: number) => tx.query('insert into things values ($1, 5, now())', [id])
    let late: Promise<unknown> | undefined
    await expect(
      database.transaction((tx) => {
        late = sleep(100).then(() => insert(tx, 74))
        // The second is there already.
        return Promise.all([late, ...[71, 1, 72, 73].map((id) => insert(tx, id))])
      }),
    ).rejects.toMatchObject({ sqlState: '23505' })
    await expect(late).rejects.toThrow('the transaction is over')
    expect(await database.query('select id from things where id > 70')).toEqual([])
  })

  test('ends a transaction with its last statement, all of it or none', async () => {
    const insert = 'insert into things values ($1, 5, now()) returning id'
    const pair = (first: number, last: number) =>
      database.transaction(async (tx) => {
        await tx.query(insert, [first])
        return tx.last<{ id: number }>(insert, [last])
      })
    const listed = () => database.query('select id from things where id between 80 and 99 order by id')
    expect(await pair(80, 81)).toEqual([{ id: 81 }])
    expect(await database.transaction((tx) => tx.last(insert, [82]))).toEqual([{ id: 82 }])
    // The last is there already, and then the one before it.
    await expect(pair(83, 81)).rejects.toMatchObject({ sqlState: '23505' })
    await expect(pair(81, 84)).rejects.toMatchObject({ sqlState: '23505' })
    const together = database.transaction((tx) =>
      Promise.all([tx.query(insert, [82]), tx.last(insert, [85])]),
    )
    await expect(together).rejects.toMatchObject({ sqlState: '23505' })
    await expect(database.transaction((tx) => tx.last(insert, [80]))).rejects.toMatchObject({
      sqlState: '23505',
    })
    const [late] = await database.transaction(async (tx) => {
      await tx.query(insert, [86])
      await tx.last(insert, [87])
      return Promise.allSettled([tx.query(insert, [88])])
    })
    expect(late).toMatchObject({ status: 'rejected', reason: { message: 'the transaction is over' } })
    expect(await listed()).toEqual([80, 81, 82, 86, 87].map((id) => ({ id })))
  })

  test('takes a transaction between what was asked for before it and what is asked for after it', async () => {
    const count = () =>
      database.query<{ count: number }>('select count(*) as count from things where id >= 100')
    const add = (from: number) =>
      database.transaction(async (tx) => {
        await tx.query('insert into things values ($1, 1, now())', [from])
        await tx.query('insert into things values ($1, 1, now())', [from + 1])
      })
    const [before, , between, , after] = await Promise.all([count(), add(100), count(), add(102), count()])
    const counts = [before, between, after].map(([row]) => row?.count ?? 0)
    // A pool's connections do not wait for each other.
    const wanted = kind === 'embedded' ? [[0], [2], [4]] : counts.map(() => [0, 2, 4])
    counts.forEach((each, at) => expect(wanted[at]).toContain(each))
    expect(await count()).toEqual([{ count: 4 }])
  })

  test('keeps transactions apart from what runs beside them', async () => {
    const transfer = database.transaction(async (tx) => {
      await tx.query('insert into things values (10, 1, now())')
      await new Promise((resolve) => setTimeout(resolve, 30))
      await tx.query('insert into things values (11, 1, now())')
    })
    const seen = await Promise.all(
      [1, 2, 3].map(() =>
        database.query<{ count: number }>('select count(*) as count from things where id in (10, 11)'),
      ),
    )
    await transfer
    for (const [row] of seen) expect(row?.count === 0 || row?.count === 2).toBe(true)
  })

  test('migrates once, even twice at the same time', async () => {
    if (kind === 'server') {
      await database.script('drop schema if exists migration_test cascade; create schema migration_test')
      await database.close()
      database = await openDatabase({
        url: `${postgres.url}?options=-csearch_path%3Dmigration_test,public`,
        folder,
      })
      await database.script('create table things (id int)')
    }
    // They take turns, each step is one's or the other's.
    const applied = (await Promise.all([migrate(database), migrate(database)])).flat().sort()
    expect(applied).toEqual(MIGRATIONS.map(({ id }) => id))
    expect(await migrate(database)).toEqual([])
    if (kind === 'server')
      await database.script(
        'drop schema migration_test cascade; create schema migration_test; create table things (id int)',
      )
  })

  test('a schema that a newer version has changed is left alone', async () => {
    await migrate(database)
    await database.query("insert into schema_migrations (id) values ('9999_of_tomorrow')")
    await expect(migrate(database)).rejects.toThrow(
      'The database was brought up to date by a newer Twinmint (9999_of_tomorrow). Start the newer one',
    )
    await database.query("delete from schema_migrations where id = '9999_of_tomorrow'")
    expect(await migrate(database)).toEqual([])
  })
})
