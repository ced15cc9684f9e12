// All markets: tabs, order and search are in the address, so that a view can be sent and Back works.
import { Columns3, Search, Table2 } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLive } from '../data/live.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { classNames } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { useIsWide } from '../ui/media.ts'
import { type PauseReason, useDebounced, usePause } from '../ui/steady.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { QuickBuySetting } from '../wallet/quick-trade/QuickBuyButton.tsx'
import { MarketsList } from './MarketsList.tsx'
import { ListEnd, MarketsFailed, MarketsSkeleton, NoMarkets } from './MarketsStates.tsx'
import { MarketsTable } from './MarketsTable.tsx'
import { useMarkets } from './queries.ts'
import {
  hasColumns,
  MARKET_TABS,
  type MarketsView,
  marketsViewOf,
  SEARCH_LENGTH_MAX,
  SETTLE_MS,
  TOOLS_LINE,
  withMarketsView,
  withSort,
  withTab,
} from './rules.ts'
import { SortSelect } from './SortSelect.tsx'

const loadColumns = () => import('./ColumnsView.tsx')
const ColumnsView = lazyPart(loadColumns)

export default function MarketsPage() {
  useLive('market')
  const [params, setParams] = useSearchParams()
  const typed = useMemo(() => marketsViewOf(params), [params])
  const head = useRef<HTMLDivElement>(null)

  /** A new place in the history, from the list's first row on. */
  const go = (view: MarketsView) => {
    setParams((before) => withMarketsView(before, view))
    const top = (head.current?.getBoundingClientRect().top ?? 0) + scrollY - UNDER_HEADER
    if (scrollY > top) scrollTo(0, Math.max(0, top))
  }
  const setSearch = (search: string) =>
    setParams((before) => withMarketsView(before, { ...typed, search }), { replace: true })

  const isInColumns = hasColumns(params)
  const tools = (
    <>
      <ViewSwitch isInColumns={isInColumns} search={typed.search} />
      <QuickBuySetting />
    </>
  )
  const panel = <Markets typed={typed} onGo={go} onClear={() => setSearch('')} />
  return (
    <div className={isInColumns ? 'py-4' : 'py-5 md:py-8'}>
      <title>Markets · Twinmint</title>
      <div className="flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
        <div className="min-w-0">
          <h1 className={classNames('font-display text-28 font-semibold', !isInColumns && 'md:text-40')}>
            Markets
          </h1>
          {/* The columns need the height. */}
          {!isInColumns && (
            <p className="mt-2 text-14 text-pretty text-muted md:text-16">
              Every coin and what it does right now.
            </p>
          )}
        </div>
        <div className="flex gap-2">
          <TextInput
            type="search"
            enterKeyHint="search"
            aria-label="Search markets"
            placeholder="Filter..."
            maxLength={SEARCH_LENGTH_MAX}
            value={typed.search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && typed.search !== '') setSearch('')
            }}
            icon={<Search size={16} />}
            className="min-w-0 flex-1 md:w-72 md:flex-none"
          />
          {!isInColumns && <SortSelect view={typed} onChange={go} />}
        </div>
      </div>
      {isInColumns ? (
        <Suspense fallback={<div className={classNames(TOOLS_LINE, 'min-h-dvh content-start')}>{tools}</div>}>
          <ColumnsView search={typed.search} tools={tools} />
        </Suspense>
      ) : (
        <>
          <div className={TOOLS_LINE}>{tools}</div>
          <div ref={head}>
            <Tabs
              label="Markets"
              className="mt-2"
              value={typed.tab}
              onChange={(tab) => go(withTab(typed, tab))}
              items={MARKET_TABS.map(({ tab, label }) => ({ id: tab, label, content: panel }))}
            />
          </div>
        </>
      )}
    </div>
  )
}

const VIEWS = [
  { label: 'Table', query: '', Icon: Table2 },
  { label: 'Columns', query: 'view=columns', Icon: Columns3 },
] as const

/** Between the table and the columns: links, so that each can be opened in a tab of its own. The search stays. */
function ViewSwitch({ isInColumns, search }: { readonly isInColumns: boolean; readonly search: string }) {
  return (
    <nav aria-label="How the markets are shown" className="flex gap-1 rounded-full border border-line p-0.5">
      {VIEWS.map(({ label, query, Icon }) => {
        const isShown = (query !== '') === isInColumns
        const q = search === '' ? '' : `q=${encodeURIComponent(search)}`
        const params = [query, q].filter((text) => text !== '').join('&')
        return (
          <Link
            key={label}
            href={params === '' ? '/trade' : `/trade?${params}`}
            aria-current={isShown ? 'page' : undefined}
            onPointerEnter={() => void loadColumns().catch(() => undefined)}
            className={classNames(
              'inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
              isShown ? 'bg-violet/15 text-text' : 'text-muted hover:text-text',
            )}
          >
            <Icon size={14} aria-hidden="true" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

/** The page's header stays above. */
const UNDER_HEADER = 64

function Markets({
  typed,
  onGo,
  onClear,
}: {
  readonly typed: MarketsView
  readonly onGo: (view: MarketsView) => void
  readonly onClear: () => void
}) {
  const search = useDebounced(typed.search.trim(), SETTLE_MS)
  const { tab, sort, order } = typed
  const view = useMemo(() => ({ tab, sort, order, search }), [tab, sort, order, search])
  const pause = usePause()
  const list = useMarkets(view, pause.reason !== undefined)
  const { data: site } = useSiteConfig()
  const isWide = useIsWide()
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = list
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError])

  if (list.isPending) return <MarketsSkeleton />
  if (list.data === undefined) return <MarketsFailed list={list} />
  if (list.rows.length === 0 && !list.isPlaceholderData)
    return <NoMarkets view={view} onGo={onGo} onClear={onClear} />
  const props = { rows: list.rows, view, hasMore: hasNextPage, solUsd: site?.solUsd, pause, onNearEnd }
  return (
    <div
      aria-busy={list.isPlaceholderData || undefined}
      className={list.isPlaceholderData ? 'opacity-50 transition-opacity' : 'transition-opacity'}
    >
      <StatusLine
        count={list.rows.length}
        hasMore={hasNextPage}
        pausedBy={pause.reason}
        changesWaiting={list.changesWaiting}
      />
      {isWide !== false && (
        <div className="hidden rounded-panel border border-line bg-panel md:block">
          <MarketsTable {...props} onSort={(wanted) => onGo(withSort(typed, wanted))} />
        </div>
      )}
      {isWide !== true && (
        <div className="md:hidden">
          <MarketsList {...props} />
        </div>
      )}
      <ListEnd list={list} />
    </div>
  )
}

const PAUSED: Record<PauseReason, string> = {
  pointer: 'Paused while you point',
  focus: 'Paused while a row has the focus',
}

/** How many, and why the order stands still: of one line always, so that nothing moves. */
function StatusLine({
  count,
  hasMore,
  pausedBy,
  changesWaiting,
}: {
  readonly count: number
  readonly hasMore: boolean
  readonly pausedBy: PauseReason | undefined
  readonly changesWaiting: number
}) {
  return (
    <p className="flex h-9 items-center justify-between gap-3 text-12 text-faint">
      <span>
        <span translate="no">{count}</span> {count === 1 ? 'coin' : 'coins'}
        {hasMore && ', more below'}
      </span>
      {pausedBy !== undefined && changesWaiting > 0 && (
        <span className="truncate text-muted">
          {PAUSED[pausedBy]}; <span translate="no">{changesWaiting}</span>{' '}
          {changesWaiting === 1 ? 'change' : 'changes'} waiting
        </span>
      )}
    </p>
  )
}
