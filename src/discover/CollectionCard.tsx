// One coin in a grid: the picture, and on its edge the coin that is its twin.
import { BadgeCheck, Crown, GraduationCap, type LucideIcon, Rocket } from 'lucide-react'
import { Link } from 'wouter'
import { WatchStar } from '../session/WatchStar.tsx'
import { PersonName } from '../site/PersonName.tsx'
import { Flash, Money, Percent, Price, RelativeTime } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/Picture.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Sparkline } from '../ui/Sparkline.tsx'
import type { Collection } from '../wire/records/coin.ts'

export const CARD = 'relative flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel'

export interface CollectionCardProps {
  readonly collection: Collection
  /** The highest market cap of the trending ones. */
  readonly isTop: boolean
}

export function CollectionCard({ collection, isTop }: CollectionCardProps) {
  const { id, name, symbol, isVerified, bondingProgress } = collection
  const face = { name, symbol }
  return (
    <article
      className={classNames(
        CARD,
        'group transition-colors',
        isTop ? 'border-gold' : 'hover:border-violet focus-within:border-violet',
      )}
    >
      <div className="relative overflow-hidden border-b border-line">
        <Picture
          {...face}
          src={collection.imageUrl}
          size={1024}
          sizes="(min-width: 1280px) 20vw, (min-width: 768px) 33vw, 50vw"
          alt={`Picture of ${name}`}
          lazy
          className="w-full transition-transform duration-200 group-hover:scale-[1.03]"
        />
        <Marks collection={collection} isTop={isTop} />
      </div>
      <div className="flex flex-1 flex-col px-3 pb-3">
        <div className="flex items-end justify-between gap-2">
          <Picture
            {...face}
            src={collection.thumbnailUrl ?? collection.imageUrl}
            size={48}
            lazy
            className="relative -mt-6 size-12 shrink-0 rounded-full ring-4 ring-panel"
          />
          <span className="flex min-w-0 flex-wrap items-center justify-end gap-x-2 text-12">
            <span className="sr-only">24 hour change</span>
            <Percent value={collection.change24hPercent} change />
            <span className="text-faint">
              <span className="sr-only">created</span> <RelativeTime iso={collection.createdAt} />
            </span>
          </span>
        </div>
        <h3 className="mt-2 flex min-w-0 items-center gap-1 text-14 font-semibold">
          <Link
            href={`/trade/${id}`}
            className="line-clamp-2 [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
          >
            {name}
          </Link>
          {isVerified && <BadgeCheck size={16} aria-label="Verified" className="shrink-0 text-violet" />}
        </h3>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-12 text-muted">
          <span className="figures max-w-full truncate">{symbol}</span>
          <By creatorAddress={collection.creatorAddress} />
        </p>
        <Figures collection={collection} />
        <div className="mt-2 flex items-center gap-2">
          <ProgressBar percent={bondingProgress} className="flex-1" label={`Bonding progress of ${name}`} />
          <Percent value={bondingProgress} className="text-12 text-muted" />
        </div>
      </div>
      <WatchStar id={id} name={name} className="absolute! top-0.5 right-0.5 z-10" />
    </article>
  )
}

/** Who launched it. No link: the whole card is one. */
export function By({ creatorAddress }: { readonly creatorAddress: string }) {
  return (
    <span className="ml-auto flex max-w-full min-w-0 gap-1 text-faint">
      by <PersonName address={creatorAddress} className="max-w-full!" />
    </span>
  )
}

/** What is said on the picture's corner; `short` by its sign alone. */
export function Marks({
  collection,
  isTop,
  short = false,
}: CollectionCardProps & { readonly short?: boolean }) {
  const { isGraduated, isBoosted } = collection
  const marks = [
    isTop && ([Crown, 'Top performer', 'text-gold'] as const),
    isBoosted && ([Rocket, 'Boosted', 'text-violet'] as const),
    isGraduated && ([GraduationCap, 'Graduated', 'text-gold'] as const),
  ]
  return (
    <div
      className={classNames(
        'absolute flex flex-col items-start gap-1',
        short ? 'top-1 left-1' : 'top-2 left-2',
      )}
    >
      {marks.map(
        (mark) => mark && <Mark key={mark[1]} Icon={mark[0]} text={mark[1]} tone={mark[2]} short={short} />,
      )}
    </div>
  )
}

function Mark({
  Icon,
  text,
  tone,
  short,
}: {
  readonly Icon: LucideIcon
  readonly text: string
  readonly tone: string
  readonly short: boolean
}) {
  return (
    <span
      title={short ? text : undefined}
      className={classNames(
        'inline-flex items-center gap-1 rounded-full border border-line bg-ink py-0.5 text-12 font-medium',
        short ? 'px-0.5' : 'px-2',
        tone,
      )}
    >
      <Icon size={short ? 14 : 12} aria-hidden="true" />
      <span className={short ? 'sr-only' : undefined}>{text}</span>
    </span>
  )
}

function Figures({ collection }: { readonly collection: Collection }) {
  return (
    <dl className="mt-2 flex flex-wrap items-end justify-between gap-x-3 text-12 text-muted">
      <div>
        <dt className="text-faint">Market cap</dt>
        <dd
          className={classNames(
            'text-16 font-semibold',
            collection.isGraduated ? 'text-gold' : 'text-violet',
          )}
        >
          <Flash value={collection.marketCapLamports}>
            <Money usd={collection.marketCap} />
          </Flash>
        </dd>
      </div>
      <Sparkline values={collection.sparkline} className="mb-1 w-16! max-w-[40%] sm:w-20!" />
      <div className="basis-full" />
      <div>
        <dt className="sr-only">Price</dt>
        <dd>
          <Flash value={collection.currentPrice}>
            <Price sol={collection.currentPrice} />
          </Flash>
        </dd>
      </div>
      <div className="flex items-baseline gap-1">
        <dt className="text-faint">
          Vol<span className="sr-only">ume of 24 hours</span>
        </dt>
        <dd>
          <Flash value={collection.tradingVolume}>
            <Price sol={collection.tradingVolume} />
          </Flash>
        </dd>
      </div>
    </dl>
  )
}

export function CollectionCardSkeleton() {
  return (
    <div className={CARD}>
      <Skeleton className="aspect-square w-full rounded-none" />
      <div className="px-3 pb-3">
        <span className="relative -mt-6 block size-12 rounded-full bg-line ring-4 ring-panel" />
        <Skeleton className="mt-3 h-4 w-3/4" />
        <Skeleton className="mt-1 h-4 w-1/3" />
        <Skeleton className="mt-4 h-10 w-1/2" />
        <Skeleton className="mt-4 h-3 w-full" />
      </div>
    </div>
  )
}
