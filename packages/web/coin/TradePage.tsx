// One coin: strip, chart, the card that trades and swaps, live trades and tabs; by its id or its mint address.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import {
  type ComponentType,
  type Dispatch,
  memo,
  type RefObject,
  type SetStateAction,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'wouter'
import { useLive } from '../data/live.ts'
import { isNotFound, useCollection } from '../shared/coin-queries.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { useIsDesk, useRootMark } from '../ui/media.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { CoinStrip } from './CoinStrip.tsx'
import { CollectionTabs, type TabParts, TradesPlace } from './CollectionTabs.tsx'
import { noteTold, wasTold } from './graduation-seen.ts'
import { type CardTab, MarketCard, type TradeCardProps } from './MarketCard.tsx'
import { useIsTopPerformer } from './queries.ts'
import { type SwapChoice, useLinkedChoice, withEscrowShown } from './swap-choice.ts'
import {
  CARD_PLACE,
  CardSkeleton,
  CHART_PLACE,
  CollectionNotFound,
  LoadFailed,
  PAGE,
  PAGE_GRID,
  SwapCardSkeleton,
  TradePageSkeleton,
  UNDER_CHART,
} from './TradePageStates.tsx'
import { TradeBar, TradeSheet } from './TradeSheet.tsx'

const GraduationBanner = lazyPart(() => import('./GraduationBanner.tsx'))

export interface SwapCardProps {
  readonly collection: Collection
  readonly choice: SwapChoice
  readonly onChoice: Dispatch<SetStateAction<SwapChoice>>
  readonly onBrowse: () => void
}

export interface ChartPanelProps {
  readonly collection: Collection
  readonly wallet?: { readonly address: string | undefined }
}

export interface AlertDialogProps {
  readonly collection: Collection
  readonly onClose: () => void
}

export interface PositionProps {
  readonly collection: Collection
  /** It leads elsewhere on the page. */
  readonly onLeave: () => void
}

/**
 * What other capabilities draw on the page: whoever joins the pages hands it in. Each may be lazy: the page keeps a place of
 * its shape for it. The chart is as high as its place.
 */
export interface TradePageParts extends TabParts {
  readonly ChartPanel: ComponentType<ChartPanelProps>
  readonly TradeCard: ComponentType<TradeCardProps>
  readonly SwapCard: ComponentType<SwapCardProps>
  /** What the connected wallet has and made: a line of the card. */
  readonly PositionPanel: ComponentType<PositionProps>
  /** Opened by the strip's bell. */
  readonly AlertDialog: ComponentType<AlertDialogProps>
}

export function TradePage({ id, parts }: { readonly id: string; readonly parts: TradePageParts }) {
  const query = useCollection(id)
  const { data: collection, error, isPending } = query
  if (collection !== undefined) return <CollectionView collection={collection} parts={parts} />
  if (isPending) return <TradePageSkeleton />
  if (isNotFound(error)) return <CollectionNotFound />
  return <LoadFailed query={query} />
}

interface CollectionViewProps {
  readonly collection: Collection
  readonly parts: TradePageParts
}

function CollectionView({ collection, parts }: CollectionViewProps) {
  // On a busy coin the card follows every event; all else is drawn between them, when nobody waits for an answer.
  const calm = useDeferredValue(collection)
  const { data: config } = useSiteConfig()
  const isTopPerformer = useIsTopPerformer(collection.id)
  const { address } = useWallet()
  const section = useRef<HTMLElement>(null)
  const card = useCard(section)
  useLive(topicOfCoin(collection.id))
  useRootMark('data-coin-page')
  const drawn = <Card collection={collection} parts={parts} card={card} />
  return (
    <div className={PAGE}>
      <title>{`${collection.name} (${collection.symbol}) · Twinmint`}</title>
      <Strip
        collection={calm}
        isTopPerformer={isTopPerformer}
        solUsd={config?.solUsd}
        explorerAddressUrl={config?.explorerAddressUrl ?? null}
        AlertDialog={parts.AlertDialog}
      />
      <div className={PAGE_GRID}>
        <div className={CHART_PLACE}>
          {calm.isGraduated && <Migration collection={calm} />}
          <div className="min-h-0 flex-1">
            <Chart ChartPanel={parts.ChartPanel} collection={calm} address={address} />
          </div>
        </div>
        {card.isDesk === undefined && <CardSkeleton />}
        {card.isDesk === true && (
          <section
            ref={section}
            tabIndex={-1}
            aria-label={`Trade ${collection.symbol}`}
            className={CARD_PLACE}
          >
            {drawn}
          </section>
        )}
        <div className={UNDER_CHART}>
          <Trades collection={calm} part={parts.LiveTrades} />
          <DetailTabs collection={calm} parts={parts} onChoose={card.choose} />
        </div>
      </div>
      <TradeBar onOpen={card.open} />
      <TradeSheet
        open={card.isSheetOpen}
        collection={collection}
        solUsd={config?.solUsd}
        onClose={card.close}
      >
        {drawn}
      </TradeSheet>
    </div>
  )
}

/** Where the card is, beside the chart or in its sheet, what it shows, and what leads to it. */
function useCard(section: RefObject<HTMLElement | null>) {
  const isDesk = useIsDesk()
  const [tab, setTab] = useState<CardTab>('BUY')
  const [wantsSheet, setWantsSheet] = useState(false)
  const [, setParams] = useSearchParams()
  const [choice, setChoice] = useLinkedChoice((linked) => {
    if (!linked) return
    setTab('SWAP')
    setWantsSheet(true)
  })
  const choose = useCallback(
    (change: (before: SwapChoice) => SwapChoice) => {
      setChoice(change)
      setTab('SWAP')
      if (isDesk === true) section.current?.focus({ preventScroll: true })
      else setWantsSheet(true)
    },
    [isDesk, section, setChoice],
  )
  const close = () => setWantsSheet(false)
  return {
    isDesk,
    tab,
    setTab,
    choice,
    setChoice,
    choose,
    close,
    isSheetOpen: wantsSheet && isDesk === false,
    open: (next: CardTab) => {
      setTab(next)
      setWantsSheet(true)
    },
    browse: () => {
      close()
      setParams(withEscrowShown, { replace: true })
      document.getElementById('details')?.scrollIntoView()
    },
  }
}

function Card({
  collection,
  parts: { TradeCard, SwapCard, PositionPanel },
  card: { tab, setTab, choice, setChoice, browse, close },
}: CollectionViewProps & { readonly card: ReturnType<typeof useCard> }) {
  return (
    <MarketCard
      collection={collection}
      tab={tab}
      onTab={setTab}
      TradeCard={TradeCard}
      swap={
        <Suspense
          fallback={
            <SwapCardSkeleton hasEscrow={collection.mintedNFTCount > collection.circulatingNFTCount} />
          }
        >
          <SwapCard collection={collection} choice={choice} onChoice={setChoice} onBrowse={browse} />
        </Suspense>
      }
      position={<PositionPanel collection={collection} onLeave={close} />}
    />
  )
}

/** Takes its room from the chart: nothing else moves. */
function Migration({ collection }: { readonly collection: Collection }) {
  const { id } = collection
  const isTakenOver = useIsTakenOver()
  const [isShown, setShown] = useState(() => !wasTold(id))
  useEffect(() => noteTold(id), [id])
  if (!isTakenOver || !isShown) return null
  return (
    <Suspense fallback={<Skeleton className="h-13 w-full shrink-0 rounded-panel!" />}>
      <GraduationBanner collection={collection} onDismiss={() => setShown(false)} />
    </Suspense>
  )
}

// Drawn again only when what they are given has changed.
const Strip = memo(CoinStrip)
const DetailTabs = memo(CollectionTabs)
const Trades = memo(TradesPlace)

const Chart = memo(function Chart({
  ChartPanel,
  collection,
  address,
}: {
  readonly ChartPanel: ComponentType<ChartPanelProps>
  readonly collection: Collection
  readonly address: string | undefined
}) {
  const wallet = useMemo(() => ({ address }), [address])
  return (
    <Suspense fallback={<Skeleton className="h-full w-full rounded-panel!" />}>
      <ChartPanel collection={collection} wallet={wallet} />
    </Suspense>
  )
})
