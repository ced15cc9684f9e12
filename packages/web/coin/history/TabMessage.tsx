// What a tab says when it has nothing to list: why, and the one thing to try.
import { type Retried, RetryButton } from '../../shared/RetryButton.tsx'

export function TabMessage({
  title,
  failed,
  children,
}: {
  readonly title: string
  /** The query that has no answer. */
  readonly failed?: Retried
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <p className="text-13 text-muted">
        <span className="font-semibold text-text">{title}.</span> {children}
      </p>
      {failed !== undefined && <RetryButton query={failed} size="sm" />}
    </div>
  )
}
