// One coin: header, chart, tabs, trading, swapping, figures and its NFTs; by its id or its mint address.
import {
  type ComponentType,
  type Dispatch,
  memo,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'wouter'
import { isNotFound, useCollection } from '../index/queries.ts'
import { useSiteConfig } from '../site/queries.ts'
import { later } from '../ui/later.tsx'
import { useIsWide } from '../ui/media.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useWallet } from '../wallet/wallet.ts'
import { useLive } from '../wire/live.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Nft } from '../wire/records/nft.ts'
import { topicOfCoin } from '../wire/records/topics.ts'
import { CollectionHeader } from './CollectionHeader.tsx'
import { CollectionTabs, type TabParts } from './CollectionTabs.tsx'
import { useIsTopPerformer } from './queries.ts'
import { StatsPanel } from './StatsPanel.tsx'
import { StickyPrice } from './StickyPrice.tsx'
import { type SwapChoice, useLinkedChoice, withCapture, withEscrowShown, withRelease } from './swap-choice.ts'
import {
  CHART_PLACE,
  CollectionNotFound,
  LoadFailed,
  PAGE,
  PAGE_COLUMNS,
  SwapCardSkeleton,
  TradePageSkeleton,
} from './TradePageStates.tsx'
import { PhoneTradeBar, type Sheet, TradeSheet } from './TradeSheet.tsx'

const GraduationBanner = later(() => import('./GraduationBanner.tsx'))

export interface TradeCardProps {
  readonly collection: Collection
  readonly initialSide?: 'BUY' | 'SELL'
  readonly onTraded?: () => void
}

export interface SwapCardProps {
  readonly collection: Collection
  readonly choice: SwapChoice
  readonly onChoice: Dispatch<SetStateAction<SwapChoice>>
  readonly onBrowse: () => void
  readonly onDone?: () => void
}

export interface NftSectionProps {
  readonly collection: Collection
  readonly onCapture: (nft: Nft) => void
  readonly onRelease: (nft: Nft) => void
}

export interface ChartPanelProps {
  readonly collection: Collection
  readonly wallet?: { readonly address: string | undefined }
}

export interface CoinPartProps {
  readonly collection: Collection
}
type CoinPart = ComponentType<CoinPartProps>

/**
 * What other capabilities draw on the page: whoever joins the pages hands it in. Each panel brings its own surface, and
 * may be lazy: the page keeps a place of a panel's shape for it.
 */
export interface TradePageParts extends TabParts {
  readonly ChartPanel: ComponentType<ChartPanelProps>
  readonly TradeCard: ComponentType<TradeCardProps>
  readonly SwapCard: ComponentType<SwapCardProps>
  readonly NftSection: ComponentType<NftSectionProps>
  /** What the connected wallet has and made; right below the cards. */
  readonly PositionPanel: CoinPart
  /** Who launched it. */
  readonly CreatorPanel: CoinPart
  /** What the chain holds, added up. */
  readonly ProofPanel: CoinPart
}

export function TradePage({ id, parts }: { readonly id: string; readonly parts: TradePageParts }) {
  const { data: collection, error, isPending, refetch } = useCollection(id)
  if (collection !== undefined) return <CollectionView collection={collection} parts={parts} />
  if (isPending) return <TradePageSkeleton />
  if (isNotFound(error)) return <CollectionNotFound />
  return <LoadFailed error={error} onRetry={() => void refetch()} />
}

interface CollectionViewProps {
  readonly collection: Collection
  readonly parts: TradePageParts
}

function CollectionView({ collection, parts }: CollectionViewProps) {
  const { TradeCard, SwapCard } = parts
  // On a busy coin the cards follow every event; all else is drawn between them, when nobody waits for an answer.
  const calm = useDeferredValue(collection)
  const { data: config } = useSiteConfig()
  const isWide = useIsWide()
  const { status: walletStatus, address } = useWallet()
  const [sheet, setSheet] = useState<Sheet>()
  const [, setParams] = useSearchParams()
  const header = useRef<HTMLDivElement>(null)
  const swapSection = useRef<HTMLElement>(null)
  const [choice, setChoice] = useLinkedChoice((linked) => {
    if (linked && !isWide) setSheet('SWAP')
  })
  useLive(topicOfCoin(collection.id))

  const choose = useCallback(
    (change: (before: SwapChoice) => SwapChoice) => {
      setChoice(change)
      if (!isWide) {
        setSheet('SWAP')
        return
      }
      swapSection.current?.focus({ preventScroll: true })
      swapSection.current?.scrollIntoView({ block: 'nearest' })
    },
    [isWide, setChoice],
  )
  const browse = () => {
    setSheet(undefined)
    setParams(withEscrowShown, { replace: true })
    document.getElementById('nfts')?.scrollIntoView()
  }
  const swapCard = (onDone?: () => void) => (
    <Suspense
      fallback={<SwapCardSkeleton hasEscrow={collection.mintedNFTCount > collection.circulatingNFTCount} />}
    >
      <SwapCard
        collection={collection}
        choice={choice}
        onChoice={setChoice}
        onBrowse={browse}
        {...(onDone === undefined ? {} : { onDone })}
      />
    </Suspense>
  )
  return (
    <div className={PAGE}>
      <title>{`${collection.name} (${collection.symbol}) · Twinmint`}</title>
      <div className="flex flex-col gap-5 py-3 md:py-5">
        <CoinHead collection={calm} ref={header} />
        <div className={PAGE_COLUMNS}>
          {/* A phone has one column, where what the wallet has comes before what is to be read. */}
          <div className="min-w-0 gap-4 max-md:contents md:col-start-1 md:row-span-full md:flex md:flex-col">
            <div className="min-w-0 max-md:order-1">
              <Chart ChartPanel={parts.ChartPanel} collection={calm} address={address} />
            </div>
            <div className="min-w-0 max-md:order-3">
              <DetailTabs collection={calm} parts={parts} />
            </div>
            <Part part={parts.ProofPanel} collection={calm} height="h-60" className="max-md:order-6" />
          </div>
          {isWide && (
            <WideCards collection={collection} TradeCard={TradeCard} swapSection={swapSection}>
              {swapCard()}
            </WideCards>
          )}
          <Part
            part={parts.PositionPanel}
            collection={calm}
            height={walletStatus === 'connected' ? 'h-84.5' : 'h-30'}
            className="max-md:order-2"
          />
          <Part part={parts.CreatorPanel} collection={calm} height="h-54" className="max-md:order-5" />
          <div className="min-w-0 self-start max-md:order-4 min-[1240px]:col-span-2">
            <Stats collection={calm} solUsd={config?.solUsd} />
          </div>
        </div>
        <Nfts NftSection={parts.NftSection} collection={calm} onChoose={choose} />
      </div>
      <StickyPrice collection={calm} below={header} />
      <PhoneTradeBar onOpen={setSheet} />
      <TradeSheet sheet={sheet} symbol={collection.symbol} onClose={() => setSheet(undefined)}>
        {sheet === 'SWAP' ? (
          <div className="-mx-5 -mt-2 -mb-2">{swapCard(() => setSheet(undefined))}</div>
        ) : (
          <TradeCard
            collection={collection}
            {...(sheet === undefined ? {} : { initialSide: sheet })}
            onTraded={() => setSheet(undefined)}
          />
        )}
      </TradeSheet>
    </div>
  )
}

/** Swapping and trading beside the chart. */
function WideCards({
  collection,
  TradeCard,
  swapSection,
  children,
}: {
  readonly collection: Collection
  readonly TradeCard: TradePageParts['TradeCard']
  readonly swapSection: RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  return (
    <>
      <section
        ref={swapSection}
        tabIndex={-1}
        aria-label={`Swap ${collection.symbol} and NFTs`}
        className="min-w-0 scroll-mt-20 rounded-panel border border-line bg-panel focus-visible:outline-2"
      >
        {children}
      </section>
      <section
        aria-label={`Trade ${collection.symbol}`}
        className="min-w-0 rounded-panel border border-line bg-panel p-4"
      >
        <TradeCard collection={collection} />
      </section>
    </>
  )
}

/** Name and figures, and what is particular to this coin. */
function CoinHead({
  collection,
  ref,
}: {
  readonly collection: Collection
  readonly ref: RefObject<HTMLDivElement | null>
}) {
  const { data: config } = useSiteConfig()
  const isTopPerformer = useIsTopPerformer(collection.mintAddress)
  const explorerAddressUrl = config?.explorerAddressUrl ?? null
  return (
    <>
      <div ref={ref}>
        <Header
          collection={collection}
          isTopPerformer={isTopPerformer}
          solUsd={config?.solUsd}
          explorerAddressUrl={explorerAddressUrl}
        />
      </div>
      {collection.isHidden && (
        <p role="note" className="rounded-panel border border-line bg-panel px-4 py-3 text-13 text-muted">
          A moderator has taken this coin out of lists and searches. Its page, its trading and its proof are
          as before.
        </p>
      )}
      {collection.isGraduated && (
        <Suspense fallback={<Skeleton className="h-30 w-full rounded-panel! md:h-20" />}>
          <GraduationBanner collection={collection} explorerAddressUrl={explorerAddressUrl} />
        </Suspense>
      )}
    </>
  )
}

// Drawn again only when what they are given has changed.
const Header = memo(CollectionHeader)
const DetailTabs = memo(CollectionTabs)
const Stats = memo(StatsPanel)

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
    <Suspense fallback={<Skeleton className={CHART_PLACE} />}>
      <ChartPanel collection={collection} wallet={wallet} />
    </Suspense>
  )
})

const Nfts = memo(function Nfts({
  NftSection,
  collection,
  onChoose,
}: {
  readonly NftSection: ComponentType<NftSectionProps>
  readonly collection: Collection
  readonly onChoose: (change: (before: SwapChoice) => SwapChoice) => void
}) {
  return (
    <Suspense fallback={<Skeleton className="h-[480px] w-full rounded-panel!" />}>
      <NftSection
        collection={collection}
        onCapture={({ tokenId }) => onChoose((before) => withCapture(before, tokenId))}
        onRelease={({ tokenId }) => onChoose((before) => withRelease(before, tokenId))}
      />
    </Suspense>
  )
})

/** A panel of another capability, with its place kept while its code is on the way. */
const Part = memo(function Part({
  part: Panel,
  collection,
  height,
  className,
}: {
  readonly part: CoinPart
  readonly collection: Collection
  readonly height: string
  readonly className: string
}) {
  return (
    <div className={`min-w-0 empty:hidden *:h-full ${className}`}>
      <Suspense fallback={<Skeleton className={`${height} rounded-panel!`} />}>
        <Panel collection={collection} />
      </Suspense>
    </div>
  )
})
