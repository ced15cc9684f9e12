// The embedded database in a test's own process.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/run.mjs'
import { type Database, openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrations.ts'
import { copyFreshFolder } from './fresh-folder.ts'
import { withSchema } from './services.ts'

/** That of a stopped server's folder, which is then not as that server left it. */
export async function openEmbeddedDatabase(folder: string): Promise<Database> {
  rmSync(join(folder, 'inventory'), { force: true })
  const workerUrl = pathToFileURL(await bundle('src/database/pglite-worker.ts'))
  return openDatabase({ url: undefined, folder, workerUrl })
}

/** One with all tables, in a folder of its own that goes when it is closed. */
export async function openEmptyDatabase(): Promise<Database> {
  const folder = await copyFreshFolder('postgres')
  const database = await openEmbeddedDatabase(folder)
  await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same in a PostgreSQL, in a schema of its own that goes when it is closed. */
export async function openEmptySchema(name: string): Promise<Database> {
  let release = () => {}
  let dropped: Promise<void> | undefined
  const database = await new Promise<Database>((resolve, reject) => {
    dropped = withSchema(name, async (url) => {
      const opened = await openDatabase({ url, folder: '' })
      await migrate(opened)
      resolve(opened)
      await new Promise<void>((done) => {
        release = done
      })
    })
    dropped.catch(reject)
  })
  return {
    ...database,
    async close() {
      await database.close()
      release()
      await dropped
    },
  }
}
