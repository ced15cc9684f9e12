// Joins the capabilities' routes into one server: what each may reach, the limits, the headers, the pages.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { Address } from '@solana/kit'
import type { EmbeddedChain } from '@twinmint/localnet/chain'
import { ChainRefusal } from '@twinmint/localnet/refusal'
import { chainRoutes } from '@twinmint/localnet/routes'
import { IMAGE_BYTES_MAX } from '@twinmint/sdk/actions/launch/rules'
import { liveQuerySchema } from '@twinmint/sdk/api/records/live'
import {
  isFollowingTopic,
  type LiveTopic,
  permittedTopics,
  readTopics,
  topicOfWallet,
} from '@twinmint/sdk/api/records/topics'
import { CHAIN_TIME_HEADER } from '@twinmint/sdk/core/chain-time'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Budget } from '@twinmint/sdk/internal/core/budget'
import type { DayBudget } from '@twinmint/sdk/internal/core/day-budget'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import { adminRoutes } from '../admin/routes.ts'
import { installGate } from '../admin/waitlist/gate.ts'
import type { LandingSwitch } from '../admin/waitlist/landing.ts'
import { waitlistRoutes } from '../admin/waitlist/routes.ts'
import type { Chain } from '../chain/chain.ts'
import { refusalOfChain } from '../chain/local-chain.ts'
import { boostRoutes } from '../coin/boost-routes.ts'
import { openCardMaker } from '../coin/card-image.ts'
import { activityRoutes } from '../coin/history/activity-routes.ts'
import { historyRoutes } from '../coin/history/routes.ts'
import { resultRoutes } from '../coin/result-routes.ts'
import { coinRoutes } from '../coin/routes.ts'
import type { Funding } from '../coin/xray/funding.ts'
import { xrayRoutes } from '../coin/xray/routes.ts'
import { communityRoutes } from '../community/routes.ts'
import { contentRoutes } from '../content/ipfs/content-routes.ts'
import { openFolders } from '../content/ipfs/folders.ts'
import { gatewayRoutes } from '../content/ipfs/routes.ts'
import type { PictureStore } from '../content/storage/pictures.ts'
import { storageRoutes } from '../content/storage/routes.ts'
import type { ContentStore } from '../content/storage/store.ts'
import type { Database } from '../database/database.ts'
import { type FirstScreens, openFirstScreens } from '../documents/first-screen.ts'
import { servePages } from '../documents/pages.ts'
import { type App, openCalls } from '../http/calls.ts'
import { installErrorHandling, newRequestId } from '../http/http.ts'
import { limitKey } from '../http/ip-addresses.ts'
import { ARRIVAL_LIMITS, installLimits, isOwn, type Limits } from '../http/limits.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { rememberFor } from '../http/remember.ts'
import { rpcRelay } from '../http/rpc-relay.ts'
import { openUpgrades } from '../http/upgrades.ts'
import type { Coins } from '../index/coins.ts'
import { keyRoutes } from '../index/keys/routes.ts'
import { listRoutes, trendingCoins } from '../index/list-routes.ts'
import { imitationOf } from '../index/names/imitations.ts'
import type { StandingOffers } from '../index/nft-market/offers-on-chain.ts'
import { type Owners, openOwners } from '../index/owners.ts'
import { collectionRoutes } from '../index/routes.ts'
import type { IndexService } from '../index/service/index-service.ts'
import { openSupply } from '../index/supply.ts'
import type { AddressFinder } from '../launch/address.ts'
import type { FolderMaker } from '../launch/folders.ts'
import { launchRoutes } from '../launch/routes.ts'
import { marketsRoutes } from '../markets/routes.ts'
import { marketWriteRoutes } from '../nfts/market/action-routes.ts'
import { marketplaceRoutes } from '../nfts/market/routes.ts'
import { galleryRoutes } from '../nfts/routes.ts'
import { pushRoutes } from '../people/alerts/push-routes.ts'
import { alertRoutes } from '../people/alerts/routes.ts'
import type { PushSender } from '../people/alerts/send-push.ts'
import { claimRoutes } from '../people/claim-routes.ts'
import { claimsRoutes } from '../people/fees/routes.ts'
import { feedRoutes } from '../people/follow/routes.ts'
import { loadPosition, portfolioRoutes } from '../people/position-routes.ts'
import { sharesRoutes } from '../people/shares/routes.ts'
import { userRoutes } from '../people/user-routes.ts'
import { siteRoutes } from '../platform/routes.ts'
import { siteConfigReader } from '../platform/site-config.ts'
import { followRoutes } from '../session/follow-routes.ts'
import { listFollowed } from '../session/follow-store.ts'
import { sessionRoutes } from '../session/routes.ts'
import { watchRoutes } from '../session/watch-routes.ts'
import { type Faucet, walletRoutes } from '../signing/routes.ts'
import { tradeRoutes } from '../trade/routes.ts'
import { sendRoutes } from '../trade/send/routes.ts'
import { swapRoutes } from '../trade/swap/routes.ts'
import type { Config } from './config.ts'
import type { Drain } from './fleet/drain.ts'
import type { Servers } from './fleet/servers.ts'
import { idlRoute } from './idl-route.ts'
import type { Metrics } from './metrics.ts'
import { type Call, collectCalls, openApiDocument } from './openapi.ts'
import { statusRoutes } from './status-routes.ts'
import { countWrites } from './writes.ts'

/** How long the document of the home page asks for the same picture. */
const LEADING_MS = 5_000
const JSON_BYTES_MAX = 64 * 1024
/** Escapes a path that cannot be decoded. Fastify would answer it itself, without headers and limits. */
function decodable(url: string): string {
  const [path = ''] = /^[^?#]*/.exec(url) ?? []
  return canDecode(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function canDecode(path: string): boolean {
  try {
    // The bundler removes a call whose result is unused.
    return !path.includes('%') || decodeURI(path) !== ''
  } catch {
    return false
  }
}

/** Smaller answers fit a few packets as they are. */
const COMPRESSED_BYTES_MIN = 4 * 1024

export interface AppDeps {
  readonly config: Config
  readonly db: Database
  readonly chain: Chain
  /** The embedded chain itself, for its JSON-RPC and faucet; undefined on a cluster. */
  readonly embedded: EmbeddedChain | undefined
  readonly index: IndexService
  readonly coins: Coins
  readonly funding: Funding
  readonly offers: StandingOffers
  readonly live: LiveHub
  /** The chain's time; undefined while it is not known. */
  readonly chainMs: () => number | undefined
  readonly drain: Drain
  readonly servers: Servers
  /** Bytes of answers and streams that were written and nobody has taken yet. */
  readonly unsent: Budget
  /** Daily write limits, per address and in total. */
  readonly day: DayBudget
  readonly pushSender: PushSender
  readonly metrics: Metrics
  /** Something of these coins changed that no event of the chain tells of. */
  readonly tellAgain: (collectionIds: readonly string[]) => void
  readonly landing: LandingSwitch
  readonly store: ContentStore
  readonly pictures: PictureStore
  readonly addresses: AddressFinder
  readonly folders: FolderMaker
  readonly publicUrl: () => string
  /** Of the demo market's bots; undefined where there is none. */
  readonly botAddresses: string[] | undefined
}

/** What is answered there is one person’s. */
const PRIVATE = /^\/(api\/(admin|user|session|auth)|admin)(\/|$)/

const adminDepsOf = ({ db, landing, tellAgain, coins, index }: AppDeps) => ({
  db,
  landing,
  onMarked: tellAgain,
  async reread(id: string) {
    const { mintAddress } = await coins.mintOf(id)
    return (await index.reread(mintAddress)) ? mintAddress : undefined
  },
})

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, chain, live } = deps
  const app = Fastify({
    bodyLimit: JSON_BYTES_MAX,
    trustProxy: config.trustsProxy,
    ...ARRIVAL_LIMITS,
    genReqId: newRequestId,
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // Logging every request halves the throughput; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    forceCloseConnections: true,
  })
  installErrorHandling(app)
  app.decorateRequest('isAdmin', false)
  const calls = collectCalls(app)
  const api = openCalls(app)
  setHeaders(app, {
    isHttps: config.publicUrl?.startsWith('https:') === true,
    chainMs: deps.chainMs,
  })
  const limits = installLimits(app, {
    byAddress: config.rateLimit,
    trustsProxy: config.trustsProxy,
    unsent: deps.unsent,
  })
  countWrites(app, deps.day, (request) => limits.keyOf(request))
  await installPlugins(app, config)

  const siteConfig = siteConfigReader(
    { ...config, publicUrl: deps.publicUrl },
    chain,
    deps.embedded !== undefined,
    deps.botAddresses ? { botAddresses: deps.botAddresses } : null,
  )
  // First, so that every other route knows who asks.
  sessionRoutes(api, {
    db: deps.db,
    adminWallets: config.adminWallets,
    publicUrl: config.publicUrl,
    chainId: async () => (await siteConfig()).walletChain.replace(/^solana:/, ''),
    live,
  })
  installGate(app, deps.landing)
  const upgrades = openUpgrades(app.server, (path) => deps.embedded !== undefined && path === '/rpc')
  app.addHook('preClose', async () => upgrades.close())
  // When the landing opens, open streams and sockets end; admins reconnect.
  deps.landing.onShut(() => {
    live.disconnect()
    upgrades.destroyAll()
  })
  const links = { followUrl: config.followUrl, deckUrl: config.deckUrl }
  const owners = openOwners(deps.db, chain, (error) =>
    app.log.warn({ err: error }, 'comparing owners failed'),
  )
  coinCalls(api, deps, owners)
  signingCalls(api, deps, owners, siteConfig.forget)
  contentCalls(api, deps)
  personCalls(api, deps, owners)
  siteRoutes(api, { siteConfig })
  waitlistRoutes(api, {
    db: deps.db,
    landing: deps.landing,
    links,
    storesIpAddresses: config.waitlistStoresIp,
  })
  statusRoutes(api, { ...deps, metricsToken: config.metricsToken, showVersions: config.showVersions })
  idlRoute(api, chain.programAddress)
  adminRoutes(api, adminDepsOf(deps))
  liveRoute(api, deps, limits)
  if (deps.embedded)
    await app.register(
      chainRoutes(deps.embedded, {
        keyOf: config.rateLimit ? limitKey : undefined,
        unsent: deps.unsent,
        webSockets: upgrades.webSockets,
      }),
    )
  else rpcRelay(app, chain)
  docsRoute(api, calls)
  servePages(app, {
    screens: firstScreens(app, live),
    links,
    publicUrl: deps.publicUrl,
    lastEventId: () => live.lastEventId,
    leadingCoin: rememberFor(LEADING_MS, async () => (await trendingCoins(deps.coins, 1))[0]),
    findCoin: (idOrMint) => deps.coins.find(idOrMint),
  })
  return app
}

/** Drawn of what this server answers a visitor without a session. */
function firstScreens(app: FastifyInstance, live: LiveHub): FirstScreens {
  const screens = openFirstScreens({
    lastEventId: () => live.lastEventId,
    ask: async (path) => {
      const { statusCode, headers, body } = await app.inject(path)
      const cursor = headers['x-next-cursor']
      return {
        status: statusCode,
        headers: typeof cursor === 'string' ? { 'x-next-cursor': cursor } : {},
        body,
      }
    },
    onFailure: (path, error) => app.log.warn({ err: error }, `${path} could not be drawn`),
  })
  app.addHook('onClose', () => screens.close())
  return screens
}

const STATUS_CALLS = new Set(['/api/health', '/api/ready', '/api/status', '/api/metrics'])

/** For a server whose ROLES leave web out. Refuses notFound. */
function serveStatusOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!STATUS_CALLS.has(request.routeOptions.url ?? '') && !isOwn(request)) throw new Refusal('notFound')
  })
}

/** The headers of every answer. */
function setHeaders(
  app: FastifyInstance,
  { isHttps, chainMs }: { readonly isHttps: boolean; readonly chainMs: () => number | undefined },
): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      // Wallets open windows of their own from the page.
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    // Also of what is kept: a page takes the latest of all that it has heard.
    const chainTime = request.url.startsWith('/api/') ? chainMs() : undefined
    if (chainTime !== undefined) void reply.header(CHAIN_TIME_HEADER, String(chainTime))
    if (isHttps) void reply.header('strict-transport-security', 'max-age=31536000')
    if (PRIVATE.test(request.routeOptions.url ?? '')) void reply.header('cache-control', 'no-store')
  })
}

async function installPlugins(app: FastifyInstance, config: Config): Promise<void> {
  if (config.rateLimit)
    await app.register(rateLimit, {
      max: 1_200,
      timeWindow: '1 minute',
      keyGenerator: limitKey,
      // Pages count above, with calls. By the route: an address can be written in many ways. What pages are drawn of is
      // nobody's call; what the demo market's bots send counts.
      allowList: (request) =>
        !/^\/(api|rpc|ipfs)(\/|$)/.test(request.routeOptions.url ?? '/api') ||
        (request.method === 'GET' && isOwn(request)),
      errorResponseBuilder: () => new Refusal('rateLimited'),
    })
  // Lists of coins are a third of their size then. The main thread does not do it, and requests may not come compressed. Five
  // steps above the plugin's own, for 0.3 ms: with it a drawn home page comes in what a connection sends at first (14,600 bytes),
  // and not a round trip later. A window of 64 KB packs all of these as well as one of 4 MB, and holds less than half of the memory.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
    },
    customTypes: /^application\/json/,
    threshold: COMPRESSED_BYTES_MIN,
    syncThreshold: 0,
  })
  // Read where somebody asks who is there, not before limits have counted the request.
  await app.register(cookie, { hook: false })
  if (!config.roles.has('web')) serveStatusOnly(app)
  await app.register(multipart, { limits: { fileSize: IMAGE_BYTES_MAX } })
}

/** What is read of coins. */
function coinCalls(
  api: App,
  { config, db, chain, coins, funding, pictures, tellAgain }: AppDeps,
  owners: Owners,
): void {
  const supply = openSupply(db, chain, {
    onChanged: tellAgain,
    onFailure: (error) => api.log.warn({ err: error }, 'asking for a supply failed'),
  })
  listRoutes(api, { coins })
  collectionRoutes(api, { db, config, supply })
  historyRoutes(api, { db, config })
  const cards = openCardMaker({
    readPicture: async (imageUrl) => {
      const hash = /([0-9a-f]{64})-\d+\.webp$/.exec(imageUrl)?.[1]
      return hash === undefined ? undefined : pictures.read(hash, 512)
    },
  })
  coinRoutes(api, { db, config, cards })
  const positions = { db, chain, collections: coins, owners }
  resultRoutes(api, { db, config, cards, positionOf: (of) => loadPosition(positions, of) })
  activityRoutes(api, { db, chain, collections: coins, supply })
  xrayRoutes(api, { db, chain, collections: coins, funding })
  marketsRoutes(api, { db })
  keyRoutes(api, { db, chain })
}

/** Pictures and texts by their content addresses. */
function contentCalls(api: App, { config, db, folders, pictures, publicUrl }: AppDeps): void {
  const kept = openFolders({
    db,
    make: (content) => folders.make(content),
    readPicture: (hash) => pictures.read(hash, 1024),
    onDamage: (sentence) => api.log.error(`Content: ${sentence}`),
  })
  gatewayRoutes(api, { folders: kept, isLimitedByKey: config.rateLimit })
  contentRoutes(api, { db, folders: kept, publicUrl, pinningService: config.pinning?.host })
}

/** What ends in a transaction. */
function signingCalls(api: App, deps: AppDeps, owners: Owners, forgetTerms: () => void): void {
  const signing = { chain: deps.chain, collections: deps.coins, index: deps.index }
  launchRoutes(api, { ...deps, ...signing, forgetTerms, imitationOf })
  storageRoutes(api, deps)
  tradeRoutes(api, signing)
  boostRoutes(api, signing)
  claimRoutes(api, signing)
  claimsRoutes(api, { db: deps.db, ...signing })
  sharesRoutes(api, signing)
  swapRoutes(api, { db: deps.db, ...signing })
  marketWriteRoutes(api, { db: deps.db, ...signing })
  sendRoutes(api, { ...deps, ...signing, owners })
}

/** What wallets hold, and the people behind them. */
function personCalls(api: App, deps: AppDeps, owners: Owners): void {
  const { config, db, chain, coins, offers, live, embedded } = deps
  galleryRoutes(api, { db, collections: coins, owners, offers })
  marketplaceRoutes(api, { db, collections: coins, owners, offers })
  portfolioRoutes(api, { db, chain, collections: coins, owners })
  userRoutes(api, { ...deps, collections: coins, heldNfts: (wallet, limit) => owners.held(wallet, limit) })
  watchRoutes(api, deps)
  alertRoutes(api, { db, collections: coins, config })
  pushRoutes(api, deps)
  followRoutes(api, deps)
  feedRoutes(api, { db, collections: coins })
  const faucet = embedded && config.faucetLamports > 0n ? faucetOf(embedded, config) : undefined
  walletRoutes(api, { chain, collections: coins, faucet })
  communityRoutes(api, { db, collections: coins, live, onCounted: deps.tellAgain })
}

/** A stream's topics: for `following` each wallet that is followed, of which there are FOLLOWED_MAX at most. */
async function topicsOfReader(
  db: Database,
  wanted: readonly LiveTopic[],
  follower: Address | undefined,
): Promise<readonly LiveTopic[]> {
  const permitted = permittedTopics(wanted, follower)
  if (follower === undefined || !permitted.some(isFollowingTopic)) return permitted
  const followed = await listFollowed(db, follower)
  return [...permitted, ...followed.map(({ walletAddress }) => topicOfWallet(walletAddress))]
}

function liveRoute(api: App, { db, live }: AppDeps, limits: Limits): void {
  api.get(
    '/api/live',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['Live'],
        summary: 'What changes, as server-sent events',
        description:
          'Resumes after the header `Last-Event-ID` or the parameter `lastEventId`. `alerts:{address}` is silent but for the wallet that is signed in.',
        querystring: liveQuerySchema,
        answerType: 'text/event-stream',
      },
    },
    async (request, reply) => {
      const { topics, lastEventId } = request.query
      const wanted = readTopics(topics)
      if (wanted === undefined)
        throw new Refusal(
          'badRequest',
          'Topics are market, chat, collection:{id}, wallet:{address}, following:{version} and alerts:{address}, 20 at most.',
        )
      // First a place, then what it takes to find out what is heard there.
      limits.enterStream(request, reply.raw)
      const heard = await topicsOfReader(db, wanted, request.signedInWallet)
      reply.hijack()
      // A browser says it in the header when it reconnects by itself, and in the query when the page opens a new stream.
      const header = request.headers['last-event-id']
      live.subscribe(reply.raw, {
        topics: heard,
        lastEventId: typeof header === 'string' ? header : lastEventId,
        encodings: request.headers['accept-encoding'],
        key: limits.keyOf(request),
        sessionId: request.session?.id,
      })
    },
  )
}

function docsRoute(api: App, calls: readonly Call[]): void {
  let described: ReturnType<typeof openApiDocument> | undefined
  api.get(
    '/api/docs',
    {
      schema: {
        tags: ['Site'],
        summary: 'This document: OpenAPI 3.1',
        response: { 200: z.looseObject({}) },
      },
    },
    async (_request, reply) => {
      described ??= openApiDocument(calls)
      return reply.header('cache-control', 'public, max-age=60').send(described)
    },
  )
}

/** The faucet of Demo Mode: once for each wallet, even if the chain's airdrops are unlimited. */
const faucetOf = (embedded: EmbeddedChain, { faucetLamports }: Config): Faucet => ({
  hasGivenTo: (walletAddress) => embedded.hadAirdrop(walletAddress),
  async give(walletAddress, writer) {
    const sent = embedded.airdrop(walletAddress, faucetLamports, { writer, isOnce: true })
    const { signature } = await sent.catch((error: unknown) => {
      throw error instanceof ChainRefusal ? refusalOfChain(error) : error
    })
    return { lamports: faucetLamports, signature }
  },
})
