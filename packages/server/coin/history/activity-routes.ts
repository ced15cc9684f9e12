// What happened to a coin, by kind, size and wallet, and who holds it.

import {
  type ActivityPage,
  type ActivityQuery,
  activityPageSchema,
  activityQuerySchema,
  holdersQuerySchema,
  holdersSchema,
} from '@twinmint/sdk/api/history/activity-contract'
import { joinActivity } from '@twinmint/sdk/api/history/rules'
import { activityOfTrade } from '@twinmint/sdk/api/records/activity'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { NFT_MARKET_KINDS, NFT_PAID_KINDS } from '@twinmint/sdk/api/records/nft-market-kinds'
import { ACTIVITY_KINDS, type ActivityKind, TRADE_TYPES } from '@twinmint/sdk/api/records/trade'
import { Refusal } from '@twinmint/sdk/core/errors'
import { parseSolText } from '@twinmint/sdk/core/money'
import type { FastifyRequest } from 'fastify'
import type { Chain } from '../../chain/chain.ts'
import { loadHoldings } from '../../chain/holdings.ts'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress, requireSignedIn } from '../../http/http.ts'
import { activityOfGraduation, activityOfMarket, activityOfPayment } from '../../index/activity.ts'
import {
  type CoinFacts,
  findCoinFacts,
  listFilteredTrades,
  listIndexedHolders,
  listPayments,
  type TradesQuery,
} from '../../index/activity-store.ts'
import type { Coins } from '../../index/coins.ts'
import { listMarketEvents } from '../../index/nft-market/store.ts'
import { tradeOf } from '../../index/records.ts'
import type { Supply } from '../../index/supply.ts'
import { listFollowed } from '../../session/follow-store.ts'
import { rankHolders } from './holders.ts'

export interface ActivityDeps {
  readonly db: Database
  readonly chain: Chain
  readonly collections: Pick<Coins, 'mintOf'>
  readonly supply: Pick<Supply, 'notice'>
}

/** As many as of the feed of followed wallets: one page may look at thousands of rows. */
const ACTIVITY_LIMIT = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

export function activityRoutes(app: App, { db, chain, collections, supply }: ActivityDeps): void {
  app.get(
    '/api/collections/:id/activity',
    {
      ...ACTIVITY_LIMIT,
      schema: {
        tags: ['Coins'],
        summary:
          'What happened to a coin, newest first: trades, swaps, boosts, claims, the graduation, its NFTs’ market',
        params: coinParamsSchema,
        querystring: activityQuerySchema,
        response: { 200: activityPageSchema },
        refuses: ['collectionNotFound', 'invalidAddress', 'notSignedIn'],
      },
    },
    async (request, reply) => {
      const { params, query: asked } = request
      const coin = await findCoinFacts(db, (await collections.mintOf(params.id)).id)
      if (!coin) throw new Refusal('collectionNotFound')
      // One person’s answer.
      if (asked.following !== undefined) void reply.header('cache-control', 'no-store')
      return loadActivity(db, coin, {
        kinds: new Set(asked.kind ?? ACTIVITY_KINDS),
        minLamports: asked.minSol === undefined ? 0n : parseMinSol(asked.minSol),
        wallets: await walletsOf(db, request),
        before: asked.cursor,
        limit: asked.limit,
      })
    },
  )

  app.get(
    '/api/collections/:id/holders',
    {
      schema: {
        tags: ['Coins'],
        summary: 'The largest holders, read from the chain',
        params: coinParamsSchema,
        querystring: holdersQuerySchema,
        response: { 200: holdersSchema },
        refuses: ['collectionNotFound', 'chainUnavailable'],
      },
    },
    async ({ params, query: { limit } }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      // Coins also move without this program, and its events do not tell of that: the chain has the first word.
      const [coin, holdings] = await Promise.all([findCoinFacts(db, id), loadHoldings(chain, mintAddress)])
      if (!coin) throw new Refusal('collectionNotFound')
      await supply.notice(id, holdings.supplyBaseUnits)
      const owners = holdings.accounts.map(({ owner }) => owner)
      return rankHolders(coin, holdings, await listIndexedHolders(db, id, owners, limit), limit)
    },
  )
}

/** Whose activity is asked for; undefined for everybody's. */
async function walletsOf(
  db: Database,
  request: FastifyRequest<{ Querystring: ActivityQuery }>,
): Promise<readonly string[] | undefined> {
  const { following, wallet } = request.query
  if (following === undefined) return wallet === undefined ? undefined : [parseAddress(wallet)]
  const followed = await listFollowed(db, requireSignedIn(request))
  return followed.map(({ walletAddress }) => walletAddress)
}

function parseMinSol(text: string): bigint {
  const parsed = parseSolText(text)
  if (parsed.kind === 'refused')
    throw new Refusal('badRequest', 'minSol must be an amount of SOL, such as 0.5.')
  return parsed.units
}

/** What happened to a coin, of the kinds that are wanted, from the tables that hold them. */
async function loadActivity(
  db: Database,
  coin: CoinFacts,
  wanted: Omit<TradesQuery, 'collectionId' | 'types'> & { readonly kinds: ReadonlySet<ActivityKind> },
): Promise<ActivityPage> {
  const { kinds, ...filters } = wanted
  const { wallets, minLamports } = filters
  const concerns = (walletAddress: string | null) =>
    wallets === undefined || (walletAddress !== null && wallets.includes(walletAddress))
  const query = { ...filters, collectionId: coin.id }
  const types = TRADE_TYPES.filter((type) => kinds.has(type))
  const marketKinds = (minLamports > 0n ? NFT_PAID_KINDS : NFT_MARKET_KINDS).filter((kind) => kinds.has(kind))
  const none = { rows: [], horizon: null }
  const [trades, market, boosts, claims] = await Promise.all([
    types.length === 0 ? none : listFilteredTrades(db, { ...query, types }),
    marketKinds.length === 0 ? none : listMarketEvents(db, { ...query, kinds: marketKinds }),
    kinds.has('BOOST') ? listPayments(db, 'BOOST', query) : [],
    // Only the creator claims.
    kinds.has('CLAIM') && concerns(coin.creatorAddress)
      ? listPayments(db, 'CLAIM', { ...query, wallets: undefined })
      : [],
  ])
  const { graduation } = coin
  const showsGraduation =
    kinds.has('GRADUATION') && minLamports === 0n && concerns(graduation?.walletAddress ?? null)
  return joinActivity(
    [
      trades.rows.map((row) => activityOfTrade(tradeOf(row))),
      market.rows.map(activityOfMarket),
      boosts.map(activityOfPayment),
      claims.map(activityOfPayment),
    ],
    {
      limit: filters.limit,
      before: filters.before,
      // What one of them has not looked at yet the page leaves out of both.
      horizon:
        trades.horizon === null || market.horizon === null
          ? (trades.horizon ?? market.horizon)
          : Math.max(trades.horizon, market.horizon),
      graduation: showsGraduation && graduation ? activityOfGraduation(graduation) : undefined,
    },
  )
}
