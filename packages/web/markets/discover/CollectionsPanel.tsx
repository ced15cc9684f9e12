// The coins in their orders, or those that a search finds. Both are in the address, so that a view can be sent to somebody;
// how large they are drawn is kept in the browser.

import { COLLECTIONS_PER_PAGE } from '@twinmint/sdk/internal/api/home/first-lists'
import {
  filterOfParam,
  GRID_ID,
  HOME_FILTERS,
  type HomeFilterKey,
  type HomeSort,
  searchCollections,
  sortCollections,
} from '@twinmint/sdk/internal/api/home/rules'
import { Grid2x2, LayoutGrid, SearchX, Sprout, Star, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { useWatched } from '../../people/session/watchlist-storage.ts'
import { type Failed, NO_REASON } from '../../shared/LoadFailure.tsx'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { countText } from '../../ui/format.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useDebounced } from '../../ui/steady.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { QuickBuySetting } from '../../wallet/quick-trade/QuickBuyButton.tsx'
import { CollectionGrid, GridSkeleton } from './CollectionGrid.tsx'
import { type Density, useDensity } from './density.ts'
import { useCollections, useWatchedCollections } from './list-queries.ts'
import { SEARCH_FIELD } from './search-field.tsx'

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

  const [density, chooseDensity] = useDensity()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (query === '' || location.hash !== `#${GRID_ID}`) return undefined
    // After the page that has come was put to its top.
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [query])

  return (
    <section ref={section} id={GRID_ID} aria-labelledby="collections-title" className="scroll-mt-20">
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <h2 id="collections-title" className="text-16 font-semibold tracking-tight sm:text-20">
          Featured Collections
        </h2>
        <div className="flex items-center gap-2">
          <QuickBuySetting />
          <DensityChoice density={density} onChoose={chooseDensity} />
        </div>
        <fieldset className="no-scrollbar col-span-full -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 lg:col-span-1 lg:mr-0 lg:-ml-1 lg:px-1">
          <legend className="sr-only">Which collections, in which order</legend>
          {HOME_FILTERS.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === filter.key}
              onClick={() => showFilter(key)}
              className={classNames(
                CHIP,
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
        <GridSearch query={query} onQuery={(text) => setParam('q', text)} />
      </div>
      <div className="mt-4">
        {filter.key === 'watchlist' ? (
          <Watchlist
            density={density}
            query={query}
            onClearSearch={() => setParam('q', '')}
            onShowAll={() => showFilter('marketCap')}
          />
        ) : (
          <AllCollections
            density={density}
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

const CHIP =
  'inline-flex h-9 shrink-0 items-center gap-1.5 rounded-full border px-4 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11'

/** Filters the coins below. The search in the header also finds people, and opens other pages. */
function GridSearch({
  query,
  onQuery,
}: {
  readonly query: string
  readonly onQuery: (query: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextInput
      ref={field}
      inputMode="search"
      enterKeyHint="search"
      aria-label="Search these coins"
      placeholder={SEARCH_FIELD.placeholder}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={SEARCH_FIELD.maxLength}
      icon={SEARCH_FIELD.icon}
      suffix={
        query === '' ? undefined : (
          <button
            type="button"
            aria-label="Show all again"
            onClick={() => {
              onQuery('')
              field.current?.focus()
            }}
            className="-mr-3 flex size-11 items-center justify-center rounded-input text-muted hover:text-text"
          >
            <X size={16} aria-hidden="true" />
          </button>
        )
      }
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      className="col-span-full lg:col-span-1"
    />
  )
}

const DENSITIES = [
  { value: 'compact', text: 'Compact', Icon: LayoutGrid },
  { value: 'large', text: 'Large', Icon: Grid2x2 },
] as const

function DensityChoice({
  density,
  onChoose,
}: {
  readonly density: Density
  readonly onChoose: (density: Density) => void
}) {
  return (
    <Segmented<Density>
      label="Size of the cards"
      className="rounded-full border border-line"
      tone="raised"
      value={density}
      onChange={onChoose}
      segments={DENSITIES.map(({ value, text, Icon }) => ({
        value,
        label: (
          <span className="flex items-center gap-1.5 px-1 text-13 font-medium" title={`${text} cards`}>
            <Icon size={16} aria-hidden="true" />
            <span className="max-sm:sr-only">{text}</span>
          </span>
        ),
      }))}
    />
  )
}

function AllCollections({
  density,
  sort,
  label,
  query,
  onClearSearch,
}: {
  readonly density: Density
  readonly sort: HomeSort
  readonly label: string
  readonly query: string
  readonly onClearSearch: () => void
}) {
  const list = useCollections({ sort, search: useDebounced(query.trim(), SEARCH_DEBOUNCE_MS) })
  const { data, items: collections, error, isPending } = list
  if (isPending) return <GridSkeleton density={density} />
  if (data === undefined) return <Failure query={list} />
  const shown = searchCollections(sortCollections(collections, sort), query)
  if (shown.length > 0)
    return (
      <>
        <CollectionGrid
          density={density}
          collections={shown}
          listKey={`${sort} ${query} ${list.isPlaceholderData}`}
        />
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
  density,
  query,
  onClearSearch,
  onShowAll,
}: {
  readonly density: Density
  readonly query: string
  readonly onClearSearch: () => void
  readonly onShowAll: () => void
}) {
  const ids = useWatched()
  const list = useWatchedCollections(ids)
  const { data, isPending } = list
  const watched = ids.flatMap((id) => data?.find((each) => each.id === id) ?? [])
  if (ids.length > 0 && isPending) return <GridSkeleton density={density} />
  if (ids.length > 0 && data === undefined) return <Failure query={list} />
  const shown = searchCollections(watched, query)
  if (shown.length > 0) return <CollectionGrid density={density} collections={shown} listKey="watchlist" />
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

function Failure({ query }: { readonly query: Failed }) {
  return (
    <Message
      icon={<TriangleAlert size={32} className="text-down" aria-hidden="true" />}
      title="The collections could not be loaded"
      text={errorMessage(query.error, NO_REASON)}
    >
      <RetryButton query={query} />
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
