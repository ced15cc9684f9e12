// One coin: header, chart, tabs, trading, swapping, figures and its NFTs; by its id or its mint address.
import { SearchX } from 'lucide-react'
import {
  type ComponentType,
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, useSearchParams } from 'wouter'
import { useSiteConfig } from '../discover/queries.ts'
import type { Nft } from '../gallery/contract.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useIsWide } from '../ui/media.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { errorMessage } from '../wire/api.ts'
import { useLive } from '../wire/live.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { CollectionHeader } from './CollectionHeader.tsx'
import type { Collection } from './contract.ts'
import { InfoTab } from './InfoTab.tsx'
import { isNotFound, useCollection, useIsTopPerformer } from './queries.ts'
import { StatsPanel } from './StatsPanel.tsx'

// The first tab is what is shown first; the other two come when they are chosen.
const ActivityTab = lazy(() => import('./ActivityTab.tsx'))
const HoldersTab = lazy(() => import('./HoldersTab.tsx'))

export interface TradeCardProps {
  readonly collection: Collection
  readonly initialSide?: 'BUY' | 'SELL'
  readonly onTraded?: () => void
}
/** Which way to swap, and which NFTs were chosen in the list below the card. */
export interface SwapChoice {
  readonly kind: 'capture' | 'release' | 'buy' | 'sell'
  readonly capture: readonly number[]
  readonly release: readonly number[]
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

/** What other capabilities draw on the page: whoever joins the pages hands it in. */
export interface TradePageParts {
  readonly TradeCard: ComponentType<TradeCardProps>
  readonly SwapCard: ComponentType<SwapCardProps>
  readonly NftSection: ComponentType<NftSectionProps>
}

export function TradePage({ id, parts }: { readonly id: string; readonly parts: TradePageParts }) {
  const { data: collection, error, isPending, refetch } = useCollection(id)
  if (collection !== undefined) return <CollectionView collection={collection} parts={parts} />
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
  parts,
}: {
  readonly collection: Collection
  readonly parts: TradePageParts
}) {
  const { TradeCard, SwapCard, NftSection } = parts
  const { data: config } = useSiteConfig()
  const isTopPerformer = useIsTopPerformer(collection.mintAddress)
  const isWide = useIsWide()
  const [sheet, setSheet] = useState<Sheet>()
  const [, setParams] = useSearchParams()
  const swapSection = useRef<HTMLElement>(null)
  const [choice, setChoice] = useLinkedChoice((linked) => {
    if (linked && !isWide) setSheet('SWAP')
  })
  useLive([`collection:${collection.id}`])

  const showSwap = () => {
    if (!isWide) {
      setSheet('SWAP')
      return
    }
    swapSection.current?.focus({ preventScroll: true })
    swapSection.current?.scrollIntoView({ block: 'nearest' })
  }
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
            {isWide && (
              <section
                ref={swapSection}
                tabIndex={-1}
                aria-label={`Swap ${collection.symbol} and NFTs`}
                className="scroll-mt-20 rounded-panel border border-line bg-panel focus-visible:outline-2"
              >
                {swapCard()}
              </section>
            )}
            <section
              aria-label={`Trade ${collection.symbol}`}
              className="hidden rounded-panel border border-line bg-panel p-4 md:block"
            >
              <TradeCard collection={collection} />
            </section>
            <StatsPanel collection={collection} solUsd={config?.solUsd} />
          </div>
        </div>
        <Suspense fallback={<Skeleton className="h-[480px] w-full rounded-panel!" />}>
          <NftSection
            collection={collection}
            onCapture={({ tokenId }) => {
              setChoice((before) => withCapture(before, tokenId))
              showSwap()
            }}
            onRelease={({ tokenId }) => {
              setChoice((before) => withRelease(before, tokenId))
              showSwap()
            }}
          />
        </Suspense>
      </div>
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

const add = (numbers: readonly number[], number: number) => [...new Set([...numbers, number])]
const isWithSol = ({ kind }: SwapChoice) => kind === 'buy' || kind === 'sell'

function withCapture(choice: SwapChoice, number: number): SwapChoice {
  return { ...choice, kind: isWithSol(choice) ? 'buy' : 'capture', capture: add(choice.capture, number) }
}

function withRelease(choice: SwapChoice, number: number): SwapChoice {
  return { ...choice, kind: isWithSol(choice) ? 'sell' : 'release', release: add(choice.release, number) }
}

/** The list of NFTs reads its filters from the address. */
function withEscrowShown(before: URLSearchParams): URLSearchParams {
  before.set('nfts', 'escrow')
  before.delete('rarity')
  before.delete('edition')
  return before
}

const PLAIN_CHOICE: SwapChoice = { kind: 'capture', capture: [], release: [] }

/** What the card begins with: an NFT's page leads here with `?capture=7` or `?release=7`, which holds once. */
function useLinkedChoice(onArrive: (isLinked: boolean) => void) {
  const [params, setParams] = useSearchParams()
  const linked = (name: 'capture' | 'release') => {
    const text = params.get(name)
    return text !== null && /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1_000 ? Number(text) : undefined
  }
  const capture = linked('capture')
  const release = linked('release')
  const state = useState(() => {
    if (capture !== undefined) return withCapture(PLAIN_CHOICE, capture)
    return release === undefined ? PLAIN_CHOICE : withRelease(PLAIN_CHOICE, release)
  })
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    onArrive(capture !== undefined || release !== undefined)
    if (params.has('capture') || params.has('release'))
      setParams(
        (before) => {
          before.delete('capture')
          before.delete('release')
          return before
        },
        { replace: true },
      )
  })
  return state
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
              <Suspense fallback={<TabLoading />}>
                <ActivityTab
                  collection={collection}
                  explorerTransactionUrl={config?.explorerTransactionUrl ?? null}
                />
              </Suspense>
            ),
          },
          {
            id: 'holders',
            label: 'Top Holders',
            content: (
              <Suspense fallback={<TabLoading />}>
                <HoldersTab collection={collection} explorerAddressUrl={config?.explorerAddressUrl ?? null} />
              </Suspense>
            ),
          },
        ]}
      />
    </section>
  )
}

function TabLoading() {
  return <Skeleton className="m-4 h-60" />
}

type Sheet = 'BUY' | 'SELL' | 'SWAP'

/** On a phone trading is within thumb reach: a bar at the bottom that opens the cards as a sheet. */
function PhoneTradeBar({ onOpen }: { readonly onOpen: (sheet: Sheet) => void }) {
  return (
    <div className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-ink/95 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
      <div className="grid grid-cols-3 gap-3">
        <Button variant="buy" size="lg" onClick={() => onOpen('BUY')}>
          Buy
        </Button>
        <Button variant="sell" size="lg" onClick={() => onOpen('SELL')}>
          Sell
        </Button>
        <Button size="lg" onClick={() => onOpen('SWAP')}>
          Swap
        </Button>
      </div>
    </div>
  )
}

function TradeSheet({
  sheet,
  symbol,
  onClose,
  children,
}: {
  readonly sheet: Sheet | undefined
  readonly symbol: string
  readonly onClose: () => void
  readonly children: React.ReactNode
}) {
  return (
    <Dialog
      open={sheet !== undefined}
      onClose={onClose}
      title={sheet === 'SWAP' ? `Swap ${symbol} and NFTs` : `Trade ${symbol}`}
      className="mb-0! w-screen! max-w-none! rounded-b-none! max-h-[92dvh]!"
    >
      {children}
    </Dialog>
  )
}

/** The shape of the swap card before a wallet is connected; where the escrow holds NFTs, a line leads to them. */
function SwapCardSkeleton({ hasEscrow }: { readonly hasEscrow: boolean }) {
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
            <Skeleton className="hidden h-[540px] w-full rounded-panel! md:block" />
            <Skeleton className="hidden h-[420px] w-full rounded-panel! md:block" />
            <Skeleton className="h-72 w-full rounded-panel!" />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}
