// Databases in a test's own process.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Database, openDatabase } from '../packages/server/database/database.ts'
import { migrate } from '../packages/server/database/migrate.ts'
import { bundle } from '../scripts/run.mjs'
import { copyFreshFolder } from './fresh-folder.ts'
import { copyServedDatabase, dropServedDatabase, isServed, servedUrlOf } from './served-database.ts'

/** That of a stopped server's folder, which is then not as that server left it. */
export async function openDatabaseOf(folder: string): Promise<Database> {
  rmSync(join(folder, 'inventory'), { force: true })
  const workerUrl = pathToFileURL(await bundle('packages/server/database/pglite-worker.ts'))
  return openDatabase({ url: servedUrlOf(folder), folder, workerUrl })
}

/** One with all tables, that goes when it is closed: the machine's where it has one, else an embedded one. */
export const openEmptyDatabase = (): Promise<Database> => (isServed ? openEmptyServed() : openEmptyEmbedded())

/** The same, embedded. */
export async function openEmptyEmbedded(): Promise<Database> {
  const folder = await copyFreshFolder('postgres')
  return untilClosed(await openDatabaseOf(folder), async () =>
    rmSync(folder, { recursive: true, force: true }),
  )
}

/** The same in a PostgreSQL. */
export async function openEmptyServed(): Promise<Database> {
  const url = await copyServedDatabase()
  return untilClosed(await openDatabase({ url, folder: '' }), () => dropServedDatabase(url))
}

async function untilClosed(database: Database, remove: () => Promise<void>): Promise<Database> {
  await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      await remove()
    },
  }
}
