// A writer that was overtaken, or whose database went back, writes nothing; against a real PostgreSQL.
import { expect, test } from 'vitest'
import { postgres, withSchema } from '../../../../tests/services.ts'
import { openDatabase } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { beginTerm, FencedError, watchHistory } from './fence.ts'

const listen = { note: () => {}, onFenced: () => {} }

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  const withDatabase = (work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>) =>
    withSchema('twinmint_fence', async (url) => {
      const db = await openDatabase({ url, folder: '' })
      try {
        await migrate(db)
        await db.query('create table written (by text)')
        await work(db)
      } finally {
        await db.close()
      }
    })

  test('a writer that stops between its check and its commit is waited for; after that it writes nothing', () =>
    withDatabase(async (db) => {
      const former = await beginTerm(db, listen)
      const order: string[] = []
      let goOn = () => {}
      const paused = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let checked = () => {}
      const isChecked = new Promise<void>((resolve) => {
        checked = resolve
      })
      const writing = former.transaction(async (tx) => {
        checked()
        await paused
        await tx.query(`insert into written values ('former')`)
        order.push('former writes')
      })
      await isChecked
      const beginning = beginTerm(db, listen).then((term) => {
        order.push('next begins')
        return term
      })
      // The next one waits for the row's lock.
      await expect
        .poll(() =>
          db.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update database_history%'`,
          ),
        )
        .not.toHaveLength(0)
      goOn()
      await writing
      const next = await beginning
      expect(order).toEqual(['former writes', 'next begins'])
      await expect(
        former.transaction((tx) => tx.query(`insert into written values ('former again')`)),
      ).rejects.toThrow(FencedError)
      await next.transaction((tx) => tx.query(`insert into written values ('next')`))
      expect(await db.query('select by from written')).toEqual([{ by: 'former' }, { by: 'next' }])
    }))

  test('a database that went back is noticed by who wrote more than it has, and by who looks, once', () =>
    withDatabase(async (db) => {
      const lost: number[] = []
      const mine = watchHistory(db, (count) => lost.push(count))
      const others: number[] = []
      const other = watchHistory(db, (count) => others.push(count))
      await mine.look()
      const fenced: string[] = []
      const term = await beginTerm(db, {
        note: (count) => mine.note(count),
        onFenced: () => fenced.push('fenced'),
      })
      for (let count = 0; count < 3; count++) await term.transaction(async () => {})
      await other.look()
      // As a backup that was made before the last two brings it back.
      await db.query('update database_history set sequence = 1')
      await expect(term.transaction(async () => {})).rejects.toThrow(FencedError)
      expect(fenced).toEqual(['fenced'])
      await mine.look()
      expect(lost).toEqual([2])
      // Grown beyond what it was by the time that another server looks.
      await db.query('update database_history set sequence = 9')
      await other.look()
      expect(others).toHaveLength(1)
      // Several looks that wait for a database that hangs tell of it once.
      await db.query('update database_history set sequence = 0')
      await Promise.all([mine.look(), mine.look(), mine.look()])
      await Promise.all([mine.look(), other.look(), other.look()])
      expect([lost.length, others.length]).toEqual([2, 2])
    }))
}
