// The chart of a coin: controls, candles or their table, and what is said when there are none. A chunk of its own, so
// that the page is painted before it.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { useEffect, useMemo, useRef, useState } from 'react'
import { HistorySince } from '../../shared/history/HistorySince.tsx'
import { useSiteConfig } from '../../shared/queries.ts'
import { Price } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { nowMs } from '../../ui/hydration/hydration.ts'
import { Spinner } from '../../ui/Logo.tsx'
import { CandleTable } from './CandleTable.tsx'
import { ChartCanvas } from './ChartCanvas.tsx'
import { ChartControls } from './ChartControls.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartMessage, ChartSkeleton } from './ChartState.tsx'
import { type ChartChoice, type Indicator, LINES, type LineId } from './chart/choices.ts'
import type { lineValues } from './chart/indicators.ts'
import { externalChart, fullChartPath } from './chart/link.ts'
import type { ChartHandle, ChartLine } from './chart.ts'
import { type ChartUnit, chartUnit, detailOf, type MomentDetail } from './chart-axis.ts'
import type { ChartMark } from './chart-marks.ts'
import { useChartState } from './chart-preferences.ts'
import { useChart, useMarks } from './chart-queries.ts'
import { firstInterval, INTERVAL_SECONDS } from './chart-series.ts'

export interface ChartPanelProps {
  readonly collection: Collection
  /** Whose trades are marked; left out where no wallet can be connected: in a frame on somebody else's page. */
  readonly wallet?: { readonly address: string | undefined }
}

/** As high as what it is in: whoever draws it gives the height. */
export default function ChartPanel({ collection, wallet }: ChartPanelProps) {
  const { data: site } = useSiteConfig()
  const [youngInterval] = useState(() => firstInterval(collection, nowMs()))
  const { choice, change, isFull: isAskedFull, setFull } = useChartState(youngInterval)
  const isFramed = wallet === undefined
  const isFull = isAskedFull && !isFramed
  const section = useFullScreen(isFull, () => setFull(false))
  const interval = choice.interval ?? youngInterval
  const chart = useChart(collection, interval)
  const unit = useMemo(
    () => chartUnit(choice.axis, choice.currency, site?.solUsd),
    [choice.axis, choice.currency, site?.solUsd],
  )
  const marks = useMarks(collection, wallet, choice, {
    candles: chart.candles,
    intervalSeconds: INTERVAL_SECONDS[interval],
  })
  const [handle, setHandle] = useState<ChartHandle>()
  const [isTable, setIsTable] = useState(false)
  const hasCandles = chart.candles.length > 0
  const table = hasCandles && (
    <CandleTable
      name={collection.name}
      candles={chart.candles}
      unit={unit}
      detail={detailOf(INTERVAL_SECONDS[interval])}
      marks={marks}
      isShown={isTable}
      hasOlder={chart.hasOlder}
      isLoadingOlder={chart.isLoadingOlder}
      onOlder={chart.loadOlder}
    />
  )
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Price chart of ${collection.name}`}
      className={classNames(
        '@container m-0 flex min-w-0 flex-col overflow-hidden bg-panel p-0 text-text outline-none',
        isFull
          ? 'fixed inset-0 z-50 h-dvh max-h-none w-full max-w-none pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]'
          : 'relative h-full min-h-72 rounded-panel border border-line',
      )}
    >
      <ChartControls
        choice={choice}
        interval={interval}
        currency={unit.currency}
        onChange={change}
        hasMarks={!isFramed}
        isTable={isTable}
        onTable={setIsTable}
        onZoom={handle?.zoom}
        external={externalChart(site, collection)}
        full={{
          isFull,
          href: isFull ? `/trade/${collection.id}` : fullChartPath(collection),
          onFull: isFramed ? undefined : setFull,
        }}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {!hasCandles ? (
          <NoCandles chart={chart} collection={collection} />
        ) : isTable ? (
          table
        ) : (
          <Picture
            chart={chart}
            choice={choice}
            unit={unit}
            detail={detailOf(INTERVAL_SECONDS[interval])}
            marks={marks}
            handle={handle}
            onHandle={setHandle}
          />
        )}
      </div>
      {!isTable && table}
      <HistorySince
        since={collection.historySince}
        isShort
        className="shrink-0 border-t border-line/60 px-3 py-1"
      />
    </section>
  )
}

/** The candles, and what the line above them says of one. */
function Picture({
  chart,
  choice,
  unit,
  detail,
  marks,
  handle,
  onHandle,
}: {
  readonly chart: ReturnType<typeof useChart>
  readonly choice: ChartChoice
  readonly unit: ChartUnit
  readonly detail: MomentDetail
  readonly marks: readonly ChartMark[]
  readonly handle: ChartHandle | undefined
  readonly onHandle: (handle: ChartHandle | undefined) => void
}) {
  const { candles } = chart
  const lines = useLines(candles, choice.indicators)
  const [hovered, setHovered] = useState<number>()
  const found = candles.findLastIndex(({ time }) => time === hovered)
  const shownAt = found < 0 ? candles.length - 1 : found
  const shown = candles[shownAt]
  return (
    <>
      {shown !== undefined && (
        <ChartLegend
          candle={shown}
          unit={unit}
          detail={detail}
          marks={marks.filter(({ time }) => time === shown.time)}
          lines={lines.map(({ id, values }) => ({ id, value: values[shownAt] }))}
        />
      )}
      <ChartCanvas
        candles={candles}
        seriesKey={chart.seriesKey}
        unit={unit}
        scale={choice.scale}
        detail={detail}
        hasVolume={choice.indicators.includes('volume')}
        lines={lines}
        marks={marks}
        onHistoryNeeded={chart.loadOlder}
        onHover={setHovered}
        handle={handle}
        onHandle={onHandle}
      />
      {chart.isLoadingOlder && (
        <Spinner
          size={16}
          label="Loading older candles"
          className="absolute top-1/2 left-3 z-10 text-violet"
        />
      )}
    </>
  )
}

/** Holds the element over the whole window while it is asked for; Esc leaves. Its code comes then. */
function useFullScreen(isFull: boolean, onLeave: () => void) {
  const section = useRef<HTMLElement>(null)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  }, [onLeave])
  useEffect(() => {
    if (!isFull) return
    let isOver = false
    let putBack: (() => void) | undefined
    const enter = async () => {
      const { enterFullScreen } = await import('./chart/full-screen.ts')
      if (!isOver && section.current) putBack = enterFullScreen(section.current, () => leave.current())
    }
    // Without it the chart is as large, and the page behind it can still be reached.
    enter().catch((error: unknown) => console.error('The full screen could not be loaded.', error))
    return () => {
      isOver = true
      putBack?.()
    }
  }, [isFull])
  return section
}

const isLine = (indicator: Indicator): indicator is LineId => indicator in LINES
const NO_LINES: readonly ChartLine[] = []

/** The lines that are switched on. What works them out comes with the first one. */
function useLines(candles: readonly Candle[], indicators: readonly Indicator[]): readonly ChartLine[] {
  const [valuesOf, setValuesOf] = useState<typeof lineValues>()
  const ids = useMemo(() => indicators.filter(isLine), [indicators])
  const isNeeded = ids.length > 0 && valuesOf === undefined
  useEffect(() => {
    if (!isNeeded) return
    import('./chart/indicators.ts').then(
      (module) => setValuesOf(() => module.lineValues),
      (error: unknown) => console.error('The indicators could not be loaded.', error),
    )
  }, [isNeeded])
  return useMemo(
    () =>
      valuesOf === undefined || ids.length === 0
        ? NO_LINES
        : ids.map((id) => ({ id, values: valuesOf(candles, id) })),
    [valuesOf, ids, candles],
  )
}

/** Why there is nothing to draw. */
function NoCandles({
  chart,
  collection,
}: {
  readonly chart: Pick<ReturnType<typeof useChart>, 'isPending' | 'isError' | 'retry'>
  readonly collection: Collection
}) {
  if (chart.isPending) return <ChartSkeleton />
  if (chart.isError)
    return (
      <ChartMessage title="Failed to load chart data">
        <Button variant="secondary" onClick={chart.retry}>
          Retry
        </Button>
      </ChartMessage>
    )
  if (collection.historySince !== null)
    return (
      <ChartMessage title="No trades here yet">
        <p className="text-14 text-muted">
          Price <Price sol={collection.currentPrice} className="text-text" />
        </p>
        <p className="text-13 text-faint">The next trade draws the first candle.</p>
      </ChartMessage>
    )
  return (
    <ChartMessage title="No trades yet">
      <p className="text-14 text-muted">
        Launch price <Price sol={collection.initialPrice} className="text-text" />
      </p>
      <p className="text-13 text-faint">The first buy draws the first candle.</p>
    </ChartMessage>
  )
}
