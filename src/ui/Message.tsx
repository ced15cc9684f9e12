// What stands where a list would be: why there is none, and what to do about it.
import type { ReactNode } from 'react'

export function Message({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center rounded-panel border border-dashed border-line px-4 py-12 text-center">
      {icon}
      <h2 className="mt-4 text-16 font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-14 text-pretty text-muted">{children}</p>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
