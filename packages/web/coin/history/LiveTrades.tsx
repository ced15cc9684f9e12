// Live trades: everything that happened to the coin, newest first, as it happens. All of it, one's own, or the creator's; and
// by kind, size and wallet, as the address says.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ListFilter } from 'lucide-react'
import { Suspense, useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { useFollowing } from '../../people/session/follow-queries.ts'
import { useSession } from '../../people/session/queries.ts'
import { HistorySince } from '../../shared/history/HistorySince.tsx'
import { useSiteConfig } from '../../shared/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import {
  type ActivityFilters,
  ALL_ACTIVITY,
  activityFiltersOf,
  activityQuery,
  isFiltered,
  withActivityFilters,
} from './activity-filters.ts'
import { useActivity } from './activity-queries.ts'
import { TabMessage } from './TabMessage.tsx'

const OneWallet = lazyPart(() => import('./OneWallet.tsx'))

type Whose = 'all' | 'mine' | 'creators' | 'following' | 'one'

export default function LiveTrades({ collection }: { readonly collection: Collection }) {
  const { data: site } = useSiteConfig()
  const { status, address } = useWallet()
  const [params, setParams] = useSearchParams()
  const { walletAddress: follower, following, isKnown } = useFollowing()
  const session = useSession()
  const asked = useMemo(() => activityFiltersOf(params), [params])
  /** Whose list it is to be is not known yet: all trades would be shown for a moment. */
  const isWaiting =
    asked.isFollowing && follower === undefined && (!session.isKnown || status === 'connecting')
  // An address of somebody who follows others, opened by who follows nobody.
  const isFollowingNobody = !isWaiting && (follower === undefined || (isKnown && following.length === 0))
  const filters = useMemo(
    () => (asked.isFollowing && isFollowingNobody ? { ...asked, isFollowing: false } : asked),
    [asked, isFollowingNobody],
  )
  const setFilters = useCallback(
    (next: ActivityFilters) => setParams((before) => withActivityFilters(before, next), { replace: true }),
    [setParams],
  )
  const mine = status === 'connected' ? address : undefined
  const { creatorAddress } = collection
  const whose = whoseOf(filters, mine, creatorAddress)
  const [isOpen, setOpen] = useState(() =>
    isFiltered({ ...filters, walletAddress: undefined, isFollowing: false }),
  )
  const id = useId()
  const wallets = {
    all: undefined,
    mine,
    creators: creatorAddress,
    following: undefined,
    one: filters.walletAddress,
  }
  const list = (
    <>
      {isOpen && (
        <div id={id}>
          <ActivityFilterBar filters={filters} onChange={setFilters} />
        </div>
      )}
      {filters.walletAddress !== undefined && filters.walletAddress !== mine && (
        <Suspense fallback={<div className="h-11 border-b border-line pointer-coarse:h-14" />}>
          <OneWallet address={filters.walletAddress} />
        </Suspense>
      )}
      {isWaiting ? (
        <TableSkeleton label="Loading trades" />
      ) : (
        <ActivityList
          collection={collection}
          transactionUrl={site?.explorerTransactionUrl ?? null}
          filters={filters}
          onFilters={setFilters}
        />
      )}
    </>
  )
  const item = (choice: Whose, label: string) => ({ id: choice, label, content: list })
  return (
    <div className="@container relative">
      <Tabs<Whose>
        label="Whose trades"
        value={whose}
        onChange={(next) =>
          setFilters({ ...filters, walletAddress: wallets[next], isFollowing: next === 'following' })
        }
        className="[&>[role=tablist]]:pr-12"
        items={[
          item('all', 'Live trades'),
          ...(mine === undefined ? [] : [item('mine', 'Mine')]),
          ...(mine === creatorAddress ? [] : [item('creators', 'Creator’s')]),
          ...(isFollowingNobody ? [] : [item('following', 'Following')]),
          ...(whose === 'one' ? [item('one', 'One wallet’s')] : []),
        ]}
      />
      <button
        type="button"
        aria-label="Filter the trades"
        title="Filter the trades"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={classNames(
          'absolute top-0 right-1 flex size-11 items-center justify-center rounded-full bg-panel transition-colors hover:text-text focus-visible:-outline-offset-2',
          isFiltered(filters) ? 'text-violet' : 'text-muted',
        )}
      >
        <ListFilter size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

/** A creator looks at their own as at theirs. */
function whoseOf(
  { walletAddress: wallet, isFollowing }: ActivityFilters,
  mine: string | undefined,
  creatorAddress: string,
): Whose {
  if (isFollowing) return 'following'
  if (wallet === undefined) return 'all'
  if (wallet === mine) return 'mine'
  return wallet === creatorAddress ? 'creators' : 'one'
}

/** As high as these; what is older is scrolled to inside. */
const LIST =
  'max-h-100 overflow-y-auto [--row:2.25rem] min-[62.5rem]:max-h-150 pointer-coarse:[--row:2.75rem]'
/** What the list shows of them, and what the higher one does on a desk. */
const ROWS_SEEN = 12
const ROWS_SEEN_ON_DESK = 20

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
  const query = useActivity(collection.id, filters)
  const { activity, isPending, isError, error, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  // The first rows are drawn in pieces, between which a phone can be touched.
  const isHere = useDeferredValue(!isPending)
  const reach = useReach()
  const onWallet = useCallback(
    (walletAddress: string) => onFilters({ ...filters, walletAddress, isFollowing: false }),
    [filters, onFilters],
  )
  const sentence = isError ? errorMessage(error, 'The server did not say why.') : undefined
  if (isPending || !isHere)
    return <TableSkeleton label="Loading trades" rows={Math.max(1, Math.min(10, collection.tradeCount))} />
  if (sentence !== undefined && activity.length === 0)
    return (
      <TabMessage title="Failed to load activity" failed={query}>
        {sentence}
      </TabMessage>
    )
  if (activity.length === 0 && !hasNextPage)
    return (
      <>
        <NothingHere collection={collection} filters={filters} onFilters={onFilters} />
        <HistoryEnd since={collection.historySince} />
      </>
    )
  return (
    <div className={LIST} onScroll={reach.onScroll} onFocus={reach.onFocus}>
      <ActivityRows
        collection={collection}
        listKey={activityQuery(filters)}
        activity={activity.slice(0, reach.rows)}
        count={activity.length}
        transactionUrl={transactionUrl}
        onWallet={onWallet}
        isOfFollowed={filters.isFollowing}
      />
      {activity.length > reach.rows && (
        <div style={{ height: `calc(var(--row) * ${activity.length - reach.rows})` }} />
      )}
      <div className="-mt-2 pb-4">
        <LoadMore
          shownText={`${activity.length} shown`}
          hasMore={hasNextPage}
          pending={isFetchingNextPage}
          error={sentence}
          onLoad={() => void fetchNextPage()}
        />
      </div>
      {!hasNextPage && <HistoryEnd since={collection.historySince} />}
    </div>
  )
}

/**
 * How many rows are drawn: a dozen at once, those that can be seen besides when there is time, and all of them for whoever scrolls
 * or goes through them by keyboard. Each row is some 40 elements, and another choice above the list draws it anew.
 */
function useReach() {
  const isTime = useDeferredValue(true, false)
  const isDesk = useIsDesk()
  const [isWhole, setWhole] = useState(false)
  return {
    rows: isWhole ? Number.POSITIVE_INFINITY : isTime && isDesk === true ? ROWS_SEEN_ON_DESK : ROWS_SEEN,
    onFocus: () => setWhole(true),
    onScroll: ({ currentTarget: list }: React.UIEvent) =>
      setWhole(list.scrollTop > 0 || list.contains(document.activeElement)),
  }
}

const HistoryEnd = ({ since }: { readonly since: string | null }) => (
  <HistorySince since={since} className="px-4 pb-3">
    Earlier trades are not in this list.
  </HistorySince>
)

function NothingHere({
  collection: { symbol, historySince },
  filters,
  onFilters,
}: {
  readonly collection: Collection
  readonly filters: ActivityFilters
  readonly onFilters: (filters: ActivityFilters) => void
}) {
  if (filters.isFollowing && !isFiltered({ ...filters, isFollowing: false }))
    return (
      <TabMessage title="No trades of theirs yet">
        None of the wallets that you follow has traded <span translate="no">{symbol}</span>.
      </TabMessage>
    )
  if (isFiltered(filters))
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 pr-3">
        <TabMessage title="Nothing matches these filters">
          There may be other kinds, sizes or wallets.
        </TabMessage>
        <Button size="sm" variant="secondary" onClick={() => onFilters(ALL_ACTIVITY)}>
          Clear filters
        </Button>
      </div>
    )
  if (historySince !== null)
    return <TabMessage title="No trades here yet">The next one is the first of this list.</TabMessage>
  return (
    <TabMessage title="No trades yet">
      The first buy starts the curve: <span translate="no">{symbol}</span> is at its launch price.
    </TabMessage>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

export function TableSkeleton({ label, rows = 6 }: { readonly label: string; readonly rows?: number }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-3.5 px-4 py-3">
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-10" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
