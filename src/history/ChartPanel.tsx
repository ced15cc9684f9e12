// The chart of a coin: controls, candles or their table, and what is said when there are none. A chunk of its own, so
// that the page is painted before it.
import { useMemo, useState } from 'react'
import { useSiteConfig } from '../site/queries.ts'
import { Price } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/Logo.tsx'
import type { Collection } from '../wire/records/coin.ts'
import { CandleTable } from './CandleTable.tsx'
import { ChartCanvas } from './ChartCanvas.tsx'
import { ChartControls } from './ChartControls.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartMessage, ChartSkeleton } from './ChartState.tsx'
import type { ChartHandle } from './chart.ts'
import { chartUnit } from './chart-axis.ts'
import { useChartChoice } from './chart-memory.ts'
import { useChart, useMarks } from './chart-queries.ts'
import { firstInterval, INTERVAL_SECONDS } from './chart-series.ts'

export interface ChartPanelProps {
  readonly collection: Collection
  /** Whose trades are marked; left out where no wallet can be connected. */
  readonly wallet?: { readonly address: string | undefined }
  /** How high the picture is: `h-full` where the page gives the height. */
  readonly heightClass?: string
}

export default function ChartPanel({
  collection,
  wallet,
  heightClass = 'h-96 md:h-[450px]',
}: ChartPanelProps) {
  const { data: site } = useSiteConfig()
  const [choice, change] = useChartChoice()
  const [youngInterval] = useState(() => firstInterval(collection, Date.now()))
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
  const [hovered, setHovered] = useState<number>()
  const [isTable, setIsTable] = useState(false)
  const hasCandles = chart.candles.length > 0
  const shown = chart.candles.find(({ time }) => time === hovered) ?? chart.candles.at(-1)
  const table = hasCandles && (
    <CandleTable
      name={collection.name}
      candles={chart.candles}
      unit={unit}
      marks={marks}
      isShown={isTable}
      hasOlder={chart.hasOlder}
      isLoadingOlder={chart.isLoadingOlder}
      onOlder={chart.loadOlder}
    />
  )
  return (
    <section
      aria-label={`Price chart of ${collection.name}`}
      className="relative flex min-h-0 min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel"
    >
      <ChartControls
        choice={choice}
        interval={interval}
        currency={unit.currency}
        onChange={change}
        hasMarks={wallet !== undefined}
        isTable={isTable}
        onTable={setIsTable}
        onZoom={handle?.zoom}
      />
      <div className={`relative flex flex-col ${heightClass}`}>
        {!hasCandles ? (
          <NoCandles chart={chart} collection={collection} />
        ) : isTable ? (
          table
        ) : (
          <>
            {shown !== undefined && (
              <ChartLegend
                candle={shown}
                unit={unit}
                marks={marks.filter(({ time }) => time === shown.time)}
              />
            )}
            <ChartCanvas
              candles={chart.candles}
              seriesKey={chart.seriesKey}
              unit={unit}
              marks={marks}
              onHistoryNeeded={chart.loadOlder}
              onHover={setHovered}
              handle={handle}
              onHandle={setHandle}
            />
            {chart.isLoadingOlder && (
              <Spinner
                size={16}
                label="Loading older candles"
                className="absolute top-1/2 left-3 z-10 text-violet"
              />
            )}
          </>
        )}
      </div>
      {!isTable && table}
    </section>
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
  return (
    <ChartMessage title="No trades yet">
      <p className="text-14 text-muted">
        Launch price <Price sol={collection.initialPrice} className="text-text" />
      </p>
      <p className="text-13 text-faint">The first buy draws the first candle.</p>
    </ChartMessage>
  )
}
