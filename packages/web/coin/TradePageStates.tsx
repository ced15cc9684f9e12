// The coin's page before the coin is known, and where there is none.
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { type Failed, NO_REASON } from '../shared/LoadFailure.tsx'
import { RetryButton } from '../shared/RetryButton.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useRootMark } from '../ui/media.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { WholePage } from '../ui/WholePage.tsx'
import { STRIP } from './CoinStrip.tsx'

export const PAGE = 'w-full'
/** Beside the chart the card, where there is room for one; under the chart what is to be read. */
export const PAGE_GRID =
  'grid grid-cols-1 gap-3 py-3 min-[62.5rem]:grid-cols-[minmax(0,1fr)_21.25rem] min-[62.5rem]:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]'
/** What head, strip and the first live trades leave of the screen; on a desk never less than 55 % of it. */
export const CHART_PLACE =
  'flex h-[max(46dvh,24rem)] min-w-0 flex-col gap-3 md:h-[max(55dvh,25rem)] min-[62.5rem]:h-[max(55dvh,calc(100dvh-21.5rem))]'
/** It stays while the page is scrolled, and is never higher than what head and strip leave of the screen: then it scrolls. */
export const CARD_PLACE =
  'sticky top-[calc(var(--under-header)+4.75rem)] col-start-2 row-span-2 row-start-1 max-h-[calc(100dvh-9.625rem)] min-w-0 self-start overflow-y-auto rounded-panel border border-line bg-panel p-3 focus-visible:outline-2'
export const UNDER_CHART =
  'grid min-w-0 grid-cols-1 items-start gap-3 min-[62.5rem]:row-start-2 xl:grid-cols-2'

const MISSING = <SearchX size={48} aria-hidden="true" className="text-faint" />

export function LoadFailed({ query }: { readonly query: Failed }) {
  return (
    <WholePage
      icon={MISSING}
      title="Failed to load the collection"
      text={errorMessage(query.error, NO_REASON)}
    >
      <RetryButton query={query} variant="primary" />
    </WholePage>
  )
}

export function CollectionNotFound() {
  return (
    <WholePage
      icon={MISSING}
      title="Collection Not Found"
      text="No coin lives at this address. It may have been mistyped."
    >
      <Link href="/" className={buttonClass()}>
        Go Home
      </Link>
    </WholePage>
  )
}

/** The shape of the swap card before a wallet is connected; where the escrow holds NFTs, a line leads to them. */
export function SwapCardSkeleton({ hasEscrow }: { readonly hasEscrow: boolean }) {
  return (
    <SkeletonGroup
      label="Loading the swap card"
      className={classNames('flex flex-col gap-3', hasEscrow ? 'h-[32.125rem]' : 'h-[28.125rem]')}
    >
      <Skeleton className="h-11 w-full rounded-full!" />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-11 w-full rounded-full!" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="mt-auto h-12 w-full rounded-full!" />
      <Skeleton className="h-17 w-full rounded-input!" />
    </SkeletonGroup>
  )
}

/** Beside the chart, where there is room for the card. */
export function CardSkeleton() {
  return (
    <Skeleton className="col-start-2 row-span-2 row-start-1 hidden h-[33.125rem] w-full rounded-panel! min-[62.5rem]:block" />
  )
}

/** The page's own shape, so that nothing jumps when it comes. */
export function TradePageSkeleton() {
  useRootMark('data-coin-page')
  return (
    <SkeletonGroup label="Loading collection" className={PAGE}>
      <div className={STRIP}>
        <Skeleton className="size-11 shrink-0 rounded-input!" />
        <div className="flex min-w-0 flex-col gap-1 max-md:flex-1">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-4 w-20" />
        </div>
        <Skeleton className="h-10 w-28" />
        <Skeleton className="hidden h-9 w-80 md:block" />
        <Skeleton className="ml-auto h-10 w-10 rounded-full! min-[62.5rem]:w-64" />
      </div>
      <Skeleton className="mt-2 h-8 w-full md:hidden" />
      <div className={PAGE_GRID}>
        <div className={CHART_PLACE}>
          <Skeleton className="h-full w-full rounded-panel!" />
        </div>
        <CardSkeleton />
        <div className={UNDER_CHART}>
          <Skeleton className="h-80 w-full rounded-panel!" />
          <Skeleton className="h-80 w-full rounded-panel!" />
        </div>
      </div>
    </SkeletonGroup>
  )
}
