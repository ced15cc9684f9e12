// How rare an NFT is: a word and, where there is room, why. The colour only repeats the word.
import type { Rarity } from '@twinmint/sdk/core/rarity'
import { classNames } from './class-names.ts'

export const RARITY_WORDS: Record<Rarity, string> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
  mythic: 'Mythic',
}

/** The rarer, the louder. */
const TONES: Record<Rarity, string> = {
  common: 'border-line bg-ink text-muted',
  rare: 'border-faint bg-ink text-text',
  epic: 'border-violet bg-ink text-violet-bright',
  legendary: 'border-gold bg-ink text-gold',
  mythic: 'border-gold bg-gold text-ink',
}

export function RarityChip({
  rarity,
  reason,
  className,
}: {
  readonly rarity: Rarity
  /** "palindrome" */
  readonly reason?: string | undefined
  readonly className?: string | undefined
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center rounded-full border px-2 py-px text-12 font-medium',
        TONES[rarity],
        className,
      )}
    >
      <span className="truncate">
        {RARITY_WORDS[rarity]}
        {reason !== undefined && ` · ${reason}`}
      </span>
    </span>
  )
}
