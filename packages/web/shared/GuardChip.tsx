// On cards and rows: that a coin's launch guard runs, and for how long yet. It goes by itself.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { guardBpsAt } from '@twinmint/sdk/core/curve'
import { guardOf, guardSecondsLeft, guardTimeText, surchargePercentText } from '@twinmint/sdk/core/surcharge'
import { ShieldHalf } from 'lucide-react'
import { Digits } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { useGuardSecond } from './guard-clock.ts'

type Guarded = Pick<Collection, 'guardBps' | 'guardSeconds' | 'createdAt'>

export function GuardChip({
  collection,
  isShort = false,
  className,
}: {
  readonly collection: Guarded
  /** The sign and the time alone, for rows. */
  readonly isShort?: boolean
  readonly className?: string
}) {
  const second = useGuardSecond(collection)
  if (second === undefined) return null
  const guard = guardOf(collection)
  const percent = surchargePercentText(guardBpsAt(guard, second))
  return (
    <Tooltip
      tap
      text={`Launch guard: ${percent}% of a buy is surcharge now, locked for ever. It falls every second and ends by itself.`}
    >
      <button
        type="button"
        // Its own words do not count down: nobody is told every second.
        aria-label="Launch guard: buys pay a surcharge now"
        className={classNames(
          'relative z-10 inline-flex cursor-help items-center gap-1 rounded-full border border-gold/50 bg-ink text-12 font-medium whitespace-nowrap text-gold before:absolute before:-inset-3',
          isShort ? 'px-1.5 py-px' : 'px-2 py-0.5',
          className,
        )}
      >
        <ShieldHalf size={12} aria-hidden="true" />
        {!isShort && 'Guard '}
        <Digits>{guardTimeText(guardSecondsLeft(guard, second))}</Digits>
      </button>
    </Tooltip>
  )
}
