// What stands where a list would be: why there is none, and what to do about it.
import type { ReactNode } from 'react'

export function Message({
  icon,
  title,
  level: Heading = 'h2',
  isSmall = false,
  children,
  action,
}: {
  readonly icon: ReactNode
  readonly title: string
  /** Below which heading it stands. */
  readonly level?: 'h2' | 'h3'
  /** A line or two, where it stands among others. */
  readonly isSmall?: boolean
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  if (isSmall)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1 text-13">
        <div className="min-w-0 flex-[1_1_12.5rem]">
          <Heading className="inline font-semibold">{title}. </Heading>
          <p className="inline text-muted">{children}</p>
        </div>
        {action}
      </div>
    )
  return (
    <div className="flex flex-col items-center rounded-panel border border-dashed border-line px-4 py-12 text-center">
      {icon}
      <Heading className="mt-4 text-16 font-semibold">{title}</Heading>
      <p className="mt-1 max-w-md text-14 text-pretty text-muted">{children}</p>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
