// Above the chart, one row at any width: intervals, then what fits of the rest; all of it is behind the button beside them.
import { ArrowUpRight, Maximize2, Minimize2, SlidersHorizontal, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import {
  type ChartControlsProps,
  Choice,
  type FullScreen,
  Group,
  LogChoice,
  UnitGroups,
  WIDE,
} from './chart/ChoiceButtons.tsx'
import { INTERVALS } from './chart-series.ts'

const ChartMenu = lazyPart(() => import('./chart/ChartMenu.tsx'))

export function ChartControls(props: ChartControlsProps) {
  const { choice, interval, onChange, isTable, onTable, onZoom, external, full } = props
  const [isOpen, setOpen] = useState(false)
  const intervals = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = intervals.current
    const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
    // Where the row is scrolled, the chosen one is in view.
    if (row && chosen)
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }, [interval])
  return (
    <div className="flex h-11 shrink-0 items-center border-b border-line pl-1">
      <Group ref={intervals} label="Interval" className="flex-1">
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
