// Lists of coins and the platform's figures as the wire carries them.
import { z } from 'zod'

export const COLLECTION_SORTS = [
  'lastTrade',
  'created',
  'volume',
  'marketCap',
  'trending',
  'change1h',
  'change24h',
  'traders',
  'holders',
  'nfts',
  'progress',
] as const
/** `new`: launched within 24 hours and not graduated. `graduating`: 80 % of the way or more, and not graduated. */
export const COLLECTION_STATES = ['all', 'new', 'graduating', 'graduated'] as const
export const collectionsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  sort: z.enum(COLLECTION_SORTS).default('lastTrade'),
  order: z.enum(['desc', 'asc']).default('desc'),
  state: z.enum(COLLECTION_STATES).default('all'),
  search: z.string().max(100).optional(),
  creator: z.string().max(44).optional(),
  cursor: z.string().max(200).optional(),
})
export type CollectionsQuery = z.infer<typeof collectionsQuerySchema>

/** `GET /api/search?q=`: by the coin's or its collection's name, symbol, or the beginning of the mint's or the creator's address; the best first. */
export const searchQuerySchema = z.object({
  q: z.string().trim().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(20).default(8),
})

export const ANALYTICS_RANGES = ['24h', '7d', '30d'] as const
/** `GET /api/analytics` */
export const analyticsQuerySchema = z.object({ range: z.enum(ANALYTICS_RANGES).default('24h') })
/** `GET /api/analytics?range=`: hours of a day, else days. Quiet ones are there too, with zeros. */
export const analyticsSchema = z.object({
  range: z.enum(ANALYTICS_RANGES),
  bucketSeconds: z.number(),
  /** Oldest first. */
  buckets: z.array(
    z.object({
      /** Unix seconds of the bucket's begin. */
      time: z.number(),
      launches: z.number(),
      graduations: z.number(),
      trades: z.number(),
      swaps: z.number(),
      traders: z.number(),
      /** SOL, decimal text. */
      volume: z.string(),
      fees: z.string(),
    }),
  ),
  totals: z.object({
    launches: z.number(),
    graduations: z.number(),
    trades: z.number(),
    swaps: z.number(),
    /** Distinct wallets over the whole range. */
    traders: z.number(),
    volume: z.string(),
    fees: z.string(),
  }),
})
export type Analytics = z.infer<typeof analyticsSchema>

export const statsSchema = z.object({
  totalLaunches: z.number(),
  /** SOL traded in 24 hours, decimal text. */
  totalVolume: z.string(),
  /** Distinct wallets that traded in 24 hours. */
  activeTraders: z.number(),
  /** Share of launches that graduated, in percent with one decimal. */
  successRate: z.number(),
})
export type Stats = z.infer<typeof statsSchema>

/** `GET /api/config`: what the page must know of the server it speaks to. */
export const siteConfigSchema = z.object({
  /** `embedded` is this server's own chain, with Demo Mode. */
  network: z.enum(['embedded', 'devnet', 'testnet', 'mainnet-beta', 'custom']),
  demoMode: z.boolean(),
  /** Wallet Standard chain id, e.g. `solana:devnet`; the embedded chain calls itself `solana:localnet`. */
  walletChain: z.string(),
  programAddress: z.string(),
  /** Dollars for one SOL. */
  solUsd: z.number(),
  graduationMarketCapLamports: z.string(),
  boostPriceLamports: z.string(),
  boostSeconds: z.number(),
  /** Terms of launches from now on; a coin keeps those it was launched with. */
  sellFeeBps: z.number(),
  /** The creator's part of the sell fee. */
  creatorShareBps: z.number(),
  paused: z.boolean(),
  /** What the faucet gives a new wallet in Demo Mode. */
  faucetLamports: z.string(),
  /** Set while bots launch and trade here, so that pages can mark what they do; null where nobody does. */
  demoMarket: z.object({ botAddresses: z.array(z.string()) }).nullable(),
  /** Where the page sends transactions by JSON-RPC: on this server. */
  rpcUrl: z.string(),
  /** `{signature}` is replaced; our own page, `/tx/{signature}`, where no explorer knows the network. */
  explorerTransactionUrl: z.string(),
  /** `{address}` is replaced; null where no explorer knows the network. */
  explorerAddressUrl: z.string().nullable(),
  /** Where the project is found elsewhere; null where nothing is set. */
  links: z.object({
    github: z.string().nullable(),
    discord: z.string().nullable(),
    x: z.string().nullable(),
    telegram: z.string().nullable(),
    medium: z.string().nullable(),
  }),
})
export type SiteConfig = z.infer<typeof siteConfigSchema>
