// Above the chart, one row at any width: intervals, then what fits of the rest; all of it is behind the button beside them.
import { ArrowUpRight, Maximize2, Minimize2, SlidersHorizontal, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Timeframe } from '../index/contract.ts'
import { classNames } from '../ui/class-names.ts'
import { later } from '../ui/later.tsx'
import type { ChartChoice } from './chart/choices.ts'
import { AXIS_NAMES, CHART_AXES, CHART_CURRENCIES, type ChartCurrency } from './chart-axis.ts'
import type { ExternalChart } from './chart-link.ts'
import { INTERVALS } from './chart-series.ts'

const ChartMenu = later(() => import('./ChartMenu.tsx'))

/** Whether there is room for all of it in the row. */
const WIDE = '@min-[860px]:flex'
export const NARROW_ONLY = '@min-[860px]:hidden'

export interface ChartControlsProps {
  readonly choice: ChartChoice
  readonly interval: Timeframe
  /** What the chart is in now: SOL while the rate of dollars is not known. */
  readonly currency: ChartCurrency
  readonly onChange: (change: Partial<ChartChoice>) => void
  /** No marks of wallets where no wallet can be. */
  readonly hasMarks: boolean
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  /** Undefined while there is nothing to zoom. */
  readonly onZoom: ((factor: number) => void) | undefined
  readonly external: ExternalChart | undefined
  readonly full: FullScreen
}

export interface FullScreen {
  readonly isFull: boolean
  /** The full-screen chart by its address, and the page without it. */
  readonly href: string
  /** Undefined in a frame, which can't be larger than it is: the link opens a page of its own. */
  readonly onFull: ((isFull: boolean) => void) | undefined
}

export function ChartControls(props: ChartControlsProps) {
  const { choice, interval, onChange, isTable, onTable, onZoom, external, full } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex h-11 shrink-0 items-center border-b border-line pl-1">
      <Group label="Interval" className="flex-1">
        {INTERVALS.map((each) => (
          <Choice key={each} isOn={each === interval} onClick={() => onChange({ interval: each })}>
            {each}
          </Choice>
        ))}
      </Group>
      <div className={`hidden shrink-0 ${WIDE}`}>
        <UnitGroups {...props} />
        <Group label="Scale">
          <LogChoice choice={choice} onChange={onChange} />
        </Group>
        <IconButton label="Table" isOn={isTable} onClick={() => onTable(!isTable)}>
          <Table2 size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Show more candles" onClick={onZoom && (() => onZoom(0.7))}>
          <ZoomOut size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Show fewer candles" onClick={onZoom && (() => onZoom(1.4))}>
          <ZoomIn size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex shrink-0 items-center border-l border-line">
        <IconButton label="Indicators and settings" isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={16} aria-hidden="true" />
        </IconButton>
        {external !== undefined && (
          <a
            href={external.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Chart on ${external.host}`}
            title={`Chart on ${external.host}`}
            className={ICON}
          >
            <ArrowUpRight size={16} aria-hidden="true" />
          </a>
        )}
        <FullLink {...full} />
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <ChartMenu {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What the axis says, and in which money. */
export function UnitGroups({
  choice,
  currency,
  onChange,
}: Pick<ChartControlsProps, 'choice' | 'currency' | 'onChange'>) {
  return (
    <>
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
    </>
  )
}

export function LogChoice({ choice, onChange }: Pick<ChartControlsProps, 'choice' | 'onChange'>) {
  const isLog = choice.scale === 'log'
  return (
    <Choice isOn={isLog} onClick={() => onChange({ scale: isLog ? 'linear' : 'log' })}>
      Log
    </Choice>
  )
}

/** A link, so that the full chart can be opened elsewhere and shared; here it only changes the address. */
function FullLink({ isFull, href, onFull }: FullScreen) {
  const Icon = isFull ? Minimize2 : Maximize2
  const label = isFull ? 'Leave full screen' : 'Full-screen chart'
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      {...(onFull === undefined
        ? { target: '_blank', rel: 'noopener' }
        : {
            onClick: (event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
              event.preventDefault()
              onFull(!isFull)
            },
          })}
      className={ICON}
    >
      <Icon size={16} aria-hidden="true" />
    </a>
  )
}

export function Group({
  label,
  className,
  children,
}: {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div
      className={classNames('no-scrollbar flex min-w-0 overflow-x-auto', className)}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  )
}

const CHOICE =
  'h-11 shrink-0 px-2 text-13 whitespace-nowrap transition-colors focus-visible:-outline-offset-2 min-w-9 pointer-coarse:min-w-11'

export function Choice({
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

const ICON =
  'flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:text-text focus-visible:-outline-offset-2'

function IconButton({
  label,
  isOn,
  isExpanded,
  onClick,
  children,
}: {
  readonly label: string
  /** Left out where it is not a switch. */
  readonly isOn?: boolean
  /** Left out where it opens nothing. */
  readonly isExpanded?: boolean
  readonly onClick: (() => void) | undefined
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-expanded={isExpanded}
      disabled={onClick === undefined}
      onClick={onClick}
      className={classNames(ICON, 'disabled:text-line', (isOn ?? isExpanded) === true && 'text-violet!')}
    >
      {children}
    </button>
  )
}
