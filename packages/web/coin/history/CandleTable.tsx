// The candles in words: in place of the picture where somebody wants that, and else for those who can't see it.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatPercent } from '../../ui/format.ts'
import {
  AXIS_NAMES,
  type ChartUnit,
  chartText,
  exactMomentText,
  inUnit,
  type MomentDetail,
  wholeChartText,
} from './chart-axis.ts'
import { type ChartMark, markWords } from './chart-marks.ts'
import { candleChangePercent } from './chart-series.ts'

/** Read out beside the picture: the latest; who wants more turns the table on. */
const BESIDE_PICTURE = 24

export interface CandleTableProps {
  readonly name: string
  /** In SOL for a coin, oldest first, quiet ones among them. */
  readonly candles: readonly Candle[]
  readonly unit: ChartUnit
  readonly detail: MomentDetail
  readonly marks: readonly ChartMark[]
  /** False: only to be heard, beside the picture. */
  readonly isShown: boolean
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  readonly onOlder: () => void
}

export const CandleTable = memo(function CandleTable(props: CandleTableProps) {
  const { name, candles, unit, detail, marks, isShown, hasOlder, isLoadingOlder, onOlder } = props
  const traded = candles.filter(({ volume }) => volume > 0)
  // To be heard in the order of time; to be seen with the newest on top.
  const rows = inUnit(isShown ? traded.reverse() : traded.slice(-BESIDE_PICTURE), unit)
  const { axis, currency } = unit
  const text = (value: number) => wholeChartText(value, currency)
  const subject = axis === 'price' ? 'Prices' : axis === 'nft' ? 'NFT prices' : 'Market caps'
  const money = currency === 'SOL' ? 'SOL' : 'dollars'
  const columns = [
    'Begins',
    'Open',
    'High',
    'Low',
    'Close',
    `Volume in ${money}`,
    'Trades',
    'Change',
    'Marked',
  ]
  return (
    <div
      className={isShown ? 'h-full overflow-auto' : 'sr-only'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
      tabIndex={isShown ? 0 : undefined}
      role={isShown ? 'region' : undefined}
      aria-label={isShown ? `${AXIS_NAMES[axis]} table` : undefined}
    >
      <table className="figures w-full text-12">
        <caption className="sr-only">
          {subject} of {name} in {money}, the latest intervals with trades
        </caption>
        <thead className="sticky top-0 bg-panel text-left text-faint">
          <tr>
            {columns.map((title, at) => (
              <th
                key={title}
                scope="col"
                className={classNames('px-3 py-2 font-medium whitespace-nowrap', at > 0 && 'text-right')}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {rows.map((candle) => (
            <tr key={candle.time} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-medium whitespace-nowrap text-muted">
                {exactMomentText(candle.time, detail)}
              </th>
              {[candle.open, candle.high, candle.low, candle.close, candle.volume].map((value, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns
                <td key={at} className="px-3 py-2 text-right whitespace-nowrap">
                  {isShown ? (
                    <>
                      <span aria-hidden="true" title={text(value)}>
                        {chartText(value, currency)}
                      </span>
                      <span className="sr-only">{text(value)}</span>
                    </>
                  ) : (
                    text(value)
                  )}
                </td>
              ))}
              <td className="px-3 py-2 text-right whitespace-nowrap">{candle.trades}</td>
              <td className="px-3 py-2 text-right whitespace-nowrap">
                {formatPercent(candleChangePercent(candle), { signed: true })}
              </td>
              <td className="px-3 py-2 text-right whitespace-nowrap">
                {marks
                  .filter(({ time }) => time === candle.time)
                  .map(markWords)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isShown && hasOlder && (
        <div className="flex justify-center border-t border-line p-3">
          <button
            type="button"
            disabled={isLoadingOlder}
            onClick={onOlder}
            className="h-11 rounded-full px-4 text-13 font-semibold text-violet hover:text-violet-bright disabled:text-faint"
          >
            {isLoadingOlder ? 'Loading…' : 'Load older'}
          </button>
        </div>
      )}
    </div>
  )
})
