// One live column: new coins come in, figures follow at once, and the rows hold still while somebody is at them.

import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { memo, type ReactNode } from 'react'
import { errorMessage } from '../data/api.ts'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { Flash, Money, Percent, Price } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { groupThousands } from '../ui/format.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { usePause } from '../ui/steady.ts'
import { QuickBuyButton } from '../wallet/quick-trade/QuickBuyButton.tsx'
import { CoinLine, CoinName, CoinPicture } from './CoinFace.tsx'
import { type ColumnKind, viewOfColumn } from './column-rules.ts'
import { useMarkets } from './queries.ts'
import { moveBetweenRows } from './rows.ts'

export function LiveColumn({
  column,
  search,
  filters,
  isAlone,
  nothing,
}: {
  readonly column: ColumnKind
  readonly search: string
  readonly filters: CoinFilters
  /** No other is beside it: then the page scrolls, and its tab says its name. */
  readonly isAlone: boolean
  /** Where filters or a search leave nothing. */
  readonly nothing: ReactNode
}) {
  const pause = usePause()
  const list = useMarkets(viewOfColumn(column.tab, search, filters), pause.reason !== undefined)
  const isHeld = pause.reason !== undefined && list.changesWaiting > 0
  return (
    <section
      aria-label={column.label}
      className={isAlone ? undefined : 'min-w-0 overflow-hidden rounded-panel border border-line bg-panel'}
    >
      <header
        className={classNames(
          'flex h-11 items-center justify-between gap-3',
          !isAlone && 'border-b border-line px-3',
        )}
      >
        {isAlone ? (
          <span className="text-12 text-faint">{column.meaning}</span>
        ) : (
          <h2 className="truncate text-14 font-semibold" title={column.meaning}>
            {column.label}
          </h2>
        )}
        <span className={classNames('shrink-0 text-12', isHeld ? 'text-muted' : 'text-faint')}>
          {isHeld
            ? `Held; ${list.changesWaiting} waiting`
            : list.data !== undefined &&
              `${list.rows.length}${list.hasNextPage ? '+' : ''} ${list.rows.length === 1 ? 'coin' : 'coins'}`}
        </span>
      </header>
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={classNames(
          'transition-opacity',
          list.isPlaceholderData && 'opacity-50',
          !isAlone && 'h-[max(24rem,calc(100dvh-15rem))] overflow-y-auto overscroll-contain',
        )}
      >
        <Rows list={list} label={column.label} pause={pause} empty={nothing ?? <Empty column={column} />} />
      </div>
    </section>
  )
}

function Rows({
  list,
  label,
  pause,
  empty,
}: {
  readonly list: ReturnType<typeof useMarkets>
  readonly label: string
  readonly pause: ReturnType<typeof usePause>
  readonly empty: ReactNode
}) {
  if (list.isPending) return <ColumnSkeleton />
  if (list.data === undefined) return <Failed list={list} />
  if (list.rows.length === 0 && !list.isPlaceholderData) return <div className="p-3">{empty}</div>
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches who is at the rows, and the arrows move between their links */}
      <ul aria-label={label} {...pause.handlers} onKeyDown={moveBetweenRows}>
        {list.rows.map((collection) => (
          <li key={collection.id} data-id={collection.id} className="border-b border-line/60">
            <ColumnRow collection={collection} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex flex-col items-center gap-2 p-3">
          {list.isFetchNextPageError && (
            <p role="alert" className="text-12 text-down">
              {errorMessage(list.error, NO_REASON)}
            </p>
          )}
          <Button
            variant="secondary"
            size="sm"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? 'Retry' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

const NO_REASON = 'The server did not say why.'

const ColumnRow = memo(function ColumnRow({ collection }: { readonly collection: ListedCoin }) {
  const { name, change24hPercent, marketCap, marketCapLamports } = collection
  const { bondingProgress, graduationStands, tradingVolume, holderCount, tradeCount, historySince } =
    collection
  return (
    <div className="group relative flex min-h-23 gap-3 px-3 py-2 transition-colors hover:bg-raised has-[a:focus-visible]:bg-raised">
      <CoinPicture collection={collection} className="size-10 xl:size-12" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <CoinName
          collection={collection}
          linkClassName="outline-none group-hover:text-violet-bright after:absolute after:inset-0 after:z-1 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
        />
        <CoinLine collection={collection} />
        <dl className="flex min-w-0 flex-wrap gap-x-3 text-12">
          <Figure term="Vol" full="Volume of 24 hours, SOL" value={tradingVolume}>
            <Price sol={tradingVolume} unit={false} />
          </Figure>
          <Figure term="Hold" full="Holders" value={holderCount}>
            {groupThousands(String(holderCount))}
          </Figure>
          <Figure
            term="Trades"
            full={`Trades since ${historySince === null ? 'the launch' : 'this server’s history of the coin begins'}`}
            value={tradeCount}
          >
            {groupThousands(String(tradeCount))}
          </Figure>
        </dl>
        {!graduationStands && (
          <div className="flex items-center gap-2">
            <ProgressBar percent={bondingProgress} label={`Bonding progress of ${name}`} className="flex-1" />
            <Percent value={bondingProgress} className="text-12 text-muted" />
          </div>
        )}
      </div>
      <div className="flex shrink-0 flex-col items-end justify-between gap-1 text-12">
        <p className="text-right">
          <span className="sr-only">Market cap </span>
          <Flash
            value={marketCapLamports}
            className={classNames(
              'block text-14 font-semibold',
              graduationStands ? 'text-gold' : 'text-violet',
            )}
          >
            <Money usd={marketCap} />
          </Flash>
          <span className="sr-only">24 hour change </span>
          <Percent value={change24hPercent} change />
        </p>
        <QuickBuyButton collection={collection} />
      </div>
    </div>
  )
})

function Figure({
  term,
  full,
  value,
  children,
}: {
  readonly term: string
  readonly full: string
  readonly value: string | number
  readonly children: ReactNode
}) {
  return (
    <div className="flex gap-1 whitespace-nowrap" title={full}>
      <dt className="text-faint">{term}</dt>
      <dd>
        <Flash value={value} className="figures">
          {children}
        </Flash>
      </dd>
    </div>
  )
}

function ColumnSkeleton() {
  return (
    <SkeletonGroup label="Loading coins">
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} className="flex h-[5.875rem] gap-3 border-b border-line/60 px-3 py-2">
          <Skeleton className="size-12 rounded-input" />
          <span className="flex flex-1 flex-col justify-between">
            <Skeleton className="h-9 w-full" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-1.5 w-full" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}

function Failed({ list }: { readonly list: ReturnType<typeof useMarkets> }) {
  return (
    <div className="p-3">
      <LoadFailure title="This column could not be loaded" query={list} level="h3" />
    </div>
  )
}

function Empty({ column: { empty } }: { readonly column: ColumnKind }) {
  return <p className="px-2 py-10 text-center text-13 text-pretty text-muted">{empty}</p>
}
