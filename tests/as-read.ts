// All that a server's readers see of some coins and wallets, to compare two servers of one chain.
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type Client, HttpFailure } from './client.ts'

const NOT_COMPARED: ReadonlySet<string> = new Set([
  // Pictures and texts of a launch are where it was made.
  'imageUrl',
  'thumbnailUrl',
  'description',
  'links',
  'metadataUrl',
  // By the minute in which each server last looked.
  'stoodMarketCapLamports',
  'change1hPercent',
  'change24hPercent',
  'sparkline',
])

const OF_A_COIN = [
  '',
  '/trades?limit=200',
  '/activity?limit=100',
  '/holders',
  '/nfts?limit=50',
  '/nft-figures',
]

interface Subjects {
  readonly coins: readonly string[]
  readonly wallets: readonly string[]
}

/** The paths that two servers answer differently. */
export async function listDifferences(one: Client, other: Client, of: Subjects): Promise<string[]> {
  const paths = pathsOf(of)
  const [ones, others] = await Promise.all([one, other].map((client) => readAll(client, paths)))
  return paths.filter((_, at) => ones?.[at] !== others?.[at])
}

function pathsOf({ coins, wallets }: Subjects): string[] {
  return [
    '/api/stats',
    ...coins.flatMap((id) => [
      ...OF_A_COIN.map((rest) => `/api/collections/${id}${rest}`),
      ...wallets.map((wallet) => `/api/collections/${id}/position/${wallet}`),
      `/api/bonding-curve/${id}`,
      `/api/chart-data/${id}?timeframe=1m`,
      `/api/chart-data/${id}?timeframe=1s`,
    ]),
    ...wallets.flatMap((wallet) => [
      `/api/user/trades?walletAddress=${wallet}`,
      `/api/user/nfts/${wallet}`,
      `/api/marketplace/listings/${wallet}`,
    ]),
  ]
}

/** Each answer as text; a refusal as its code. */
const readAll = (client: Client, paths: readonly string[]): Promise<string[]> =>
  Promise.all(
    paths.map(async (path) =>
      JSON.stringify(await client.get(path).catch(codeOf), (name, value: unknown) =>
        NOT_COMPARED.has(name) ? undefined : value,
      ),
    ),
  )

function codeOf(error: unknown): string {
  if (error instanceof HttpFailure) return error.code
  throw error
}

/** What a coin's accounts say of it. */
const ACCOUNTED = [
  'name',
  'symbol',
  'creatorAddress',
  'mintAddress',
  'marketAddress',
  'metadataUri',
  'createdAt',
  'totalSupply',
  'currentSupply',
  'mintedNFTCount',
  'circulatingNFTCount',
  'initialPrice',
  'currentPrice',
  'marketCapLamports',
  'reserveLamports',
  'reserveBaseUnits',
  'realLamports',
  'creatorFeesOwedLamports',
  'graduationMarketCapLamports',
  'boostedUntil',
  'sequence',
] as const satisfies readonly (keyof Collection)[]
export const accountedOf = (coin: Collection): Partial<Collection> =>
  Object.fromEntries(ACCOUNTED.map((name) => [name, coin[name]]))
