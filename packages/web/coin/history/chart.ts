// The drawing of the chart, the only file that knows the charting library; loaded when a chart is on screen, so that
// its 50 KB are in nobody's way. Figures are handed over times the unit's scale, because the library loses steps of 1e-9.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import {
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { remPixels } from '../../ui/media.ts'
import { axisRange } from './chart/axis-range.ts'
import { type ChartScale, LINES, type LineId } from './chart/choices.ts'
import type { LineValues } from './chart/indicators.ts'
import { marksPrimitive } from './chart/marks-primitive.ts'
import {
  type ChartUnit,
  chartText,
  chartTickTexts,
  inUnit,
  type MomentDetail,
  momentText,
  tickText,
} from './chart-axis.ts'
import type { ChartMark } from './chart-marks.ts'

/** Canvas can't read the page's variables: these are the tokens of the look. */
const COLOR = {
  line: '#2b2738',
  faint: '#8a829d',
  up: '#21d38b',
  down: '#ff5c77',
  violet: '#9a6bff',
  upVolume: 'rgba(33, 211, 139, 0.32)',
  downVolume: 'rgba(255, 92, 119, 0.32)',
}
/** Below this many bars left of the view, older ones are asked for. */
const HISTORY_MARGIN_BARS = 12
/** Pixels kept free above and below the prices: for the line of figures, and for marks. */
const ROOM = { top: 60, bottom: 26 }

/** How candles are drawn. */
export interface ChartView {
  readonly unit: ChartUnit
  /** Candles are shorter than a minute. */
  readonly detail: MomentDetail
  /** Moves the view to the candles' end, as after a change of interval. */
  readonly reset: boolean
}

export interface ChartLine {
  readonly id: LineId
  /** In SOL for a coin, one for each candle. */
  readonly values: LineValues
}

export interface ChartHandle {
  /** Draws these candles (in SOL for a coin), oldest first. */
  readonly show: (candles: readonly Candle[], view: ChartView) => void
  /** Draws these lines, and no others, over the candles that are shown. */
  readonly draw: (lines: readonly ChartLine[]) => void
  readonly showVolume: (isShown: boolean) => void
  readonly scale: (scale: ChartScale) => void
  /** Marks what happened at candles that are shown. */
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
  const state: Drawn = { candles: [], unit: undefined, detail: 'minute' }
  const chart = createChart(element, chartOptions(state))
  const series = addCandles(chart)
  const byTime = new Map<number, Candle>()
  const marks = marksPrimitive(chart, series, (time) => {
    const candle = byTime.get(time)
    const size = (state.unit?.factor ?? 1) * (state.unit?.scale ?? 1)
    return candle && { high: candle.high * size, low: candle.low * size }
  })
  series.attachPrimitive(marks)
  const volumes = volumePane(chart)
  const lines = linesOn(chart, state)
  const reader = followReader(chart, element, on)

  return {
    show(candles, { unit, detail, reset }) {
      if (unit !== state.unit) series.applyOptions({ priceFormat: priceFormat(unit) })
      if (detail !== state.detail)
        chart.timeScale().applyOptions({ secondsVisible: detail === 'second', timeVisible: detail !== 'day' })
      const from = firstDifference(state.candles, candles)
      const isLonger =
        state.candles.length > 0 && from >= state.candles.length - 1 && candles.length >= state.candles.length
      const isWhole = reset || unit !== state.unit || !isLonger
      const changed = isWhole ? candles : candles.slice(from)
      if (isWhole) byTime.clear()
      for (const candle of changed) byTime.set(candle.time, candle)
      const bars = inUnit(changed, unit).map((candle) => bar(candle, unit.scale))
      if (isWhole) series.setData(bars)
      else for (const each of bars) series.update(each)
      volumes.show(candles, isWhole ? undefined : from)
      state.candles = candles
      state.unit = unit
      state.detail = detail
      if (reset) {
        reader.begin()
        showLatest(chart, candles.length)
      }
    },
    draw: lines.draw,
    showVolume: volumes.setShown,
    scale: (scale) =>
      series.priceScale().applyOptions({
        mode: scale === 'log' ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
        autoScale: true,
      }),
    mark: marks.show,
    zoom(factor) {
      reader.touch()
      const range = chart.timeScale().getVisibleLogicalRange()
      if (!range) return
      const width = Math.max(8, (range.to - range.from) / factor)
      chart.timeScale().setVisibleLogicalRange({ from: range.to - width, to: range.to })
    },
    move(share) {
      reader.touch()
      const range = chart.timeScale().getVisibleLogicalRange()
      if (!range) return
      const step = (range.to - range.from) * share
      // Beyond the newest candle there is nothing to see.
      const to = Math.min(range.to + step, state.candles.length + 1)
      chart.timeScale().setVisibleLogicalRange({ from: to - (range.to - range.from), to })
    },
    destroy() {
      reader.destroy()
      chart.remove()
    },
  }
}

/** What is on the screen. */
interface Drawn {
  candles: readonly Candle[]
  unit: ChartUnit | undefined
  detail: MomentDetail
}

/** The candles' series, whose axis never reaches below zero. */
function addCandles(chart: IChartApi): ISeriesApi<'Candlestick'> {
  const series: ISeriesApi<'Candlestick'> = chart.addSeries(CandlestickSeries, {
    upColor: COLOR.up,
    downColor: COLOR.down,
    borderUpColor: COLOR.up,
    borderDownColor: COLOR.down,
    wickUpColor: COLOR.up,
    wickDownColor: COLOR.down,
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
      const info = original()
      if (!info?.priceRange) return info
      const height = chart.panes()[0]?.getHeight() ?? 300
      const isLog = series.priceScale().options().mode === PriceScaleMode.Logarithmic
      // A low chart keeps most of itself for the prices.
      const top = Math.min(ROOM.top, height / 4)
      return {
        priceRange: axisRange(info.priceRange, {
          height,
          top,
          bottom: Math.min(ROOM.bottom, height / 8),
          isLog,
        }),
      }
    },
  })
  series.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } })
  return series
}

/** The volumes below the prices, in a pane of their own so that the prices' axis can end at zero. */
function volumePane(chart: IChartApi) {
  let series: ISeriesApi<'Histogram'> | undefined
  let drawn: readonly Candle[] = []
  return {
    /** Those from `from` on have changed; all without it. */
    show(candles: readonly Candle[], from: number | undefined) {
      drawn = candles
      if (from === undefined) series?.setData(candles.map(volume))
      else for (const candle of candles.slice(from)) series?.update(volume(candle))
    },
    setShown: (isShown: boolean) => {
      if (isShown === (series !== undefined)) return
      if (series) {
        chart.removeSeries(series)
        series = undefined
        return
      }
      series = chart.addSeries(
        HistogramSeries,
        {
          priceScaleId: '',
          priceFormat: { type: 'volume' },
          lastValueVisible: false,
          priceLineVisible: false,
        },
        1,
      )
      series.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0 } })
      chart.panes()[0]?.setStretchFactor(5)
      chart.panes()[1]?.setStretchFactor(1)
      series.setData(drawn.map(volume))
    },
  }
}

function linesOn(chart: IChartApi, state: Drawn) {
  const shown = new Map<LineId, ISeriesApi<'Line'>>()
  let drawn: readonly Candle[] = []
  let drawnUnit: ChartUnit | undefined
  return {
    draw: (lines: readonly ChartLine[]) => {
      for (const [id, series] of shown) {
        if (lines.some((line) => line.id === id)) continue
        chart.removeSeries(series)
        shown.delete(id)
      }
      const { candles, unit } = state
      const size = (unit?.factor ?? 1) * (unit?.scale ?? 1)
      const from = firstDifference(drawn, candles)
      const isLonger = drawn.length > 0 && from >= drawn.length - 1 && unit === drawnUnit
      for (const { id, values } of lines) {
        const known = shown.get(id)
        const series = known ?? chart.addSeries(LineSeries, lineOptions(id))
        shown.set(id, series)
        const pointAt = (candle: Candle, at: number) => {
          const value = values[at]
          const time = candle.time as UTCTimestamp
          return value === undefined ? { time } : { time, value: value * size }
        }
        if (known && isLonger)
          for (let at = from; at < candles.length; at++) {
            const candle = candles[at]
            if (candle) series.update(pointAt(candle, at))
          }
        else series.setData(candles.map(pointAt))
      }
      drawn = candles
      drawnUnit = unit
    },
  }
}

const lineOptions = (id: LineId) => ({
  color: LINES[id].color,
  lineWidth: 1 as const,
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
  // The axis is the candles'.
  autoscaleInfoProvider: () => null,
})

/** Tells where the reader points and when older candles are wanted, and keeps the price axis above zero under the hand. */
function followReader(chart: IChartApi, element: HTMLElement, on: Parameters<typeof mountChart>[1]) {
  // The first view already shows its oldest candle: history is asked for only after the reader has moved the chart.
  let touched = false
  let isGone = false
  const touch = () => {
    touched = true
  }
  const keepAboveZero = () => {
    const scale = chart.priceScale('right')
    const { autoScale, mode } = scale.options()
    if (autoScale || mode === PriceScaleMode.Logarithmic) return
    const range = scale.getVisibleRange()
    if (range && range.from < 0 && range.to > 0) scale.setVisibleRange({ from: 0, to: range.to })
  }
  const moved = () => requestAnimationFrame(() => isGone || keepAboveZero())
  element.addEventListener('pointerdown', touch)
  element.addEventListener('pointermove', moved, { passive: true })
  element.addEventListener('wheel', touch, { passive: true })
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (touched && range && range.from < HISTORY_MARGIN_BARS) on.historyNeeded()
  })
  chart.subscribeCrosshairMove(({ time }) => on.hovered(typeof time === 'number' ? time : undefined))
  return {
    touch,
    begin: () => {
      touched = false
    },
    destroy() {
      isGone = true
      element.removeEventListener('pointerdown', touch)
      element.removeEventListener('pointermove', moved)
      element.removeEventListener('wheel', touch)
    },
  }
}

/** The newest candles, with a little room at the right; few candles are not blown up to fill the width. */
function showLatest(chart: IChartApi, count: number): void {
  const barsShown = Math.max(24, Math.min(count, 96))
  chart.timeScale().setVisibleLogicalRange({ from: count - barsShown - 0.7, to: count + 1 })
}

function chartOptions(state: Drawn) {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid as const, color: 'transparent' },
      textColor: COLOR.faint,
      fontFamily: "'Geist Mono Variable', ui-monospace, monospace",
      fontSize: (11 / 16) * remPixels(),
      // The page names and links the library itself, where keyboards reach it.
      attributionLogo: false,
      panes: { enableResize: false, separatorColor: COLOR.line, separatorHoverColor: COLOR.line },
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
      tickMarkFormatter: (time: Time, type: TickMarkType) =>
        typeof time === 'number' ? tickText(time, TICK_PARTS[type], state.detail) : '',
    },
    localization: {
      timeFormatter: (time: Time) => (typeof time === 'number' ? momentText(time, state.detail) : ''),
    },
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

// The library writes UTC; people read their own clock, but for days.
const TICK_PARTS: Readonly<Record<TickMarkType, 'month' | 'day' | 'time'>> = {
  [TickMarkType.Year]: 'month',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
}
