// A list of the admin pages in all its states: loading, failed, empty, and going on.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { groupThousands } from '../ui/format.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import type { Pages } from './queries.ts'

export interface PagedListProps<Item> {
  readonly pages: Pages<Item>
  readonly loadingText: string
  readonly errorTitle: string
  readonly empty: ReactNode
  readonly className: string
  /** Of one row, while they are awaited. */
  readonly skeletonClassName: string
  readonly children: (item: Item) => ReactNode
}

export function PagedList<Item>({
  pages,
  loadingText,
  errorTitle,
  empty,
  className,
  skeletonClassName,
  children,
}: PagedListProps<Item>) {
  const { items, error, hasNextPage, isFetchingNextPage } = pages
  if (items === undefined && error !== null)
    return (
      <Message
        icon={<TriangleAlert size={32} aria-hidden="true" className="text-down" />}
        title={errorTitle}
        action={
          <Button variant="secondary" pending={pages.isFetching} onClick={() => void pages.refetch()}>
            Retry
          </Button>
        }
      >
        {errorMessage(error, 'The server did not answer.')}
      </Message>
    )
  if (items === undefined)
    return (
      <SkeletonGroup label={loadingText}>
        <p aria-hidden="true" className="mb-3 text-14 text-muted">
          {loadingText}
        </p>
        <div className={className}>
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <Skeleton key={place} className={skeletonClassName} />
          ))}
        </div>
      </SkeletonGroup>
    )
  if (items.length === 0) return empty
  return (
    <>
      <ul className={className}>{items.map(children)}</ul>
      <LoadMore
        shownText={`${groupThousands(items.length)} shown`}
        hasMore={hasNextPage}
        pending={isFetchingNextPage}
        error={error === null ? undefined : errorMessage(error, 'Loading more failed.')}
        onLoad={() => void pages.fetchNextPage()}
      />
    </>
  )
}
