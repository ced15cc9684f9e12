// The running server: its parts opened in order and closed in reverse. The index is caught up before the first request.
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import { type Chain, type ChainSource, openChain } from '../chain/chain.ts'
import { clusterSource, waitForNode } from '../chain/cluster.ts'
import type { EmbeddedChain } from '../chain/embedded/chain.ts'
import { lockFolder } from '../chain/embedded/lock.ts'
import { deriveConfigAddress } from '../chain/program/addresses.ts'
import type { LiveEvent } from '../collection/contract.ts'
import type { Applied } from '../collection/events.ts'
import { finishInterruptedLaunches, finishLaunch } from '../collection/nft-records.ts'
import { rebuildPositions } from '../collection/positions.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrations.ts'
import { openBotKeys } from '../demo/keys.ts'
import { startDemoMarket } from '../demo/market.ts'
import { startFigures } from '../discover/figures.ts'
import { startAddressFinder } from '../launch/address.ts'
import { openPictureStore } from '../launch/pictures.ts'
import { addLoosePicture } from '../launch/store.ts'
import { startSweep } from '../launch/sweep.ts'
import { createAdminToken } from '../session/sessions.ts'
import { Metrics } from '../status/metrics.ts'
import { openLandingSwitch } from '../waitlist/landing.ts'
import { openRedisBus } from '../wire/live-bus.ts'
import { createLiveHub } from '../wire/live-hub.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { startEmbeddedChain } from './embedded.ts'
import { startIndexer } from './indexer.ts'
import { openUnsent } from './limits.ts'
import { type Markets, openMarkets } from './markets.ts'

/** Changed collections are sent at most so often, each as it then stands. */
const LIVE_EVERY_MS = 150

export interface RunningServer {
  readonly app: FastifyInstance
  readonly programAddress: Address
  /** Makes its first visitor an admin; undefined where the configuration wants none. */
  readonly adminLink: string | undefined
  close(): Promise<void>
}

/** What stands below the API: chain, database and schema. Also what `npm run reindex` opens. */
export async function openFoundations(
  config: Config,
  onFailure: (sentence: string) => void,
): Promise<{
  readonly chain: Chain
  readonly embedded: EmbeddedChain | undefined
  readonly db: Database
  close(): Promise<void>
}> {
  // Chain and database of this folder belong to one process.
  const isShared = config.cluster !== undefined && config.databaseUrl !== undefined
  const unlock = isShared ? () => {} : lockFolder(config.dataFolder)
  let embedded: EmbeddedChain | undefined
  let source: ChainSource
  let programAddress: Address
  // Both take their time to open, and neither needs the other.
  const opening = openDatabase({ url: config.databaseUrl, folder: config.dataFolder })
  opening.catch(() => {})
  try {
    if (config.cluster) {
      programAddress = config.cluster.programAddress as Address
      source = clusterSource({ ...config.cluster, programAddress })
    } else {
      const started = await startEmbeddedChain(config.dataFolder, onFailure)
      embedded = started.chain
      ;({ source, programAddress } = started)
    }
    const chain = openChain(source, programAddress)
    if (config.cluster) await waitForNode(chain.rpc, (sentence) => console.log(sentence))
    const [account] = await chain.loadAccounts([await deriveConfigAddress(programAddress)])
    if (!account)
      throw new Error(
        `There is no program set up at ${programAddress} on this network; see README.md, "A real cluster".`,
      )
    const db = await opening
    await migrate(db)
    await rebuildPositions(db)
    return {
      chain,
      embedded,
      db,
      async close() {
        await db.close()
        await embedded?.close()
        unlock()
      },
    }
  } catch (error) {
    await embedded?.close()
    await opening.then(
      (db) => db.close(),
      () => {},
    )
    unlock()
    throw error
  }
}

/** Opens everything, catches the index up and listens. `onFailure` is told when the chain's store failed. */
export async function startServer(
  config: Config,
  onFailure: (sentence: string) => void,
): Promise<RunningServer> {
  const foundations = await openFoundations(config, onFailure)
  const { chain, embedded, db } = foundations
  const bus =
    config.redisUrl === undefined
      ? undefined
      : await openRedisBus(config.redisUrl, chain.programAddress, (error) =>
          console.error('The live stream’s Redis:', error instanceof Error ? error.message : error),
        )
  const unsent = openUnsent(config.rateLimit)
  const live = createLiveHub({ bus, unsent })
  const markets = openMarkets(db, config.solUsd)
  const addresses = startAddressFinder()
  const metrics = new Metrics()
  const news = liveNews(markets, (topics, event) => live.publish(topics, event))
  /** What runs beside requests fails here, also before there is an app to log it. */
  let app: FastifyInstance | undefined
  const log = {
    error: (fields: object, sentence: string) =>
      app ? app.log.error(fields, sentence) : console.error(sentence, fields),
    warn: (fields: object, sentence: string) =>
      app ? app.log.warn(fields, sentence) : console.warn(sentence, fields),
  }
  const background = new Set<Promise<unknown>>()
  const inBackground = (work: Promise<unknown>) => {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
      .finally(() => background.delete(done))
    background.add(done)
  }
  const figures = startFigures(db, {
    // Readers were told of the trade at once; now of what it did to the figures.
    onRefreshed: (ids) => news.tellAgain(ids),
    onFailure: (error) => log.warn({ err: error }, 'figures could not be refreshed'),
  })
  const indexer = startIndexer({
    database: db,
    chain,
    log,
    onApplied: (applied) => {
      news.tell(applied)
      metrics.applied(applied.trades)
      figures.touch(applied.collectionIds)
      for (const id of applied.launchedIds) inBackground(finishLaunch(db, id))
    },
  })
  const landing = await openLandingSwitch(db, config.landingEnabled, (error) =>
    log.warn({ err: error }, 'the landing’s switch could not be read'),
  )
  let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const botKeys = embedded && config.demoMarket ? openBotKeys(config.dataFolder) : undefined
  const pictures = openPictureStore(join(config.dataFolder, 'pictures'), {
    onTaken: (hash) => addLoosePicture(db, hash),
    isLimitedByKey: config.rateLimit,
  })
  const served = await buildApp({
    config,
    db,
    chain,
    embedded,
    indexer,
    markets,
    live,
    unsent,
    metrics,
    tellAgain: news.tellAgain,
    landing,
    pictures,
    addresses,
    publicUrl: () => publicUrl,
    botAddresses: botKeys?.map(({ address }) => address),
  })
  app = served
  await indexer.catchUp()
  inBackground(finishInterruptedLaunches(db))
  const sweeping = startSweep({ db, chain, pictures }, (error) =>
    log.warn({ err: error }, 'what nobody launched could not be swept'),
  )
  const listening = await served.listen({ host: config.host, port: config.port })
  if (config.publicUrl === undefined) publicUrl = listening
  const adminToken = config.adminLink ? await createAdminToken(db) : undefined
  const demoMarket = botKeys && startDemoMarket({ app: served, keypairs: botKeys, log: served.log })
  return {
    app: served,
    programAddress: chain.programAddress,
    adminLink: adminToken === undefined ? undefined : `${publicUrl}/admin/enter?token=${adminToken}`,
    async close() {
      await demoMarket?.stop()
      await served.close()
      await landing.close()
      await sweeping.close()
      await indexer.close()
      await Promise.all(background)
      news.close()
      await figures.close()
      await bus?.close()
      await addresses.close()
      await foundations.close()
    },
  }
}

/** Tells the live stream what the index took in: trades at once, changed collections gathered. */
function liveNews(markets: Markets, publish: (topics: string[], event: LiveEvent) => void) {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    timer = undefined
    const ids = [...changed]
    changed.clear()
    for (const collection of await markets.loadMany(ids))
      publish(
        collection.isHidden ? [`collection:${collection.id}`] : ['market', `collection:${collection.id}`],
        {
          type: 'collection',
          collection,
        },
      )
  }
  const tellAgain = (ids: readonly string[]) => {
    for (const id of ids) changed.add(id)
    if (changed.size > 0) timer ??= setTimeout(() => void flush().catch(() => {}), LIVE_EVERY_MS)
  }
  return {
    tell(applied: Applied) {
      for (const trade of applied.trades)
        publish([`collection:${trade.collectionId}`], { type: 'trade', trade })
      for (const activity of applied.activity)
        publish([`collection:${activity.collectionId}`], { type: 'activity', activity })
      for (const walletAddress of applied.wallets)
        publish([`wallet:${walletAddress}`], { type: 'wallet', walletAddress })
      tellAgain(applied.collectionIds)
    },
    tellAgain,
    close: () => clearTimeout(timer),
  }
}
