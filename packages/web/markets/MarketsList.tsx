// The markets on a phone: two lines each, and a third with the figures that matter, the one it is sorted by among them.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { memo, type ReactNode } from 'react'
import { Flash, Money, Percent, Price } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import { QuickBuyButton } from '../wallet/quick-trade/QuickBuyButton.tsx'
import { useQuickBuy } from '../wallet/quick-trade/requests.ts'
import { CoinLine, CoinName, CoinPicture } from './CoinFace.tsx'
import { COLUMNS } from './columns.tsx'
import type { MarketListProps } from './MarketsTable.tsx'
import { moveBetweenRows, useDrawnRows } from './rows.ts'
import { type MarketSort } from './rules.ts'

/** In rem. */
export const LIST_ROW_HEIGHT = 6.5

export function MarketsList({ rows, view, hasMore, solUsd, pause, onNearEnd }: MarketListProps) {
  const { container, drawn, height } = useDrawnRows({
    rows,
    rowHeight: LIST_ROW_HEIGHT,
    focusedId: pause.focusedId,
    onNearEnd,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches who is at the rows, and the arrows move between their links
    <ul
      ref={container}
      aria-label="Markets"
      {...pause.handlers}
      onKeyDown={moveBetweenRows}
      className="relative"
      style={{ height: `${height}rem` }}
    >
      {drawn.map(({ collection, index, start }) => (
        <li
          key={collection.id}
          data-id={collection.id}
          aria-setsize={hasMore ? -1 : rows.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 border-b border-line/60"
          style={{ height: `${LIST_ROW_HEIGHT}rem`, transform: `translateY(${start}rem)` }}
        >
          <MarketItem collection={collection} sort={view.sort} solUsd={solUsd} />
        </li>
      ))}
    </ul>
  )
}

const MarketItem = memo(function MarketItem({
  collection,
  sort,
  solUsd,
}: {
  readonly collection: ListedCoin
  readonly sort: MarketSort
  readonly solUsd: number | undefined
}) {
  const { currentPrice, change24hPercent, marketCap, marketCapLamports } = collection
  const { name, bondingProgress, graduationStands } = collection
  const hasQuickBuy = useQuickBuy() !== undefined
  return (
    <div className="relative flex h-full gap-3 py-3">
      <CoinPicture collection={collection} className="size-11" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <CoinName
              collection={collection}
              linkClassName="outline-none after:absolute after:inset-0 after:z-1 after:rounded-input focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
            />
            <CoinLine collection={collection} />
          </div>
          <div className="flex shrink-0 items-center gap-3">
            {hasQuickBuy ? (
              <QuickBuyButton collection={collection} className="mt-0.5" />
            ) : (
              <Sparkline values={collection.sparkline} className="w-12 max-[23.6875rem]:hidden" />
            )}
            <div className="text-right">
              <p className="text-14">
                <span className="sr-only">Market cap </span>
                <Flash
                  value={marketCapLamports}
                  className={classNames('font-semibold', graduationStands ? 'text-gold' : 'text-violet')}
                >
                  <Money usd={marketCap} />
                </Flash>
              </p>
              <p className="text-12">
                <span className="sr-only">24 hour change </span>
                <Percent value={change24hPercent} change />
              </p>
            </div>
          </div>
        </div>
        <div className="mt-auto flex items-center gap-2">
          <ProgressBar percent={bondingProgress} label={`Bonding progress of ${name}`} className="flex-1" />
          <Percent value={bondingProgress} className="text-12 text-muted" />
        </div>
        <p className="mt-1 flex justify-between gap-3 text-12">
          <Pair term="Price">
            <Price sol={currentPrice} unit={false} />
          </Pair>
          <Extra collection={collection} sort={sort} solUsd={solUsd} />
        </p>
      </div>
    </div>
  )
})

/** What the row says already, wherever it is sorted by that: then the volume. */
const SAID: readonly MarketSort[] = ['price', 'marketCap', 'change24h', 'progress', 'age']

function Extra({
  collection,
  sort,
  solUsd,
}: {
  readonly collection: ListedCoin
  readonly sort: MarketSort
  readonly solUsd: number | undefined
}) {
  const wanted = SAID.includes(sort) ? 'volume' : sort
  const column = COLUMNS.find((each) => each.sort === wanted)
  return column === undefined ? null : <Pair term={column.label}>{column.figure(collection, solUsd)}</Pair>
}

function Pair({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <span className="min-w-0 truncate">
      <span className="text-faint">{term}</span> {children}
    </span>
  )
}
