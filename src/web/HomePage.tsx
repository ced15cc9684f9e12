// The coins: one line on what this is, the grid, the figures.
import { Link } from 'wouter'
import { CollectionsPanel } from '../discover/CollectionsPanel.tsx'
import { StatsBar } from '../discover/StatsBar.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { useLive } from '../wire/live.ts'

const TOPICS = ['market']

export default function HomePage() {
  useLive(TOPICS)
  return (
    <>
      <title>Twinmint · Every launch mints twins</title>
      <section className="flex items-center justify-between gap-4 py-5 md:py-10">
        <div className="min-w-0">
          <h1 className="font-display text-20 font-semibold text-balance md:text-40">
            Every launch mints twins.
          </h1>
          <p className="mt-1 hidden text-14 text-pretty text-muted sm:block md:mt-3 md:text-16">
            A coin and 1,000 NFTs of one picture. 1,000,000 coins swap for an NFT and back, always.
          </p>
        </div>
        <Link
          href="/hybrid-launch"
          className={buttonClass('primary', 'md', 'shrink-0 md:h-12 md:px-6 md:text-16')}
        >
          Launch Token
        </Link>
      </section>
      <CollectionsPanel />
      <div className="mt-12">
        <StatsBar />
      </div>
    </>
  )
}
