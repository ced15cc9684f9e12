// A surface with a border, and a heading where it has one.
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export interface PanelProps {
  readonly title?: ReactNode
  /** At the right of the title. */
  readonly aside?: ReactNode
  /** Without the inner space: for tables and charts that reach the border. */
  readonly flush?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Panel({ title, aside, flush = false, className, children }: PanelProps) {
  const id = useId()
  const titled = title !== undefined
  return (
    <section
      aria-labelledby={titled ? id : undefined}
      className={classNames('min-w-0 rounded-panel border border-line bg-panel', className)}
    >
      {titled && (
        <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
          <h2 id={id} className="text-14 font-semibold">
            {title}
          </h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
