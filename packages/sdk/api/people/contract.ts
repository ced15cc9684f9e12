// Wallets and the people behind them as the wire carries them.
import { z } from 'zod'
import { positionSchema } from '../positions/contract.ts'
import { collectionSchema } from '../records/coin.ts'
import { NAMES_MAX } from '../records/names.ts'
import { marketActivityOfCoinSchema, tradeOfCoinSchema } from '../records/trade.ts'

/** `GET /api/user/profile?walletAddress=`, and the other calls that are about one wallet. */
export const ofWalletQuerySchema = z.object({ walletAddress: z.string().min(1).max(44) })

/** `GET /api/user/search?q=`: people by a part of their username; the best first. */
export const peopleQuerySchema = z.object({
  q: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(20).default(8),
})

/** `GET /api/user/names?wallets=`: what the wallets call themselves. */
export const namesQuerySchema = z.object({
  wallets: z
    .string()
    .min(1)
    .max(NAMES_MAX * 45)
    .meta({ description: `Addresses, separated by commas; ${NAMES_MAX} at most.` }),
})

/** `PUT /api/user/profile`: of the signed-in wallet alone. What a name and a bio may be is in rules.ts. */
export const profileUpdateSchema = z.object({
  walletAddress: z.string().min(1).max(44),
  username: z.string().max(400),
  bio: z.string().max(4_000).default(''),
})
export type ProfileUpdate = z.infer<typeof profileUpdateSchema>

/**
 * `PUT /api/user/profile/picture`: multipart form data with one file, as for a launch. `DELETE` takes it away again. Both
 * answer the profile.
 */
export const profilePictureSchema = z.object({
  image: z
    .string()
    .meta({ format: 'binary', description: 'PNG, JPEG, WebP, GIF or AVIF up to 10 MB and 12.5 megapixels' }),
})

/** `GET /api/user/portfolio?walletAddress=`: what a wallet holds, read from the chain for every coin of its latest trades. */
export const portfolioSchema = z.object({
  walletAddress: z.string(),
  lamports: z.string(),
  /** The prices of its offers for NFTs: locked until somebody accepts or the wallet takes them back. Rents are not counted. */
  lockedLamports: z.string(),
  /** Coins and NFTs, ordered by the proceeds of selling all of them, highest first. */
  holdings: z.array(
    z.object({
      collection: collectionSchema,
      baseUnits: z.string(),
      nftCount: z.number(),
      /** Proceeds of one sell of all of them after the fee, divided between coins and NFTs in proportion to their coins. */
      coinLamports: z.string(),
      nftLamports: z.string(),
      /** What that has cost and made, first in, first out. */
      position: positionSchema,
    }),
  ),
  /** SOL, what is locked in offers, coins and NFTs, listed ones too. */
  totalLamports: z.string(),
  /** In all its trades, an NFT that was bought with what its coins brought then; network fees and launches not counted. */
  boughtLamports: z.string(),
  /** After the selling fee. */
  soldLamports: z.string(),
  /** Of all its coins, also those that it holds no more. */
  realisedLamports: z.string(),
  /** What its NFTs were sold for beyond their coins, less what was paid for them so: in no other result. */
  nftRealisedLamports: z.string(),
  /** Realised, and of what it holds unrealised; below zero for a loss. Null where `isPartial`. */
  resultLamports: z.string().nullable(),
  /** There are more positions than were looked at. */
  isPartial: z.boolean(),
})
export type Portfolio = z.infer<typeof portfolioSchema>
export type Holding = Portfolio['holdings'][number]

/** `GET /api/user/trades?walletAddress=`: a wallet's trades, swaps, listings, offers and sales of all coins, newest first. */
export const userTradesQuerySchema = ofWalletQuerySchema.extend({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})
export const userTradesSchema = z.object({
  trades: z.array(tradeOfCoinSchema),
  /** What it did in the markets of NFTs in the same time; a sale is its seller's too. */
  activity: z.array(marketActivityOfCoinSchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.string().nullable(),
})
export type UserTrades = z.infer<typeof userTradesSchema>
