// NFTs for readers: a collection's, a wallet's, the featured ones, and one with its history.

import { featuredKeySchema, nftStatsSchema, nftsQuerySchema } from '@twinmint/sdk/api/nfts/contract'
import {
  featuredQuerySchema,
  nftDetailSchema,
  nftParamsSchema,
  nftsPageSchema,
  userNftsQuerySchema,
  walletNftsParamsSchema,
} from '@twinmint/sdk/api/nfts/gallery-contract'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { u64Text } from '@twinmint/sdk/api/records/fields'
import { nftSchema, type UserNfts, userNftsSchema } from '@twinmint/sdk/api/records/nft'
import { Refusal } from '@twinmint/sdk/core/errors'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { parseAddress } from '../http/http.ts'
import { activityOfMarket } from '../index/activity.ts'
import type { Coins } from '../index/coins.ts'
import type { StandingOffers } from '../index/nft-market/offers-on-chain.ts'
import { listEventsOfNft, loadMarketFigures } from '../index/nft-market/store.ts'
import { nftOf } from '../index/nft-records.ts'
import {
  featuredKeyOf,
  findNft,
  keyLengthOf,
  listFeatured,
  listNfts,
  loadNftFigures,
} from '../index/nft-store.ts'
import type { Owners } from '../index/owners.ts'

export interface GalleryDeps {
  readonly db: Database
  readonly owners: Owners
  readonly offers: Pick<StandingOffers, 'refresh'>
  readonly collections: Pick<Coins, 'mintOf' | 'load' | 'swapsOf'>
}

const HISTORY_MAX = 200
const HELD_MAX = 500
/** As many as the order has: `keyLengthOf`. */
const sortKeySchema = z.array(u64Text).min(1).max(3)
export function galleryRoutes(app: App, deps: GalleryDeps): void {
  collectionNftRoutes(app, deps)
  featuredRoute(app, deps)
  walletNftRoutes(app, deps)
}

function collectionNftRoutes(app: App, { db, owners, offers, collections }: GalleryDeps): void {
  app.get(
    '/api/collections/:id/nfts',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'NFTs of a collection',
        params: coinParamsSchema,
        querystring: nftsQuerySchema,
        response: { 200: nftsPageSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params, query: wanted }) => {
      const { id } = await collections.mintOf(params.id)
      const ownerAddress = wanted.owner === undefined ? undefined : parseAddress(wanted.owner)
      // What moved into the wallet without the program has to be known before its NFTs are listed.
      if (ownerAddress !== undefined) await owners.heldBy({ walletAddress: ownerAddress, collectionId: id })
      const after = wanted.cursor === undefined ? undefined : decodeCursor(sortKeySchema, wanted.cursor)
      if (after && after.length !== keyLengthOf(wanted.sort))
        throw new Refusal('badRequest', 'The cursor is not one of this list.')
      const { state, sort, limit, rarity, edition } = wanted
      const rows = await listNfts(db, {
        collectionId: id,
        state,
        sort,
        limit,
        rarity,
        edition,
        ownerAddress,
        after,
      })
      const last = rows.at(-1)
      const current = await owners.current(rows)
      return {
        nfts: current
          .filter((row) => ownerAddress === undefined || row.ownerAddress === ownerAddress)
          .map(nftOf),
        nextCursor: last && rows.length === limit ? encodeCursor(last.sortKey) : null,
      }
    },
  )

  app.get(
    '/api/collections/:id/nfts/:edition',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'One NFT by its number, with its history',
        params: nftParamsSchema,
        response: { 200: nftDetailSchema },
        refuses: ['collectionNotFound', 'nftNotFound'],
      },
    },
    async ({ params }) => {
      const { id } = await collections.mintOf(params.id)
      const tokenId = /^[1-9]\d{0,3}$/.test(params.edition) ? Number(params.edition) : 0
      const row = tokenId > EDITIONS || tokenId === 0 ? undefined : await findNft(db, id, tokenId)
      if (!row) throw new Refusal('nftNotFound')
      const [current] = await owners.current([row])
      const of = { collectionId: id, tokenId, limit: HISTORY_MAX }
      const [collection, history, events] = await Promise.all([
        collections.load(id),
        collections.swapsOf(of),
        listEventsOfNft(db, of),
      ])
      return { nft: nftOf(current ?? row), collection, history, market: events.map(activityOfMarket) }
    },
  )

  app.get(
    '/api/collections/:id/nft-figures',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'How many are minted, held and in the escrow',
        params: coinParamsSchema,
        response: { 200: nftStatsSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params }) => {
      const { id } = await collections.mintOf(params.id)
      owners.refresh(id)
      const [figures, market, collection] = await Promise.all([
        loadNftFigures(db, id),
        offers.refresh({ collectionId: id }).then(() => loadMarketFigures(db, id)),
        collections.load(id),
      ])
      return {
        ...figures,
        ...market,
        supply: collection.maxNFTSupply,
        inCirculation: figures.minted - figures.inEscrow,
        volume24h: collection.tradingVolume,
      }
    },
  )
}

function featuredRoute(app: App, { db, owners }: GalleryDeps): void {
  app.get(
    '/api/nfts/featured',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'NFTs of all collections: what their sales paid to the platform first, then the latest swap',
        querystring: featuredQuerySchema,
        response: { 200: z.array(nftSchema) },
        isPaged: true,
      },
    },
    async ({ query: { limit, rarity, cursor } }, reply) => {
      const after = cursor === undefined ? undefined : decodeCursor(featuredKeySchema, cursor)
      const rows = await listFeatured(db, { limit, rarity, after })
      const last = rows.at(-1)
      if (last && rows.length === limit) void reply.header('x-next-cursor', encodeCursor(featuredKeyOf(last)))
      return (await owners.current(rows)).map(nftOf)
    },
  )
}

function walletNftRoutes(app: App, { owners, collections }: GalleryDeps): void {
  const userNfts = async (wanted: z.output<typeof userNftsQuerySchema>): Promise<UserNfts> => {
    const { id } = await collections.mintOf(wanted.projectId)
    const held = await owners.heldBy({ walletAddress: parseAddress(wanted.walletAddress), collectionId: id })
    return { nftCount: held.length, nfts: held.map(nftOf) }
  }
  app.get(
    '/api/user/nfts',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'A wallet’s NFTs of one collection, read from the chain',
        querystring: userNftsQuerySchema,
        response: { 200: userNftsSchema },
        refuses: ['collectionNotFound', 'invalidAddress'],
      },
    },
    ({ query }) => userNfts(query),
  )

  app.get(
    '/api/user/nfts/:projectId/:walletAddress',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'The same, with the values in the path',
        params: userNftsQuerySchema,
        response: { 200: userNftsSchema },
        refuses: ['collectionNotFound', 'invalidAddress'],
      },
    },
    ({ params }) => userNfts(params),
  )

  app.get(
    '/api/user/nfts/:walletAddress',
    {
      schema: {
        tags: ['NFTs'],
        summary: 'A wallet’s NFTs of all collections, the last swapped first; 500 at most',
        params: walletNftsParamsSchema,
        response: { 200: userNftsSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ params }) => {
      const held = await owners.held(parseAddress(params.walletAddress), HELD_MAX)
      return { nftCount: held.length, nfts: held.map(nftOf) }
    },
  )
}
