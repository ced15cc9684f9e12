// A list of figures by their names, as a card shows what something will cost.
import type { ReactNode } from 'react'

export function Lines({ children }: { readonly children: ReactNode }) {
  return <dl className="flex flex-col gap-1.5 text-13">{children}</dl>
}

export function Line({
  term,
  strong = false,
  below,
  children,
}: {
  readonly term: ReactNode
  /** Under both: what changes the figure. */
  readonly below?: ReactNode
  readonly strong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={`flex items-baseline justify-between gap-x-4 ${below === undefined ? '' : 'flex-wrap'}`}>
      <dt className="text-muted">{term}</dt>
      <dd className={strong ? 'text-right text-14 font-semibold' : 'text-right'}>{children}</dd>
      {below !== undefined && <dd className="basis-full pt-1.5">{below}</dd>}
    </div>
  )
}

/** Where there is no figure yet. */
export function Nothing() {
  return <span className="text-faint">–</span>
}
