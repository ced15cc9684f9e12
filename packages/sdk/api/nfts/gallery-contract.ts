// NFTs as the wire carries them: lists of a collection, of a wallet and of all, and one NFT with its history.
import { z } from 'zod'
import { RARITIES } from '../../core/rarity.ts'
import { coinParamsSchema, collectionSchema } from '../records/coin.ts'
import { nftSchema } from '../records/nft.ts'
import { activitySchema, tradeSchema } from '../records/trade.ts'

export const nftsPageSchema = z.object({
  nfts: z.array(nftSchema),
  /** Pass as `cursor` for the next ones; null when there are none. */
  nextCursor: z.string().nullable(),
})
export type NftsPage = z.infer<typeof nftsPageSchema>

/**
 * `GET /api/nfts/featured`: minted NFTs, by what their sales paid to the platform, then the latest swap first; the cursor for more
 * is in the header `x-next-cursor`.
 */
export const featuredQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  rarity: z.enum(RARITIES).optional(),
  cursor: z.string().max(200).optional(),
})

/** `GET /api/user/nfts/{project}/{wallet}`, or `GET /api/user/nfts?projectId=&walletAddress=`: read from the chain. */
export const userNftsQuerySchema = z.object({
  projectId: z.string().min(1).max(64),
  walletAddress: z.string().min(1).max(44),
})

/** `GET /api/user/nfts/{wallet}`: of all collections. */
export const walletNftsParamsSchema = z.object({ walletAddress: z.string() })

/** `GET /api/collections/{id}/nfts/{edition}` */
export const nftParamsSchema = coinParamsSchema.extend({ edition: z.string() })
/** `GET /api/collections/{id}/nfts/{edition}` */
export const nftDetailSchema = z.object({
  nft: nftSchema,
  collection: collectionSchema,
  /** Captures and releases of it, newest first; the oldest is its mint. */
  history: z.array(tradeSchema),
  /** When it was listed, taken back and sold, newest first; 200 at most. */
  market: z.array(activitySchema),
})
export type NftDetail = z.infer<typeof nftDetailSchema>
