// Joins the capabilities' routes into one server: what each may reach, the limits, the headers, the pages.
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { Address } from '@solana/kit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { adminRoutes } from '../admin/routes.ts'
import { recordAdminAction } from '../admin/store.ts'
import type { Chain } from '../chain/chain.ts'
import type { EmbeddedChain } from '../chain/embedded/chain.ts'
import { chainRoutes } from '../chain/embedded/routes.ts'
import { activityRoutes } from '../collection/activity-routes.ts'
import { openCardMaker } from '../collection/card-image.ts'
import { liveQuerySchema } from '../collection/contract.ts'
import { collectionRoutes } from '../collection/routes.ts'
import { openSupply } from '../collection/supply.ts'
import { communityRoutes } from '../community/routes.ts'
import type { Budget } from '../core/budget.ts'
import { Refusal } from '../core/errors.ts'
import type { Database } from '../database/database.ts'
import { discoverRoutes, trendingCoins } from '../discover/routes.ts'
import { openOwners } from '../gallery/owners.ts'
import { galleryRoutes } from '../gallery/routes.ts'
import type { AddressFinder } from '../launch/address.ts'
import type { PictureStore } from '../launch/pictures.ts'
import { launchRoutes } from '../launch/routes.ts'
import { IMAGE_BYTES_MAX } from '../launch/rules.ts'
import { portfolioRoutes } from '../portfolio/routes.ts'
import { profileRoutes } from '../profile/routes.ts'
import { userRoutes } from '../profile/user-routes.ts'
import { sessionRoutes } from '../session/routes.ts'
import type { Metrics } from '../status/metrics.ts'
import { statusRoutes } from '../status/routes.ts'
import { swapRoutes } from '../swap/routes.ts'
import { tradeRoutes } from '../trade/routes.ts'
import { installGate } from '../waitlist/gate.ts'
import type { LandingSwitch } from '../waitlist/landing.ts'
import { waitlistRoutes } from '../waitlist/routes.ts'
import { installErrorHandling, limitKey, newRequestId, parse } from '../wire/http.ts'
import { type LiveHub, TOPICS_MAX } from '../wire/live-hub.ts'
import { rememberFor } from '../wire/remember.ts'
import type { Config } from './config.ts'
import type { Indexer } from './indexer.ts'
import { ARRIVAL_LIMITS, installLimits } from './limits.ts'
import type { Markets } from './markets.ts'
import { collectRoutes, openApiDocument } from './openapi-document.ts'
import { servePages } from './pages.ts'
import { rpcRelay } from './rpc-relay.ts'
import { siteConfigReader } from './site-config.ts'

/** How long the document of the home page asks for the same picture. */
const LEADING_MS = 5_000
const JSON_BYTES_MAX = 64 * 1024
/** Smaller answers fit a few packets as they are. */
const COMPRESSED_BYTES_MIN = 4 * 1024
const TOPIC = /^(market|chat|collection:[0-9a-f-]{36}|wallet:[1-9A-HJ-NP-Za-km-z]{32,44})$/
export interface AppDeps {
  readonly config: Config
  readonly db: Database
  readonly chain: Chain
  /** The embedded chain itself, for its JSON-RPC and faucet; undefined on a cluster. */
  readonly embedded: EmbeddedChain | undefined
  readonly indexer: Indexer
  readonly markets: Markets
  readonly live: LiveHub
  /** Bytes of answers and streams that were written and nobody has taken yet. */
  readonly unsent: Budget
  readonly metrics: Metrics
  /** Something of these coins changed that no event of the chain tells of. */
  readonly tellAgain: (collectionIds: readonly string[]) => void
  readonly landing: LandingSwitch
  readonly pictures: PictureStore
  readonly addresses: AddressFinder
  readonly publicUrl: () => string
  /** Of the demo market's bots; undefined where there is none. */
  readonly botAddresses: string[] | undefined
}

/** What is answered there is one person’s. */
const PRIVATE = /^\/(api\/(admin|user|session|auth)|admin)(\/|$)/

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, chain, markets, live } = deps
  const app = Fastify({
    bodyLimit: JSON_BYTES_MAX,
    trustProxy: config.trustsProxy,
    ...ARRIVAL_LIMITS,
    genReqId: newRequestId,
    // Logging every request halves the throughput; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    forceCloseConnections: true,
  })
  installErrorHandling(app)
  app.decorateRequest('isAdmin', false)
  const routes = collectRoutes(app)
  const isHttps = config.publicUrl?.startsWith('https:') === true
  app.addHook('onRequest', async (request, reply) => {
    void reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      // Wallets open windows of their own from the page.
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    if (isHttps) void reply.header('strict-transport-security', 'max-age=31536000')
    if (PRIVATE.test(request.routeOptions.url ?? '')) void reply.header('cache-control', 'no-store')
  })
  const limits = installLimits(app, {
    byAddress: config.rateLimit,
    trustsProxy: config.trustsProxy,
    unsent: deps.unsent,
  })
  if (config.rateLimit)
    await app.register(rateLimit, {
      max: 1_200,
      timeWindow: '1 minute',
      keyGenerator: (request) => limitKey(request.ip),
      // Pages count above, with calls. By the route: an address can be written in many ways.
      allowList: (request) => !/^\/(api|rpc)(\/|$)/.test(request.routeOptions.url ?? '/api'),
      errorResponseBuilder: () => new Refusal('rateLimited'),
    })
  // Lists of coins are a third of their size then. The main thread does not do it, and requests may not come compressed.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    threshold: COMPRESSED_BYTES_MIN,
    syncThreshold: 0,
  })
  await app.register(multipart, { limits: { fileSize: IMAGE_BYTES_MAX } })

  const index = { take: (transaction: Parameters<Indexer['take']>[0]) => deps.indexer.take(transaction) }
  const siteConfig = siteConfigReader(
    config,
    chain,
    deps.embedded !== undefined,
    deps.botAddresses ? { botAddresses: deps.botAddresses } : null,
  )
  sessionRoutes(app, {
    db: deps.db,
    adminWallets: config.adminWallets,
    publicUrl: config.publicUrl,
    recordAdminAction,
    chainId: async () => (await siteConfig()).walletChain.replace(/^solana:/, ''),
  })
  installGate(app, deps.landing)
  shutOpenConnections(app, deps)
  const links = { followUrl: config.followUrl, deckUrl: config.deckUrl }
  waitlistRoutes(app, {
    db: deps.db,
    landing: deps.landing,
    links,
    storesIpAddresses: config.waitlistStoresIp,
  })
  const supply = openSupply(deps.db, chain, {
    onChanged: deps.tellAgain,
    onFailure: (error) => app.log.warn({ err: error }, 'asking for a supply failed'),
  })
  collectionRoutes(app, {
    db: deps.db,
    config,
    supply,
    cards: openCardMaker({
      fontsFolder: join(config.dataFolder, 'fonts'),
      pictureFile: (imageUrl) => {
        const hash = /([0-9a-f]{64})-\d+\.webp$/.exec(imageUrl)?.[1]
        return hash === undefined ? undefined : deps.pictures.fileOf(hash, 512)
      },
    }),
  })
  activityRoutes(app, { db: deps.db, chain, collections: markets, supply })
  discoverRoutes(app, {
    db: deps.db,
    lists: markets,
    siteConfig,
  })
  profileRoutes(app, {
    chain,
    collections: markets,
    faucet: deps.embedded && faucetOf(deps.embedded, config),
  })
  const owners = openOwners(deps.db, chain, (error) =>
    app.log.warn({ err: error }, 'comparing owners failed'),
  )
  userRoutes(app, { ...deps, collections: markets, heldNfts: (wallet, limit) => owners.held(wallet, limit) })
  tradeRoutes(app, { chain, collections: markets, index })
  launchRoutes(app, { ...deps, collections: markets, index })
  swapRoutes(app, { db: deps.db, chain, collections: markets, index })
  galleryRoutes(app, { db: deps.db, collections: markets, owners })
  portfolioRoutes(app, { db: deps.db, chain, collections: markets, owners })

  statusRoutes(app, {
    db: deps.db,
    chain,
    index: deps.indexer,
    live,
    metrics: deps.metrics,
    metricsToken: config.metricsToken,
    showVersions: config.showVersions,
  })

  communityRoutes(app, {
    db: deps.db,
    collections: markets,
    live,
    onCounted: deps.tellAgain,
    recordAdminAction,
  })
  adminRoutes(app, { db: deps.db, landing: deps.landing, onMarked: deps.tellAgain })

  app.get('/api/live', { exposeHeadRoute: false }, (request, reply) => {
    const { topics, lastEventId } = parse(liveQuerySchema, request.query)
    const wanted = topics.split(',')
    if (wanted.length > TOPICS_MAX || !wanted.every((topic) => TOPIC.test(topic)))
      throw new Refusal(
        'badRequest',
        'Topics are market, chat, collection:{id} and wallet:{address}, 20 at most.',
      )
    limits.enterStream(request, reply.raw)
    reply.hijack()
    // A browser says it in the header when it reconnects by itself, and in the query when the page opens a new stream.
    const header = request.headers['last-event-id']
    live.subscribe(reply.raw, {
      topics: wanted,
      lastEventId: typeof header === 'string' ? header : lastEventId,
      key: limits.keyOf(request.ip),
    })
  })
  app.addHook('preClose', async () => live.close())

  if (deps.embedded)
    await app.register(
      chainRoutes(deps.embedded, { keyOf: config.rateLimit ? limitKey : undefined, unsent: deps.unsent }),
    )
  else rpcRelay(app, chain)
  let described: object | undefined
  app.get('/api/docs', async (_request, reply) => {
    described ??= openApiDocument(routes)
    return reply.header('cache-control', 'public, max-age=60').send(described)
  })
  await servePages(app, {
    links,
    publicUrl: deps.publicUrl,
    lastEventId: () => live.lastEventId,
    leadingCoin: rememberFor(LEADING_MS, async () => (await trendingCoins(markets, 1))[0]),
    findCoin: (idOrMint) => markets.find(idOrMint),
  })
  return app
}

/** When the landing goes up, the streams and sockets that visitors have open end too; admins come back. */
function shutOpenConnections(app: FastifyInstance, { landing, live }: AppDeps): void {
  const sockets = new Set<Duplex>()
  app.server.on('upgrade', (_request, socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  landing.onShut(() => {
    live.disconnect()
    for (const socket of sockets) socket.destroy()
  })
}

/** The faucet of Demo Mode: once a wallet, and only for one that the chain has never seen. */
function faucetOf(embedded: EmbeddedChain, config: Config) {
  const underWay = new Set<Address>()
  return async (walletAddress: Address) => {
    const isKnown =
      embedded.signaturesFor(walletAddress, { limit: 1 }).length > 0 ||
      embedded.getBalance(walletAddress) > 0n
    if (isKnown || underWay.has(walletAddress)) throw new Refusal('faucetUsed')
    underWay.add(walletAddress)
    try {
      const { signature } = await embedded.airdrop(walletAddress, config.faucetLamports)
      return { lamports: config.faucetLamports, signature }
    } finally {
      underWay.delete(walletAddress)
    }
  }
}
