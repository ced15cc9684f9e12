// Everything about the chart that is not in its row: indicators, marks, and on a narrow chart the units and the table too.
// Its code comes when it is opened.
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import {
  type ChartControlsProps,
  Choice,
  Group,
  LogChoice,
  NARROW_ONLY,
  UnitGroups,
} from './ChoiceButtons.tsx'
import { type Indicator, LINE_IDS, LINES } from './choices.ts'

export default function ChartMenu(props: ChartControlsProps & { readonly onClose: () => void }) {
  const { choice, onChange, hasMarks, isTable, onTable, onClose } = props
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useEffect(() => {
    const row = box.current?.parentElement
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    const leave = () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
      close.current()
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !row?.contains(target)) close.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the menu: a chart in the whole window stays.
      event.preventDefault()
      leave()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [])
  const has = (indicator: Indicator) => choice.indicators.includes(indicator)
  const toggle = (indicator: Indicator) =>
    onChange({
      indicators: (['volume', ...LINE_IDS] as const).filter((each) => has(each) !== (each === indicator)),
    })
  return (
    <div
      ref={box}
      role="group"
      aria-label="Chart settings"
      tabIndex={-1}
      className="absolute top-11 right-0 z-30 max-h-[calc(100%-2.75rem)] w-64 max-w-full overflow-y-auto rounded-b-panel border border-line bg-raised px-2 py-1 shadow-lg outline-none"
    >
      <Part title="Axis" className={NARROW_ONLY}>
        <UnitGroups {...props} />
        <Group label="Scale">
          <LogChoice choice={choice} onChange={onChange} />
          <Choice isOn={isTable} onClick={() => onTable(!isTable)}>
            Table
          </Choice>
        </Group>
      </Part>
      <Part title="Indicators">
        <Group label="Indicators" className="flex-wrap">
          <Toggle isOn={has('volume')} color="#8a829d" onClick={() => toggle('volume')}>
            Volume
          </Toggle>
          {LINE_IDS.map((id) => (
            <Toggle key={id} isOn={has(id)} color={LINES[id].color} onClick={() => toggle(id)}>
              {LINES[id].name}
            </Toggle>
          ))}
        </Group>
      </Part>
      {hasMarks && (
        <Part title="Marks">
          <Group label="Marked trades" className="flex-wrap">
            <Toggle isOn={choice.mine} color="#21d38b" onClick={() => onChange({ mine: !choice.mine })}>
              My trades
            </Toggle>
            <Toggle
              isOn={choice.creators}
              color="#ffcf3a"
              onClick={() => onChange({ creators: !choice.creators })}
            >
              Creator’s
            </Toggle>
            <Toggle isOn={choice.events} color="#9a6bff" onClick={() => onChange({ events: !choice.events })}>
              Boosts, graduation
            </Toggle>
          </Group>
        </Part>
      )}
    </div>
  )
}

function Part({
  title,
  className,
  children,
}: {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div className={classNames('border-line py-1 not-first:border-t', className)}>
      <p aria-hidden="true" className="px-2 pt-1 text-12 text-faint">
        {title}
      </p>
      {children}
    </div>
  )
}

/** On or off by itself: a filled or an empty spot says which. */
function Toggle({
  isOn,
  color,
  onClick,
  children,
}: {
  readonly isOn: boolean
  readonly color: string
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'flex h-11 items-center gap-1.5 px-2 text-13 whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
        isOn ? 'text-text' : 'text-muted hover:text-text',
      )}
    >
      <span
        aria-hidden="true"
        style={isOn ? { backgroundColor: color } : undefined}
        className={classNames('size-2 rounded-full', !isOn && 'border border-faint')}
      />
      {children}
    </button>
  )
}
