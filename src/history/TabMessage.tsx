// What a tab says when it has nothing to list: why, and the one thing to try.
import { Button } from '../ui/Button.tsx'

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
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <p className="text-16 font-semibold">{title}</p>
      <p className="max-w-sm text-14 text-muted">{children}</p>
      {onRetry !== undefined && (
        <Button variant="secondary" className="mt-2" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
