// What happened to a coin, by kind, size and wallet, and who holds it.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import type { Chain } from '../chain/chain.ts'
import { decodeMintSupply, holdingIn } from '../chain/program/token-2022.ts'
import { Refusal } from '../core/errors.ts'
import { parseSolText } from '../core/money.ts'
import type { Database } from '../database/database.ts'
import { parse, parseAddress } from '../wire/http.ts'
import { activityOfGraduation, activityOfPayment, activityOfTrade, joinActivity } from './activity.ts'
import {
  type CoinFacts,
  findCoinFacts,
  listFilteredTrades,
  listIndexedHolders,
  listPayments,
  type TradesQuery,
} from './activity-store.ts'
import {
  ACTIVITY_KINDS,
  type ActivityKind,
  type ActivityPage,
  activityQuerySchema,
  type Holders,
  holdersQuerySchema,
  TRADE_TYPES,
} from './contract.ts'
import { type ChainHoldings, rankHolders } from './holders.ts'
import { tradeOf } from './rules.ts'
import type { Supply } from './supply.ts'

export interface ActivityDeps {
  readonly db: Database
  readonly chain: Chain
  readonly collections: {
    /** By id or mint address; refuses collectionNotFound. */
    mintOf(idOrMint: string): Promise<{ readonly id: string; readonly mintAddress: Address }>
  }
  readonly supply: Pick<Supply, 'notice'>
}

export function activityRoutes(app: FastifyInstance, { db, chain, collections, supply }: ActivityDeps): void {
  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/activity',
    async ({ params, query }): Promise<ActivityPage> => {
      const asked = parse(activityQuerySchema, query)
      const coin = await findCoinFacts(db, (await collections.mintOf(params.id)).id)
      if (!coin) throw new Refusal('collectionNotFound')
      return loadActivity(db, coin, {
        kinds: new Set(asked.kind ?? ACTIVITY_KINDS),
        minLamports: asked.minSol === undefined ? 0n : parseMinSol(asked.minSol),
        walletAddress: asked.wallet === undefined ? undefined : parseAddress(asked.wallet),
        before: asked.cursor,
        limit: asked.limit,
      })
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/holders',
    async ({ params, query }): Promise<Holders> => {
      const { limit } = parse(holdersQuerySchema, query)
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

/** The largest accounts of a coin and how many coins there are, as the chain has it at this moment. */
async function loadHoldings(chain: Chain, mintAddress: Address): Promise<ChainHoldings> {
  const largest = await chain.rpc
    .getTokenLargestAccounts(mintAddress, { commitment: 'confirmed' })
    .send()
    .catch((cause: unknown) => {
      throw new Refusal('chainUnavailable', undefined, { cause })
    })
  const [mint, ...accounts] = await chain.loadAccounts([
    mintAddress,
    ...largest.value.map(({ address }) => address),
  ])
  if (!mint) throw new Refusal('collectionNotFound')
  return {
    accounts: accounts.flatMap((account) => holdingIn(account) ?? []),
    supplyBaseUnits: decodeMintSupply(mint.data),
  }
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
  const { walletAddress, minLamports } = filters
  const query = { ...filters, collectionId: coin.id }
  const types = TRADE_TYPES.filter((type) => kinds.has(type))
  const isCreator = walletAddress === undefined || walletAddress === coin.creatorAddress
  const [trades, boosts, claims] = await Promise.all([
    types.length === 0 ? { rows: [], horizon: null } : listFilteredTrades(db, { ...query, types }),
    kinds.has('BOOST') ? listPayments(db, 'BOOST', query) : [],
    // Only the creator claims.
    kinds.has('CLAIM') && isCreator ? listPayments(db, 'CLAIM', { ...query, walletAddress: undefined }) : [],
  ])
  const { graduation } = coin
  const showsGraduation =
    kinds.has('GRADUATION') &&
    minLamports === 0n &&
    (walletAddress === undefined || walletAddress === graduation?.walletAddress)
  return joinActivity(
    [
      trades.rows.map((row) => activityOfTrade(tradeOf(row))),
      boosts.map(activityOfPayment),
      claims.map(activityOfPayment),
    ],
    {
      limit: filters.limit,
      before: filters.before,
      horizon: trades.horizon,
      graduation: showsGraduation && graduation ? activityOfGraduation(graduation) : undefined,
    },
  )
}
