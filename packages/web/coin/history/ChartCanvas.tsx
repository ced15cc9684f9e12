// The canvas of the chart with the legend over it. The drawing library is another chunk, so it mounts when that has come.

import type { Candle } from '@twinmint/sdk/api/history/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChartMessage, ChartSkeleton } from './ChartState.tsx'
import type { ChartScale } from './chart/choices.ts'
import type { ChartHandle, ChartLine } from './chart.ts'
import type { ChartUnit, MomentDetail } from './chart-axis.ts'
import type { ChartMark } from './chart-marks.ts'

export interface ChartCanvasProps {
  readonly candles: readonly Candle[]
  readonly seriesKey: string
  readonly unit: ChartUnit
  readonly scale: ChartScale
  readonly detail: MomentDetail
  readonly hasVolume: boolean
  readonly lines: readonly ChartLine[]
  readonly marks: readonly ChartMark[]
  readonly onHistoryNeeded: () => void
  readonly onHover: (timeSeconds: number | undefined) => void
  readonly handle: ChartHandle | undefined
  /** The chart when it is drawn, and undefined when it is gone. */
  readonly onHandle: (handle: ChartHandle | undefined) => void
}

export function ChartCanvas(props: ChartCanvasProps) {
  const { candles, seriesKey, unit, scale, detail, hasVolume, lines, marks } = props
  const { onHover, handle, onHandle } = props
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const now = useRef(props)
  const shownKey = useRef<string>(undefined)
  useEffect(() => {
    now.current = props
  }, [props])

  useEffect(() => {
    let mounted: ChartHandle | undefined
    let left = false
    const mount = async () => {
      const { mountChart } = await import('./chart.ts')
      if (left || box.current === null) return
      mounted = mountChart(box.current, {
        historyNeeded: () => now.current.onHistoryNeeded(),
        hovered: onHover,
      })
      showAll(mounted, now.current)
      shownKey.current = now.current.seriesKey
      onHandle(mounted)
    }
    mount().catch((error: unknown) => {
      console.error('The chart could not be loaded.', error)
      setFailed(true)
    })
    return () => {
      left = true
      shownKey.current = undefined
      mounted?.destroy()
      onHandle(undefined)
      onHover(undefined)
    }
  }, [attempt, onHandle, onHover])

  useEffect(() => handle?.scale(scale), [handle, scale])
  useEffect(() => handle?.showVolume(hasVolume), [handle, hasVolume])
  useEffect(() => {
    handle?.show(candles, { unit, detail, reset: shownKey.current !== seriesKey })
    if (handle) shownKey.current = seriesKey
  }, [handle, candles, unit, detail, seriesKey])
  // After the candles, since each line has a value for each of them.
  useEffect(() => handle?.draw(lines), [handle, lines, unit])
  useEffect(() => handle?.mark(marks), [handle, marks])

  if (failed)
    return (
      <ChartMessage title="Failed to load chart">
        <Button
          variant="secondary"
          onClick={() => {
            setFailed(false)
            setAttempt(attempt + 1)
          }}
        >
          Retry
        </Button>
      </ChartMessage>
    )
  return (
    <div className="relative min-h-0 flex-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the picture moves by keys as it does by dragging */}
      <div
        role="img"
        aria-label="Candles. Arrow keys move through time, plus and minus show fewer or more; the table says the same."
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        tabIndex={0}
        onKeyDown={(event) => handle && onKey(event, handle)}
        className="absolute inset-0 focus-visible:-outline-offset-2"
      >
        <div ref={box} aria-hidden="true" className="h-full w-full" />
      </div>
      {handle === undefined && (
        <div className="absolute inset-0">
          <ChartSkeleton label="Loading chart" />
        </div>
      )}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        title="Chart by TradingView"
        className="absolute bottom-9 left-3 z-10 rounded-small bg-panel/80 px-1 py-1 text-12 text-faint transition-colors hover:text-text"
      >
        TradingView
      </a>
    </div>
  )
}

/** Before its first frame: an empty chart took a phone as long to draw as a full one. */
function showAll(chart: ChartHandle, props: ChartCanvasProps): void {
  const { candles, unit, scale, detail, hasVolume, lines, marks } = props
  chart.scale(scale)
  chart.showVolume(hasVolume)
  chart.show(candles, { unit, detail, reset: true })
  chart.draw(lines)
  chart.mark(marks)
}

function onKey(event: KeyboardEvent, chart: ChartHandle): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const actions: Record<string, () => void> = {
    ArrowLeft: () => chart.move(-0.2),
    ArrowRight: () => chart.move(0.2),
    '+': () => chart.zoom(1.4),
    '=': () => chart.zoom(1.4),
    '-': () => chart.zoom(0.7),
  }
  const action = actions[event.key]
  if (action === undefined) return
  event.preventDefault()
  action()
}
