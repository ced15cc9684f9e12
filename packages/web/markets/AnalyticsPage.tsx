// The platform over time: totals with what they mean, a chart of each, and where the fees come from.

import type { Analytics } from '@twinmint/sdk/api/markets/contract'
import { bpsPercentText } from '@twinmint/sdk/core/figures'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Loaded } from '../shared/Loaded.tsx'
import { useSiteConfig } from '../shared/queries.ts'
import { Price } from '../ui/amounts.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatMoney, formatPrice, formatSol, groupThousands } from '../ui/format.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { BarChart, type ChartFigure } from './BarChart.tsx'
import { type AnalyticsRange, type Bucket, rangeOfParam } from './buckets.ts'
import { useAnalytics } from './queries.ts'

const RANGES: readonly { readonly value: AnalyticsRange; readonly label: string }[] = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
]

export default function AnalyticsPage() {
  const [params, setParams] = useSearchParams()
  const range = rangeOfParam(
    params.get('range'),
    RANGES.map(({ value }) => value),
  )
  const query = useAnalytics(range)
  const { isPlaceholderData } = query
  const { data: site } = useSiteConfig()
  return (
    <div className="mx-auto w-full max-w-[87.5rem] py-5 md:py-8">
      <title>Analytics · Twinmint</title>
      <div className="flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
        <div className="min-w-0">
          <h1 className="font-display text-28 font-semibold md:text-40">Analytics</h1>
          <p className="mt-2 text-14 text-pretty text-muted md:text-16">
            What happened on all markets, counted from the chain’s own events.
          </p>
        </div>
        <Segmented
          label="Range"
          className="md:w-80"
          segments={RANGES}
          value={range}
          onChange={(next) =>
            setParams((before) => {
              const after = new URLSearchParams(before)
              if (next === '24h') after.delete('range')
              else after.set('range', next)
              return after
            })
          }
        />
      </div>
      <div className="mt-6">
        <Loaded query={query} skeleton={<AnalyticsSkeleton />} failedTitle="The figures could not be loaded">
          {(data) => (
            <div
              aria-busy={isPlaceholderData || undefined}
              className={classNames('transition-opacity', isPlaceholderData && 'opacity-50')}
            >
              <Figures analytics={data} site={site} />
            </div>
          )}
        </Loaded>
      </div>
    </div>
  )
}

const TILES =
  'grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line md:grid-cols-4 xl:grid-cols-5'
const CHARTS = 'mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3'

function Figures({
  analytics,
  site,
}: {
  readonly analytics: Analytics
  readonly site: SiteConfig | undefined
}) {
  const { totals, buckets, bucketSeconds } = analytics
  const isQuiet = totals.launches + totals.trades + totals.swaps + totals.nftSales + totals.graduations === 0
  return (
    <>
      <section aria-label="Totals">
        <dl className={TILES}>
          <Tile term="Launches" meaning="New coins, each with its collection.">
            {count(totals.launches)}
          </Tile>
          <Tile term="Volume" meaning={`Bought and sold${inDollars(totals.volume, site)}.`}>
            <SolFigure sol={totals.volume} />
          </Tile>
          <Tile term="Traders" meaning="Different wallets in the whole time.">
            {count(totals.traders)}
          </Tile>
          <Tile term="Trades" meaning="Buys and sells of coins.">
            {count(totals.trades)}
          </Tile>
          <Tile term="Swaps" meaning="Coins for NFTs and back.">
            {count(totals.swaps)}
          </Tile>
          <Tile term="Graduations" meaning="Those that stand: coins at the threshold whose SOL has stayed.">
            {count(totals.graduations)}
          </Tile>
          <Tile
            term="Fees"
            meaning={`On sells and sales of NFTs, and boosts${inDollars(totals.fees, site)}.`}
          >
            <SolFigure sol={totals.fees} />
          </Tile>
          <Tile term="NFT sales" meaning="NFTs that one wallet sold another.">
            {count(totals.nftSales)}
          </Tile>
          <Tile term="NFT volume" meaning={`Paid for them${inDollars(totals.nftVolume, site)}.`}>
            <SolFigure sol={totals.nftVolume} />
          </Tile>
          <Tile
            term="NFT fees"
            meaning={`Royalty and fee of all that NFTs were paid for, part of all fees${inDollars(totals.nftFees, site)}.`}
          >
            <SolFigure sol={totals.nftFees} />
          </Tile>
        </dl>
      </section>
      {isQuiet && (
        <p className="mt-4 flex flex-wrap items-center gap-3 rounded-panel border border-dashed border-line px-4 py-3 text-13 text-muted">
          <ChartColumn size={18} aria-hidden="true" className="text-violet" />
          Nothing happened in this time. Every trade from now on is counted here.
          <Link href="/launch" className={buttonClass('secondary', 'sm')}>
            Launch
          </Link>
        </p>
      )}
      <div className={CHARTS}>
        {CHART_FIGURES.map((figure) => (
          <BarChart key={figure.title} figure={figure} buckets={buckets} bucketSeconds={bucketSeconds} />
        ))}
        <Fees site={site} />
      </div>
    </>
  )
}

const count = (value: number) => groupThousands(String(value))

/** The rate is set by hand, so it is said. */
function inDollars(sol: string, site: SiteConfig | undefined): string {
  return site === undefined ? '' : `: ${formatMoney(Number(sol) * site.solUsd)} at $${site.solUsd} a SOL`
}

function SolFigure({ sol }: { readonly sol: string }) {
  return (
    <span>
      <Price sol={sol} unit={false} />
      <span className="text-13 text-muted"> SOL</span>
    </span>
  )
}

function Tile({
  term,
  meaning,
  children,
}: {
  readonly term: string
  readonly meaning: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col bg-panel px-4 py-3 md:max-xl:last:col-span-3">
      <dt className="text-13 text-muted">{term}</dt>
      <dd translate="no" className="figures mt-1 truncate text-20 font-semibold">
        {children}
      </dd>
      <dd className="mt-0.5 text-12 text-faint">{meaning}</dd>
    </div>
  )
}

function counted(
  title: string,
  field: 'launches' | 'traders' | 'trades' | 'swaps' | 'graduations' | 'nftSales',
  tone: string,
): ChartFigure {
  return {
    title,
    valueOf: (bucket: Bucket) => bucket[field],
    isWhole: true,
    format: (value) => count(Math.round(value)),
    exact: (bucket) => count(bucket[field]),
    tone,
  }
}

function inSol(title: string, field: 'volume' | 'fees' | 'nftVolume', tone: string): ChartFigure {
  return {
    title,
    valueOf: (bucket: Bucket) => Number(bucket[field]),
    isWhole: false,
    format: (value) => `${formatPrice(plainText(value))} SOL`,
    exact: (bucket) => `${bucket[field]} SOL`,
    tone,
  }
}

/** Without an exponent; lamports are the least there is. */
const plainText = (value: number) => value.toFixed(9)

const CHART_FIGURES: readonly ChartFigure[] = [
  inSol('Volume', 'volume', 'text-violet'),
  counted('Trades', 'trades', 'text-violet'),
  counted('Traders', 'traders', 'text-violet'),
  counted('Launches', 'launches', 'text-up'),
  counted('Swaps', 'swaps', 'text-up'),
  counted('NFT sales', 'nftSales', 'text-up'),
  inSol('NFT volume', 'nftVolume', 'text-up'),
  counted('Graduations', 'graduations', 'text-gold'),
  inSol('Fees', 'fees', 'text-gold'),
]

const untranslated = (figure: string) => <span translate="no">{figure}</span>

function Fees({ site }: { readonly site: SiteConfig | undefined }) {
  return (
    <section
      aria-label="About the fees"
      className="rounded-panel border border-line bg-panel p-4 text-13 text-pretty text-muted md:max-xl:col-span-1 xl:col-span-3"
    >
      <h2 className="text-14 font-semibold text-text">Where fees come from</h2>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-4">
        <li>Buying, launching and swapping cost nothing beside the network’s own fees.</li>
        <li>
          Selling costs {site === undefined ? 'a share' : untranslated(bpsPercentText(site.sellFeeBps))} of
          the SOL that comes out.{' '}
          {site === undefined ? 'A part' : untranslated(bpsPercentText(site.creatorShareBps))} of it belongs
          to the coin’s creator, the rest to the platform. A coin keeps the fees it was launched with.
        </li>
        <li>
          A boost costs{' '}
          {site === undefined ? 'a fixed price' : untranslated(`${formatSol(site.boostPriceLamports)} SOL`)}{' '}
          and is the platform’s whole.
        </li>
        <li>
          A sale of an NFT costs{' '}
          {site === undefined ? 'a share' : untranslated(bpsPercentText(site.marketFeeBps))} of the price,
          which is the platform’s, and{' '}
          {site === undefined ? 'a part' : untranslated(bpsPercentText(site.royaltyBps))} of what it brings
          beyond the NFT’s coins, which is the creator’s.
        </li>
        <li>What each trade pays is written by the program itself; this page only adds it up.</li>
      </ul>
    </section>
  )
}

function AnalyticsSkeleton() {
  return (
    <SkeletonGroup label="Loading figures">
      <div className={TILES}>
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at} className="bg-panel px-4 py-3 md:max-xl:last:col-span-3">
            <Skeleton className="my-1 h-3 w-16" />
            <Skeleton className="mt-2 h-6 w-20" />
            <Skeleton className="mt-1.5 h-3 w-24" />
          </div>
        ))}
      </div>
      <div className={CHARTS}>
        {Array.from({ length: 9 }, (_, at) => (
          <div key={at} className="rounded-panel border border-line bg-panel">
            <Skeleton className="mx-4 mt-4 h-4 w-20" />
            <Skeleton className="mx-4 mt-4 mb-3 h-34" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
