// Says that launches and buys are paused, and until when, where somebody would launch or buy.
import { errorRecord } from '@twinmint/sdk/core/errors'
import { type Styled, useClockText } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatExactTime, hoursLeft } from '../ui/format.ts'

/** `pausedUntil` where that is known. */
export default function PausedNote({
  pausedUntil,
  className,
}: Styled & { readonly pausedUntil: string | null | undefined }) {
  const ends = useClockText((nowMs) => pauseEndText(pausedUntil ?? null, nowMs))
  return (
    <p className={classNames('rounded-input border border-gold/50 bg-gold/10 px-3 py-2 text-13', className)}>
      <span role="status">{errorRecord.paused.sentence}</span>
      {/* It counts down: nobody is told every minute. */}
      {ends === '' ? '' : ` ${ends}`}
    </p>
  )
}

/** "The pause ends in 3 h at the latest (Nov 26, 2026, 5:00:00 PM)."; nothing where that is not known or past. */
export function pauseEndText(pausedUntil: string | null, nowMs: number): string {
  const leftMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - nowMs
  if (pausedUntil === null || !(leftMs > 0)) return ''
  const minutes = Math.ceil(leftMs / 60_000)
  const left = minutes > 90 ? `${hoursLeft(pausedUntil, nowMs)} h` : `${minutes} min`
  return `The pause ends in ${left} at the latest (${formatExactTime(pausedUntil)}).`
}
