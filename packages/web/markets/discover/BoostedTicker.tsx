// The band of boosted coins above the header; absent while nothing is boosted. It stops under the pointer and the focus,
// and stands still where motion is unwanted.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { Rocket } from 'lucide-react'
import { Link } from 'wouter'
import { Flash, Money, Percent, Price } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { useBoosted } from './queries.ts'

/** Fewer fit most screens and need not move. */
const MOVES_FROM = 5

export function BoostedTicker() {
  const { data, isPending } = useBoosted()
  // Its room is kept until it is known that nobody needs it, so that the page does not move down when it comes.
  if (isPending) return <div className="h-[2.8125rem] border-b border-line bg-panel" />
  if (data === undefined || data.length === 0) return null
  const moves = data.length >= MOVES_FROM
  return (
    <section aria-label="Boosted collections" className="border-b border-line bg-panel">
      <div className="group flex h-11 items-center">
        <span className="z-10 flex h-full shrink-0 items-center gap-1.5 border-r border-line px-3 text-12 font-semibold text-violet sm:px-4">
          <Rocket size={14} aria-hidden="true" />
          <span className="sr-only sm:not-sr-only">Boosted</span>
        </span>
        {/* Relative, so that the words for screen readers inside are clipped with it and don't widen the page. */}
        <div className="no-scrollbar relative min-w-0 flex-1 overflow-x-auto">
          <div
            className={classNames(
              'flex w-max',
              moves &&
                'min-w-[200%] animate-ticker group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused] group-active:[animation-play-state:paused]',
            )}
          >
            <Items collections={data} />
            {moves && <Items collections={data} repeated />}
          </div>
        </div>
      </div>
    </section>
  )
}

function Items({
  collections,
  repeated = false,
}: {
  readonly collections: readonly ListedCoin[]
  /** The copy that makes the band endless is for the eye alone. */
  readonly repeated?: boolean
}) {
  return (
    <ul
      aria-hidden={repeated || undefined}
      className={classNames('flex flex-1', repeated && 'motion-reduce:hidden')}
    >
      {collections.map((collection) => (
        <li key={collection.id} className="shrink-0">
          <Link
            href={`/trade/${collection.id}`}
            tabIndex={repeated ? -1 : undefined}
            className="flex h-11 items-center gap-2 px-4 text-13 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
          >
            <Picture
              src={collection.thumbnailUrl ?? collection.imageUrl}
              name={collection.name}
              symbol={collection.symbol}
              size={24}
              lazy
              className="size-6 rounded-small"
            />
            <span className="max-w-40 truncate font-medium">{collection.name}</span>
            <span translate="no" className="figures text-12 text-muted">
              {collection.symbol}
            </span>
            <span className={collection.graduationStands ? 'text-gold' : 'text-violet'}>
              <Flash value={collection.marketCapLamports}>
                <Money usd={collection.marketCap} />
              </Flash>
            </span>
            <Price sol={collection.currentPrice} className="text-12 text-muted" />
            <span className="text-12 text-faint">
              <span className="sr-only">bonding progress</span>
              <Percent value={collection.bondingProgress} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
