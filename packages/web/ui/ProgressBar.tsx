// Bonding progress: the nearer to graduation, the louder.
import { classNames } from './class-names.ts'
import { formatPercent } from './format.ts'

export type BondingTone = 'gold' | 'violet' | 'dim' | 'faint'

/** Above 80 gold, above 50 violet, above 20 a dim violet, else faint. */
export function bondingTone(percent: number): BondingTone {
  if (percent > 80) return 'gold'
  if (percent > 50) return 'violet'
  if (percent > 20) return 'dim'
  return 'faint'
}

const FILL: Record<BondingTone, string> = {
  gold: 'bg-gold',
  violet: 'bg-violet',
  dim: 'bg-violet-dim',
  faint: 'bg-faint',
}

export function ProgressBar({
  percent,
  label = 'Bonding progress',
  className,
}: {
  readonly percent: number
  readonly label?: string
  readonly className?: string
}) {
  const shown = Math.min(100, Math.max(0, Number.isFinite(percent) ? percent : 0))
  const tone = bondingTone(shown)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown * 10) / 10}
      aria-valuetext={formatPercent(shown)}
      data-tone={tone}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={classNames('h-full w-full origin-left rounded-full transition-transform', FILL[tone])}
        style={{ transform: `translateX(${shown - 100}%)` }}
      />
    </div>
  )
}
