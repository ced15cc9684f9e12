// The figures of the candle under the pointer, or of the last one, over the chart (on a phone above it; marks of three kinds
// and more reach into it, so that it does not move). For eyes: the table says the same.
import { formatPercent } from '../ui/format.ts'
import { type ChartUnit, chartText, inUnit } from './chart-axis.ts'
import { type ChartMark, markWords } from './chart-marks.ts'
import { candleChangePercent } from './chart-series.ts'
import type { Candle } from './contract.ts'

const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

export function ChartLegend({
  candle,
  unit,
  marks,
}: {
  /** In SOL for a coin. */
  readonly candle: Candle
  readonly unit: ChartUnit
  /** At this candle. */
  readonly marks: readonly ChartMark[]
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
  return (
    <div
      aria-hidden="true"
      className="figures pointer-events-none relative z-10 flex h-14 shrink-0 flex-wrap content-start gap-x-3 px-3 pt-1 text-12 text-muted md:absolute md:top-2 md:left-3 md:h-auto md:max-w-[calc(100%-96px)] md:p-0"
    >
      <span className="text-faint">{moment.format(candle.time * 1000)}</span>
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
        {currency === 'SOL' && ' SOL'}
      </span>
      {marks.map((mark) => (
        <span key={`${mark.who}${mark.type}`} className={mark.who === 'creator' ? 'text-gold' : 'text-text'}>
          {markWords(mark)} {chartText(mark.sol * unit.rate, currency)}
          {currency === 'SOL' && ' SOL'}
        </span>
      ))}
    </div>
  )
}
