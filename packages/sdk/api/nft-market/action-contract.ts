// The calls by which NFTs are listed, bought, bid for and sold. Money is decimal text in lamports.
import { z } from 'zod'
import { LISTINGS_AT_ONCE_MAX, OFFERS_AT_ONCE_MAX } from '../../core/nft-sale.ts'
import { EDITIONS } from '../../core/rarity.ts'
import { collectionSchema } from '../records/coin.ts'
import { u64Text } from '../records/fields.ts'
import { priorityFeeSchema, transactionBytesSchema } from '../wallet/contract.ts'

const address = z.string().min(1).max(44)
/** ISO 8601 with its zone; from then on nothing fills. To the second, downwards. */
const expiresAt = z.iso.datetime({ offset: true })

const asked = {
  collectionId: z.string().min(1).max(64),
  userWallet: address,
  priorityFeeLamports: priorityFeeSchema,
}

/** Each NFT once, with what is asked for it. */
const priced = z
  .array(z.object({ nftMint: address, priceLamports: u64Text }))
  .min(1)
  .max(LISTINGS_AT_ONCE_MAX)
  .refine((nfts) => new Set(nfts.map(({ nftMint }) => nftMint)).size === nfts.length, 'Name each NFT once.')

/** `POST /api/marketplace/list/create-transaction`: NFTs that the wallet holds, for sale until `expiresAt`. */
export const listRequestSchema = z.object({ ...asked, nfts: priced, expiresAt })
export type ListRequest = z.input<typeof listRequestSchema>

/** `POST /api/marketplace/update/create-transaction`: another price or time for what the wallet has listed. */
export const updateRequestSchema = listRequestSchema
export type UpdateRequest = z.input<typeof updateRequestSchema>

/** `POST /api/marketplace/cancel/create-transaction`: takes back what the wallet has listed. */
export const cancelRequestSchema = z.object({
  ...asked,
  nftMints: z.array(address).min(1).max(LISTINGS_AT_ONCE_MAX),
  /** And swaps it into 1,000,000 coins each, in the same transaction. */
  andRelease: z.boolean().default(false),
})
export type CancelRequest = z.input<typeof cancelRequestSchema>

/** `POST /api/marketplace/buy/create-transaction`: what somebody has listed. */
export const buyRequestSchema = z.object({
  ...asked,
  nftMint: address,
  /** Who lists it, as the buyer was shown; refused where somebody else does by now. Left out, it is whoever lists it. */
  sellerAddress: address.optional(),
  /** The most that is paid, royalty and fee included; refused, now or by the program, where it costs more. */
  lamportsMax: u64Text,
})
export type BuyRequest = z.input<typeof buyRequestSchema>

/** `POST /api/marketplace/offer/create-transaction`: SOL locked for whoever brings one of the editions. */
export const offerRequestSchema = z.object({
  ...asked,
  priceLamports: u64Text,
  editions: z.array(z.number().int().min(1).max(EDITIONS)).min(1).max(EDITIONS),
  expiresAt,
  /** A number of the bidder's choice, which no other open offer of theirs has; left out, the server takes one. */
  nonce: u64Text.optional(),
})
export type OfferRequest = z.input<typeof offerRequestSchema>

/** `POST /api/marketplace/cancel-offer/create-transaction`: withdraws offers and gives back their SOL. */
export const cancelOfferRequestSchema = z.object({
  ...asked,
  offers: z.array(address).min(1).max(OFFERS_AT_ONCE_MAX),
})
export type CancelOfferRequest = z.input<typeof cancelOfferRequestSchema>

/** `POST /api/marketplace/accept/create-transaction`: sells an NFT to a bidder; one that is listed is taken back first. */
export const acceptRequestSchema = z.object({
  ...asked,
  offer: address,
  nftMint: address,
  /** The least that the seller gets, after royalty and fee. */
  lamportsMin: u64Text,
  /** Whether the seller was shown that it is for sale, and taken back first; refused where that is otherwise by now. */
  isListed: z.boolean().optional(),
})
export type AcceptRequest = z.input<typeof acceptRequestSchema>

/** What it costs and brings at this moment. What a call has nothing of is "0". */
export const marketCostSchema = z.object({
  /**
   * What is paid for the NFT (buy, accept, offer), or would be now (list, update; of several their sum), royalty and fee
   * included.
   */
  dueLamports: u64Text,
  /** Of `dueLamports`: the creator's. */
  royaltyLamports: u64Text,
  /** Of `dueLamports`: the treasury's. */
  platformFeeLamports: u64Text,
  /** Of `dueLamports`: the seller's. */
  sellerLamports: u64Text,
  /** Enforced by the program: the most that is paid (buy), or the least that the seller gets (accept). */
  lamportsBound: u64Text,
  /** What one NFT's 1,000,000 coins bring from the curve now, before the fee of a sell. */
  coinsLamports: u64Text,
  /** What release and sell would bring for one NFT now. */
  releaseAndSellLamports: u64Text,
  /** Coins that come out of the escrow (cancel with release). */
  baseUnits: u64Text,
  /** SOL that an offer locks beside its account's rent: its price, and the rent of the account for the NFT. */
  lockedLamports: u64Text,
  /** SOL that withdrawn offers give back, beside their accounts' rent. */
  unlockedLamports: u64Text,
  /** For accounts that are made, of this wallet's SOL. */
  rentLamports: u64Text,
  /** Of accounts that are closed, to this wallet. */
  rentBackLamports: u64Text,
  /** For the signatures, and what was asked for to be first. */
  networkFeeLamports: u64Text,
})
export type MarketCost = z.infer<typeof marketCostSchema>

const nftOnWire = z.object({ tokenId: z.number(), mintAddress: z.string() })

/** Unsigned transactions, to be signed together and sent in their order, each when the one before it is confirmed. */
export const preparedMarketSchema = z.object({
  success: z.literal(true),
  /** The first of them, base64. */
  transaction: z.string(),
  transactions: z.array(z.string()),
  blockhash: z.string(),
  message: z.string(),
  /** Which NFTs each transaction is about, in their order; of offers none. */
  steps: z.array(z.object({ nfts: z.array(nftOnWire) })),
  /** The account of an offer that is made. */
  offerAddress: z.string().nullable(),
  cost: marketCostSchema,
})
export type PreparedMarket = z.infer<typeof preparedMarketSchema>

/**
 * `POST /api/marketplace/execute`: either a signed transaction, which the server sends, or the signature of one that was
 * sent to the chain already.
 */
export const executeMarketRequestSchema = z
  .object({
    collectionId: z.string().min(1).max(64),
    userWallet: address,
    signature: z.string().min(64).max(88).optional(),
    signedTransaction: transactionBytesSchema.optional(),
  })
  .refine(
    ({ signature, signedTransaction }) => (signature === undefined) !== (signedTransaction === undefined),
    'Say signedTransaction or signature, one of them.',
  )

/** What a transaction has done to one NFT or offer, as the chain tells it. */
export const marketDoneSchema = z.object({
  kind: z.enum([
    'list',
    'updateListing',
    'cancelListing',
    'buyListing',
    'offer',
    'cancelOffer',
    'acceptOffer',
    'release',
  ]),
  /** Null of an offer that is made or withdrawn. */
  tokenId: z.number().nullable(),
  mintAddress: z.string().nullable(),
  offerAddress: z.string().nullable(),
  /** The price asked or bid; of a sale what was paid, royalty and fee included; null of a release. */
  lamports: u64Text.nullable(),
  /** Of a sale; "0" otherwise. */
  royaltyLamports: u64Text,
  platformFeeLamports: u64Text,
})
export type MarketDone = z.infer<typeof marketDoneSchema>

export const executedMarketSchema = z.object({
  success: z.literal(true),
  signature: z.string(),
  done: z.array(marketDoneSchema),
  collection: collectionSchema,
})
export type ExecutedMarket = z.infer<typeof executedMarketSchema>
