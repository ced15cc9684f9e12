// Said wherever something counts from a coin's beginning, which this server does not have: since when it does.
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatExactTime } from '../../ui/format.ts'
import { useIsTakenOver } from '../../ui/hydration/hydration.ts'

/** Nothing where the history is whole. */
export function HistorySince({
  since,
  isShort = false,
  className,
  children,
}: {
  readonly since: string | null
  /** Where the coin and the server are clear. */
  readonly isShort?: boolean
  readonly className?: string
  /** What that means here. */
  readonly children?: ReactNode
}) {
  // The reader's zone and manner are this browser's alone.
  const isTakenOver = useIsTakenOver()
  if (since === null) return null
  return (
    <p className={classNames('text-12 text-muted', className)}>
      <History size={12} aria-hidden="true" className="mr-1 inline-block align-[-1px]" />
      {isShort ? 'History begins on ' : 'This server’s history of the coin begins on '}
      <time dateTime={since}>{isTakenOver ? formatExactTime(since) : utcText(since)}</time>.
      {children !== undefined && <> {children}</>}
    </p>
  )
}

const utcText = (iso: string) => `${iso.slice(0, 16).replace('T', ', ')} UTC`

/** Beside a figure: a sign, and in words for pointers and screen readers. */
export function HistoryMark({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <span title={text} className={classNames('ml-1 inline-block align-[-1px] text-faint', className)}>
      <History size={12} aria-hidden="true" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
