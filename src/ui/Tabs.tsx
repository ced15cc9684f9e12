// Tabs by the ARIA pattern: arrows, Home and End move and choose; Tab goes on into the panel.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

export interface TabItem<Id extends string = string> {
  readonly id: Id
  readonly label: ReactNode
  /** Only the chosen one is rendered. Leave out where the caller renders below by itself. */
  readonly content?: ReactNode
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly items: readonly TabItem<Id>[]
  /** Controlled when given. */
  readonly value?: Id | undefined
  readonly onChange?: ((id: Id) => void) | undefined
  readonly className?: string | undefined
}

export function Tabs<Id extends string>({ label, items, value, onChange, className }: TabsProps<Id>) {
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
        className="no-scrollbar flex gap-1 overflow-x-auto border-b border-line px-2"
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
              className={classNames(
                '-mb-px h-11 shrink-0 border-b-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                selected ? 'border-violet text-text' : 'border-transparent text-muted hover:text-text',
              )}
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
