// The keys of the query cache: what each is called, and what follows in it. A key's beginning is the key of all that begin so.
import type { QueryKey } from '@tanstack/react-query'

interface Keys {
  readonly config: []
  readonly session: []
  readonly status: []
  readonly docs: []
  readonly landing: [part: 'status']
  readonly waitlist: [part: 'check', username: string]
  readonly admin: [...path: string[]]
  readonly keys: [part: 'events']
  /** The platform's. */
  readonly figures: []
  readonly analytics: [range: string]
  readonly 'priority-fees': []

  /** A coin by its id or its mint address, or a list by its name. The live stream folds its news into both. */
  readonly collections: [coin: string, part: 'pinned' | 'content' | 'priority-fees']
  /** Lists of coins by their path. With a third segment they are not read again for coins that they do not name. */
  readonly [list: `collections?${string}`]: [list: string]
  readonly [search: `search?${string}`]: []
  readonly 'activity-of': [coin: string, filters: string, followedVersion: string | undefined]
  readonly 'holders-of': [coin: string, limit: number]
  readonly 'chart-data': [coin: string, interval: string]
  readonly 'marks-of': [coin: string, wallet: string]
  readonly 'xray-of': [coin: string]
  readonly 'creator-of': [coin: string]
  readonly 'comments-of': [coin: string]
  readonly chat: []

  readonly 'nfts-of': [coin: string, list: string | undefined, search: string | undefined]
  readonly 'nft-stats-of': [coin: string]
  readonly nft: [coin: string, edition: number]
  readonly 'nfts-featured': [rarity: string]
  readonly marketplace: [list: 'nfts' | 'stats' | 'offers' | 'sales', coinOrQuery: string, edition: number]

  /** SOL and coins; read again whenever the stream tells of the wallet. */
  readonly wallet: [addressAndQuery: string]
  readonly user: [list: 'nfts', coin: string, wallet: string]
  readonly 'position-of': [coin: string, wallet: string]
  readonly 'market-listings-of': [wallet: string]
  readonly 'market-offers-of': [wallet: string, side: 'made' | 'received']
  readonly 'nfts-held-by': [wallet: string]
  readonly 'portfolio-of': [wallet: string]
  readonly 'trades-by': [wallet: string]
  readonly 'fees-of': [wallet: string]
  readonly 'profile-of': [wallet: string]
  readonly 'watchlist-of': [wallet: string | undefined]
  readonly 'alerts-of': [wallet: string]
  readonly 'notifications-of': [wallet: string]
  readonly 'push-of': [wallet: string]
  readonly 'following-of': [wallet: string]
  readonly 'feed-of': [wallet: string, followedVersion: string | undefined]
  readonly 'latest-of': [wallet: string, followedVersion: string | undefined]
  readonly 'people-named': [text: string]
  readonly 'person-at': [wallet: string]
  readonly 'send-recipient': [coin: string, what: number | 'coins', wallet: string | undefined]
}

/** `keyOf('nft', id, 1)` is one NFT, `keyOf('nft', id)` all of the coin, `keyOf('nft')` all. */
export const keyOf = <Name extends keyof Keys>(name: Name, ...rest: Partial<Keys[Name]>): QueryKey => [
  'api',
  name,
  ...rest,
]

/** What is known of a coin's NFTs. */
export const nftKeys = (coin: string): readonly QueryKey[] => [
  keyOf('nfts-of', coin),
  keyOf('nft-stats-of', coin),
  keyOf('nft', coin),
]
