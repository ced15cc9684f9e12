// Asks once more before something that cannot be taken back, in place of the button that was pressed.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

export function Question({
  label,
  actions,
  children,
}: {
  readonly label: string
  /** Yes and no, side by side. */
  readonly actions: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: the focus goes to what came in its place.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-label={label}
      aria-describedby={id}
      tabIndex={-1}
      className="flex scroll-my-20 flex-col gap-3 rounded-input border border-down/50 bg-down/10 p-3 text-13 outline-none"
    >
      <p id={id} className="flex gap-2">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-down" />
        <span className="min-w-0">{children}</span>
      </p>
      <div className="flex flex-wrap gap-2 *:flex-1">{actions}</div>
    </div>
  )
}
