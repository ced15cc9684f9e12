// The drawing of the chart, the only file that knows the charting library; loaded when a chart is on screen, so that
// its 50 KB are in nobody's way. Figures are handed over times the unit's scale, because the library loses steps of 1e-9.
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type ChartUnit, chartText, chartTickTexts, inUnit } from './chart-axis.ts'
import { type ChartMark, markText } from './chart-marks.ts'
import type { Candle } from './contract.ts'

/** Canvas can't read the page's variables: these are the tokens of the look. */
const COLOR = {
  line: '#2b2738',
  faint: '#8a829d',
  up: '#21d38b',
  down: '#ff5c77',
  violet: '#9a6bff',
  gold: '#ffcf3a',
  upVolume: 'rgba(33, 211, 139, 0.32)',
  downVolume: 'rgba(255, 92, 119, 0.32)',
}
/** Below this many bars left of the view, older ones are asked for. */
const HISTORY_MARGIN_BARS = 12

export interface ChartHandle {
  /** Draws these candles (in SOL for a coin), oldest first. `reset` moves the view to their end, as after a change of interval. */
  readonly show: (candles: readonly Candle[], unit: ChartUnit, reset: boolean) => void
  /** Marks trades at candles that are shown. */
  readonly mark: (marks: readonly ChartMark[]) => void
  /** Above 1 shows fewer and wider candles, below 1 more. */
  readonly zoom: (factor: number) => void
  /** Moves the view by a share of its width; below zero to the past. */
  readonly move: (share: number) => void
  readonly destroy: () => void
}

export function mountChart(
  element: HTMLElement,
  on: {
    /** The reader moved close to the oldest candle. */
    readonly historyNeeded: () => void
    /** The candle under the pointer, or none. */
    readonly hovered: (timeSeconds: number | undefined) => void
  },
): ChartHandle {
  const chart = createChart(element, chartOptions())
  const candleSeries = chart.addSeries(CandlestickSeries, {
    upColor: COLOR.up,
    downColor: COLOR.down,
    borderUpColor: COLOR.up,
    borderDownColor: COLOR.down,
    wickUpColor: COLOR.up,
    wickDownColor: COLOR.down,
  })
  const marks = createSeriesMarkers(candleSeries)
  candleSeries.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.26 } })
  const volumeSeries = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volumeSeries.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } })

  // The first view already shows its oldest candle: history is asked for only after the reader has moved the chart.
  let touched = false
  const touch = () => {
    touched = true
  }
  element.addEventListener('pointerdown', touch)
  element.addEventListener('wheel', touch, { passive: true })
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (touched && range && range.from < HISTORY_MARGIN_BARS) on.historyNeeded()
  })
  chart.subscribeCrosshairMove(({ time }) => on.hovered(typeof time === 'number' ? time : undefined))

  let drawn: readonly Candle[] = []
  let drawnUnit: ChartUnit | undefined
  return {
    show(candles, unit, reset) {
      if (unit !== drawnUnit) candleSeries.applyOptions({ priceFormat: priceFormat(unit) })
      const from = firstDifference(drawn, candles)
      const isLonger = drawn.length > 0 && from >= drawn.length - 1 && candles.length >= drawn.length
      if (!reset && unit === drawnUnit && isLonger) {
        for (const candle of inUnit(candles.slice(from), unit)) {
          candleSeries.update(bar(candle, unit.scale))
          volumeSeries.update(volume(candle))
        }
      } else {
        const shown = inUnit(candles, unit)
        candleSeries.setData(shown.map((candle) => bar(candle, unit.scale)))
        volumeSeries.setData(shown.map(volume))
      }
      drawn = candles
      drawnUnit = unit
      if (reset) {
        touched = false
        showLatest(chart, candles.length)
      }
    },
    mark: (shown) => marks.setMarkers(shown.map(marker)),
    zoom(factor) {
      touched = true
      const range = chart.timeScale().getVisibleLogicalRange()
      if (!range) return
      const width = Math.max(8, (range.to - range.from) / factor)
      chart.timeScale().setVisibleLogicalRange({ from: range.to - width, to: range.to })
    },
    move(share) {
      touched = true
      const range = chart.timeScale().getVisibleLogicalRange()
      if (!range) return
      const step = (range.to - range.from) * share
      // Beyond the newest candle there is nothing to see.
      const to = Math.min(range.to + step, drawn.length + 1)
      chart.timeScale().setVisibleLogicalRange({ from: to - (range.to - range.from), to })
    },
    destroy() {
      element.removeEventListener('pointerdown', touch)
      element.removeEventListener('wheel', touch)
      chart.remove()
    },
  }
}

/** The newest candles, with a little room at the right; few candles are not blown up to fill the width. */
function showLatest(chart: IChartApi, count: number): void {
  const barsShown = Math.max(24, Math.min(count, 96))
  chart.timeScale().setVisibleLogicalRange({ from: count - barsShown - 0.7, to: count + 1 })
}

function chartOptions() {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid as const, color: 'transparent' },
      textColor: COLOR.faint,
      fontFamily: "'Geist Mono Variable', ui-monospace, monospace",
      fontSize: 11,
      // The page names and links the library itself, where keyboards reach it.
      attributionLogo: false,
    },
    grid: {
      vertLines: { color: COLOR.line, style: LineStyle.Dotted },
      horzLines: { color: COLOR.line, style: LineStyle.Dotted },
    },
    rightPriceScale: { borderColor: COLOR.line },
    timeScale: {
      borderColor: COLOR.line,
      timeVisible: true,
      secondsVisible: false,
      maxBarSpacing: 48,
      tickMarkFormatter: tickText,
    },
    localization: { timeFormatter: (time: Time) => momentText(time) },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: COLOR.faint, labelBackgroundColor: COLOR.violet },
      horzLine: { color: COLOR.faint, labelBackgroundColor: COLOR.violet },
    },
    // The wheel belongs to the page; sideways it moves the chart. A finger moves the chart sideways, the page upwards.
    handleScroll: { mouseWheel: true, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
    handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
  }
}

function priceFormat({ currency, scale }: ChartUnit) {
  return {
    type: 'custom' as const,
    minMove: 1e-6,
    formatter: (value: number) => chartText(value / scale, currency),
    tickmarksFormatter: (values: readonly number[]) =>
      chartTickTexts(
        values.map((value) => value / scale),
        currency,
      ),
  }
}

/** Own trades in the colours of their sides, the creator's in gold; the letter says the side without colour. */
function marker(mark: ChartMark): SeriesMarker<Time> {
  const isBuy = mark.type === 'BUY'
  return {
    time: mark.time as UTCTimestamp,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: mark.who === 'creator' ? COLOR.gold : isBuy ? COLOR.up : COLOR.down,
    text: markText(mark),
  }
}

function bar(candle: Candle, scale: number) {
  return {
    time: candle.time as UTCTimestamp,
    open: candle.open * scale,
    high: candle.high * scale,
    low: candle.low * scale,
    close: candle.close * scale,
  }
}

function volume(candle: Candle) {
  return {
    time: candle.time as UTCTimestamp,
    value: candle.volume,
    color: candle.close >= candle.open ? COLOR.upVolume : COLOR.downVolume,
  }
}

function firstDifference(a: readonly Candle[], b: readonly Candle[]): number {
  const at = b.findIndex((candle, index) => {
    const other = a[index]
    return (
      other?.time !== candle.time ||
      other.close !== candle.close ||
      other.high !== candle.high ||
      other.low !== candle.low ||
      other.volume !== candle.volume
    )
  })
  return at < 0 ? b.length : at
}

// The library writes UTC; people read their own clock.
const hourMinute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false })
const dayMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const monthYear = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

function momentText(time: Time): string {
  return typeof time === 'number' ? moment.format(time * 1000) : ''
}

function tickText(time: Time, type: TickMarkType): string {
  if (typeof time !== 'number') return ''
  if (type === TickMarkType.Year || type === TickMarkType.Month) return monthYear.format(time * 1000)
  if (type === TickMarkType.DayOfMonth) return dayMonth.format(time * 1000)
  return hourMinute.format(time * 1000)
}
