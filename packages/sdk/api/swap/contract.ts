// The calls of swapping coins for NFTs and back, and of trading NFTs for SOL.
import { z } from 'zod'
import { collectionSchema } from '../records/coin.ts'
import { priorityFeeSchema, transactionBytesSchema } from '../wallet/contract.ts'

const wallet = z.string().min(1).max(44)
const chosen = z.array(z.string().min(1).max(44)).min(1).max(40)

/**
 * `count` takes what the escrow holds, the lowest numbers first, and mints the rest; with `mintNew` it mints as long as there
 * are numbers left. `nftMints` are chosen ones of the escrow.
 */
export const captureRequestSchema = z
  .object({
    collectionId: z.string().min(1).max(64),
    userWallet: wallet,
    count: z.number().int().min(1).max(1_000).optional(),
    mintNew: z.boolean().default(false),
    nftMints: chosen.optional(),
    priorityFeeLamports: priorityFeeSchema,
  })
  .refine(
    ({ count, nftMints }) => count === undefined || nftMints === undefined,
    'Say count or nftMints, not both.',
  )

export const releaseRequestSchema = z
  .object({
    collectionId: z.string().min(1).max(64),
    userWallet: wallet,
    nftMint: z.string().min(1).max(44).optional(),
    nftMints: chosen.optional(),
    priorityFeeLamports: priorityFeeSchema,
  })
  .refine(
    ({ nftMint, nftMints }) => (nftMint === undefined) !== (nftMints === undefined),
    'Say nftMint or nftMints, one of them.',
  )

/** Percent, 0.1 to 50, on the total of what is paid or received. */
const slippage = z.number().default(5)
/** `POST /api/hybrid/buy`: coins from the curve and NFTs for them, 1 to 5. */
export const buyNftsRequestSchema = captureRequestSchema.safeExtend({ slippage })
/** `POST /api/hybrid/sell`: NFTs given back and their coins sold, 1 to 5. */
export const sellNftsRequestSchema = releaseRequestSchema.safeExtend({ slippage })

/**
 * `POST /api/hybrid/capture/confirm` and `/release/confirm`: either a signed transaction, which the server sends, or the
 * signature of one that was sent to the chain already.
 */
export const confirmRequestSchema = z
  .object({
    collectionId: z.string().min(1).max(64),
    userWallet: wallet,
    signature: z.string().min(64).max(88).optional(),
    signedTransaction: transactionBytesSchema.optional(),
  })
  .refine(
    ({ signature, signedTransaction }) => (signature === undefined) !== (signedTransaction === undefined),
    'Say signedTransaction or signature, one of them.',
  )

const u64Text = z.string().regex(/^\d{1,20}$/)

export const swapNftSchema = z.object({
  /** Edition number. */
  tokenId: z.number(),
  mintAddress: z.string(),
  /** A capture's: minted now, or out of the escrow. A release goes to the escrow. */
  source: z.enum(['mint', 'escrow']).nullable(),
})

export const swapCostSchema = z.object({
  /** Coins that go into the escrow or come out of it. */
  baseUnits: u64Text,
  /** SOL paid to the curve (buy) or received from it after the fee (sell), at this moment; "0" for a plain swap. */
  lamports: u64Text,
  /** With slippage: the most paid or the least received, enforced by the program. */
  lamportsBound: u64Text,
  feeLamports: u64Text,
  /** What of a buy's payment the launch guard locks at this second of the chain; in `lamports`. "0" otherwise. */
  surchargeLamports: u64Text,
  priceImpactBps: z.number(),
  /** For accounts that are made. */
  rentLamports: u64Text,
  /** Of accounts that are closed. */
  rentBackLamports: u64Text,
  /** For the signatures, and what was asked for to be first. */
  networkFeeLamports: u64Text,
})
export type SwapCost = z.infer<typeof swapCostSchema>

/** Unsigned transactions, to be signed together and sent in their order, each when the one before it is confirmed. */
export const preparedSwapSchema = z.object({
  success: z.literal(true),
  /** The first of them, base64. */
  transaction: z.string(),
  transactions: z.array(z.string()),
  blockhash: z.string(),
  message: z.string(),
  /** What each transaction swaps, in their order. */
  steps: z.array(z.object({ nfts: z.array(swapNftSchema) })),
  cost: swapCostSchema,
})
export type PreparedSwap = z.infer<typeof preparedSwapSchema>

/** The answer to both confirm calls: what the transaction swapped, once the index holds it. */
export const confirmedSwapSchema = z.object({
  success: z.literal(true),
  signature: z.string(),
  nfts: z.array(swapNftSchema),
  /** What of a buy's payment the launch guard locked for ever. */
  surchargeLamports: u64Text,
  collection: collectionSchema,
})
export type ConfirmedSwap = z.infer<typeof confirmedSwapSchema>
