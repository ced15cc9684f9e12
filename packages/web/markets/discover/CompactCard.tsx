// One coin in little room: on a phone a line of the list, else a card of at most 260 pixels.
import { BadgeCheck } from 'lucide-react'
import { Link } from 'wouter'
import { WatchStar } from '../../people/session/WatchStar.tsx'
import { CoinLinks, hasLinksOf } from '../../shared/links/CoinLinks.tsx'
import { Flash, Money, Percent, RelativeTime } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { QuickBuyButton } from '../../wallet/quick-trade/QuickBuyButton.tsx'
import { By, CARD, type CollectionCardProps, LinksOnPicture, Marks } from './card-parts.tsx'

const FACE = 'relative w-20 shrink-0 overflow-hidden border-line max-sm:border-r sm:w-full sm:border-b'
const TEXT = 'flex min-w-0 flex-1 flex-col px-3 max-sm:justify-center py-1.5 sm:py-2'

export function CompactCard({ collection, isTop }: CollectionCardProps) {
  const { id, name, symbol, isVerified, graduationStands, bondingProgress } = collection
  const hasLinks = hasLinksOf(collection)
  return (
    <article
      className={classNames(
        CARD,
        'group transition-colors max-sm:flex-row!',
        isTop ? 'border-gold' : 'hover:border-violet focus-within:border-violet',
      )}
    >
      <div className={FACE}>
        <Picture
          src={collection.imageUrl}
          name={name}
          symbol={symbol}
          size={192}
          sizes="(min-width: 640px) 200px, 80px"
          alt={`Picture of ${name}`}
          lazy
          className="h-full w-full sm:h-auto"
        />
        <Marks collection={collection} isTop={isTop} short />
        <LinksOnPicture collection={collection} className="max-sm:hidden" />
      </div>
      <div className={TEXT}>
        <h3 className="flex min-w-0 items-center gap-1 text-14 font-semibold max-sm:pr-9">
          <Link
            href={`/trade/${id}`}
            className="line-clamp-2 [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 after:z-1 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
          >
            {name}
          </Link>
          {isVerified && <BadgeCheck size={14} aria-label="Verified" className="shrink-0 text-violet" />}
        </h3>
        <div className="flex min-w-0 flex-wrap gap-x-2 text-12 text-muted max-sm:pr-9">
          <span translate="no" className="figures max-w-full truncate">
            {symbol}
          </span>
          <span className="shrink-0 text-faint">
            <span className="sr-only">created</span> <RelativeTime iso={collection.createdAt} />
          </span>
          <CoinLinks collection={collection} kind="signs" className="relative z-10 -my-1 sm:hidden" />
          {/* On a phone the links take the room of the name. */}
          <By creatorAddress={collection.creatorAddress} className={hasLinks ? 'max-sm:hidden' : undefined} />
        </div>
        <p className="mt-0.5 flex flex-wrap items-baseline sm:mt-auto sm:pt-0.5 justify-between gap-x-2 text-12">
          <span className="sr-only">Market cap</span>
          <Flash
            value={collection.marketCapLamports}
            className={classNames('text-14 font-semibold', graduationStands ? 'text-gold' : 'text-violet')}
          >
            <Money usd={collection.marketCap} />
          </Flash>
          <span className="sr-only">24 hour change</span>
          <Percent value={collection.change24hPercent} change />
        </p>
        <ProgressBar percent={bondingProgress} className="mt-1.5" label={`Bonding progress of ${name}`} />
        <QuickBuyButton collection={collection} className="mt-2 w-full" />
      </div>
      <WatchStar id={id} name={name} className="absolute! top-0 right-0 z-10" />
    </article>
  )
}

export function CompactCardSkeleton() {
  return (
    <div className={classNames(CARD, 'max-sm:flex-row!')}>
      <Skeleton className="aspect-square w-20 shrink-0 rounded-none sm:w-full" />
      <div className={TEXT}>
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="mt-1.5 h-3 w-1/2" />
        <Skeleton className="mt-2 h-4 w-full" />
        <Skeleton className="mt-2 h-1.5 w-full" />
      </div>
    </div>
  )
}
