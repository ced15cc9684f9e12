// The table of a desk: every column sorts, a row leads to its coin.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type MouseEvent, memo } from 'react'
import { GraduatedMark } from '../shared/GraduatedMark.tsx'
import { GuardChip } from '../shared/GuardChip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Sparkline } from '../ui/Sparkline.tsx'
import type { usePause } from '../ui/steady.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { QuickBuyButton } from '../wallet/quick-trade/QuickBuyButton.tsx'
import { useQuickBuy } from '../wallet/quick-trade/requests.ts'
import { CoinName, CoinPicture } from './CoinFace.tsx'
import { COLUMNS, type Column } from './columns.tsx'
import { moveBetweenRows, useDrawnRows } from './rows.ts'
import { type MarketSort, type MarketsView } from './rules.ts'

/** In rem. */
export const TABLE_ROW_HEIGHT = 3.5

export interface MarketListProps {
  readonly rows: readonly ListedCoin[]
  readonly view: MarketsView
  readonly hasMore: boolean
  readonly solUsd: number | undefined
  readonly pause: ReturnType<typeof usePause>
  readonly onNearEnd: () => void
}

export function MarketsTable({
  rows,
  view,
  hasMore,
  solUsd,
  pause,
  onNearEnd,
  onSort,
}: MarketListProps & { readonly onSort: (sort: MarketSort) => void }) {
  const { container, drawn, height } = useDrawnRows({
    rows,
    rowHeight: TABLE_ROW_HEIGHT,
    focusedId: pause.focusedId,
    onNearEnd,
  })
  const hasQuickBuy = useQuickBuy() !== undefined
  const lastEnd = drawn.at(-1)?.end ?? 0
  return (
    <table
      aria-label="Markets"
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-13"
    >
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={classNames(HEAD, 'pl-4 text-left')}>
            Coin
          </th>
          {COLUMNS.map((column) => (
            <ColumnHead
              key={column.sort}
              column={column}
              view={view}
              onSort={onSort}
              makesRoom={hasQuickBuy && column.sort === MAKES_ROOM}
            />
          ))}
          <th scope="col" className={classNames(HEAD, 'hidden w-26 pr-4 text-right xl:table-cell')}>
            Chart
          </th>
          {hasQuickBuy && (
            <th scope="col" className={classNames(HEAD, 'w-25 pr-4 text-right')}>
              Buy
            </th>
          )}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches who is at the rows, and the arrows move between their links */}
      <tbody ref={container} {...pause.handlers} onKeyDown={moveBetweenRows}>
        {drawn.map(({ collection, index, start }, at) => (
          <Fragment key={collection.id}>
            <Gap height={start - (drawn[at - 1]?.end ?? 0)} />
            <MarketRow
              collection={collection}
              rowIndex={index + 2}
              solUsd={solUsd}
              hasQuickBuy={hasQuickBuy}
            />
          </Fragment>
        ))}
        <Gap height={height - lastEnd} />
      </tbody>
    </table>
  )
}

const HEAD =
  'sticky top-(--under-header) z-10 h-11 border-b border-line bg-panel px-2 text-12 font-medium whitespace-nowrap text-muted first:rounded-tl-panel last:rounded-tr-panel'

function ColumnHead({
  column: { sort, label, meaning, className },
  view,
  onSort,
  makesRoom,
}: {
  readonly column: Column
  readonly view: MarketsView
  readonly onSort: (sort: MarketSort) => void
  readonly makesRoom: boolean
}) {
  const order = view.sort === sort ? view.order : undefined
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in the tooltip is its text
    <th
      scope="col"
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      className={classNames(HEAD, 'text-right', className, makesRoom && 'max-lg:hidden')}
    >
      <Tooltip text={meaning}>
        <button
          type="button"
          onClick={() => onSort(sort)}
          className={classNames(
            '-mr-1 inline-flex h-9 items-center gap-1 rounded-small px-1 transition-colors hover:text-text pointer-coarse:h-11',
            order !== undefined && 'text-text',
          )}
        >
          {order !== undefined && <Arrow size={14} aria-hidden="true" className="text-violet" />}
          {label}
        </button>
      </Tooltip>
    </th>
  )
}

/** The room of rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height <= 0 ? null : <tr aria-hidden="true" style={{ height: `${height}rem` }} />
}

/** The column that a narrow table leaves out for the one that buys: the market cap says the same. */
const MAKES_ROOM: MarketSort = 'price'

const CELL = 'h-14 border-b border-line/60 px-2 py-0 text-right'

const MarketRow = memo(function MarketRow({
  collection,
  rowIndex,
  solUsd,
  hasQuickBuy,
}: {
  readonly collection: ListedCoin
  readonly rowIndex: number
  readonly solUsd: number | undefined
  readonly hasQuickBuy: boolean
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in it is what keys reach; a click beside it follows it too
    <tr
      data-id={collection.id}
      aria-rowindex={rowIndex}
      onClick={followRow}
      className="group cursor-pointer scroll-mt-27 transition-colors hover:bg-raised has-focus-visible:bg-raised"
    >
      <th scope="row" className={classNames(CELL, 'pl-4 font-normal')}>
        <span className="flex min-w-0 items-center gap-3 text-left">
          <CoinPicture collection={collection} className="size-10" />
          <span className="min-w-0">
            <CoinName collection={collection} linkClassName="group-hover:text-violet-bright" />
            <span className="flex h-4 items-center gap-2">
              <span translate="no" className="figures min-w-0 truncate text-12 text-muted">
                {collection.symbol}
              </span>
              <GraduatedMark collection={collection} kind="line" />
              <GuardChip collection={collection} isShort className="shrink-0 py-0! leading-3.5" />
            </span>
          </span>
        </span>
      </th>
      {COLUMNS.map(({ sort, className, figure }) => (
        <td
          key={sort}
          className={classNames(CELL, className, hasQuickBuy && sort === MAKES_ROOM && 'max-lg:hidden')}
        >
          {figure(collection, solUsd)}
        </td>
      ))}
      <td className={classNames(CELL, 'hidden pr-4 xl:table-cell')}>
        <Sparkline values={collection.sparkline} className="ml-auto w-20" />
      </td>
      {hasQuickBuy && (
        <td className={classNames(CELL, 'pr-4')}>
          <QuickBuyButton collection={collection} />
        </td>
      )}
    </tr>
  )
})

/** A click beside the link does what one on it does: with Ctrl or Cmd it opens a tab. Marked text is left alone. */
function followRow(event: MouseEvent<HTMLTableRowElement>): void {
  if (event.target instanceof Element && event.target.closest('a, button') !== null) return
  if (getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector('a')?.dispatchEvent(new window.MouseEvent('click', event.nativeEvent))
}
