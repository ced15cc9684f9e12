// What the embedded database does by itself after much was written: its pieces wait for open transactions, and for nobody long.
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../packages/server/database/database.ts'
import { bundle } from '../scripts/run.mjs'
import { emptyFolder } from './fresh-folder.ts'

/** Above what maintenance begins at, and what it looks for every five seconds. */
const ROWS = 300_000
/** For a loaded machine; quiet, it takes some 15 s. */
const PATIENCE_MS = 120_000

test('tables are vacuumed and analyzed, and the log is cut, without breaking a transaction that is open meanwhile', async () => {
  const folder = emptyFolder()
  const workerUrl = pathToFileURL(await bundle('packages/server/database/pglite-worker.ts'))
  const database = await openDatabase({ url: undefined, folder, workerUrl })
  try {
    await database.script('create table things (id int primary key, text text)')
    const { redo: redoBefore } = await checkpoint()
    // Open while maintenance becomes due, and closed after that.
    await database.transaction(async (tx) => {
      await tx.query('insert into things select n, md5(n::text) from generate_series(1, $1) n', [ROWS])
      await tx.query('delete from things where id % 3 = 0')
      await tx.query(`insert into things values (0, 'open')`)
      await sleep(7_000)
      expect(await done(tx)).toEqual({ vacuumed: false, analyzed: false })
      await tx.query(`insert into things values (-1, 'still')`)
    })
    const isDone = async () => ({
      ...(await done(database)),
      cut: (await checkpoint()).redo !== redoBefore,
    })
    await expect
      .poll(isDone, { timeout: PATIENCE_MS, interval: 100 })
      .toEqual({ vacuumed: true, analyzed: true, cut: true })
    expect(await database.query('select id from things where id < 1 order by id')).toEqual([
      { id: -1 },
      { id: 0 },
    ])
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }

  async function checkpoint(): Promise<{ readonly redo: string }> {
    const [row] = await database.query<{ redo: string }>(
      'select redo_lsn::text as redo from pg_control_checkpoint()',
    )
    if (!row) throw new Error('no checkpoint is known')
    return row
  }
})

async function done(
  db: Pick<Awaited<ReturnType<typeof openDatabase>>, 'query'>,
): Promise<object | undefined> {
  const [row] = await db.query(
    `select last_vacuum is not null as vacuumed, last_analyze is not null as analyzed
     from pg_stat_user_tables where relname = 'things'`,
  )
  return row
}
