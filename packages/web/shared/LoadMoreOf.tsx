// The end of a list that the server hands out in pages: its button, and why the last page did not come.

import { errorMessage } from '../data/api.ts'
import { LoadMore } from '../ui/LoadMore.tsx'

export interface PagedList {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly error: Error | null
  readonly fetchNextPage: () => Promise<unknown>
}

export function LoadMoreOf({
  list,
  shownText = '',
}: {
  readonly list: PagedList
  /** "48 NFTs shown", told to screen readers when it changes. */
  readonly shownText?: string
}) {
  return (
    <LoadMore
      shownText={shownText}
      hasMore={list.hasNextPage}
      pending={list.isFetchingNextPage}
      error={list.isFetchNextPageError ? errorMessage(list.error, 'The server did not say why.') : undefined}
      onLoad={() => void list.fetchNextPage()}
    />
  )
}
