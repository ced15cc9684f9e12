// The grid of coins with its search and its orders. Both are in the address, so that a view can be sent to somebody.
import { Search, SearchX, Sprout, Star, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useWatched } from '../session/watch-memory.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useDebounced } from '../ui/debounced.ts'
import { countText } from '../ui/format.ts'
import { LoadMore } from '../ui/LoadMore.tsx'
import { SkeletonGroup } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { QuickBuySetting } from '../wallet/quick/QuickBuyButton.tsx'
import { errorMessage } from '../wire/api.ts'
import type { Collection } from '../wire/records/coin.ts'
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx'
import { useGlide } from './glide.ts'
import { COLLECTIONS_PER_PAGE } from './home-data.ts'
import { useCollections, useTrending, useWatchedCollections } from './list-queries.ts'
import {
  filterOfParam,
  HOME_FILTERS,
  type HomeFilterKey,
  type HomeSort,
  holdOrder,
  searchCollections,
  sortCollections,
  topPerformerId,
} from './rules.ts'

const SEARCH_DEBOUNCE_MS = 250

export function CollectionsPanel() {
  const [params, setParams] = useSearchParams()
  const filter = filterOfParam(params.get('sort'))
  const query = params.get('q') ?? ''
  const setParam = (name: 'sort' | 'q', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const showFilter = (key: HomeFilterKey) => setParam('sort', key === HOME_FILTERS[0]?.key ? '' : key)

  return (
    <section aria-labelledby="collections-title">
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="collections-title" className="text-20 font-semibold tracking-tight">
            Featured Collections
          </h2>
          <QuickBuySetting />
        </div>
        <SearchBox value={query} onChange={(value) => setParam('q', value)} />
      </div>
      <fieldset className="no-scrollbar -mx-4 mt-3 flex min-w-0 gap-2 overflow-x-auto px-4 py-1">
        <legend className="sr-only">Which collections, in which order</legend>
        {HOME_FILTERS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === filter.key}
            onClick={() => showFilter(key)}
            className={classNames(
              'inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full border px-4 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
              key === filter.key
                ? 'border-violet bg-violet/15 text-text'
                : 'border-line text-muted hover:border-faint hover:text-text',
            )}
          >
            {key === 'watchlist' && <Star size={14} aria-hidden="true" />}
            {label}
          </button>
        ))}
      </fieldset>
      <div className="mt-4">
        {filter.key === 'watchlist' ? (
          <Watchlist
            query={query}
            onClearSearch={() => setParam('q', '')}
            onShowAll={() => showFilter('marketCap')}
          />
        ) : (
          <AllCollections
            sort={filter.key}
            label={filter.label}
            query={query}
            onClearSearch={() => setParam('q', '')}
          />
        )}
      </div>
    </section>
  )
}

function AllCollections({
  sort,
  label,
  query,
  onClearSearch,
}: {
  readonly sort: HomeSort
  readonly label: string
  readonly query: string
  readonly onClearSearch: () => void
}) {
  const list = useCollections({ sort, search: useDebounced(query.trim(), SEARCH_DEBOUNCE_MS) })
  const { collections, error, isPending, refetch, isFetching } = list
  if (isPending) return <GridSkeleton />
  if (collections === undefined)
    return <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  const shown = searchCollections(sortCollections(collections, sort), query)
  if (shown.length > 0)
    return (
      <>
        <CollectionGrid collections={shown} />
        {(list.hasMore || collections.length > COLLECTIONS_PER_PAGE) && (
          <LoadMore
            shownText={`${countText(shown.length, 'collection')} shown`}
            hasMore={list.hasMore}
            pending={list.isLoadingMore}
            error={error === null ? undefined : errorMessage(error, 'The server did not answer.')}
            onLoad={list.loadMore}
          />
        )}
      </>
    )
  if (query.trim() !== '') return <NoResults query={query} onClear={onClearSearch} />
  return (
    <Message
      icon={<Sprout size={32} className="text-violet" aria-hidden="true" />}
      title="No collections found"
      text={`No collections match the "${label}" filter`}
    >
      <Link href="/hybrid-launch" className={buttonClass('primary')}>
        Launch Token
      </Link>
    </Message>
  )
}

function Watchlist({
  query,
  onClearSearch,
  onShowAll,
}: {
  readonly query: string
  readonly onClearSearch: () => void
  readonly onShowAll: () => void
}) {
  const ids = useWatched()
  const { data, error, isPending, refetch, isFetching } = useWatchedCollections(ids)
  const watched = ids.flatMap((id) => data?.find((each) => each.id === id) ?? [])
  if (ids.length > 0 && isPending) return <GridSkeleton />
  if (ids.length > 0 && data === undefined)
    return <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  const shown = searchCollections(watched, query)
  if (shown.length > 0) return <CollectionGrid collections={shown} />
  if (watched.length > 0) return <NoResults query={query} onClear={onClearSearch} />
  return (
    <Message
      icon={<Star size={32} className="text-gold" aria-hidden="true" />}
      title="No collections found"
      text={`No collections match the "Watchlist" filter. Press the star on a coin to keep it here, in this browser.`}
    >
      <Button onClick={onShowAll}>Browse all tokens</Button>
    </Message>
  )
}

function GridSkeleton() {
  return (
    <SkeletonGroup label="Loading collections" className={GRID}>
      {Array.from({ length: 10 }, (_, at) => (
        <CollectionCardSkeleton key={at} />
      ))}
    </SkeletonGroup>
  )
}

function Failure({
  error,
  isRetrying,
  onRetry,
}: {
  readonly error: unknown
  readonly isRetrying: boolean
  readonly onRetry: () => void
}) {
  return (
    <Message
      icon={<TriangleAlert size={32} className="text-down" aria-hidden="true" />}
      title="The collections could not be loaded"
      text={errorMessage(error, 'The server did not answer.')}
    >
      <Button variant="secondary" pending={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </Message>
  )
}

function NoResults({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  return (
    <Message
      icon={<SearchX size={32} className="text-muted" aria-hidden="true" />}
      title="No collections found"
      text={`No results for "${query.trim()}"`}
    >
      <Button variant="secondary" onClick={onClear}>
        Clear search
      </Button>
    </Message>
  )
}

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4 xl:grid-cols-5'

function CollectionGrid({ collections }: { readonly collections: readonly Collection[] }) {
  const [heldIds, setHeldIds] = useState<readonly string[]>()
  const { data: trending } = useTrending()
  const topId = trending && topPerformerId(trending)
  const ordered = heldIds === undefined ? collections : holdOrder(collections, heldIds)
  const list = useRef<HTMLUListElement>(null)
  useGlide(
    list,
    ordered.map(({ id }) => id),
  )
  return (
    <ul
      ref={list}
      className={GRID}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setHeldIds(collections.map(({ id }) => id))
      }}
      onPointerLeave={() => setHeldIds(undefined)}
    >
      {ordered.map((collection) => (
        <li key={collection.id} className="flex min-w-0 flex-col [&>*]:flex-1">
          <CollectionCard collection={collection} isTop={collection.id === topId} />
        </li>
      ))}
    </ul>
  )
}

/** Esc empties it. */
function SearchBox({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <TextInput
      type="search"
      enterKeyHint="search"
      aria-label="Search tokens"
      placeholder="Search tokens..."
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('')
      }}
      icon={<Search size={16} />}
      className="md:w-80"
    />
  )
}

function Message({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col items-center rounded-panel border border-dashed border-line px-4 py-16 text-center">
      {icon}
      <h3 className="mt-4 text-16 font-semibold">{title}</h3>
      <p className="mt-1 max-w-md text-14 text-muted">{text}</p>
      <div className="mt-5">{children}</div>
    </div>
  )
}
