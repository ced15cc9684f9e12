// `npm run migrate`: brings a served database up to date before servers of this version start on it. Those that run go on.

import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { readCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'

readCommand('migrate')
try {
  const { databaseUrl: url, dataFolder: folder } = readConfig()
  if (url === undefined)
    console.log('DATABASE_URL is not set: the server brings an embedded database up to date when it starts.')
  else {
    const database = await openDatabase({ url, folder })
    try {
      const steps = await migrate(database, { say: (sentence) => console.log(sentence) })
      console.log(
        steps.length === 0
          ? 'The database is up to date: nothing was to be done.'
          : `The database is up to date: ${steps.join(', ')} ran.`,
      )
    } finally {
      await database.close()
    }
  }
} catch (error) {
  console.error(
    `The database could not be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
  )
  process.exitCode = 1
}
