// Joins the capabilities' routes into one server: what each may reach, the limits, the headers, the pages.
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { Address } from '@solana/kit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import type { EmbeddedChain } from '../chain/embedded/chain.ts'
import { chainRoutes } from '../chain/embedded/routes.ts'
import { collectionRoutes } from '../collection/routes.ts'
import { Refusal } from '../core/errors.ts'
import type { Database } from '../database/database.ts'
import { discoverRoutes } from '../discover/routes.ts'
import { openOwners } from '../gallery/owners.ts'
import { galleryRoutes } from '../gallery/routes.ts'
import type { AddressFinder } from '../launch/address.ts'
import type { PictureStore } from '../launch/pictures.ts'
import { launchRoutes } from '../launch/routes.ts'
import { IMAGE_BYTES_MAX } from '../launch/rules.ts'
import { profileRoutes } from '../profile/routes.ts'
import { swapRoutes } from '../swap/routes.ts'
import { tradeRoutes } from '../trade/routes.ts'
import { installErrorHandling, newRequestId, parse } from '../wire/http.ts'
import { type LiveHub, TOPICS_MAX } from '../wire/live-hub.ts'
import type { Config } from './config.ts'
import type { Indexer } from './indexer.ts'
import type { Markets } from './markets.ts'
import { servePages } from './pages.ts'
import { rpcRelay } from './rpc-relay.ts'
import { siteConfigReader } from './site-config.ts'

const JSON_BYTES_MAX = 64 * 1024
const liveQuerySchema = z.object({
  topics: z.string().max(2_000).default('market'),
  lastEventId: z.string().max(60).optional(),
})
const TOPIC = /^(market|collection:[0-9a-f-]{36}|wallet:[1-9A-HJ-NP-Za-km-z]{32,44})$/
export interface AppDeps {
  readonly config: Config
  readonly db: Database
  readonly chain: Chain
  /** The embedded chain itself, for its JSON-RPC and faucet; undefined on a cluster. */
  readonly embedded: EmbeddedChain | undefined
  readonly indexer: Indexer
  readonly markets: Markets
  readonly live: LiveHub
  readonly pictures: PictureStore
  readonly addresses: AddressFinder
  readonly publicUrl: () => string
  /** Of the demo market's bots; undefined where there is none. */
  readonly botAddresses: string[] | undefined
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, chain, markets, live } = deps
  const app = Fastify({
    bodyLimit: JSON_BYTES_MAX,
    trustProxy: config.trustedProxies === 0 ? false : (_address, hop) => hop < config.trustedProxies,
    genReqId: newRequestId,
    // Logging every request halves the throughput; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    forceCloseConnections: true,
  })
  installErrorHandling(app)
  app.addHook('onRequest', async (_request, reply) => {
    void reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
  })
  if (config.rateLimit)
    await app.register(rateLimit, {
      max: 1_200,
      timeWindow: '1 minute',
      // Pages and their files are cheap; what computes is not.
      allowList: (request) => !/^\/(api|rpc)(\/|\?|$)/.test(request.url),
      errorResponseBuilder: () => new Refusal('rateLimited'),
    })
  await app.register(multipart, { limits: { fileSize: IMAGE_BYTES_MAX } })

  const index = { take: (transaction: Parameters<Indexer['take']>[0]) => deps.indexer.take(transaction) }
  collectionRoutes(app, { db: deps.db, chain, config })
  discoverRoutes(app, {
    db: deps.db,
    lists: markets,
    siteConfig: siteConfigReader(
      config,
      chain,
      deps.embedded !== undefined,
      deps.botAddresses ? { botAddresses: deps.botAddresses } : null,
    ),
  })
  profileRoutes(app, {
    chain,
    collections: markets,
    faucet: deps.embedded && faucetOf(deps.embedded, config),
  })
  tradeRoutes(app, { chain, collections: markets, index })
  launchRoutes(app, { ...deps, collections: markets, index })
  swapRoutes(app, { db: deps.db, chain, collections: markets, index })
  galleryRoutes(app, {
    db: deps.db,
    collections: markets,
    owners: openOwners(deps.db, chain, (error) => app.log.warn({ err: error }, 'comparing owners failed')),
  })

  app.get('/api/live', (request, reply) => {
    const { topics, lastEventId } = parse(liveQuerySchema, request.query)
    const wanted = topics.split(',')
    if (wanted.length > TOPICS_MAX || !wanted.every((topic) => TOPIC.test(topic)))
      throw new Refusal('badRequest', 'topics: market, collection:{id} and wallet:{address}, 20 at most')
    reply.hijack()
    // A browser says it in the header when it reconnects by itself, and in the query when the page opens a new stream.
    const header = request.headers['last-event-id']
    live.subscribe(reply.raw, wanted, typeof header === 'string' ? header : lastEventId)
  })
  app.addHook('preClose', async () => live.close())
  app.get('/api/health', async () => ({ status: 'ok', waitingEvents: deps.indexer.waitingEvents }))

  if (deps.embedded) await app.register(chainRoutes(deps.embedded))
  else if (config.cluster) rpcRelay(app, { ...config.cluster, programAddress: chain.programAddress })
  await servePages(app, async (idOrMint) => {
    try {
      return (await markets.load((await markets.mintOf(idOrMint)).id)).imageUrl
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  })
  return app
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
