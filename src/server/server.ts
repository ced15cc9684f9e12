// The running server: its parts opened in order and closed in reverse. The index is caught up before the first request.
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import { startDelivery } from '../alerts/deliver.ts'
import { type Evaluator, startEvaluator } from '../alerts/evaluator.ts'
import { loadPushKey } from '../alerts/push-store.ts'
import { openPushSender, type PushSender } from '../alerts/send-push.ts'
import { readPushKey } from '../alerts/web-push.ts'
import { type Chain, type ChainSource, openArchive, openChain } from '../chain/chain.ts'
import { clusterSource, waitForNode } from '../chain/cluster.ts'
import type { EmbeddedChain } from '../chain/embedded/chain.ts'
import type { GenesisGuard } from '../chain/genesis.ts'
import { nodesTransport } from '../chain/nodes.ts'
import { deriveConfigAddress } from '../chain/program/addresses.ts'
import type { Budget } from '../core/budget.ts'
import { DamageError } from '../core/damage.ts'
import { asDamage, type Database, hasDatabase, openDatabase, readThrough } from '../database/database.ts'
import { migrate, requireKnownSchema } from '../database/migrations.ts'
import type { Applied } from '../index/apply.ts'
import { type Coins, openCoins } from '../index/coins.ts'
import { startFigures } from '../index/figures.ts'
import { type Indexer, startIndexer } from '../index/indexer.ts'
import { openStandingOffers, type StandingOffers } from '../index/nft-market/standing.ts'
import { rebuildPositions } from '../index/positions.ts'
import { findOrNoteGenesis, listCursors } from '../index/store.ts'
import { type Pinning, startPinning } from '../ipfs/pinning.ts'
import { openPinningService, originsOf } from '../ipfs/pinning-service.ts'
import { startAddressFinder } from '../launch/address.ts'
import { startFolderMaker } from '../launch/folders.ts'
import { startSweep } from '../launch/sweep.ts'
import { createAdminToken } from '../session/sessions.ts'
import { openLandingSwitch } from '../waitlist/landing.ts'
import { RedisBus } from '../wire/live-bus.ts'
import { LiveHub } from '../wire/live-hub.ts'
import { openFunding } from '../xray/funding.ts'
import { fillSlots, startWarnings } from '../xray/warnings.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { openBotKeys } from './demo/keys.ts'
import { startDemoMarket } from './demo/market.ts'
import { hasChain, startEmbeddedChain } from './embedded.ts'
import { closeWithin, openUnsent } from './limits.ts'
import { Metrics } from './metrics.ts'
import { renewNames } from './names/renew.ts'
import { openPictures } from './pictures.ts'
import { openStartingPage, type StartingPage } from './starting.ts'
import { openWrites } from './writes.ts'

/** Changed collections are sent at most so often, each as it then stands. */
const LIVE_EVERY_MS = 150
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
          await migrate(db)
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
    await migrate(db)
    if (embedded && !isReindex) await requireIndexOf(db, { chain: embedded, programAddress })
    if (source.genesis && !isReindex) await requireNetworkOf(db, source.genesis, programAddress)
    const [account] = await chain.loadAccounts([await deriveConfigAddress(programAddress)])
    if (!account)
      throw new Error(
        `There is no program set up at ${programAddress} on this network; see README.md, "A real cluster".`,
      )
    await rebuildPositions(db)
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
  const close = async () => {
    try {
      await closeWithin(STOP_MS_MAX, opened.toReversed())
    } finally {
      await foundations.close()
    }
  }
  try {
    const onClose = (each: Close) => opened.push(each)
    return { ...(await openServices(config, { ...foundations, starting, isFirst }, onClose)), close }
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
  /** This start created the embedded chain. */
  readonly isFirst: boolean
}

/** `onClose` is told of each part as it is opened. */
async function openServices(
  config: Config,
  { chain, embedded, db, starting, isFirst }: Opened,
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
  const news = liveNews(coins, live)
  onClose(() => news.close())
  let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  let pinning: Pinning | undefined
  const { alerts, figures, offers, indexer } = await keepIndex({
    db,
    chain,
    config,
    live,
    news,
    metrics,
    publicUrl: () => publicUrl,
    onLaunched: () => pinning?.wake(),
    log,
    onClose,
  })
  const landing = await openLandingSwitch(db, config.landingEnabled, (error) =>
    log.warn({ err: error }, 'the landing’s switch could not be read'),
  )
  onClose(() => landing.close())
  const botKeys = embedded && config.demoMarket ? openBotKeys(config.dataFolder) : undefined
  const { store, pictures } = openPictures(config, db)
  const served = await buildApp({
    config,
    db,
    chain,
    embedded,
    indexer,
    coins,
    funding: figures.funding,
    offers,
    live,
    unsent,
    day,
    pushSender: alerts.pushSender,
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
  onClose(() => served.close())
  await indexer.catchUp()
  alerts.begin()
  onClose(renewRows(db, chain, log))
  const sweeping = startSweep({ db, chain, pictures, store }, (error) =>
    log.warn({ err: error }, 'what nobody launched could not be swept'),
  )
  onClose(() => sweeping.close())
  const listening = await listen(served, config, starting)
  if (config.publicUrl === undefined) publicUrl = listening
  pinning = keepPinned(config, db, { publicUrl: () => publicUrl, log })
  onClose(() => pinning?.close())
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

/** Updates rows of earlier versions in the background. Returns a function that stops it. */
function renewRows(db: Database, chain: Chain, log: ReturnType<typeof logOf>): Close {
  const stopping = new AbortController()
  const renewing = [
    fillSlots(db, chain, stopping.signal).catch((error: unknown) =>
      log.error({ err: error }, 'slots could not be filled'),
    ),
    renewNames(db, stopping.signal).catch((error: unknown) =>
      log.error({ err: error }, 'names could not be checked against the current rule'),
    ),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(renewing)
  }
}

/** Has launches' folders kept by the pinning service that was set up; undefined without one. */
function keepPinned(
  { pinning }: Config,
  db: Database,
  { publicUrl, log }: { readonly publicUrl: () => string; readonly log: ReturnType<typeof logOf> },
): Pinning | undefined {
  return (
    pinning &&
    startPinning(db, {
      service: openPinningService(pinning, () => originsOf(publicUrl())),
      token: pinning.token,
      onFailure: (error) => log.warn({ err: error }, 'the pinning service could not be asked'),
    })
  )
}

/** The index, and what goes by it: figures, and alerts, which believe a graduation only as far as the chain has been read. */
async function keepIndex(
  on: Omit<KeepAlerts, 'readThroughMs' | 'offers'> & {
    readonly chain: Chain
    readonly news: ReturnType<typeof liveNews>
    readonly metrics: Metrics
    readonly onLaunched: () => void
    readonly log: ReturnType<typeof logOf>
  },
) {
  const { db, chain, config, live, news, metrics, publicUrl, onLaunched, log, onClose } = on
  const offers = openStandingOffers(db, chain, (error) => log.warn({ err: error }, 'comparing offers failed'))
  let reader: Indexer | undefined
  const readThroughMs = () => reader?.readThroughMs ?? 0
  const alerts = await keepAlerts({
    db,
    offers,
    config,
    live,
    readThroughMs,
    publicUrl,
    log,
    onClose,
  })
  const { standingSeconds } = config
  const figures = keepFigures({ db, chain, standingSeconds, readThroughMs, news, alerts, log, onClose })
  const indexer = startIndexer({
    database: db,
    chain,
    archives: (config.cluster?.historyRpcUrls ?? []).map((url) =>
      openArchive(nodesTransport([url]), chain.programAddress),
    ),
    log,
    standingSeconds,
    onApplied: (applied) => {
      const heard = { ...applied, trades: applied.trades() }
      news.tell(heard)
      alerts.heard(heard)
      metrics.applied(heard)
      figures.touch(applied.collectionIds)
      if (applied.launchedIds.length > 0) onLaunched()
    },
  })
  reader = indexer
  onClose(() => indexer.close())
  return { alerts, figures, offers, indexer }
}

interface KeepAlerts {
  readonly db: Database
  readonly offers: StandingOffers
  readonly config: Config
  readonly live: LiveHub
  /** Until when the index has read its chain. */
  readonly readThroughMs: () => number
  readonly publicUrl: () => string
  readonly log: { readonly warn: (fields: object, sentence: string) => void }
  readonly onClose: (close: Close) => void
}

/** Whoever has an alert, or follows somebody who traded, is told: in the page, and in the browsers that they chose. */
async function keepAlerts({
  db,
  offers,
  config: { pushHosts, solUsd },
  live,
  readThroughMs,
  publicUrl,
  log,
  onClose,
}: KeepAlerts): Promise<Pick<Evaluator, 'heard' | 'begin'> & { readonly pushSender: PushSender }> {
  const pushSender = openPushSender(readPushKey(await loadPushKey(db)), {
    pushHosts,
    // Push services ask for a way to reach who sends; a site that only its own machine knows has none.
    subject: () =>
      publicUrl().startsWith('https:') ? publicUrl() : `mailto:nobody@${new URL(publicUrl()).hostname}`,
  })
  const delivery = startDelivery(db, pushSender, (error) =>
    log.warn({ err: error }, 'a notification could not be pushed'),
  )
  onClose(() => delivery.close())
  const evaluator = startEvaluator(db, {
    solUsd,
    readThroughMs,
    compareOffers: (collectionId) => offers.compare({ collectionId }),
    onTold: (wallets) => {
      for (const walletAddress of wallets) live.publish({ type: 'alert', walletAddress })
      delivery.wake()
    },
    onFailure: (error) => log.warn({ err: error }, 'alerts could not be compared'),
  })
  onClose(() => evaluator.close())
  return { heard: (applied) => evaluator.heard(applied), begin: () => evaluator.begin(), pushSender }
}

/** What runs beside requests fails here, also before there is an app to log it. */
const logOf = (app: () => FastifyInstance | undefined) => ({
  error: (fields: object, sentence: string) =>
    app() ? app()?.log.error(fields, sentence) : console.error(sentence, fields),
  warn: (fields: object, sentence: string) =>
    app() ? app()?.log.warn(fields, sentence) : console.warn(sentence, fields),
})

/** A coin's figures and its warnings, kept up to date side by side. */
function keepFigures({
  db,
  chain,
  standingSeconds,
  readThroughMs,
  news,
  alerts,
  log,
  onClose,
}: {
  readonly db: Database
  readonly chain: Chain
  readonly standingSeconds: number
  readonly readThroughMs: () => number
  /** Readers were told of a trade at once; now of what it did to these coins' figures. */
  readonly news: Pick<ReturnType<typeof liveNews>, 'tellAgain'>
  /** Of graduations by which lists go from now on. */
  readonly alerts: Pick<Evaluator, 'heard'>
  readonly log: { readonly warn: (fields: object, sentence: string) => void }
  readonly onClose: (close: Close) => void
}) {
  const figures = startFigures(db, {
    standingSeconds,
    readThroughMs,
    onRefreshed: news.tellAgain,
    onStood: (collectionIds) => alerts.heard({ trades: [], activity: [], collectionIds }),
    onFailure: (error) => log.warn({ err: error }, 'figures could not be refreshed'),
  })
  onClose(() => figures.close())
  const warnings = startWarnings(db, {
    onChanged: news.tellAgain,
    onFailure: (error) => log.warn({ err: error }, 'warnings could not be worked out'),
  })
  onClose(() => warnings.close())
  const funding = openFunding(db, chain, {
    onFound: (id) => warnings.touch([id]),
    onFailure: (error) => log.warn({ err: error }, 'a creator’s transactions could not be read'),
  })
  onClose(() => funding.close())
  return {
    funding,
    touch(collectionIds: readonly string[]) {
      for (const each of [figures, warnings, funding]) each.touch(collectionIds)
    },
  }
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

/** Tells the live stream what the index took in: trades at once, changed collections gathered. */
function liveNews(coins: Coins, live: LiveHub) {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    timer = undefined
    const ids = [...changed]
    changed.clear()
    for (const collection of await coins.loadMany(ids)) live.publish({ type: 'collection', collection })
  }
  const tellAgain = (ids: readonly string[]) => {
    for (const id of ids) changed.add(id)
    if (changed.size > 0) timer ??= setTimeout(() => void flush().catch(() => {}), LIVE_EVERY_MS)
  }
  return {
    tell(applied: Omit<Applied, 'trades'> & { readonly trades: ReturnType<Applied['trades']> }) {
      for (const trade of applied.trades) live.publish({ type: 'trade', trade })
      for (const activity of applied.activity) live.publish({ type: 'activity', activity })
      for (const walletAddress of applied.wallets) live.publish({ type: 'wallet', walletAddress })
      for (const collectionId of applied.rereadIds) {
        coins.forget(collectionId)
        live.publish({ type: 'rollback', collectionId })
      }
      tellAgain(applied.collectionIds)
    },
    tellAgain,
    close: () => clearTimeout(timer),
  }
}
