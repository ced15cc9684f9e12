// The figures of the candle under the pointer, or of the last one, over the chart, whose prices and marks stay below it. For
// eyes: the table says the same.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import { countText, formatPercent } from '../../ui/format.ts'
import { LINES, type LineId } from './chart/choices.ts'
import { type ChartUnit, chartText, inUnit, type MomentDetail, momentText } from './chart-axis.ts'
import { type ChartMark, markWords } from './chart-marks.ts'
import { candleChangePercent } from './chart-series.ts'

export interface LegendLine {
  readonly id: LineId
  /** In SOL for a coin. */
  readonly value: number | undefined
}

export function ChartLegend({
  candle,
  unit,
  detail,
  marks,
  lines,
}: {
  /** In SOL for a coin. */
  readonly candle: Candle
  readonly unit: ChartUnit
  readonly detail: MomentDetail
  /** At this candle. */
  readonly marks: readonly ChartMark[]
  readonly lines: readonly LegendLine[]
}) {
  const [shown = candle] = inUnit([candle], unit)
  const percent = candleChangePercent(candle)
  const figures = [
    ['O', shown.open],
    ['H', shown.high],
    ['L', shown.low],
    ['C', shown.close],
  ] as const
  const { currency } = unit
  const solText = currency === 'SOL' ? ' SOL' : ''
  return (
    <div
      aria-hidden="true"
      translate="no"
      className="figures pointer-events-none absolute top-1 left-2 z-10 flex max-w-[calc(100%-5.75rem)] flex-wrap gap-x-2.5 text-12 leading-4 text-muted"
    >
      <span className="text-faint">{momentText(candle.time, detail)}</span>
      {figures.map(([letter, value]) => (
        <span key={letter}>
          <span className="text-faint">{letter}</span> {chartText(value, currency)}
        </span>
      ))}
      <span className={percent < 0 ? 'text-down' : percent > 0 ? 'text-up' : undefined}>
        {formatPercent(percent, { signed: true })}
      </span>
      <span>
        <span className="text-faint">V</span> {chartText(shown.volume, currency)}
        {solText}
      </span>
      {candle.trades > 0 && <span>{countText(candle.trades, 'trade')}</span>}
      {lines.map(({ id, value }) => (
        <span key={id} style={{ color: LINES[id].color }}>
          {LINES[id].name}
          {value !== undefined && ` ${chartText(value * unit.factor, currency)}`}
        </span>
      ))}
      {marks.map((mark) => (
        <span
          key={`${mark.who}${mark.type}`}
          className={
            mark.who === 'creator' || mark.type === 'GRADUATION' || mark.type === 'GUARD'
              ? 'text-gold'
              : 'text-text'
          }
        >
          {markWords(mark)}
          {mark.sol > 0 && ` ${chartText(mark.sol * unit.rate, currency)}${solText}`}
        </span>
      ))}
    </div>
  )
}
