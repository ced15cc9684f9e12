// `npm run reindex`: makes the index again from the chain, and from what the index kept of it where a node has forgotten. Launches'
// descriptions and pictures stay: they are not of the chain. The server must be stopped where its database is the embedded one; beside
// a running one readers see the old rows until the new ones are there. What would be lost is named, and nothing changes without
// `--lose`.
import { randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import { isAddress } from '@twinmint/sdk/core/address'
import { startIndexer } from '../index/indexer.ts'
import { clearRead } from '../index/repair/coin-events.ts'
import { exchangeAll, type Loss, listLosses, loadMarketEnds, readWhole } from '../index/repair/rebuild.ts'
import { openRereads } from '../index/service/rereads.ts'
import { findWriter } from '../index/service/writer-state.ts'
import { readCommand } from '../main/commands.mjs'
import { readConfig } from '../main/config.ts'
import { openFoundations } from '../main/server.ts'

/** So often it says how far it is. */
const PROGRESS_MS = 2_000
/** Of the coins of which something would be lost. */
const NAMED_MAX = 20

const startedAt = performance.now()
const log = { error: console.error, warn: console.warn }
let saidAt = startedAt
const sayProgress = (what: string) => (count: number) => {
  if (performance.now() - saidAt < PROGRESS_MS) return
  saidAt = performance.now()
  console.log(`${count} ${what} …`)
}

async function rebuildAll(
  { db: database, chain }: Awaited<ReturnType<typeof openFoundations>>,
  standingSeconds: number | undefined,
  isLossAllowed: boolean,
): Promise<string> {
  const on = { database, chain, log }
  const readingId = randomUUID()
  try {
    const reading = await readWhole(on, readingId, sayProgress('transactions read'))
    const markets = await loadMarketEnds(on)
    const losses = await listLosses(on, { readingId, markets })
    if (losses.length > 0 && !isLossAllowed)
      throw new Error(
        `neither the node nor the index has all events of ${namesOf(losses)}. The index is as it was. Ask a node with the whole history, or give up what is missing with --lose.`,
      )
    await exchangeAll({ ...on, reading, markets, standingSeconds }, sayProgress('events applied'))
    return `The index was rebuilt from ${reading.transactions} transactions`
  } finally {
    await clearRead(database, readingId)
  }
}

async function rereadCoin(
  { db: database, chain }: Awaited<ReturnType<typeof openFoundations>>,
  standingSeconds: number | undefined,
  mint: string,
): Promise<string> {
  if (!isAddress(mint)) throw new Error(`--coin is not an address: ${mint}`)
  // A server that runs does it itself.
  const isDone = (await findWriter(database))
    ? await openRereads(database).ask(mint)
    : await rereadHere({ database, chain, standingSeconds }, mint)
  if (!isDone)
    throw new Error(`${mint} is no coin of this program, or the node lacks what it lists. The log says more.`)
  return `${mint} was read again`
}

async function rereadHere(
  of: Pick<Parameters<typeof startIndexer>[0], 'database' | 'chain' | 'standingSeconds'>,
  mint: Address,
): Promise<boolean> {
  const indexer = startIndexer({ ...of, log, onApplied: () => {} })
  try {
    return await indexer.reread(mint)
  } finally {
    await indexer.close()
  }
}

function namesOf(losses: readonly Loss[]): string {
  const named = losses
    .slice(0, NAMED_MAX)
    .map(
      ({ symbol, mintAddress, trades }) =>
        `${symbol} (${mintAddress}${trades === null ? ', all of it' : `, ${trades} trades`})`,
    )
  return losses.length > NAMED_MAX
    ? `${named.join(', ')} and ${losses.length - NAMED_MAX} more`
    : named.join(', ')
}

const { lose, coin } = readCommand('reindex').values
try {
  const stop = (sentence: string) => {
    throw new Error(sentence)
  }
  const config = readConfig()
  const foundations = await openFoundations(config, stop, { isReindex: true })
  try {
    const { standingSeconds } = config
    const done =
      typeof coin === 'string'
        ? await rereadCoin(foundations, standingSeconds, coin)
        : await rebuildAll(foundations, standingSeconds, lose === true)
    console.log(`${done} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  } finally {
    await foundations.close()
  }
} catch (error) {
  console.error(`The index could not be rebuilt: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
