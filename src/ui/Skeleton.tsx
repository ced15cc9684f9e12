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
