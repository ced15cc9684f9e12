// The coin's page before the coin is known, and where there is none.
import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { WholePage } from '../ui/WholePage.tsx'
import { errorMessage } from '../wire/api.ts'

/** As high as the chart with its two lines of controls, three on a phone. */
export const CHART_PLACE = 'h-[521px] w-full rounded-panel! md:h-[542px]'
export const PAGE = 'mx-auto w-full max-w-[1560px]'
/**
 * A phone has one column; a tablet two: what is read, and the cards. On a desk the cards and the facts below them are two
 * columns of their own, so that buying is in sight without scrolling although the swap card comes first.
 */
export const PAGE_COLUMNS =
  'grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_320px] md:grid-rows-[repeat(5,min-content)_1fr] min-[1240px]:grid-cols-[minmax(0,1fr)_308px_328px] min-[1240px]:grid-rows-[repeat(2,min-content)_1fr]'

const MISSING = <SearchX size={48} aria-hidden="true" className="text-faint" />

export function LoadFailed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <WholePage
      icon={MISSING}
      title="Failed to load the collection"
      text={errorMessage(error, 'The server did not say why.')}
    >
      <Button onClick={onRetry}>Retry</Button>
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
      className={classNames('flex flex-col gap-4 p-4', hasEscrow ? 'h-[602px]' : 'h-[538px]')}
    >
      <Skeleton className="h-11 w-full rounded-full!" />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-11 w-full rounded-full!" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="mt-auto h-12 w-full rounded-full!" />
    </SkeletonGroup>
  )
}

/** The page's own shape, so that nothing jumps when it comes. */
export function TradePageSkeleton() {
  return (
    <SkeletonGroup label="Loading collection" className={PAGE}>
      <div className="flex flex-col gap-5 py-3 md:py-5">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-11 w-32 md:h-8" />
          <div className="flex items-center gap-4 md:gap-5">
            <Skeleton className="size-24 shrink-0 rounded-panel! md:size-28" />
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <Skeleton className="h-8 w-56 max-w-full" />
              <Skeleton className="h-5 w-80 max-w-full" />
            </div>
            <Skeleton className="hidden h-14 w-60 sm:block" />
          </div>
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-5 w-64" />
        </div>
        <div className={PAGE_COLUMNS}>
          <div className="flex min-w-0 flex-col gap-4 md:col-start-1 md:row-span-full">
            <Skeleton className={CHART_PLACE} />
            <Skeleton className="h-80 w-full rounded-panel!" />
          </div>
          <Skeleton className="hidden h-[540px] w-full rounded-panel! md:block" />
          <Skeleton className="hidden h-[540px] w-full rounded-panel! md:block" />
          <Skeleton className="h-40 w-full rounded-panel!" />
          <Skeleton className="h-54 w-full rounded-panel!" />
          <Skeleton className="h-44 w-full rounded-panel! min-[1240px]:col-span-2" />
        </div>
      </div>
    </SkeletonGroup>
  )
}
