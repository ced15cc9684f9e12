// On cards and rows: that a coin's graduation stands, and beside it the SOL that its pool holds. A graduation can be bought,
// and the SOL taken out again; what is left is what the word is worth.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatSolShort } from '@twinmint/sdk/core/figures'
import { GraduationCap } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'

export function GraduatedMark({
  collection: { graduationStands, realLamports },
  kind = 'chip',
  className,
}: {
  readonly collection: Pick<Collection, 'graduationStands' | 'realLamports'>
  /** In words, on a picture; by its sign, on a small one; or in a line of text. */
  readonly kind?: 'chip' | 'short' | 'line'
  readonly className?: string
}) {
  if (!graduationStands) return null
  const sol = formatSolShort(realLamports)
  return (
    <span
      title={`Graduated, ${sol} SOL in the pool`}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 text-12 font-medium text-gold',
        kind !== 'line' && 'rounded-full border border-line bg-ink py-0.5',
        kind === 'chip' && 'px-2',
        kind === 'short' && 'pr-1.5 pl-0.5',
        className,
      )}
    >
      <GraduationCap size={kind === 'chip' ? 12 : 14} aria-hidden="true" className="shrink-0" />
      <span className={kind === 'chip' ? undefined : 'sr-only'}>Graduated</span>
      <span
        translate="no"
        className={classNames('figures whitespace-nowrap', kind === 'chip' && 'text-text')}
      >
        {/* A small picture is as wide as the figure alone. */}
        {sol}
        <span className={kind === 'short' ? 'sr-only' : undefined}> SOL</span>
        <span className="sr-only"> in the pool</span>
      </span>
    </span>
  )
}
