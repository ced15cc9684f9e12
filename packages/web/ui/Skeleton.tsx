// The shape of what is being loaded. Screen readers hear the label of `SkeletonGroup` once instead.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Give it the size of what comes: `<Skeleton className="h-5 w-24" />`. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-shimmer rounded-small bg-line/60', className)}
    />
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e'] as const

/** A list on its way, five rows at the most: each a picture, a line and a figure. */
export function RowsSkeleton({
  label,
  rows = ROWS.length,
  className = 'rounded-panel border border-line bg-panel',
}: {
  readonly label: string
  readonly rows?: number
  /** Where the list stands in a box of its own already, nothing. */
  readonly className?: string
}) {
  return (
    <SkeletonGroup label={label} className={classNames('flex flex-col gap-4 p-4', className)}>
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 shrink-0 rounded-input" />
          <Skeleton className="h-8 flex-1" />
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

export function SkeletonGroup({
  label = 'Loading',
  className,
  children,
}: {
  readonly label?: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div role="status" aria-label={label} className={className}>
      {children}
    </div>
  )
}
