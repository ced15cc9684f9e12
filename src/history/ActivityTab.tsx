// Activity: everything that happened to the coin, newest first, as it happens; by kind, size and wallet, as the address says.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useSiteConfig } from '../site/queries.ts'
import { Button } from '../ui/Button.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import {
  type ActivityFilters,
  activityFiltersOf,
  isFiltered,
  withActivityFilters,
} from './activity-filters.ts'
import { useActivity } from './activity-queries.ts'
import { TabMessage } from './TabMessage.tsx'

export default function ActivityTab({ collection }: { readonly collection: Collection }) {
  const { data: site } = useSiteConfig()
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => activityFiltersOf(params), [params])
  const setFilters = useCallback(
    (next: ActivityFilters) => setParams((before) => withActivityFilters(before, next), { replace: true }),
    [setParams],
  )
  return (
    <>
      <ActivityFilterBar filters={filters} onChange={setFilters} />
      <ActivityList
        collection={collection}
        transactionUrl={site?.explorerTransactionUrl ?? null}
        filters={filters}
        onFilters={setFilters}
      />
    </>
  )
}

function ActivityList({
  collection,
  transactionUrl,
  filters,
  onFilters,
}: {
  readonly collection: Collection
  readonly transactionUrl: string | null
  readonly filters: ActivityFilters
  readonly onFilters: (filters: ActivityFilters) => void
}) {
  const { activity, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useActivity(collection.id, filters)
  const onWallet = useCallback(
    (walletAddress: string) => onFilters({ ...filters, walletAddress }),
    [filters, onFilters],
  )
  const sentence = isError ? errorMessage(error, 'The server did not say why.') : undefined
  if (isPending) return <TableSkeleton label="Loading activity" />
  if (sentence !== undefined && activity.length === 0)
    return (
      <TabMessage title="Failed to load activity" onRetry={() => void refetch()}>
        {sentence}
      </TabMessage>
    )
  if (activity.length === 0 && !hasNextPage)
    return isFiltered(filters) ? (
      <div className="pb-8 text-center">
        <TabMessage title="Nothing matches these filters">
          There is activity of other kinds, sizes or wallets, perhaps.
        </TabMessage>
        <Button
          variant="secondary"
          onClick={() => onFilters({ kind: 'all', minSol: undefined, walletAddress: undefined })}
        >
          Clear filters
        </Button>
      </div>
    ) : (
      <TabMessage title="No trades yet">
        The first buy starts the curve: {collection.symbol} is at its launch price.
      </TabMessage>
    )
  return (
    <>
      <ActivityRows
        collection={collection}
        activity={activity}
        transactionUrl={transactionUrl}
        onWallet={onWallet}
      />
      <div className="-mt-2 pb-4">
        <LoadMore
          shownText={`${activity.length} shown`}
          hasMore={hasNextPage}
          pending={isFetchingNextPage}
          error={sentence}
          onLoad={() => void fetchNextPage()}
        />
      </div>
    </>
  )
}

export function TableSkeleton({ label }: { readonly label: string }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-4 p-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="hidden h-5 w-20 sm:block" />
          <Skeleton className="h-5 w-10" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
