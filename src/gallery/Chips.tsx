// A row of choices of which one holds; on a phone it is swiped.
import type { ReactNode } from 'react'
import { RARITIES, RARITY_COUNTS, type Rarity } from '../core/rarity.ts'
import { classNames } from '../ui/class-names.ts'
import { RARITY_WORDS } from '../ui/RarityChip.tsx'

export interface Choice<T> {
  readonly value: T
  readonly label: ReactNode
}

export function Chips<T extends string | undefined>({
  label,
  choices,
  chosen,
  onChoose,
  className,
}: {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  /** None holds where it is none of them. */
  readonly chosen: T | 'none'
  readonly onChoose: (value: T) => void
  readonly className?: string
}) {
  return (
    <fieldset
      className={classNames('no-scrollbar -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1', className)}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: text }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            'h-9 shrink-0 rounded-full border px-4 text-13 font-medium whitespace-nowrap transition-colors pointer-coarse:h-11',
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

/** All, and the five classes; `minted` are the collection's counts where they are known. */
export function RarityChips({
  chosen,
  onChoose,
  minted,
}: {
  readonly chosen: Rarity | undefined | 'none'
  readonly onChoose: (rarity: Rarity | undefined) => void
  readonly minted?: Readonly<Record<Rarity, number>> | undefined
}) {
  const choices: readonly Choice<Rarity | undefined>[] = [
    { value: undefined, label: 'All' },
    ...RARITIES.map((rarity) => ({
      value: rarity,
      label: (
        <>
          {RARITY_WORDS[rarity]}
          {minted !== undefined && (
            <span className="figures ml-1.5 text-12 text-faint">
              <span aria-hidden="true">
                {minted[rarity]}/{RARITY_COUNTS[rarity]}
              </span>
              <span className="sr-only">
                {minted[rarity]} of {RARITY_COUNTS[rarity]} minted
              </span>
            </span>
          )}
        </>
      ),
    })),
  ]
  return <Chips label="Rarity" choices={choices} chosen={chosen} onChoose={onChoose} />
}
