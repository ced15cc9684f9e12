// Lists of coins as the home page and the search show them.
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Collection, ListedCoin } from '@twinmint/sdk/api/records/coin'
import type { Person } from '@twinmint/sdk/api/records/person'
import { GRID_ID, searchCollections } from '@twinmint/sdk/internal/api/home/rules'
import { useEffect, useState } from 'react'
import { ApiRequestError, apiGet } from '../../data/api.ts'
import { usePaged } from '../../data/paged.ts'
import { keyOf } from '../../data/query-keys.ts'
import { type CollectionsRequest, collectionsOptions, trendingOptions } from './queries.ts'

/** Figures of the last 24 hours age without an event. Beyond so many pages that would be too many questions. */
const REFRESH_MS = 60_000
const REFRESHED_PAGES_MAX = 3

/** Coins in an order, by pages; what was shown stays until the answer to a new search or order is here. */
export function useCollections(request: CollectionsRequest) {
  const query = usePaged(
    {
      ...collectionsOptions(request),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        (state.data?.pages.length ?? 0) > REFRESHED_PAGES_MAX ? false : REFRESH_MS,
    },
    (part) => part.items,
  )
  return { ...query, ...usePagesWanted(query, JSON.stringify(request)) }
}

interface PagedQuery {
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/**
 * Whoever asked for more gets it: news of the market makes the list be read again from its beginning, and that calls off a
 * page that is on its way.
 */
function usePagesWanted(query: PagedQuery, listKey: string) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const [wanted, setWanted] = useState({ listKey, pages: 1 })
  const pagesWanted = wanted.listKey === listKey ? wanted.pages : 1
  const known = data?.pages.length ?? 0
  const isShort = known > 0 && known < pagesWanted && hasNextPage
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return {
    hasMore: hasNextPage,
    isLoadingMore: isShort && !isError,
    loadMore: () => {
      setWanted({ listKey, pages: known + 1 })
      // After a failure the number is the same as before.
      if (isError) void fetchNextPage()
    },
  }
}

/**
 * The coins of the watchlist, in its order; those that no longer exist are left out. One list, and not a question for each
 * coin on its own, so that the cards come together; of a coin that was asked for lately nothing is asked again.
 */
export function useWatchedCollections(ids: readonly string[]) {
  const client = useQueryClient()
  return useQuery({
    // The third segment keeps the live stream from reading it again for coins that it does not name.
    queryKey: keyOf('collections?watched', ids.join(',')),
    queryFn: async () => {
      const found = await Promise.all(ids.map((id) => findCollection(client, id)))
      return found.filter((each) => each !== undefined)
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

async function findCollection(client: QueryClient, id: string): Promise<Collection | undefined> {
  try {
    return await client.fetchQuery<Collection>({
      queryKey: keyOf('collections', id),
      staleTime: REFRESH_MS / 2,
    })
  } catch (error) {
    if (error instanceof ApiRequestError && error.status === 404) return undefined
    throw error
  }
}

/** Scores fall as time passes, so the list is read again every 30 seconds. */
export function useTrending(enabled = true) {
  return useQuery({ ...trendingOptions, refetchInterval: 30_000, enabled })
}

const SEARCH_RESULTS_MAX = 8
const PEOPLE_MAX = 3
const SEARCH_FRESH_MS = 10_000

/** A coin, somebody with a name, or the grid of all coins that a text finds. */
export interface Found {
  readonly href: string
  readonly what:
    | { readonly kind: 'coin'; readonly collection: ListedCoin }
    | { readonly kind: 'person'; readonly person: Person }
    | { readonly kind: 'all'; readonly text: string }
}

export const foundCoin = (collection: ListedCoin): Found => ({
  href: `/trade/${collection.id}`,
  what: { kind: 'coin', collection },
})

/** With the way to the home page's grid of what the text finds, where that finds any of it: it knows no addresses. */
export function withAll(found: readonly Found[], text: string): readonly Found[] {
  const coins = found.flatMap(({ what }) => (what.kind === 'coin' ? [what.collection] : []))
  if (searchCollections(coins, text).length === 0) return found
  return [...found, { href: `/?q=${encodeURIComponent(text)}#${GRID_ID}`, what: { kind: 'all', text } }]
}

/** Coins by name, symbol, mint or creator, then people; an answer that nobody waits for any more is called off. */
export function searchOptions(text: string) {
  const query = `q=${encodeURIComponent(text)}`
  return queryOptions({
    queryKey: keyOf(`search?${query}`),
    queryFn: async ({ signal }): Promise<readonly Found[]> => {
      const [coins, people] = await Promise.all([
        apiGet<readonly ListedCoin[]>(`/api/search?${query}&limit=${SEARCH_RESULTS_MAX}`, { signal }),
        apiGet<readonly Person[]>(`/api/user/search?${query}&limit=${PEOPLE_MAX}`, { signal }),
      ])
      return [
        ...coins.map(foundCoin),
        ...people.map(
          (person): Found => ({ href: `/profile/${person.walletAddress}`, what: { kind: 'person', person } }),
        ),
      ]
    },
    staleTime: SEARCH_FRESH_MS,
    gcTime: SEARCH_FRESH_MS,
  })
}

export function useSearch(text: string) {
  return useQuery({ ...searchOptions(text), enabled: text !== '', placeholderData: keepPreviousData })
}
