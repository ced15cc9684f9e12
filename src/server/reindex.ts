// `npm run reindex`: throws the index away and reads it again from the chain. Launches' descriptions and pictures stay:
// they are not of the chain. The server must be stopped when chain or database are the embedded ones.
import { readCommand } from '../../scripts/commands.mjs'
import { INDEX_TABLES } from '../database/migrations.ts'
import { startIndexer } from '../index/indexer.ts'
import { readConfig } from './config.ts'
import { openFoundations } from './server.ts'

/** So often it says how far it is. */
const PROGRESS_MS = 2_000

readCommand('reindex')
try {
  const startedAt = performance.now()
  const stop = (sentence: string) => {
    throw new Error(sentence)
  }
  const config = readConfig()
  const foundations = await openFoundations(config, stop, { isReindex: true })
  const { db, chain } = foundations
  await db.script(`truncate ${INDEX_TABLES.join(', ')}`)
  const indexer = startIndexer({
    database: db,
    chain,
    log: { error: console.error, warn: console.warn },
    standingSeconds: config.standingSeconds,
    onApplied: () => {},
  })
  let saidAt = startedAt
  const count = await indexer.catchUp((done) => {
    if (performance.now() - saidAt < PROGRESS_MS) return
    saidAt = performance.now()
    console.log(`${done} transactions …`)
  })
  await indexer.close()
  await foundations.close()
  console.log(
    `The index was rebuilt from ${count} transactions in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`,
  )
} catch (error) {
  console.error(`The index could not be rebuilt: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
