// `npm run migrate` on a database of its own, and beside a server's.
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { emptyFolder } from './fresh-folder.ts'
import { postgres, withSchema } from './services.ts'

const folder = emptyFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const migrate = (env: Record<string, string>) =>
  runCommand('migrate', [], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env },
  })

test('npm run migrate leaves an embedded database to its server', async () => {
  expect(await migrate({})).toMatchObject({
    code: 0,
    output: expect.stringContaining('DATABASE_URL is not set'),
  })
})

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else
  test('npm run migrate runs what is missing, and ends with 0 where nothing is', () =>
    withSchema('twinmint_command', async (DATABASE_URL, client) => {
      expect(await migrate({ DATABASE_URL })).toMatchObject({
        code: 0,
        output: expect.stringContaining('0037_servers'),
      })
      expect(await migrate({ DATABASE_URL })).toMatchObject({
        code: 0,
        output: 'The database is up to date: nothing was to be done.\n',
      })
      await client.query(`insert into schema_migrations (id) values ('9999_of_tomorrow')`)
      expect(await migrate({ DATABASE_URL })).toMatchObject({
        code: 1,
        output: expect.stringContaining('by a newer Twinmint (9999_of_tomorrow)'),
      })
      await client.query(`delete from schema_migrations where id >= '0037'`)
      expect(await migrate({ DATABASE_URL })).toMatchObject({
        code: 1,
        output: expect.stringContaining('too old for this Twinmint (0036_one_writer)'),
      })
    }))
