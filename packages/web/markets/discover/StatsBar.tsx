// The platform's four figures, and on each what it counts.
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Price } from '../../ui/amounts.tsx'
import { formatPercent, groupThousands } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useStats } from './queries.ts'

export function StatsBar() {
  const { data, isError } = useStats()
  const figure = (shown: ReactNode): ReactNode =>
    shown ??
    (isError ? <span title="Not available at the moment">–</span> : <Skeleton className="h-7 w-20" />)
  return (
    <section aria-label="Platform figures" className="rounded-panel border border-line bg-line">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-panel md:grid-cols-4">
        <Figure label="Total launches" meaning="Coins launched here since the beginning, each with its twin.">
          {figure(data && groupThousands(String(data.totalLaunches)))}
        </Figure>
        <Figure label="Volume 24h" meaning="SOL that changed hands in buys and sells in the last 24 hours.">
          {figure(data && <Price sol={data.totalVolume} />)}
        </Figure>
        <Figure
          label="Active traders"
          meaning="Different wallets that bought, sold or swapped in the last 24 hours."
        >
          {figure(data && groupThousands(String(data.activeTraders)))}
        </Figure>
        <Figure
          label="Graduation rate"
          meaning="How many of all launches reached the market cap at which a coin graduates and stood there for ten minutes: graduations that stand."
        >
          {figure(data && formatPercent(data.successRate))}
        </Figure>
      </dl>
    </section>
  )
}

function Figure({
  label,
  meaning,
  children,
}: {
  readonly label: string
  readonly meaning: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col-reverse bg-panel px-4 py-3">
      <dt>
        <Tooltip text={meaning} tap>
          <button
            type="button"
            className="-mx-1 inline-flex h-8 cursor-help items-center gap-1.5 rounded-small px-1 text-13 text-muted transition-colors hover:text-text pointer-coarse:h-11"
          >
            {label}
            <Info size={14} aria-hidden="true" className="text-faint" />
          </button>
        </Tooltip>
      </dt>
      <dd translate="no" className="figures mt-1 text-20 font-semibold">
        {children}
      </dd>
    </div>
  )
}
