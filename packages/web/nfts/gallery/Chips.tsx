// A row of choices of which one holds; on a phone it is swiped.

import { RARITIES, RARITY_COUNTS, type Rarity } from '@twinmint/sdk/core/rarity'
import { type ReactNode, useEffect, useRef } from 'react'
import { Sol } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'
import type { Floors } from './figures.ts'

export interface Choice<T> {
  readonly value: T
  readonly label: ReactNode
}

export function Chips<T extends string | undefined>({
  label,
  choices,
  chosen,
  onChoose,
  isTall = false,
  className,
}: {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  /** None holds where it is none of them. */
  readonly chosen: T | 'none'
  readonly onChoose: (value: T) => void
  /** Of two lines. */
  readonly isTall?: boolean
  readonly className?: string
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const held = row.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (held) row.current?.scrollTo({ left: held.offsetLeft - EDGE })
  }, [])
  return (
    // Relative, so that words for screen readers inside are clipped with it and don't widen the page.
    <fieldset
      ref={row}
      className={classNames(
        'no-scrollbar relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: text }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            'shrink-0 border px-4 text-13 font-medium whitespace-nowrap transition-colors',
            isTall ? 'h-13 rounded-input text-left' : 'h-9 rounded-full pointer-coarse:h-11',
            value === chosen
              ? 'border-violet bg-violet/15 text-text'
              : 'border-line text-muted hover:border-faint hover:text-text',
          )}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}

/** So much of the chip before stays in sight. */
const EDGE = 48

/**
 * All, and the five classes, with how many of each are minted and what one costs at least, where a collection's `counts` and
 * `floors` are given or awaited.
 */
export function RarityChips({
  chosen,
  onChoose,
  counts,
  floors,
}: {
  readonly chosen: Rarity | undefined | 'none'
  readonly onChoose: (rarity: Rarity | undefined) => void
  readonly counts?: Readonly<Record<Rarity, number>> | 'awaited'
  readonly floors?: Floors | 'awaited'
}) {
  const choices: readonly Choice<Rarity | undefined>[] = [
    { value: undefined, label: 'All' },
    ...RARITIES.map((rarity) => ({
      value: rarity,
      label: (
        <>
          {RARITY_WORDS[rarity]}
          {counts !== undefined && (
            <MintedCount
              of={RARITY_COUNTS[rarity]}
              count={counts === 'awaited' ? undefined : counts[rarity]}
            />
          )}
          {floors !== undefined && <FloorLine floor={floors === 'awaited' ? undefined : floors[rarity]} />}
        </>
      ),
    })),
  ]
  return (
    <Chips
      label="Rarity"
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
      isTall={floors !== undefined}
    />
  )
}

/** As wide as it can get, so that the chips after it stay where they are when it comes. */
function MintedCount({ count, of }: { readonly count: number | undefined; readonly of: number }) {
  return (
    <span
      translate="no"
      className="figures ml-1.5 inline-block text-12 text-muted"
      style={{ minWidth: `${String(of).length * 2 + 1}ch` }}
    >
      {count !== undefined && (
        <>
          <span aria-hidden="true">
            {count}/{of}
          </span>
          <span className="sr-only">
            {count} of {of} minted
          </span>
        </>
      )}
    </span>
  )
}

/** As wide as most prices are, so that the chips after it stay where they are when it comes. */
function FloorLine({ floor }: { readonly floor: string | null | undefined }) {
  return (
    <span translate="no" className="figures block min-w-[15ch] text-12 font-normal text-muted">
      {floor === null ? (
        'none listed'
      ) : floor === undefined ? (
        '\u00a0'
      ) : (
        <>
          from <Sol lamports={floor} />
        </>
      )}
    </span>
  )
}
