// The platform's four figures.
import type { ReactNode } from 'react'
import { formatPercent, formatPrice, groupThousands } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useStats } from './queries.ts'

export function StatsBar() {
  const { data, isError } = useStats()
  const figure = (text: string | undefined): ReactNode =>
    text ?? (isError ? <span title="Not available at the moment">–</span> : <Skeleton className="h-7 w-20" />)
  return (
    <section aria-label="Platform figures" className="rounded-panel border border-line bg-line">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-panel md:grid-cols-4">
        <Figure label="Total launches">{figure(data && groupThousands(String(data.totalLaunches)))}</Figure>
        <Figure label="Volume 24h">{figure(data && `${formatPrice(data.totalVolume)} SOL`)}</Figure>
        <Figure label="Active traders">{figure(data && groupThousands(String(data.activeTraders)))}</Figure>
        <Figure label="Graduation rate">{figure(data && formatPercent(data.successRate))}</Figure>
      </dl>
    </section>
  )
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse bg-panel px-4 py-4">
      <dt className="mt-1 text-13 text-muted">{label}</dt>
      <dd className="figures text-20 font-semibold">{children}</dd>
    </div>
  )
}
