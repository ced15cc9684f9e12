// The running server: its parts opened in order and closed in reverse. The index is caught up before the first request.
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import type { EmbeddedChain } from '@twinmint/localnet/chain'
import type { Budget } from '@twinmint/sdk/internal/core/budget'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import { deriveConfigAddress } from '@twinmint/sdk/program/addresses'
import type { FastifyInstance } from 'fastify'
import { openLandingSwitch } from '../admin/waitlist/landing.ts'
import { type Chain, type ChainSource, openChain } from '../chain/chain.ts'
import { openChainClock } from '../chain/clock.ts'
import { clusterSource, waitForNode } from '../chain/cluster.ts'
import type { GenesisGuard } from '../chain/genesis.ts'
import { asDamage, type Database, hasDatabase, openDatabase, readThrough } from '../database/database.ts'
import { migrate, requireKnownSchema } from '../database/migrate.ts'
import { openBotKeys } from '../demo/keys.ts'
import { startDemoMarket } from '../demo/market.ts'
import { closeWithin, openUnsent } from '../http/limits.ts'
import { RedisBus } from '../http/live/bus.ts'
import { LiveHub } from '../http/live/hub.ts'
import { openCoins } from '../index/coins.ts'
import { findOrNoteGenesis, listCursors } from '../index/store.ts'
import { startAddressFinder } from '../launch/address.ts'
import { startFolderMaker } from '../launch/folders.ts'
import { loadPushKey } from '../people/alerts/push-store.ts'
import { openPushSender, type PushSender } from '../people/alerts/send-push.ts'
import { readPushKey } from '../people/alerts/web-push.ts'
import { createAdminToken } from '../session/sessions.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { hasChain, startEmbeddedChain } from './embedded.ts'
import { type Drain, openDrain } from './fleet/drain.ts'
import { announceServer } from './fleet/servers.ts'
import { keepIndex } from './leases/index.ts'
import { openJobs } from './leases/jobs.ts'
import { openLiveNews } from './live-events.ts'
import { Metrics } from './metrics.ts'
import { openPictures } from './pictures.ts'
import { openStartingPage, type StartingPage } from './starting.ts'
import { openWrites } from './writes.ts'

/** Time for the services to close at a stop. After it, chain and database are closed and the process ends. */
const STOP_MS_MAX = 10_000

export interface RunningServer {
  readonly app: FastifyInstance
  readonly programAddress: Address
  /** Its button makes an admin, once; undefined where the configuration wants none. */
  readonly adminLink: string | undefined
  close(): Promise<void>
}

/**
 * What stands below the API: chain, database and schema. Also what `npm run reindex` opens: then the index need not fit the
 * chain, nor be there. Throws a DamageError where a part of the data folder is missing or damaged.
 */
export async function openFoundations(
  config: Config,
  onFailure: (sentence: string) => void,
  { isReindex = false, say = console.log as (sentence: string) => void } = {},
): Promise<{
  readonly chain: Chain
  readonly embedded: EmbeddedChain | undefined
  readonly db: Database
  /** A part turned out to be damaged: no inventory will say that the folder is as it should be. */
  markDamaged(): void
  close(): Promise<void>
}> {
  const { dataFolder, databaseUrl } = config
  // Chain and database of this folder belong to one process.
  const isShared = config.cluster !== undefined && databaseUrl !== undefined
  const folder = isShared ? undefined : openDataFolder(dataFolder)
  let embedded: EmbeddedChain | undefined
  let opening: Promise<Database> | undefined
  try {
    const isAsClosed = folder?.isAsClosed === true
    const isNewDatabase = databaseUrl !== undefined || !hasDatabase(dataFolder)
    if (databaseUrl === undefined && isNewDatabase && !isReindex && hasChain(dataFolder))
      throw new DamageError(`The database in ${join(dataFolder, 'postgres')} is missing`)
    // Both take their time to open, and neither needs the other.
    opening = openDatabase({ url: databaseUrl, folder: dataFolder })
    opening.catch(() => {})
    let source: ChainSource
    let programAddress: Address
    if (config.cluster) {
      programAddress = config.cluster.programAddress as Address
      source = clusterSource({ ...config.cluster, programAddress })
    } else {
      const database = opening
      const started = await startEmbeddedChain({
        folder: dataFolder,
        isAsClosed,
        beforeFirst: async () => {
          const db = await database
          await migrate(db, { say })
          if (!isReindex) await requireIndexOf(db, undefined)
        },
        beforeUpgrade: async () => requireKnownSchema(await database),
        say,
        onFailure,
      })
      embedded = started.chain
      ;({ source, programAddress } = started)
    }
    const chain = openChain(source, programAddress)
    if (config.cluster) await waitForNode(chain.rpc, (sentence) => console.log(sentence))
    const db = await opening
    if (!isAsClosed && !isNewDatabase) await readThrough(db)
    await migrate(db, { say })
    if (embedded && !isReindex) await requireIndexOf(db, { chain: embedded, programAddress })
    if (source.genesis && !isReindex) await requireNetworkOf(db, source.genesis, programAddress)
    const [account] = await chain.loadAccounts([await deriveConfigAddress(programAddress)])
    if (!account)
      throw new Error(
        `There is no program set up at ${programAddress} on this network; see README.md, "A real cluster".`,
      )
    let isDamaged = false
    return {
      chain,
      embedded,
      db,
      markDamaged() {
        isDamaged = true
      },
      async close() {
        await db.close()
        await embedded?.close()
        folder?.close({ withInventory: !isDamaged })
      },
    }
  } catch (error) {
    await embedded?.close()
    await opening?.then(
      (db) => db.close(),
      () => {},
    )
    folder?.close({ withInventory: false })
    throw databaseUrl === undefined ? asDamage(error) : error
  }
}

/** Throws a DamageError where the index holds what this chain has never seen; without a chain, where it holds anything. */
async function requireIndexOf(
  db: Database,
  of: { readonly chain: EmbeddedChain; readonly programAddress: Address } | undefined,
): Promise<void> {
  for (const { programAddress, signature } of await listCursors(db))
    if (programAddress !== of?.programAddress || !of.chain.getTransaction(signature))
      throw new DamageError(
        'The index in the database is of another chain than chain/ and chain-keys.json, or newer',
        {
          remedy:
            'Restore the whole data folder from one backup, or make the index of this chain with `npm run reindex`, or begin anew; docs/operations.md says how.',
        },
      )
}

/** Throws where the nodes are of another network than the one that the index was made of. */
async function requireNetworkOf(db: Database, genesis: GenesisGuard, programAddress: Address): Promise<void> {
  const { expected } = genesis
  if (expected !== undefined) await genesis.expect(await findOrNoteGenesis(db, programAddress, expected))
}

type Close = () => unknown

/**
 * Opens everything, catches the index up and listens. `onFailure` is told when the chain's store failed. A start that fails
 * closes what it opened.
 */
export async function startServer(
  config: Config,
  onFailure: (sentence: string) => void,
): Promise<RunningServer> {
  const starting = openStartingPage(config)
  const isFirst = config.cluster === undefined && !hasChain(config.dataFolder)
  const foundations = await openFoundations(config, onFailure, {
    say: (sentence) => starting.say(sentence),
  }).catch(async (error: unknown) => {
    await starting.close()
    throw error
  })
  const opened: Close[] = [() => starting.close()]
  const drain = openDrain(config)
  const close = async () => {
    try {
      await drain.run()
      await closeWithin(STOP_MS_MAX, opened.toReversed())
    } finally {
      await foundations.close()
    }
  }
  try {
    const onClose = (each: Close) => opened.push(each)
    return { ...(await openServices(config, { ...foundations, starting, drain, isFirst }, onClose)), close }
  } catch (error) {
    // An index of PostgreSQL's, for one, is read here for the first time.
    const failure = config.databaseUrl === undefined ? asDamage(error) : error
    if (failure instanceof DamageError) foundations.markDamaged()
    await close()
    throw failure
  }
}

type Opened = Awaited<ReturnType<typeof openFoundations>> & {
  readonly starting: StartingPage
  readonly drain: Drain
  /** This start created the embedded chain. */
  readonly isFirst: boolean
}

/** `onClose` is told of each part as it is opened. */
async function openServices(
  config: Config,
  { chain, embedded, db, starting, drain, isFirst }: Opened,
  onClose: (close: Close) => void,
): Promise<Omit<RunningServer, 'close'>> {
  const unsent = openUnsent(config.rateLimit)
  const day = openWrites(config, embedded?.store.today)
  let app: FastifyInstance | undefined
  const log = logOf(() => app)
  const live = await openLive(config.redisUrl, chain.programAddress, { unsent, log, onClose })
  const coins = openCoins(db, config.solUsd)
  const addresses = startAddressFinder()
  onClose(() => addresses.close())
  const folders = startFolderMaker()
  onClose(() => folders.close())
  const metrics = new Metrics()
  const news = openLiveNews(coins, live, (error) =>
    log.warn({ err: error }, 'changed coins could not be read'),
  )
  onClose(() => news.close())
  let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const { store, pictures } = openPictures(config, db)
  const chainMs = openChainClock(chain)
  const servers = await announceServer({ config, db, store, chainMs: embedded ? undefined : chainMs, log })
  onClose(() => servers.close())
  const pushSender = await openPushes(config, db, () => publicUrl)
  const leases = await openLeases(config, db, onClose)
  const shared = { config, db, leases, chain, log }
  const jobs = openJobs({ ...shared, pushSender, pictures, store, publicUrl: () => publicUrl })
  onClose(() => jobs.close())
  const { index, offers, funding } = keepIndex({
    ...shared,
    coins,
    live,
    news,
    metrics,
    onLaunched: () => jobs.wakePins(),
    onPushes: () => jobs.wakePushes(),
    onClose,
  })
  const landing = await openLandingSwitch(db, config.landingEnabled, (error) =>
    log.warn({ err: error }, 'the landing’s switch could not be read'),
  )
  onClose(() => landing.close())
  const botKeys = embedded && config.demoMarket ? openBotKeys(config.dataFolder) : undefined
  const served = await buildApp({
    config,
    db,
    chain,
    embedded,
    index,
    coins,
    funding,
    offers,
    live,
    chainMs,
    drain,
    servers,
    unsent,
    day,
    pushSender,
    metrics,
    tellAgain: news.tellAgain,
    landing,
    store,
    pictures,
    addresses,
    folders,
    publicUrl: () => publicUrl,
    botAddresses: botKeys?.map(({ address }) => address),
  })
  app = served
  drain.watch(served.server, () => live.close())
  onClose(() => served.close())
  await index.ready
  const listening = await listen(served, config, starting)
  if (config.publicUrl === undefined) publicUrl = listening
  jobs.begin()
  const printsLink = config.adminLink === 'on' || (config.adminLink === 'first' && isFirst)
  const adminToken = printsLink ? await createAdminToken(db) : undefined
  const demoMarket = botKeys && startDemoMarket({ app: served, keypairs: botKeys, log: served.log })
  onClose(() => demoMarket?.stop())
  return {
    app: served,
    programAddress: chain.programAddress,
    adminLink: adminToken === undefined ? undefined : `${publicUrl}/admin/enter?token=${adminToken}`,
  }
}

/** What runs beside requests fails here, also before there is an app to log it. */
const logOf = (app: () => FastifyInstance | undefined) => ({
  error: (fields: object, sentence: string) =>
    app() ? app()?.log.error(fields, sentence) : console.error(sentence, fields),
  warn: (fields: object, sentence: string) =>
    app() ? app()?.log.warn(fields, sentence) : console.warn(sentence, fields),
})

async function openPushes({ pushHosts }: Config, db: Database, publicUrl: () => string): Promise<PushSender> {
  return openPushSender(readPushKey(await loadPushKey(db)), {
    pushHosts,
    // Push services ask for a way to reach who sends; a site that only its own machine knows has none.
    subject: () =>
      publicUrl().startsWith('https:') ? publicUrl() : `mailto:nobody@${new URL(publicUrl()).hostname}`,
  })
}

/** Connections of their own: a lease must be renewed in time, however many calls wait for the others. */
async function openLeases(
  { databaseUrl, dataFolder }: Config,
  db: Database,
  onClose: (close: Close) => void,
): Promise<Database> {
  if (databaseUrl === undefined) return db
  const leases = await openDatabase({ url: databaseUrl, folder: dataFolder, connections: 2 })
  onClose(() => leases.close())
  return leases
}

/** The address is the starting page's until then. */
async function listen(app: FastifyInstance, { host, port }: Config, starting: StartingPage): Promise<string> {
  await starting.close()
  try {
    return await app.listen({ host, port })
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EADDRINUSE') throw cause
    throw new Error(`Something else listens at ${host}:${port}: stop it, or choose another port (PORT).`, {
      cause,
    })
  }
}

/** The live stream, which several servers share through Redis if there is one. It starts without a Redis that does not answer. */
async function openLive(
  redisUrl: string | undefined,
  name: string,
  {
    unsent,
    log,
    onClose,
  }: {
    readonly unsent: Budget
    readonly log: ReturnType<typeof logOf>
    readonly onClose: (close: Close) => void
  },
): Promise<LiveHub> {
  const bus =
    redisUrl === undefined
      ? undefined
      : new RedisBus(redisUrl, name, {
          failure: (error) =>
            log.warn({ err: error }, 'Redis fails: readers hear only what this server takes in'),
          return: () => log.warn({}, 'Redis is back: readers read everything again'),
        })
  onClose(() => bus?.close())
  const live = new LiveHub({ bus, unsent })
  await live.opened
  return live
}
