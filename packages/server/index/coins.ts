// The index as the capabilities see it: collections by id, by mint, and in lists.
import type { Address } from '@solana/kit'
import type { CoinFilters, CollectionsQuery, Stats } from '@twinmint/sdk/api/coin/list-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { MarketActivity, Trade } from '@twinmint/sdk/api/records/trade'
import { Refusal } from '@twinmint/sdk/core/errors'
import { lamports, solText } from '@twinmint/sdk/core/money'
import type { Database } from '../database/database.ts'
import { openMisses } from '../http/known-misses.ts'
import { rememberFor } from '../http/remember.ts'
import { activityOfMarket } from './activity.ts'
import { loadRecord } from './find.ts'
import { listBoosted, listByAddress, listCollections } from './list-store.ts'
import { listMarketEventsOf } from './nft-market/store.ts'
import { collectionOf, listFiltersOf, tradeOf } from './records.ts'
import type { TradeKey } from './rows.ts'
import { findCollectionIdByMint, listTrades, listTradesOf, loadCollections, loadStats } from './store.ts'

/** The facts of a coin that stay the same from its launch on. */
export interface CoinNames {
  readonly id: string
  readonly mintAddress: Address
  readonly collectionName: string
  readonly symbol: string
  readonly metadataUri: string
}

export interface Coins {
  /** A coin by its id or its mint; what changes only when the chain takes it back is remembered. Refuses collectionNotFound. */
  mintOf(idOrMint: string): Promise<CoinNames>
  /** The coin by either, as it stands; undefined for none. That there is none is remembered for some seconds. */
  find(idOrMint: string): Promise<Collection | undefined>
  /** Remembers nothing of a coin any more, which may be another one or none by now. */
  forget(collectionId: string): void
  /** Remembers nothing: the database is older than it was, or another server's chain took coins back. */
  forgetAll(): void
  findByMint(mintAddress: string): Promise<string | undefined>
  /** Captures and releases of one NFT, newest first. */
  swapsOf(nft: {
    readonly collectionId: string
    readonly tokenId: number
    readonly limit: number
  }): Promise<Trade[]>
  /** Trades and swaps of these wallets in all coins, newest first; with `limitEach` so many of one wallet at most. */
  tradesOf(of: {
    readonly traderAddresses: readonly string[]
    readonly after?: TradeKey | undefined
    readonly limit: number
    readonly limitEach?: number | undefined
  }): Promise<Trade[]>
  /** What these wallets did in the markets of all coins' NFTs, newest first. */
  marketOf(of: {
    readonly wallets: readonly string[]
    readonly after: TradeKey | undefined
    readonly limit: number
  }): Promise<MarketActivity[]>
  /** One collection as it stands; refuses collectionNotFound. */
  load(id: string): Promise<Collection>
  loadMany(ids: readonly string[]): Promise<Collection[]>
  /** A page of a list, with each coin's key in its order. */
  page(query: {
    readonly sort: CollectionsQuery['sort']
    readonly order: CollectionsQuery['order']
    readonly state: CollectionsQuery['state']
    readonly limit: number
    readonly search: string | undefined
    readonly creatorAddress: string | undefined
    readonly after: { readonly key: string; readonly id: string } | undefined
    readonly filters?: CoinFilters | undefined
  }): Promise<{ readonly collection: Collection; readonly sortKey: string }[]>
  /** A creator's coins, the largest market cap first. */
  launchedBy(creatorAddress: string, limit: number): Promise<Collection[]>
  /** Whose mint's or creator's address begins so. */
  byAddress(beginning: string, limit: number): Promise<Collection[]>
  boosted(limit: number): Promise<Collection[]>
  stats(): Promise<Stats>
}

const STATS_MS = 2_000
const REMEMBERED_MAX = 50_000
const MISSES = { ms: 5_000, max: 10_000 }
/** Of an address; what is longer is never looked up, and not kept either. */
const ID_CHARACTERS_MAX = 44

export function openCoins(db: Database, solUsd: number): Coins {
  const remembered = new Map<string, CoinNames>()
  const misses = openMisses(MISSES)
  const toWire = (record: Parameters<typeof collectionOf>[0]) => collectionOf(record, solUsd, Date.now())

  const loadMany: Coins['loadMany'] = async (ids) =>
    ids.length === 0 ? [] : (await loadCollections(db, ids)).map(toWire)

  const coins: Coins = {
    loadMany,
    async find(idOrMint) {
      if (idOrMint.length > ID_CHARACTERS_MAX || misses.has(idOrMint)) return undefined
      try {
        return await coins.load((await coins.mintOf(idOrMint)).id)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        misses.add(idOrMint)
        return undefined
      }
    },
    forget(collectionId) {
      for (const [key, { id }] of remembered) if (id === collectionId) remembered.delete(key)
    },
    forgetAll: () => remembered.clear(),
    findByMint: (mintAddress) => findCollectionIdByMint(db, mintAddress),
    swapsOf: async ({ collectionId, tokenId, limit }) =>
      (await listTrades(db, { collectionId, nftTokenId: tokenId, before: undefined, limit })).map(tradeOf),

    tradesOf: async (range) => (await listTradesOf(db, range)).map(tradeOf),
    marketOf: async (range) => (await listMarketEventsOf(db, range)).map(activityOfMarket),

    async mintOf(idOrMint) {
      const known = remembered.get(idOrMint)
      if (known) return known
      const { id, mintAddress, collectionName, symbol, metadataUri } = await loadRecord(db, idOrMint)
      const found = { id, mintAddress: mintAddress as Address, collectionName, symbol, metadataUri }
      if (remembered.size > REMEMBERED_MAX) remembered.clear()
      remembered.set(idOrMint, found)
      return found
    },

    async load(id) {
      const [collection] = await loadMany([id])
      if (!collection) throw new Refusal('collectionNotFound')
      return collection
    },

    async page({ filters, ...query }) {
      const rows = await listCollections(db, {
        ...query,
        filters: filters && listFiltersOf(filters, solUsd),
      })
      return rows.map((row) => ({ collection: toWire(row), sortKey: row.sortKey }))
    },

    launchedBy: async (creatorAddress, limit) =>
      (
        await listCollections(db, {
          sort: 'marketCap',
          order: 'desc',
          state: 'all',
          limit,
          search: undefined,
          creatorAddress,
          after: undefined,
        })
      ).map(toWire),
    byAddress: async (beginning, limit) => (await listByAddress(db, beginning, limit)).map(toWire),
    boosted: async (limit) => (await listBoosted(db, limit)).map(toWire),

    stats: rememberFor(STATS_MS, async () => {
      const record = await loadStats(db)
      return {
        totalLaunches: record.launches,
        totalVolume: solText(lamports(BigInt(record.volumeLamports24h))),
        activeTraders: record.traders24h,
        successRate:
          record.launches === 0 ? 0 : Math.round((record.graduated / record.launches) * 1_000) / 10,
      }
    }),
  }
  return coins
}
