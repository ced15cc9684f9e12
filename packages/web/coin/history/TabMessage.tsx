// What a tab says when it has nothing to list: why, and the one thing to try.
import { Button } from '../../ui/Button.tsx'

export function TabMessage({
  title,
  onRetry,
  children,
}: {
  readonly title: string
  readonly onRetry?: () => void
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <p className="text-13 text-muted">
        <span className="font-semibold text-text">{title}.</span> {children}
      </p>
      {onRetry !== undefined && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
