// The feed of followed wallets: read in pages, and kept true by what the live stream tells of these wallets.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Feed, LatestTrades } from '@twinmint/sdk/api/follows/feed-contract'
import { inOrder } from '@twinmint/sdk/api/records/coin-order'
import type { MarketActivityOfCoin, TradeOfCoin } from '@twinmint/sdk/api/records/trade'
import { useEffect, useMemo, useRef } from 'react'
import { apiGet } from '../../data/api.ts'
import { type Pages, pagedOptions, useCoins, usePaged } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'
import { useFollowedNews } from '../session/follow-queries.ts'
import { withNews } from './rules.ts'

const FEED = '/api/user/following/trades'
/** Two hundred busy wallets must not make the page read at each of their trades. */
const NEWS_AT_MOST_EVERY_MS = 2_000

export type FeedEntry = TradeOfCoin | MarketActivityOfCoin
/** No trade, but something of an NFT market. */
export const isOfMarket = (entry: FeedEntry): entry is MarketActivityOfCoin => 'kind' in entry

/** Trades and swaps of the wallets that `follower` follows, newest first, live. `version`: of the list of these wallets. */
export function useFeed(follower: string, version: string | undefined) {
  const client = useQueryClient()
  const queryKey = keyOf('feed-of', follower, version)
  const list = usePaged(
    {
      ...pagedOptions<Feed>(queryKey, FEED),
      enabled: version !== undefined,
      placeholderData: keepPreviousData,
    },
    ({ trades, activity }) => inOrder([...trades, ...activity]),
  )
  const readNews = async () => {
    try {
      const latest = await apiGet<Feed>(FEED)
      client.setQueryData<Pages<Feed>>(queryKey, (data) => data && withNews(data, latest))
    } catch (error) {
      // The next trade asks again.
      console.error('What followed wallets just did was not read', error)
    }
  }
  useFollowedNews(useAtMostEvery(NEWS_AT_MOST_EVERY_MS, readNews))
  const coins = useCoins(list.pages)
  /** Newest first; what happened in markets of NFTs has a kind. */
  const items = useMemo(
    () =>
      list.items.map((each): FeedEntry => {
        const { name = '', symbol = '', thumbnailUrl = null } = coins.get(each.collectionId) ?? {}
        return { ...each, coin: { name, symbol, thumbnailUrl } }
      }),
    [list.items, coins],
  )
  return { ...list, items, coins }
}

/** Calls `act` at once, and when it is called again within `ms` once more after that time. */
function useAtMostEvery(ms: number, act: () => Promise<void>): () => void {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; isAsked: boolean }>({
    isAsked: false,
  })
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const { current } = state
    return () => {
      clearTimeout(current.timer)
      current.timer = undefined
    }
  }, [])
  const run = () => {
    const { current } = state
    if (current.timer !== undefined) {
      current.isAsked = true
      return
    }
    current.isAsked = false
    current.timer = setTimeout(() => {
      current.timer = undefined
      if (current.isAsked) run()
    }, ms)
    void latest.current()
  }
  return run
}

const NONE: LatestTrades['trades'] = []

/** The last trade of each followed wallet that has one; none while they are not known, or could not be read. */
export function useLatestTrades(follower: string, version: string | undefined) {
  const { data, isError } = useQuery({
    queryKey: keyOf('latest-of', follower, version),
    enabled: version !== undefined,
    queryFn: ({ signal }) => apiGet<LatestTrades>('/api/user/following/latest', { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const state = data !== undefined ? 'known' : isError ? 'failed' : 'pending'
  return { trades: data?.trades ?? NONE, state } as const
}
