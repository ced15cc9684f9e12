// Lists of coins and the platform's figures as the wire carries them.
import { z } from 'zod'

export const COLLECTION_SORTS = ['lastTrade', 'created', 'volume', 'marketCap'] as const
export const collectionsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  sort: z.enum(COLLECTION_SORTS).default('lastTrade'),
  search: z.string().max(100).optional(),
  creator: z.string().max(44).optional(),
  cursor: z.string().max(200).optional(),
})
export type CollectionsQuery = z.infer<typeof collectionsQuerySchema>

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
  sellFeeBps: z.number(),
  paused: z.boolean(),
  /** What the faucet gives a new wallet in Demo Mode. */
  faucetLamports: z.string(),
  /** Where the page sends transactions by JSON-RPC: on this server. */
  rpcUrl: z.string(),
  /** `{signature}` and `{address}` are replaced; null where no explorer knows the network. */
  explorerTransactionUrl: z.string().nullable(),
  explorerAddressUrl: z.string().nullable(),
})
export type SiteConfig = z.infer<typeof siteConfigSchema>
