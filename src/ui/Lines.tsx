// A list of figures by their names, as a card shows what something will cost.
import type { ReactNode } from 'react'

export function Lines({ children }: { readonly children: ReactNode }) {
  return <dl className="flex flex-col gap-2 text-13">{children}</dl>
}

export function Line({
  term,
  strong = false,
  children,
}: {
  readonly term: ReactNode
  readonly strong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className={strong ? 'text-right text-14 font-semibold' : 'text-right'}>{children}</dd>
    </div>
  )
}

/** Where there is no figure yet. */
export function Nothing() {
  return <span className="text-faint">–</span>
}
