// Tabs by the ARIA pattern: arrows, Home and End move and choose; Tab goes on into the panel.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export interface TabItem<Id extends string = string> {
  readonly id: Id
  readonly label: ReactNode
  /** Of the chosen pill; violet without it. */
  readonly tone?: keyof typeof PILLS
  /** Only the chosen one is rendered. Leave out where the caller renders below by itself. */
  readonly content?: ReactNode
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  /** Controlled when given. */
  readonly value?: Id | undefined
  readonly onChange?: ((id: Id) => void) | undefined
  /** A line under the chosen one, or a pill around it. */
  readonly look?: 'line' | 'pills'
  readonly className?: string | undefined
}

const PILLS = { up: 'bg-up text-ink', down: 'bg-down text-ink', violet: 'bg-violet text-ink' }

const LISTS = {
  line: 'no-scrollbar flex gap-1 overflow-x-auto border-b border-line px-2',
  pills: 'grid auto-cols-fr grid-flow-col gap-1 rounded-full bg-ink p-1',
}

function tabClass(look: 'line' | 'pills', selected: boolean, tone: keyof typeof PILLS): string {
  if (look === 'pills')
    return classNames(
      'h-9 rounded-full text-14 font-semibold transition-colors pointer-coarse:h-11',
      selected ? PILLS[tone] : 'text-muted hover:text-text',
    )
  return classNames(
    '-mb-px h-11 shrink-0 border-b-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    selected ? 'border-violet text-text' : 'border-transparent text-muted hover:text-text',
  )
}

export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  look = 'line',
  className,
}: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Id | undefined>(items[0]?.id)
  const current = value ?? chosen
  const active = items.find((item) => item.id === current)

  const choose = (id: Id) => {
    setChosen(id)
    onChange?.(id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.id === current)
    const next = nextIndex(event.key, at, items.length)
    const item = next === undefined ? undefined : items[next]
    if (item === undefined || next === undefined) return
    event.preventDefault()
    choose(item.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]').item(next).focus()
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className={LISTS[look]}
      >
        {items.map((item) => {
          const selected = item.id === current
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${base}-${item.id}`}
              aria-selected={selected}
              aria-controls={item.content === undefined ? undefined : `${base}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={(event) => {
                // On a phone the last one may stand half outside.
                event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
                choose(item.id)
              }}
              className={tabClass(look, selected, item.tone ?? 'violet')}
            >
              {item.label}
            </button>
          )
        })}
      </div>
      {active?.content !== undefined && (
        <div
          id={`${base}-panel`}
          role="tabpanel"
          aria-labelledby={`${base}-${active.id}`}
          tabIndex={0}
          className="focus-visible:-outline-offset-2"
        >
          {active.content}
        </div>
      )}
    </div>
  )
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
