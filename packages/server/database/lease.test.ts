// One of several processes on a PostgreSQL holds a lease.
import { expect, onTestFinished, test } from 'vitest'
import { postgres, withSchema } from '../../../tests/services.ts'
import { openDatabase } from './database.ts'
import { keepLease } from './lease.ts'
import { migrate } from './migrate.ts'

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else
  test('one works at a time; the next begins when one closes, loses its row, or is gone', () =>
    withSchema('twinmint_lease', async (url) => {
      const db = await openDatabase({ url, folder: '' })
      onTestFinished(() => db.close())
      await migrate(db)
      const working = new Set<string>()
      const failing = new Set<string>()
      let most = 0
      const keep = (holder: string) =>
        keepLease(db, {
          name: 'work',
          holder,
          isAlone: false,
          onFailure: (error) => expect.unreachable(String(error)),
          async begin() {
            working.add(holder)
            most = Math.max(most, working.size)
            return {
              state: () => ({ holder }),
              isFailing: () => failing.has(holder),
              close: async () => void working.delete(holder),
            }
          },
        })
      const first = keep('first')
      await first.tried
      const second = keep('second')
      await second.tried
      expect([...working]).toEqual(['first'])
      await expect
        .poll(() => db.query('select state from leases'), { timeout: 5_000 })
        .toEqual([{ state: { holder: 'first' } }])
      await first.close()
      await expect.poll(() => [...working], { timeout: 5_000 }).toEqual(['second'])
      // As a database that is restored from before forgets who held it.
      await db.query(`update leases set number = number - 1`)
      await expect.poll(() => working.size, { timeout: 5_000 }).toBe(0)
      await expect.poll(() => [...working], { timeout: 9_000 }).toEqual(['second'])
      // One that can't do its work lets another one try.
      const third = keep('third')
      await third.tried
      failing.add('second')
      await expect.poll(() => [...working], { timeout: 9_000 }).toEqual(['third'])
      await third.close()
      await second.close()
      expect(working.size).toBe(0)
      expect(most).toBe(1)
      // One that was killed renews nothing; who is alone does not wait for it.
      await db.query(`update leases set expires_at = now() + interval '1 hour'`)
      const waiting = keep('waiting')
      await waiting.tried
      expect(working.size).toBe(0)
      await waiting.close()
    }))
