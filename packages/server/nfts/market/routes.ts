// The NFT market for readers: what is for sale, offers, sales, and a wallet's own.

import {
  type MarketNftsQuery,
  marketNftsPageSchema,
  marketNftsQuerySchema,
  marketStatsSchema,
  nftSalesParamsSchema,
  offersPageSchema,
  offersQuerySchema,
  salesPageSchema,
  salesQuerySchema,
  walletListingsQuerySchema,
  walletMarketParamsSchema,
  walletOffersPageSchema,
  walletOffersQuerySchema,
} from '@twinmint/sdk/api/nft-market/contract'
import { type FeaturedKey, featuredKeySchema, indexTime } from '@twinmint/sdk/api/nfts/contract'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { Refusal } from '@twinmint/sdk/core/errors'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { cursorText, decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { parseAddress } from '../../http/http.ts'
import { rememberFor } from '../../http/remember.ts'
import type { Coins } from '../../index/coins.ts'
import type { StandingOffers } from '../../index/nft-market/offers-on-chain.ts'
import { firstEditions, nftOfferOf, nftSaleOf } from '../../index/nft-market/records.ts'
import { listOffers, listOffersMade, listOffersReceived, listSales } from '../../index/nft-market/store.ts'
import { nftOf } from '../../index/nft-records.ts'
import { featuredKeyOf, listFeatured } from '../../index/nft-store.ts'
import type { Owners } from '../../index/owners.ts'
import { type KeyedNft, keyTypesOf, listByRank, listForSale, listListedBy, loadMarketStats } from './store.ts'

export interface MarketplaceDeps {
  readonly db: Database
  readonly owners: Pick<Owners, 'current' | 'held'>
  readonly offers: Pick<StandingOffers, 'current'>
  readonly collections: Pick<Coins, 'mintOf' | 'loadMany'>
}

/** What no index answers alone is worked out of all that is for sale. */
const BROWSE_LIMIT = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }
const STATS_MS = 2_000
const HELD_MAX = 500

const lamportsText = z.string().regex(/^\d{1,20}$/)
const sequence = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const offerKeySchema = z.tuple([lamportsText, sequence])
const madeKeySchema = z.tuple([indexTime, z.string().max(44)])
const receivedKeySchema = z.tuple([lamportsText, z.uuid(), sequence])
/** What is not for sale goes on after what is. */
const stretchSchema = z.union([
  z.tuple([z.literal('sale'), z.array(z.string().max(60)).min(2).max(3)]),
  z.tuple([z.literal('rest'), featuredKeySchema.nullable()]),
])

export function marketplaceRoutes(app: App, deps: MarketplaceDeps): void {
  browseRoutes(app, deps)
  coinRoutes(app, deps)
  walletRoutes(app, deps)
}

function browseRoutes(app: App, deps: MarketplaceDeps): void {
  const { db } = deps
  app.get(
    '/api/marketplace/nfts',
    {
      ...BROWSE_LIMIT,
      schema: {
        tags: ['NFT market'],
        summary: 'NFTs of all coins, by price, listing or rarity',
        querystring: marketNftsQuerySchema,
        response: { 200: marketNftsPageSchema },
      },
    },
    async ({ query }) => browse(deps, query),
  )

  const stats = rememberFor(STATS_MS, () => loadMarketStats(db))
  app.get(
    '/api/marketplace/figures',
    {
      schema: {
        tags: ['NFT market'],
        summary: 'How many NFTs there are, how many are for sale, and what sales came to',
        response: { 200: marketStatsSchema },
      },
    },
    () => stats(),
  )
}

/** A page of NFTs; of all that are minted those not for sale come last, but where rarity orders them. */
async function browse(deps: MarketplaceDeps, query: MarketNftsQuery) {
  const { db } = deps
  const { sort, state, rarity, collectionId, limit, cursor } = query
  const from = cursor === undefined ? undefined : decodeCursor(stretchSchema, cursor)
  const wanted = { rarity, collectionId, limit }
  if (from?.[0] === 'rest') {
    if (state === 'listed' || sort === 'rarity') throw new Refusal('badRequest', NOT_OF_THIS_LIST)
    return pageOf(deps, [], await restOf(from[1] ?? undefined, limit), true)
  }
  const after = from && keyOf(from[1], sort)
  const rows =
    state === 'minted' && sort === 'rarity'
      ? await listByRank(db, { ...wanted, after })
      : await listForSale(db, sort, { ...wanted, after })
  if (rows.length === limit || state === 'listed' || sort === 'rarity') return pageOf(deps, rows, [], false)
  return pageOf(deps, rows, await restOf(undefined, limit - rows.length), true)

  function restOf(rest: FeaturedKey | undefined, most: number) {
    return listFeatured(db, { limit: most, rarity, collectionId, isUnlisted: true, after: rest })
  }
  async function pageOf(
    { owners, collections }: MarketplaceDeps,
    sale: readonly KeyedNft[],
    rest: Awaited<ReturnType<typeof listFeatured>>,
    isRest: boolean,
  ) {
    const shown = [...sale, ...rest]
    const [lastOfSale, lastOfRest] = [sale.at(-1), rest.at(-1)]
    const next = isRest
      ? lastOfRest && (['rest', featuredKeyOf(lastOfRest)] as const)
      : lastOfSale && (['sale', lastOfSale.sortKey] as const)
    const current = await owners.current(shown)
    return {
      nfts: current.map(nftOf),
      collections: await collections.loadMany([...new Set(shown.map((row) => row.collectionId))]),
      nextCursor: next && shown.length === limit ? encodeCursor(next) : null,
    }
  }
}

const NOT_OF_THIS_LIST = 'The cursor is not one of this list.'

/** The parts of a key as the order has them. */
function keyOf(parts: readonly string[], sort: MarketNftsQuery['sort']): readonly string[] {
  const types = keyTypesOf(sort)
  const isKey =
    parts.length === types.length && types.every((type, at) => cursorText[type].safeParse(parts[at]).success)
  if (!isKey) throw new Refusal('badRequest', NOT_OF_THIS_LIST)
  return parts
}

function coinRoutes(app: App, { db, offers, collections }: MarketplaceDeps): void {
  app.get(
    '/api/collections/:id/offers',
    {
      schema: {
        tags: ['NFT market'],
        summary: 'Open offers for NFTs of a coin, the best price first',
        params: coinParamsSchema,
        querystring: offersQuerySchema,
        response: { 200: offersPageSchema },
        refuses: ['collectionNotFound', 'invalidAddress', 'chainUnavailable'],
      },
    },
    async ({ params, query: { edition, bidder, limit, cursor } }) => {
      const { id } = await collections.mintOf(params.id)
      const wanted = {
        collectionId: id,
        edition,
        bidderAddress: bidder === undefined ? undefined : parseAddress(bidder),
        after: cursor === undefined ? undefined : decodeCursor(offerKeySchema, cursor),
        limit,
      }
      const rows = await offers.current(() => listOffers(db, wanted))
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        offers: rows.map(nftOfferOf),
        nextCursor: last ? encodeCursor([last.priceLamports, last.sequence]) : null,
      }
    },
  )

  app.get(
    '/api/collections/:id/nfts/:edition/sales',
    {
      schema: {
        tags: ['NFT market'],
        summary: 'What an NFT was sold for, newest first',
        params: nftSalesParamsSchema,
        querystring: salesQuerySchema,
        response: { 200: salesPageSchema },
        refuses: ['collectionNotFound', 'nftNotFound'],
      },
    },
    async ({ params, query: { limit, cursor } }) => {
      const { id } = await collections.mintOf(params.id)
      const tokenId = /^[1-9]\d{0,3}$/.test(params.edition) ? Number(params.edition) : 0
      if (tokenId === 0 || tokenId > EDITIONS) throw new Refusal('nftNotFound')
      const [before] = cursor === undefined ? [undefined] : decodeCursor(z.tuple([sequence]), cursor)
      const rows = await listSales(db, { collectionId: id, tokenId, before, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return { sales: rows.map(nftSaleOf), nextCursor: last ? encodeCursor([last.sequence]) : null }
    },
  )
}

function walletRoutes(app: App, { db, owners, offers: standing, collections }: MarketplaceDeps): void {
  app.get(
    '/api/marketplace/listings/:walletAddress',
    {
      schema: {
        tags: ['NFT market'],
        summary: 'What a wallet has for sale, the newest first, with what has expired',
        params: walletMarketParamsSchema,
        querystring: walletListingsQuerySchema,
        response: { 200: marketNftsPageSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ params, query: { limit, cursor } }) => {
      const sellerAddress = parseAddress(params.walletAddress)
      const after =
        cursor === undefined ? undefined : keyOf(decodeCursor(z.array(z.string().max(60)), cursor), 'listed')
      const rows = await listListedBy(db, sellerAddress, { after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const ids = [...new Set(rows.map(({ collectionId }) => collectionId))]
      return {
        nfts: (await owners.current(rows)).map(nftOf),
        collections: await collections.loadMany(ids),
        nextCursor: last ? encodeCursor(last.sortKey) : null,
      }
    },
  )

  app.get(
    '/api/marketplace/offers/:walletAddress',
    {
      schema: {
        tags: ['NFT market'],
        summary: 'Offers that a wallet made, or that others made for NFTs it has',
        params: walletMarketParamsSchema,
        querystring: walletOffersQuerySchema,
        response: { 200: walletOffersPageSchema },
        refuses: ['invalidAddress', 'chainUnavailable'],
      },
    },
    async ({ params, query }) => {
      const walletAddress = parseAddress(params.walletAddress)
      const { offers, nextCursor } =
        query.side === 'made' ? await madeBy(walletAddress, query) : await receivedBy(walletAddress, query)
      const ids = [...new Set(offers.map(({ collectionId }) => collectionId))]
      return { offers, collections: await collections.loadMany(ids), nextCursor }
    },
  )

  interface Paged {
    readonly limit: number
    readonly cursor?: string | undefined
  }
  async function madeBy(bidderAddress: string, { limit, cursor }: Paged) {
    const after = cursor === undefined ? undefined : decodeCursor(madeKeySchema, cursor)
    const rows = await standing.current(() => listOffersMade(db, { bidderAddress, after, limit }))
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      offers: rows.map((row) => ({ ...nftOfferOf(row), heldEditions: [] })),
      nextCursor: last ? encodeCursor([last.createdAt, last.address]) : null,
    }
  }
  async function receivedBy(ownerAddress: ReturnType<typeof parseAddress>, { limit, cursor }: Paged) {
    const after = cursor === undefined ? undefined : decodeCursor(receivedKeySchema, cursor)
    // What moved out of the wallet without the program has to be known before offers for it are shown.
    await owners.held(ownerAddress, HELD_MAX)
    const rows = await standing.current(() => listOffersReceived(db, { ownerAddress, after, limit }))
    const last = rows.length === limit ? rows.at(-1) : undefined
    return {
      offers: rows.map((row) => ({ ...nftOfferOf(row), heldEditions: firstEditions(row.held) })),
      nextCursor: last ? encodeCursor([last.priceLamports, last.collectionId, last.sequence]) : null,
    }
  }
}
