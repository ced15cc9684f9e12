// A list of the admin pages: rows alike, with the loading text above their skeletons.
import type { ReactNode } from 'react'
import { Paged, type PagedQuery } from '../shared/Loaded.tsx'
import { groupThousands } from '../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

export interface PagedListProps<Item> {
  readonly pages: PagedQuery<Item>
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
  return (
    <Paged
      list={pages}
      failedTitle={errorTitle}
      empty={empty}
      endText={`${groupThousands(pages.items.length)} shown`}
      skeleton={
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
      }
    >
      {(items) => <ul className={className}>{items.map(children)}</ul>}
    </Paged>
  )
}
