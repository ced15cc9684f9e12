// `npm run reindex`: throws the index away and reads it again from the chain. Launches' descriptions and pictures stay:
// they are not of the chain. The server must be stopped when chain or database are the embedded ones. Where the node has not all of
// the history, what would be lost is named, and nothing is thrown away without `--lose`.
import { readCommand } from '../../scripts/commands.mjs'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import { INDEX_TABLES } from '../database/migrations.ts'
import { startIndexer } from '../index/indexer.ts'
import { readConfig } from './config.ts'
import { openFoundations } from './server.ts'

/** So often it says how far it is. */
const PROGRESS_MS = 2_000
/** Of the coins that would be lost. */
const NAMED_MAX = 20

const { lose } = readCommand('reindex').values
try {
  const startedAt = performance.now()
  const stop = (sentence: string) => {
    throw new Error(sentence)
  }
  const config = readConfig()
  const foundations = await openFoundations(config, stop, { isReindex: true })
  const { db, chain } = foundations
  const lost = await listLost(db, chain)
  if (lost.length > 0 && lose !== true) {
    await foundations.close()
    throw new Error(
      `the node no longer has the launches of ${namesOf(lost)}. The index is as it was. Ask a node with the whole history, or give these coins up with --lose.`,
    )
  }
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

interface Coin {
  readonly symbol: string
  readonly mintAddress: string
  readonly launchSignature: string
}

/** The coins of the index whose launch the node does not have: it keeps a part of the history, and a coin begins with its launch. */
async function listLost(db: Database, chain: Chain): Promise<Coin[]> {
  const coins = await db.query<Coin>(
    `select symbol, mint_address as "mintAddress", launch_signature as "launchSignature" from collections order by created_at`,
  )
  const forgotten = new Set(await chain.listForgotten(coins.map(({ launchSignature }) => launchSignature)))
  return coins.filter(({ launchSignature }) => forgotten.has(launchSignature))
}

function namesOf(coins: readonly Coin[]): string {
  const named = coins.slice(0, NAMED_MAX).map(({ symbol, mintAddress }) => `${symbol} (${mintAddress})`)
  return coins.length > NAMED_MAX
    ? `${named.join(', ')} and ${coins.length - NAMED_MAX} more`
    : named.join(', ')
}
