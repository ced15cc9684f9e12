// What is to be read of a coin: its trades as they happen, and beside or below them tabs, of which the first is what is shown
// first and the others come when they are chosen.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useSiteConfig } from '../shared/queries.ts'
import { useIsTakenOver } from '../ui/hydration/hydration.ts'
import { WhenVisible } from '../ui/hydration/WhenVisible.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { type SwapChoice, withCapture, withRelease } from './swap-choice.ts'
import { linkedPlace, tabOf, withTab } from './tabs.ts'

// Below what is seen first.
const InfoTab = lazyPart(() => import('./InfoTab.tsx'))

type CoinPart = ComponentType<{ readonly collection: Collection }>

export interface NftSectionProps {
  readonly collection: Collection
  readonly onCapture: (nft: Nft) => void
  readonly onRelease: (nft: Nft) => void
}

/** What other capabilities show here; each may be lazy. */
export interface TabParts {
  readonly LiveTrades: CoinPart
  /** In Coin Info. */
  readonly XrayPanel: CoinPart
  readonly HoldersTab: CoinPart
  readonly CommentsTab: CoinPart
  /** What the chain holds, added up. */
  readonly ProofPanel: CoinPart
  readonly NftSection: ComponentType<NftSectionProps>
  /** Who launched it; in Coin Info. */
  readonly CreatorPanel: CoinPart
  /** Where picture and texts lie; in Coin Info. */
  readonly ContentPlace: CoinPart
  /** What the creator has pinned above the comments, in a line that leads there; in Coin Info. */
  readonly PinnedLine: ComponentType<{ readonly collection: Collection; readonly onOpen: () => void }>
}

const PANEL = 'min-w-0 scroll-mt-19 rounded-panel border border-line bg-panel'

/** The trades, in a place of their shape while their code is on the way. */
export function TradesPlace({
  collection,
  part: LiveTrades,
}: {
  readonly collection: Collection
  readonly part: CoinPart
}) {
  return (
    // No lower than its place, however little it holds: what it turns out to hold, and the first trades, push nothing down.
    <section id="trades" aria-label="Live trades" className={`min-h-86 ${PANEL}`}>
      <Suspense fallback={<Skeleton className="m-3 h-80" />}>
        <LiveTrades collection={collection} />
      </Suspense>
    </section>
  )
}

export function CollectionTabs({
  collection,
  parts,
  onChoose,
}: {
  readonly collection: Collection
  readonly parts: TabParts
  /** An NFT was chosen to be swapped. */
  readonly onChoose: (change: (before: SwapChoice) => SwapChoice) => void
}) {
  const {
    HoldersTab,
    CommentsTab,
    ProofPanel,
    NftSection,
    CreatorPanel,
    XrayPanel,
    ContentPlace,
    PinnedLine,
  } = parts
  const { data: config } = useSiteConfig()
  const [params, setParams] = useSearchParams()
  const section = useRef<HTMLElement>(null)
  // No hash comes to the server.
  const isTakenOver = useIsTakenOver()
  useLinked(section)
  const inTab = (Part: CoinPart) => (
    <Suspense fallback={<TabLoading />}>
      <Part collection={collection} />
    </Suspense>
  )
  return (
    <section id="details" ref={section} aria-label="Details" className={`@container ${PANEL}`}>
      <Tabs
        label="About this collection"
        value={tabOf(params, isTakenOver ? location.hash : '')}
        onChange={(id) => setParams((before) => withTab(before, id), { replace: true })}
        items={[
          {
            id: 'info',
            label: 'Coin Info',
            content: (
              <WhenVisible fallback={<TabLoading />}>
                <Suspense fallback={<TabLoading />}>
                  <InfoTab
                    collection={collection}
                    config={config}
                    pinned={
                      <Suspense>
                        <PinnedLine
                          collection={collection}
                          onOpen={() => setParams((before) => withTab(before, 'comments'), { replace: true })}
                        />
                      </Suspense>
                    }
                    xray={
                      <Suspense fallback={<Skeleton className="h-126 @min-[40rem]:h-87" />}>
                        <XrayPanel collection={collection} />
                      </Suspense>
                    }
                    creator={
                      <Suspense fallback={<Skeleton className="h-54" />}>
                        <CreatorPanel collection={collection} />
                      </Suspense>
                    }
                    content={
                      <Suspense fallback={<Skeleton className="h-54" />}>
                        <ContentPlace collection={collection} />
                      </Suspense>
                    }
                  />
                </Suspense>
              </WhenVisible>
            ),
          },
          { id: 'holders', label: 'Top Holders', content: inTab(HoldersTab) },
          {
            id: 'comments',
            label: <Counted name="Comments" count={collection.commentCount} />,
            content: inTab(CommentsTab),
          },
          { id: 'proof', label: 'Proof', content: inTab(ProofPanel) },
          {
            id: 'nfts',
            label: <Counted name="NFTs" count={collection.mintedNFTCount} />,
            content: (
              <Suspense fallback={<TabLoading />}>
                <NftSection
                  collection={collection}
                  onCapture={({ tokenId }) => onChoose((before) => withCapture(before, tokenId))}
                  onRelease={({ tokenId }) => onChoose((before) => withRelease(before, tokenId))}
                />
              </Suspense>
            ),
          },
        ]}
      />
    </section>
  )
}

/** A link that names a place below the chart leads there; what it named stands in the address as the tab does. */
function useLinked(section: { readonly current: HTMLElement | null }) {
  const [params, setParams] = useSearchParams()
  const arrived = useRef(false)
  useEffect(() => {
    if (arrived.current) return
    arrived.current = true
    const place = linkedPlace(params, location.hash)
    if (place === undefined) return
    // After the page that has come was put to its top.
    requestAnimationFrame(() => {
      if (place === 'trades') document.getElementById('trades')?.scrollIntoView()
      else section.current?.scrollIntoView()
    })
    setParams((before) => withTab(before, tabOf(before, location.hash)), { replace: true })
  })
}

function Counted({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <>
      {name}
      {count > 0 && (
        <span translate="no" className="figures text-12 text-faint">
          {' '}
          {count}
        </span>
      )}
    </>
  )
}

function TabLoading() {
  return <Skeleton className="m-4 h-100" />
}
