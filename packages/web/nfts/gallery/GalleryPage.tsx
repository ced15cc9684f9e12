// The gallery: every collection, the market of all NFTs, and those that are featured. What narrows them is in the address.
import { Rocket } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLive } from '../../data/live.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { isTakingOver } from '../../ui/hydration/hydration.ts'
import { WhenVisible } from '../../ui/hydration/WhenVisible.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { FeaturedNfts } from './FeaturedNfts.tsx'
import { type GalleryPart, partOf, rarityOfParam } from './filters.ts'
import { GalleryCollections } from './GalleryCollections.tsx'
import { NftGridSkeleton } from './NftGrid.tsx'

const NftMarket = lazyPart(() => import('./NftMarket.tsx'))

/** As many as the market's own skeleton has. */
const MARKET_EXPECTED = 12

const PART_TEXTS: Readonly<Record<GalleryPart, string>> = {
  'gallery-collections': 'Collections',
  market: 'NFT market',
  'gallery-nfts': 'Featured',
}

export default function GalleryPage() {
  const [params, setParams] = useSearchParams()
  const { address } = useWallet()
  useLive('market')
  useBeginAtPart()
  const setParam = (name: 'q' | 'rarity', value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="mx-auto w-full max-w-[87.5rem] py-5 md:py-8">
      <title>Gallery · Twinmint</title>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="font-display text-28 font-semibold md:text-40">Gallery</h1>
          <p className="mt-2 text-14 text-pretty text-muted md:text-16">
            The NFT twins of every coin: 1,000 of one picture, each worth 1,000,000 coins or more.
          </p>
        </div>
        <Link href="/launch" className={buttonClass('primary', 'md', 'shrink-0')}>
          <Rocket size={16} aria-hidden="true" />
          Launch
        </Link>
      </div>
      <PartLinks />
      <GalleryCollections search={params.get('q') ?? ''} onSearch={(search) => setParam('q', search)} />
      <div id="market" className="scroll-mt-20">
        <WhenVisible fallback={<MarketSkeleton />}>
          <Suspense fallback={<MarketSkeleton />}>
            <NftMarket walletAddress={address} />
          </Suspense>
        </WhenVisible>
      </div>
      <FeaturedNfts
        walletAddress={address}
        rarity={rarityOfParam(params.get('rarity'))}
        onRarity={(rarity) => setParam('rarity', rarity ?? '')}
      />
    </div>
  )
}

/** Lists above and in the part become what they are meanwhile. */
const SETTLES_MS = 5_000
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Begins at the part that the address is about, and stays there while the page grows, until somebody does something. */
function useBeginAtPart(): void {
  const [wasDrawn] = useState(isTakingOver)
  useEffect(() => {
    const part = partOf(new URLSearchParams(location.search), location.hash)
    if (part === undefined) return undefined
    // What the server drew had the part in it, so the browser went there already, before anything grew.
    const isNamed = wasDrawn && location.hash !== '' && !isComeBackTo()
    const observer = new ResizeObserver(() => document.getElementById(part)?.scrollIntoView())
    const end = () => observer.disconnect()
    // After the page that has come was put to its top; one that is come back to stands where it was left.
    const frame = requestAnimationFrame(() => {
      if (isNamed || scrollY === 0) observer.observe(document.body)
    })
    const timer = setTimeout(end, SETTLES_MS)
    for (const name of INPUT_EVENTS) addEventListener(name, end, { passive: true })
    return () => {
      end()
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      for (const name of INPUT_EVENTS) removeEventListener(name, end)
    }
  }, [wasDrawn])
}

/** The document was loaded anew, or gone back to: the browser puts it where it stood. */
const isComeBackTo = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate')

function PartLinks() {
  return (
    <nav aria-label="Parts of the gallery" className="mt-4 flex flex-wrap gap-2">
      {Object.entries(PART_TEXTS).map(([id, label]) => (
        <a
          key={id}
          href={`#${id}`}
          className="inline-flex h-9 items-center rounded-full border border-line px-3 text-13 text-muted transition-colors hover:border-faint hover:text-text pointer-coarse:h-11"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

/** About as high as the market. */
function MarketSkeleton() {
  return (
    <div className="mt-12">
      <Skeleton className="h-14 w-64" />
      <Skeleton className="mt-3 h-11 w-full" />
      <div className="mt-3">
        <NftGridSkeleton label="Loading the market" count={MARKET_EXPECTED} named />
      </div>
    </div>
  )
}
