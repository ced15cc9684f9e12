// A page that has one thing to say: what is not there, or not yet, and where to go from here.
import type { ReactNode } from 'react'

export function WholePage({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <title>{`${title} · Twinmint`}</title>
      {icon}
      <h1 className="font-display text-28 font-semibold">{title}</h1>
      <p role="status" className="text-14 text-pretty text-muted">
        {text}
      </p>
      {children}
    </div>
  )
}
