// A query in its states: on its way, failed with a retry, and there; a paged list is empty or goes on, too.
import type { ReactNode } from 'react'
import { errorMessage } from '../data/api.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { type Failed, type FailureLook, LoadFailure, NO_REASON } from './LoadFailure.tsx'

interface LoadedProps extends FailureLook {
  readonly skeleton: ReactNode
  /** "The figures could not be loaded". */
  readonly failedTitle: string
  /** Around texts, in a panel without a margin of its own. */
  readonly textClassName?: string
}

export function Loaded<Data>({
  query,
  skeleton,
  failedTitle,
  textClassName,
  children,
  ...look
}: LoadedProps & {
  readonly query: Failed & { readonly data: Data | undefined; readonly isPending: boolean }
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton
  return (
    <Box className={textClassName}>
      <LoadFailure title={failedTitle} query={query} {...look} />
    </Box>
  )
}

const Box = ({
  className,
  children,
}: {
  readonly className: string | undefined
  readonly children: ReactNode
}) => (className === undefined ? children : <div className={className}>{children}</div>)

/** A list of `usePaged`. */
export interface PagedQuery<Item> extends Failed {
  readonly data: unknown
  readonly isPending: boolean
  readonly items: readonly Item[]
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export function Paged<Item>({
  list,
  empty,
  endText,
  endClassName,
  children,
  ...loaded
}: LoadedProps & {
  readonly list: PagedQuery<Item>
  readonly empty: ReactNode
  /** "48 NFTs shown". Without it, the list ends without a word. */
  readonly endText?: string | undefined
  readonly endClassName?: string
  readonly children: (items: readonly Item[]) => ReactNode
}) {
  const { items, hasNextPage } = list
  const isEmpty = items.length === 0
  return (
    <Loaded query={list} {...loaded}>
      {() => (
        <>
          {isEmpty ? <Box className={loaded.textClassName}>{empty}</Box> : children(items)}
          {/* Items may be a choice: what is chosen may come with the next page. */}
          {(hasNextPage || (!isEmpty && endText !== undefined)) && (
            <Box className={endClassName}>
              <LoadMore
                shownText={endText ?? ''}
                hasMore={hasNextPage}
                pending={list.isFetchingNextPage}
                error={list.isFetchNextPageError ? errorMessage(list.error, NO_REASON) : undefined}
                onLoad={() => void list.fetchNextPage()}
              />
            </Box>
          )}
        </>
      )}
    </Loaded>
  )
}
