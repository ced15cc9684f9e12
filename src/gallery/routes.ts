// NFTs for readers: a collection's, a wallet's, the featured ones, and one with its history.
import type { Address } from '@solana/kit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Collection, Trade } from '../collection/contract.ts'
import { Refusal } from '../core/errors.ts'
import { EDITIONS, rarityOf } from '../core/rarity.ts'
import type { Database } from '../database/database.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse, parseAddress } from '../wire/http.ts'
import {
  featuredQuerySchema,
  type Nft,
  type NftDetail,
  type NftStats,
  type NftsPage,
  nftsQuerySchema,
  type UserNfts,
  userNftsQuerySchema,
} from './contract.ts'
import type { Owners } from './owners.ts'
import { nftOf } from './rules.ts'
import { findNft, listFeatured, listNfts, loadNftFigures, sortKeyOf } from './store.ts'

export interface GalleryDeps {
  readonly db: Database
  readonly owners: Owners
  readonly collections: {
    mintOf(idOrMint: string): Promise<{ readonly id: string; readonly mintAddress: Address }>
    load(id: string): Promise<Collection>
    swapsOf(nft: {
      readonly collectionId: string
      readonly tokenId: number
      readonly limit: number
    }): Promise<Trade[]>
  }
}

const HISTORY_MAX = 200
const HELD_MAX = 500
const sortKeySchema = z.array(z.number().int().min(0)).min(1).max(2)
/** A time that this index can have written. */
const swapTime = z.iso.datetime().regex(/^2\d{3}-/)
const featuredKeySchema = z.tuple([swapTime, z.uuid(), z.number().int().min(1).max(EDITIONS)])

export function galleryRoutes(app: FastifyInstance, { db, owners, collections }: GalleryDeps): void {
  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/nfts',
    async ({ params, query }): Promise<NftsPage> => {
      const wanted = parse(nftsQuerySchema, query)
      const { id } = await collections.mintOf(params.id)
      const ownerAddress = wanted.owner === undefined ? undefined : parseAddress(wanted.owner)
      // What moved into the wallet without the program has to be known before its NFTs are listed.
      if (ownerAddress !== undefined) await owners.heldBy(ownerAddress, id)
      const after = wanted.cursor === undefined ? undefined : decodeCursor(sortKeySchema, wanted.cursor)
      if (after && after.length !== (wanted.sort === 'recent' ? 2 : 1))
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
        nextCursor:
          last && rows.length === limit
            ? encodeCursor(sortKeyOf(last, sort, rarityOf(last.tokenId).rank))
            : null,
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/nft-stats',
    async ({ params }): Promise<NftStats> => {
      const { id } = await collections.mintOf(params.id)
      owners.refresh(id)
      const [figures, collection] = await Promise.all([loadNftFigures(db, id), collections.load(id)])
      return {
        ...figures,
        supply: collection.maxNFTSupply,
        inCirculation: figures.minted - figures.inEscrow,
        volume24h: collection.tradingVolume,
      }
    },
  )

  app.get<{ Params: { id: string; edition: string } }>(
    '/api/collections/:id/nfts/:edition',
    async ({ params }): Promise<NftDetail> => {
      const { id } = await collections.mintOf(params.id)
      const tokenId = /^[1-9]\d{0,3}$/.test(params.edition) ? Number(params.edition) : 0
      const row = tokenId > EDITIONS || tokenId === 0 ? undefined : await findNft(db, id, tokenId)
      if (!row) throw new Refusal('nftNotFound')
      const [current] = await owners.current([row])
      return {
        nft: nftOf(current ?? row),
        collection: await collections.load(id),
        history: await collections.swapsOf({ collectionId: id, tokenId, limit: HISTORY_MAX }),
      }
    },
  )

  app.get('/api/nfts/featured', async (request, reply): Promise<Nft[]> => {
    const { limit, rarity, cursor } = parse(featuredQuerySchema, request.query)
    const after = cursor === undefined ? undefined : decodeCursor(featuredKeySchema, cursor)
    const rows = await listFeatured(db, { limit, rarity, after })
    const last = rows.at(-1)
    if (last && rows.length === limit)
      void reply.header(
        'x-next-cursor',
        encodeCursor([last.swappedAt ?? last.createdAt, last.collectionId, last.tokenId]),
      )
    return (await owners.current(rows)).map(nftOf)
  })

  app.get<{ Params: { walletAddress: string } }>(
    '/api/user/nfts/:walletAddress',
    async ({ params }): Promise<UserNfts> => {
      const held = await owners.held(parseAddress(params.walletAddress), HELD_MAX)
      return { nftCount: held.length, nfts: held.map(nftOf) }
    },
  )

  const userNfts = async (wanted: unknown): Promise<UserNfts> => {
    const { projectId, walletAddress } = parse(userNftsQuerySchema, wanted)
    const { id } = await collections.mintOf(projectId)
    const held = await owners.heldBy(parseAddress(walletAddress), id)
    return { nftCount: held.length, nfts: held.map(nftOf) }
  }
  app.get('/api/user/nfts', ({ query }) => userNfts(query))
  app.get<{ Params: { projectId: string; walletAddress: string } }>(
    '/api/user/nfts/:projectId/:walletAddress',
    ({ params }) => userNfts(params),
  )
}
