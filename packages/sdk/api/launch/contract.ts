// The calls of launching: the form, the prepared transaction, the launch and its progress.
import { z } from 'zod'
import { STANDARD_OPENING_LAMPORTS } from '../../core/curve.ts'
import { collectionSchema } from '../records/coin.ts'
import { u64Text } from '../records/fields.ts'
import { priorityFeeSchema, transactionBytesSchema } from '../wallet/contract.ts'

export const launchFormSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  collectionName: z.string(),
  description: z.string().default(''),
  links: z
    .object({
      website: z.string().max(300).optional().meta({ description: 'An https address, 200 bytes at most.' }),
      x: z.string().max(300).optional().meta({ description: 'The name, or the address on x.com.' }),
      telegram: z.string().max(300).optional().meta({ description: 'The name, or the address on t.me.' }),
    })
    .default({})
    .meta({ description: 'Part of the coin’s metadata, so nobody changes them after the launch.' }),
  totalSupply: z.literal(1_000_000_000).default(1_000_000_000),
  openingReserveLamports: u64Text.optional().meta({
    default: STANDARD_OPENING_LAMPORTS.toString(),
    description:
      'SOL that nobody pays, with which the curve opens: 1 to 100 SOL in lamports, and at most a quarter of the market cap of graduation. The deeper, the less the first buys move the price.',
  }),
  initialPrice: z.string().optional().meta({
    description:
      'SOL for one coin at the start, decimal text: the opening reserve in other words (a billionth of it). Refused where it differs from `openingReserveLamports`.',
  }),
  guardBps: z.int().default(0).meta({
    description:
      'Launch guard: the part of a buy that is surcharge at once after the launch, in basis points (5,000 at most); it falls to 0 with every second. Nobody gets it, it is locked for ever. 0 is no guard.',
  }),
  guardSeconds: z.int().default(0).meta({
    description: 'After so many seconds the guard is over: 1 to 600, and 0 without a guard.',
  }),
  /** SOL, decimal text. */
  devBuyAmount: z.string().default('0'),
  boostLaunch: z.boolean().default(false),
  creatorAddress: z.string(),
  imageUrl: z.string().max(300).optional(),
  priorityFeeLamports: priorityFeeSchema,
  termsHash: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .meta({
      description:
        'The terms that the creator was shown, as hex of the first 16 bytes of their sha256 (docs/program.md). Where the program’s are others by now, the launch is refused with `termsChanged`. Left out, the terms of this moment are meant.',
    }),
})
export type LaunchForm = z.infer<typeof launchFormSchema>
/** What of it is the coin's. */
export type LaunchedForm = Omit<LaunchForm, 'priorityFeeLamports' | 'termsHash'>

export const preparedLaunchSchema = z.object({
  /** base64, to be signed by the creator alone. */
  transaction: z.string(),
  blockhash: z.string(),
  message: z.string(),
  /** All that the wallet pays, in lamports. */
  estimatedFees: z.object({
    rentLamports: z.string(),
    /** For the signature, and what it pays to be first. */
    networkFeeLamports: z.string(),
    devBuyLamports: z.string(),
    boostLamports: z.string(),
    totalLamports: z.string(),
  }),
  storedImageUrl: z.string(),
  /** For `GET /api/launch-progress?launchId=`. */
  launchId: z.string(),
  mintAddress: z.string(),
  /** As the transaction has them. */
  openingReserveLamports: z.string(),
  guardBps: z.number(),
  guardSeconds: z.number(),
  /** Coins that the dev buy gives, in base units ("0" without one). */
  devBuyBaseUnits: z.string(),
  /** What of the dev buy is surcharge, locked for ever: 0 while it is at most 5 % of the supply. */
  devBuySurchargeLamports: z.string(),
})
export type PreparedLaunch = z.infer<typeof preparedLaunchSchema>

/** `POST /api/collections/expect-launch` */
export const expectLaunchSchema = z.object({ creatorAddress: z.string().min(1).max(44) })

export const launchRequestSchema = z.object({
  signedTransaction: transactionBytesSchema,
  /** Accepted and not trusted: the server goes by the transaction and by what it prepared. */
  collectionData: z.unknown().optional(),
})

/** The answer to `POST /api/collections/launch`, once the index holds it. */
export const launchedSchema = z.object({
  success: z.literal(true),
  signature: z.string(),
  collection: collectionSchema.extend({
    /** SOL, decimal text; "0" without a dev buy. */
    devBuyAmount: z.string(),
  }),
})

/** `GET /api/launch-progress` */
export const launchProgressQuerySchema = z.object({ launchId: z.uuid() })

/** `GET /api/metadata/{mint}/{part?}` */
export const metadataParamsSchema = z.object({ mint: z.string(), part: z.string().optional() })
/**
 * `GET /api/metadata/{mint}`, of the coin, and `/collection` or a number behind it: what the chain's records of coins without
 * `folderCid` point to, with an address of this server and the creator in it; of the others what is in their folder.
 */
export const metadataSchema = z.object({
  name: z.string(),
  symbol: z.string(),
  description: z.string(),
  image: z.string().optional(),
  external_url: z.string().optional(),
  /** Of an NFT alone. */
  attributes: z
    .array(z.object({ trait_type: z.string(), value: z.union([z.string(), z.number()]) }))
    .readonly()
    .optional(),
  extensions: z
    .object({
      website: z.string().optional(),
      twitter: z.string().optional(),
      telegram: z.string().optional(),
    })
    .optional(),
  properties: z.object({
    category: z.literal('image'),
    files: z.array(z.object({ uri: z.string(), type: z.string() })).readonly(),
    creators: z.array(z.object({ address: z.string(), share: z.number() })).optional(),
  }),
})

/** Messages of `GET /api/launch-progress`: a step is reported when the chain or the index shows it done. */
export type LaunchProgress =
  /** Steps 1 to 4 as in the dialog; `step` is the one being worked on, 5 when all are done. */
  | { readonly type: 'step'; readonly step: 1 | 2 | 3 | 4 | 5 }
  | { readonly type: 'nft_progress'; readonly created: number; readonly total: number }
  /** 0 to 100. */
  | { readonly type: 'progress'; readonly progress: number }
  | { readonly type: 'done'; readonly collectionId: string }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }
