// The chart that other people's pages show in a frame: the coin in a line, its chart, and the way to its page. Knows no
// wallet and no header.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { ArrowUpRight } from 'lucide-react'
import { Suspense } from 'react'
import { useLive } from '../../data/live.ts'
import { useCollection } from '../../shared/coin-queries.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Flash, Money, Percent, Price } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const ChartPanel = lazyPart(() => import('./ChartPanel.tsx'))

export function EmbedChart({ id }: { readonly id: string }) {
  const query = useCollection(id)
  const { data: collection, isPending } = query
  useLive(collection && topicOfCoin(collection.id))
  if (collection === undefined && isPending) return <Skeleton className="m-2 h-[calc(100dvh-1rem)]" />
  if (collection === undefined)
    return (
      <main className="flex h-dvh flex-col items-center justify-center gap-3 text-center">
        <h1 className="text-16 font-semibold">This coin could not be loaded</h1>
        <RetryButton query={query} />
      </main>
    )
  return (
    <main className="flex h-dvh min-h-80 flex-col gap-2 p-2">
      <CoinLine collection={collection} />
      <Suspense fallback={<Skeleton className="min-h-0 flex-1 rounded-panel!" />}>
        <div className="min-h-72 flex-1">
          <ChartPanel collection={collection} />
        </div>
      </Suspense>
    </main>
  )
}

function CoinLine({ collection }: { readonly collection: Collection }) {
  const href = `/trade/${collection.id}`
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-[1_1_6.25rem] items-center gap-3">
        <Picture
          src={collection.thumbnailUrl}
          name={collection.name}
          symbol={collection.symbol}
          size={44}
          className="size-11 shrink-0 rounded-input"
        />
        <div className="min-w-0">
          <h1 className="truncate text-16 font-semibold">{collection.name}</h1>
          <p translate="no" className="figures truncate text-13 text-muted">
            {collection.symbol}
          </p>
        </div>
      </div>
      <div className="text-right">
        <Flash value={collection.currentPrice}>
          <Price sol={collection.currentPrice} className="text-16 font-semibold" />
        </Flash>
        <p className="text-13 text-muted">
          <Percent value={collection.change24hPercent} change className="text-13" />
          <span className="ml-1 text-faint">24h</span> · <Money usd={collection.marketCap} />
        </p>
      </div>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className={buttonClass('primary', 'md', 'shrink-0 max-sm:w-11 max-sm:px-0!')}
        aria-label={`Trade ${collection.symbol} on Twinmint`}
      >
        <span className="max-sm:hidden">Trade</span>
        <ArrowUpRight size={16} aria-hidden="true" />
      </a>
      <ProgressBar
        percent={collection.graduationStands ? 100 : collection.bondingProgress}
        className="basis-full"
      />
    </header>
  )
}
