// What came of something that was pressed, where it was pressed: it stays until it is answered, and comes into view.
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

export function Notice({
  actionLabel,
  onAction,
  dismissLabel = 'Dismiss',
  onDismiss,
  children,
}: {
  readonly actionLabel?: string
  readonly onAction?: () => void
  readonly dismissLabel?: string
  readonly onDismiss: () => void
  readonly children: ReactNode
}) {
  const notice = useRef<HTMLDivElement>(null)
  // Whoever pressed the button at the other end of a long card would else not see it.
  useEffect(() => {
    // In braces: newer browsers return a promise here, which would be taken for the way to clean up.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={notice}
      role="alert"
      className="flex scroll-my-20 flex-col gap-3 rounded-input border border-gold/50 bg-gold/10 p-3 text-13"
    >
      <div className="flex flex-col gap-1">{children}</div>
      <div className="flex flex-wrap gap-2">
        {onAction !== undefined && (
          <Button size="sm" onClick={onAction}>
            {actionLabel}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onDismiss}>
          {dismissLabel}
        </Button>
      </div>
    </div>
  )
}
