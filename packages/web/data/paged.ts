// Lists that the server hands out in pages: each page names the cursor of the next one.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiGet, withCursor } from './api.ts'

interface Page {
  /** Null on the last page. */
  readonly nextCursor: string | null
}

/** A paged list in the query cache. */
export type Pages<Part> = InfiniteData<Part, string | null>

/** Reads the list at `path`, with its `/api` prefix; `read` is for pages that are not the answer's body as it is. */
export const pagedOptions = <Part extends Page>(
  queryKey: QueryKey,
  path: string,
  read: (path: string, init: { readonly signal: AbortSignal }) => Promise<Part> = apiGet,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(withCursor(path, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchOnMount: 'always',
  })

/** The list with its `items`, which `itemsOf` takes out of each page. */
export function usePaged<Part extends Page, Item>(
  options: UseInfiniteQueryOptions<Part, Error, InfiniteData<Part>, QueryKey, string | null>,
  itemsOf: (page: Part) => readonly Item[],
) {
  const query = useInfiniteQuery(options)
  const pages: readonly Part[] = query.data?.pages ?? NONE
  // oxlint-disable-next-line react/exhaustive-deps -- a list takes the same of its pages each time
  const items = useMemo(() => joinItems(pages.map(itemsOf)), [pages])
  return { ...query, pages, items }
}
const NONE: readonly never[] = []

/** The items of all pages, each id once: an item that moved up while a later page was read is in both. */
export function joinItems<Item>(pages: readonly (readonly Item[])[]): readonly Item[] {
  const known = new Map<unknown, Item>()
  for (const item of pages.flat()) {
    const key = idOf(item) ?? item
    if (!known.has(key)) known.set(key, item)
  }
  return [...known.values()]
}

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined

/** The coins that come with the pages, by their ids. */
export function useCoins<Coin extends { readonly id: string }>(
  pages: readonly { readonly collections: readonly Coin[] }[],
): ReadonlyMap<string, Coin> {
  return useMemo(
    () => new Map(pages.flatMap(({ collections }) => collections).map((coin) => [coin.id, coin])),
    [pages],
  )
}
