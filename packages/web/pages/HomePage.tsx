// The coins: one line on what this is, the ring of the moment, the grid, the figures; and the chat beside them.
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '../data/live.ts'
import { CollectionsPanel } from '../markets/discover/CollectionsPanel.tsx'
import { StatsBar } from '../markets/discover/StatsBar.tsx'
import { TrendingRing } from '../markets/discover/TrendingRing.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy.tsx'
import { useRootMark } from '../ui/media.ts'

const ChatDock = lazyPart(() => import('../community/ChatDock.tsx'))

/** Since the document was loaded. */
let wasDrawn = false

export default function HomePage() {
  useLive('market')
  const [isChatOpen, setChatOpen] = useState(false)
  useRootMark('data-chat-open', isChatOpen)
  // With the document the ring first, then what a phone's first screen does not show. Who comes back finds all of it at
  // once, or the place could not be kept.
  const isBegun = useDeferredValue(true, wasDrawn)
  useEffect(() => {
    wasDrawn = true
  }, [])
  return (
    <div className={isChatOpen ? 'chat-open' : undefined}>
      <title>Twinmint · Every launch mints twins</title>
      <div className="grid grid-cols-1 gap-x-8 py-4 md:py-6 lg:grid-cols-[18.75rem_minmax(0,1fr)] lg:items-center xl:grid-cols-[21.25rem_minmax(0,1fr)]">
        <section className="flex items-center justify-between gap-4 pb-4 lg:flex-col lg:items-start lg:gap-5 lg:pb-0">
          <div className="min-w-0">
            <h1 className="font-display text-20 font-semibold text-balance md:text-28 xl:text-40">
              Every launch mints twins.
            </h1>
            <p className="mt-1 hidden text-14 text-pretty text-muted sm:block md:mt-2 lg:mt-3">
              A coin and 1,000 NFTs of one picture. 1,000,000 coins swap for an NFT and back, always.
            </p>
          </div>
          <Link
            href="/hybrid-launch"
            className={buttonClass('primary', 'md', 'shrink-0 lg:h-12 lg:px-6 lg:text-16')}
          >
            Launch Token
          </Link>
        </section>
        <TrendingRing />
      </div>
      {isBegun && (
        <>
          <CollectionsPanel />
          <div className="mt-12">
            <StatsBar />
          </div>
        </>
      )}
      <Suspense>
        <ChatDock isOpen={isChatOpen} onOpen={setChatOpen} />
      </Suspense>
    </div>
  )
}
