// Above the chart: interval, what the axis says and in which money, whose trades are marked, table or picture, zoom.
import { Table2, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Timeframe } from '../index/contract.ts'
import { classNames } from '../ui/class-names.ts'
import { AXIS_NAMES, CHART_AXES, CHART_CURRENCIES, type ChartCurrency } from './chart-axis.ts'
import type { ChartChoice } from './chart-memory.ts'
import { INTERVALS } from './chart-series.ts'

export interface ChartControlsProps {
  readonly choice: ChartChoice
  readonly interval: Timeframe
  /** What the chart is in now: SOL while the rate of dollars is not known. */
  readonly currency: ChartCurrency
  readonly onChange: (change: Partial<ChartChoice>) => void
  /** No marks where no wallet can be. */
  readonly hasMarks: boolean
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** Undefined while there is nothing to zoom. */
  readonly onZoom: ((factor: number) => void) | undefined
}

export function ChartControls(props: ChartControlsProps) {
  const { choice, interval, currency, onChange, hasMarks, isTable, onTable, onZoom } = props
  return (
    <div className="border-b border-line">
      <div className="flex items-center justify-between gap-1 px-2">
        <Group label="Interval">
          {INTERVALS.map((each) => (
            <Choice key={each} isOn={each === interval} onClick={() => onChange({ interval: each })}>
              {each}
            </Choice>
          ))}
        </Group>
        <div className="flex shrink-0 items-center">
          <IconButton label="Table" isOn={isTable} onClick={() => onTable(!isTable)}>
            <Table2 size={16} aria-hidden="true" />
          </IconButton>
          {/* Fingers pinch. */}
          <div className="hidden sm:flex">
            <IconButton label="Show more candles" onClick={onZoom && (() => onZoom(0.7))}>
              <ZoomOut size={16} aria-hidden="true" />
            </IconButton>
            <IconButton label="Show fewer candles" onClick={onZoom && (() => onZoom(1.4))}>
              <ZoomIn size={16} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-2">
        <Group label="Axis">
          {CHART_AXES.map((each) => (
            <Choice key={each} isOn={each === choice.axis} onClick={() => onChange({ axis: each })}>
              {each === 'nft' ? 'NFT' : AXIS_NAMES[each]}
            </Choice>
          ))}
        </Group>
        <Group label="Currency">
          {CHART_CURRENCIES.map((each) => (
            <Choice key={each} isOn={each === currency} onClick={() => onChange({ currency: each })}>
              {each}
            </Choice>
          ))}
        </Group>
        {hasMarks && (
          <Group label="Marked trades">
            <Toggle isOn={choice.mine} tone="bg-up" onClick={() => onChange({ mine: !choice.mine })}>
              My trades
            </Toggle>
            <Toggle
              isOn={choice.creators}
              tone="bg-gold"
              onClick={() => onChange({ creators: !choice.creators })}
            >
              Creator’s
            </Toggle>
          </Group>
        )}
      </div>
    </div>
  )
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="no-scrollbar flex min-w-0 overflow-x-auto" role="group" aria-label={label}>
      {children}
    </div>
  )
}

const CHOICE =
  'h-11 shrink-0 px-2 text-13 whitespace-nowrap transition-colors focus-visible:-outline-offset-2 min-w-10'

function Choice({
  isOn,
  onClick,
  children,
}: {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'figures',
        CHOICE,
        isOn ? 'font-semibold text-violet' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </button>
  )
}

/** On or off by itself: a filled or an empty spot says which. */
function Toggle({
  isOn,
  tone,
  onClick,
  children,
}: {
  readonly isOn: boolean
  readonly tone: string
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        CHOICE,
        'flex items-center gap-1.5',
        isOn ? 'text-text' : 'text-muted hover:text-text',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', isOn ? tone : 'border border-faint')}
      />
      {children}
    </button>
  )
}

function IconButton({
  label,
  isOn,
  onClick,
  children,
}: {
  readonly label: string
  /** Left out where it is not a switch. */
  readonly isOn?: boolean
  readonly onClick: (() => void) | undefined
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      disabled={onClick === undefined}
      onClick={onClick}
      className={classNames(
        'flex size-11 items-center justify-center rounded-full transition-colors focus-visible:-outline-offset-2 disabled:text-line',
        isOn === true ? 'text-violet' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </button>
  )
}
