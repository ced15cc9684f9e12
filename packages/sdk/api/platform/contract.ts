// What a page must know of the server it speaks to, as the wire carries it.
import { z } from 'zod'

/** `GET /api/config`: what the page must know of the server it speaks to. */
export const siteConfigSchema = z.object({
  /** `embedded` is this server's own chain, with Demo Mode. */
  network: z.enum(['embedded', 'devnet', 'testnet', 'mainnet-beta', 'custom']),
  demoMode: z.boolean(),
  /** Where the server is found, without a trailing slash: the metadata addresses of its launches begin with it. */
  publicUrl: z.string(),
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
  /** Of what an NFT is sold for above its coins' value. */
  royaltyBps: z.number(),
  /** Of what an NFT is sold for. */
  marketFeeBps: z.number(),
  paused: z.boolean(),
  /** When the pause ends by itself, at the latest; null while there is none, or where the chain does not say. */
  pausedUntil: z.string().nullable(),
  /** What the faucet gives a new wallet in Demo Mode. */
  faucetLamports: z.string(),
  /** Set while bots launch and trade here, so that pages can mark what they do; null where nobody does. */
  demoMarket: z.object({ botAddresses: z.array(z.string()) }).nullable(),
  /** Where the page reads the chain by JSON-RPC, and wallets may send to it: on this server. */
  rpcUrl: z.string(),
  /** `{signature}` is replaced; our own page, `/tx/{signature}`, where no explorer knows the network. */
  explorerTransactionUrl: z.string(),
  /** `{address}` is replaced; null where no explorer knows the network. */
  explorerAddressUrl: z.string().nullable(),
  /**
   * A coin's chart elsewhere: `{mint}` is replaced by the coin's mint address, or by what `mints` says for it. Null where no such
   * service knows the network: the full-screen chart of the coin's own page is linked instead.
   */
  externalChart: z.object({ url: z.string(), mints: z.record(z.string(), z.string()) }).nullable(),
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
