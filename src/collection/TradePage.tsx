// One coin: header, chart, tabs, trading and figures; by its id or its mint address.
import { SearchX } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Link } from 'wouter'
import { useSiteConfig } from '../discover/queries.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { errorMessage } from '../wire/api.ts'
import { useLive } from '../wire/live.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { ChartPanel } from './ChartPanel.tsx'
import { CollectionHeader } from './CollectionHeader.tsx'
import type { Collection } from './contract.ts'
import { HoldersTab } from './HoldersTab.tsx'
import { InfoTab } from './InfoTab.tsx'
import { isNotFound, useCollection, useIsTopPerformer } from './queries.ts'
import { StatsPanel } from './StatsPanel.tsx'

export interface TradeCardProps {
  readonly collection: Collection
  readonly initialSide?: 'BUY' | 'SELL'
  readonly onTraded?: () => void
}
/** The card that trades the coin is another capability's: whoever joins the pages hands it in. */
type TradeCard = ComponentType<TradeCardProps>

export function TradePage({ id, TradeCard }: { readonly id: string; readonly TradeCard: TradeCard }) {
  const { data: collection, error, isPending, refetch } = useCollection(id)
  if (collection !== undefined) return <CollectionView collection={collection} TradeCard={TradeCard} />
  if (isPending) return <TradePageSkeleton />
  if (isNotFound(error)) return <CollectionNotFound />
  return (
    <Message title="Failed to load the collection" text={errorMessage(error, 'The server did not say why.')}>
      <Button onClick={() => void refetch()}>Retry</Button>
    </Message>
  )
}

const PAGE = 'mx-auto w-full max-w-[1400px]'
const COLUMNS =
  'grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_320px] lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-5'

function CollectionView({
  collection,
  TradeCard,
}: {
  readonly collection: Collection
  readonly TradeCard: TradeCard
}) {
  const { data: config } = useSiteConfig()
  const isTopPerformer = useIsTopPerformer(collection.mintAddress)
  useLive([`collection:${collection.id}`])
  return (
    <div className={PAGE}>
      <title>{`${collection.name} (${collection.symbol}) · Twinmint`}</title>
      <div className="flex flex-col gap-5 py-3 md:py-5">
        <CollectionHeader
          collection={collection}
          isTopPerformer={isTopPerformer}
          solUsd={config?.solUsd}
          explorerAddressUrl={config?.explorerAddressUrl ?? null}
        />
        {collection.isGraduated && (
          <p className="rounded-panel border border-gold/50 bg-gold/10 px-4 py-3 text-14 font-medium text-gold">
            This token has migrated.
          </p>
        )}
        <div className={COLUMNS}>
          <div className="flex min-w-0 flex-col gap-4 lg:gap-5">
            <ChartPanel collection={collection} />
            <CollectionTabs collection={collection} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 lg:gap-5">
            <section
              aria-label={`Trade ${collection.symbol}`}
              className="hidden rounded-panel border border-line bg-panel p-4 md:block"
            >
              <TradeCard collection={collection} />
            </section>
            <StatsPanel collection={collection} solUsd={config?.solUsd} />
          </div>
        </div>
      </div>
      <PhoneTradeBar collection={collection} TradeCard={TradeCard} />
    </div>
  )
}

function CollectionTabs({ collection }: { readonly collection: Collection }) {
  const { data: config } = useSiteConfig()
  return (
    <section aria-label="Details" className="min-w-0 rounded-panel border border-line bg-panel">
      <Tabs
        label="About this collection"
        items={[
          { id: 'info', label: 'Coin Info', content: <InfoTab collection={collection} config={config} /> },
          {
            id: 'activity',
            label: 'Activity',
            content: (
              <ActivityTab
                collection={collection}
                explorerTransactionUrl={config?.explorerTransactionUrl ?? null}
              />
            ),
          },
          {
            id: 'holders',
            label: 'Top Holders',
            content: (
              <HoldersTab collection={collection} explorerAddressUrl={config?.explorerAddressUrl ?? null} />
            ),
          },
        ]}
      />
    </section>
  )
}

/** On a phone trading is within thumb reach: a bar at the bottom that opens the card as a sheet. */
function PhoneTradeBar({
  collection,
  TradeCard,
}: {
  readonly collection: Collection
  readonly TradeCard: TradeCard
}) {
  const [side, setSide] = useState<'BUY' | 'SELL'>()
  return (
    <div className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-ink/95 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
      <div className="grid grid-cols-2 gap-3">
        <Button variant="buy" size="lg" onClick={() => setSide('BUY')}>
          Buy
        </Button>
        <Button variant="sell" size="lg" onClick={() => setSide('SELL')}>
          Sell
        </Button>
      </div>
      <Dialog
        open={side !== undefined}
        onClose={() => setSide(undefined)}
        title={`Trade ${collection.symbol}`}
        className="mb-0! w-screen! max-w-none! rounded-b-none! max-h-[92dvh]!"
      >
        <TradeCard
          collection={collection}
          {...(side === undefined ? {} : { initialSide: side })}
          onTraded={() => setSide(undefined)}
        />
      </Dialog>
    </div>
  )
}

function CollectionNotFound() {
  return (
    <Message title="Collection Not Found" text="No coin lives at this address. It may have been mistyped.">
      <Link href="/" className={buttonClass()}>
        Go Home
      </Link>
    </Message>
  )
}

function Message({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly children: React.ReactNode
}) {
  return (
    <div className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <title>{`${title} · Twinmint`}</title>
      <SearchX size={48} aria-hidden="true" className="text-faint" />
      <h1 className="font-display text-28 font-semibold">{title}</h1>
      <p className="text-14 text-muted">{text}</p>
      {children}
    </div>
  )
}

/** The page's own shape, so that nothing jumps when it comes. */
function TradePageSkeleton() {
  return (
    <SkeletonGroup label="Loading collection" className={PAGE}>
      <div className="flex flex-col gap-5 py-3 md:py-5">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-11 w-32 md:h-8" />
          <div className="flex items-center gap-4 md:gap-5">
            <Skeleton className="size-24 shrink-0 rounded-panel! md:size-32" />
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <Skeleton className="h-8 w-56 max-w-full" />
              <Skeleton className="h-5 w-80 max-w-full" />
            </div>
            <Skeleton className="hidden h-14 w-60 sm:block" />
          </div>
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-5 w-64" />
        </div>
        <div className={COLUMNS}>
          <div className="flex flex-col gap-4 lg:gap-5">
            <Skeleton className="h-[365px] w-full rounded-panel! md:h-[495px]" />
            <Skeleton className="h-80 w-full rounded-panel!" />
          </div>
          <div className="flex flex-col gap-4 lg:gap-5">
            <Skeleton className="hidden h-[420px] w-full rounded-panel! md:block" />
            <Skeleton className="h-72 w-full rounded-panel!" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}
