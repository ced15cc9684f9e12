// The candles: choice of interval, the figures of the candle under the pointer, and what is said when there are none.
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Price } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatExactTime, formatPercent } from '../ui/format.ts'
import { Spinner } from '../ui/Logo.tsx'
import type { ChartHandle } from './chart.ts'
import {
  axisPriceText,
  candleChangePercent,
  firstInterval,
  INTERVALS,
  wholePriceText,
} from './chart-series.ts'
import type { Candle, Collection } from './contract.ts'
import { useChart } from './queries.ts'

export function ChartPanel({ collection }: { readonly collection: Collection }) {
  const [interval, setInterval] = useState(() => firstInterval(collection, Date.now()))
  const chart = useChart(collection, interval)
  const [handle, setHandle] = useState<ChartHandle>()
  return (
    <section
      aria-label={`Price chart of ${collection.name}`}
      className="relative min-w-0 overflow-hidden rounded-panel border border-line bg-panel"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line px-2">
        <div className="no-scrollbar flex overflow-x-auto" role="group" aria-label="Interval">
          {INTERVALS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === interval}
              onClick={() => setInterval(each)}
              className={classNames(
                'figures h-11 min-w-10 px-2 text-13 transition-colors focus-visible:-outline-offset-2',
                each === interval ? 'font-semibold text-violet' : 'text-muted hover:text-text',
              )}
            >
              {each}
            </button>
          ))}
        </div>
        <div className="flex items-center">
          {chart.isLoadingOlder && (
            <Spinner size={16} label="Loading older candles" className="text-violet" />
          )}
          <span className="hidden px-2 text-12 text-faint lg:block">{collection.symbol} / SOL</span>
          <ZoomButton
            label="Show more candles"
            disabled={handle === undefined}
            onClick={() => handle?.zoom(0.7)}
          >
            <ZoomOut size={16} aria-hidden="true" />
          </ZoomButton>
          <ZoomButton
            label="Show fewer candles"
            disabled={handle === undefined}
            onClick={() => handle?.zoom(1.4)}
          >
            <ZoomIn size={16} aria-hidden="true" />
          </ZoomButton>
        </div>
      </div>
      <div className="relative h-80 md:h-[450px]">
        {chart.isPending ? (
          <div className="flex h-full items-center justify-center text-violet">
            <Spinner size={32} label="Loading chart data" />
          </div>
        ) : chart.isError ? (
          <Centred>
            <p className="text-16 font-semibold">Failed to load chart data</p>
            <Button variant="secondary" onClick={chart.retry}>
              Retry
            </Button>
          </Centred>
        ) : chart.candles.length === 0 ? (
          <Centred>
            <p className="text-16 font-semibold">No trades yet</p>
            <p className="text-14 text-muted">
              Launch price <Price sol={collection.initialPrice} className="text-text" />
            </p>
            <p className="text-13 text-faint">The first buy draws the first candle.</p>
          </Centred>
        ) : (
          <Candles
            candles={chart.candles}
            seriesKey={chart.seriesKey}
            onHistoryNeeded={chart.loadOlder}
            handle={handle}
            onHandle={setHandle}
          />
        )}
      </div>
      {chart.candles.length > 0 && <CandleTable candles={chart.candles} name={collection.name} />}
    </section>
  )
}

function Centred({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 px-4 text-center">{children}</div>
  )
}

/** The canvas. The drawing library is another chunk, so it mounts when that has come. */
function Candles({
  candles,
  seriesKey,
  onHistoryNeeded,
  handle,
  onHandle,
}: {
  readonly candles: readonly Candle[]
  readonly seriesKey: string
  readonly onHistoryNeeded: () => void
  readonly handle: ChartHandle | undefined
  /** The chart when it is drawn, and undefined when it is gone. */
  readonly onHandle: (handle: ChartHandle | undefined) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [hovered, setHovered] = useState<number>()
  const historyNeeded = useRef(onHistoryNeeded)
  const shownKey = useRef<string>(undefined)
  useEffect(() => {
    historyNeeded.current = onHistoryNeeded
  }, [onHistoryNeeded])

  useEffect(() => {
    let mounted: ChartHandle | undefined
    let left = false
    const mount = async () => {
      const { mountChart } = await import('./chart.ts')
      if (left || box.current === null) return
      mounted = mountChart(box.current, {
        historyNeeded: () => historyNeeded.current(),
        hovered: setHovered,
      })
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
    }
  }, [attempt, onHandle])

  useEffect(() => {
    handle?.show(candles, shownKey.current !== seriesKey)
    if (handle) shownKey.current = seriesKey
  }, [handle, candles, seriesKey])

  const shown = useMemo(
    () => candles.find((candle) => candle.time === hovered) ?? candles.at(-1),
    [candles, hovered],
  )
  if (failed)
    return (
      <Centred>
        <p className="text-16 font-semibold">Failed to load chart</p>
        <Button
          variant="secondary"
          onClick={() => {
            setFailed(false)
            setAttempt(attempt + 1)
          }}
        >
          Retry
        </Button>
      </Centred>
    )
  return (
    <>
      <div ref={box} aria-hidden="true" className="h-full w-full" />
      {handle === undefined && (
        <div className="absolute inset-0 flex items-center justify-center text-violet">
          <Spinner size={32} label="Loading chart" />
        </div>
      )}
      {shown !== undefined && <Legend candle={shown} />}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="absolute bottom-9 left-3 z-10 rounded-small bg-panel/80 px-1 py-1 text-12 text-faint transition-colors hover:text-text"
      >
        Chart by TradingView
      </a>
    </>
  )
}

function ZoomButton({
  label,
  disabled,
  onClick,
  children,
}: {
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 disabled:text-line"
    >
      {children}
    </button>
  )
}

function Legend({ candle }: { readonly candle: Candle }) {
  const percent = candleChangePercent(candle)
  const figures = [
    ['O', candle.open],
    ['H', candle.high],
    ['L', candle.low],
    ['C', candle.close],
  ] as const
  return (
    <p
      aria-hidden="true"
      className="figures pointer-events-none absolute top-2 left-3 z-10 flex flex-wrap gap-x-3 text-12 text-muted"
    >
      {figures.map(([letter, price]) => (
        // A phone has room for one line: the close is what counts.
        <span key={letter} className={letter === 'C' ? undefined : 'hidden lg:inline'}>
          <span className="text-faint">{letter}</span> {axisPriceText(price)}
        </span>
      ))}
      <span className={percent < 0 ? 'text-down' : percent > 0 ? 'text-up' : undefined}>
        {formatPercent(percent, { signed: true })}
      </span>
      <span>
        <span className="text-faint">V</span> {axisPriceText(candle.volume)} SOL
      </span>
    </p>
  )
}

/** The latest traded candles in words, for those who can't see the canvas. */
function CandleTable({ candles, name }: { readonly candles: readonly Candle[]; readonly name: string }) {
  const traded = candles.filter((candle) => candle.volume > 0).slice(-24)
  return (
    <div className="sr-only">
      <table>
        <caption>Prices of {name} in SOL, the latest intervals with trades</caption>
        <thead>
          <tr>
            {['Begins', 'Open', 'High', 'Low', 'Close', 'Volume in SOL'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {traded.map((candle) => (
            <tr key={candle.time}>
              <th scope="row">{formatExactTime(new Date(candle.time * 1000).toISOString())}</th>
              <td>{wholePriceText(candle.open)}</td>
              <td>{wholePriceText(candle.high)}</td>
              <td>{wholePriceText(candle.low)}</td>
              <td>{wholePriceText(candle.close)}</td>
              <td>{wholePriceText(candle.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
