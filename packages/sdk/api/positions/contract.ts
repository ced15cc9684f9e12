// What a wallet's trades in a coin have cost and made, and what is known of a coin's creator, as the wire carries them.
// Amounts are decimal strings in lamports and base units; results may be below zero.
import { z } from 'zod'
import { feeSharesSchema } from '../fee-shares/contract.ts'
import { coinParamsSchema, collectionSchema } from '../records/coin.ts'

const amount = z.string().regex(/^\d{1,40}$/)
const result = z.string().regex(/^-?\d{1,40}$/)

/** `GET /api/collections/{id}/position/{wallet}` */
export const positionParamsSchema = coinParamsSchema.extend({ wallet: z.string() })
/** `GET /api/collections/{id}/position/{wallet}`: what it holds is read from the chain at the moment of the call. */
export const positionSchema = z.object({
  collectionId: z.string(),
  walletAddress: z.string(),
  /** Of the last trade that is in it; 0 where there was none. */
  sequence: z.number(),
  tradeCount: z.number(),
  /** Coins, beside those in NFTs. */
  baseUnits: amount,
  nftCount: z.number(),
  /** Of all that it holds (an NFT is 1,000,000 coins): the coins whose cost is known, and that cost. */
  knownBaseUnits: amount,
  costLamports: amount,
  /** Of the cost, what is in NFTs. */
  nftCostLamports: amount,
  /**
   * The NFT market's own line, in no other result: what NFTs were sold for beyond what their coins brought then, after royalty and
   * fee, less what was paid for them beyond those; and of NFTs that it holds what was paid beyond them.
   */
  nftRealisedLamports: result,
  nftPremiumLamports: result,
  /** SOL for one coin, decimal text; null where no cost is known. */
  averageCost: z.string().nullable(),
  /** Proceeds of one sell of the whole position now, NFTs released first: after the trading fee, before network fees. */
  worthLamports: amount,
  /** The whole position at the coin's price, before fees and price impact. No sell reaches it. */
  valueLamports: amount,
  /** The part of `worthLamports` that falls to the coins whose cost is known, less that cost. */
  unrealisedLamports: result,
  /** What coins with a known cost sold for after fees, less that cost. */
  realisedLamports: result,
  /** Realised and unrealised, and that in percent of `boughtLamports`, two decimals towards zero; null where that is 0. */
  resultLamports: result,
  resultPercent: z.number().nullable(),
  boughtLamports: amount,
  /** After fees. */
  soldLamports: amount,
  /** What coins sold for that were sent to the wallet: they have no cost, so this is no result. */
  unpricedLamports: amount,
  /** Coins that came by plain transfers, less those that went so; below zero where more went. */
  transferredBaseUnits: result,
  /** NFTs that were sent to it, and NFTs that it captured and sent away. */
  nftsSentIn: z.number(),
  nftsSentOut: z.number(),
  /** Since when it holds without a break, by its trades. */
  heldSince: z.string().nullable(),
  lastTradeAt: z.string().nullable(),
})
export type Position = z.infer<typeof positionSchema>

/** `GET /api/collections/{id}/creator` */
export const creatorSchema = z.object({
  creatorAddress: z.string(),
  /** All that it launched, this coin among them; 1,000 at most are counted. */
  launches: z.number(),
  graduated: z.number(),
  /** What it holds of this coin, as the chain has it. */
  baseUnits: amount,
  nftCount: z.number(),
  /** Of the coins that exist, in percent with two decimals; an NFT counts as its 1,000,000 coins. */
  sharePercent: z.number(),
  feesEarnedLamports: amount,
  feesClaimedLamports: amount,
  feesOwedLamports: amount,
  /** Who receives the fees; null where it is the creator alone. */
  feeShares: feeSharesSchema.nullable(),
  /** Its other coins, the largest market cap first; three at most. */
  others: z.array(collectionSchema),
})
export type Creator = z.infer<typeof creatorSchema>
