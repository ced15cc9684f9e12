// One coin in a grid: the picture, and on its edge the coin that is its twin.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { BadgeCheck } from 'lucide-react'
import { Link } from 'wouter'
import { WatchStar } from '../../people/session/WatchStar.tsx'
import { Flash, Money, Percent, Price, RelativeTime } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Sparkline } from '../../ui/Sparkline.tsx'
import { QuickBuyButton } from '../../wallet/quick-trade/QuickBuyButton.tsx'
import { By, CARD, type CollectionCardProps, LinksOnPicture, Marks } from './card-parts.tsx'

export default function CollectionCard({ collection, isTop }: CollectionCardProps) {
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
        <LinksOnPicture collection={collection} />
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
            className="line-clamp-2 [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 after:z-1 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
          >
            {name}
          </Link>
          {isVerified && <BadgeCheck size={16} aria-label="Verified" className="shrink-0 text-violet" />}
        </h3>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-12 text-muted">
          <span translate="no" className="figures max-w-full truncate">
            {symbol}
          </span>
          <By creatorAddress={collection.creatorAddress} />
        </p>
        <Figures collection={collection} />
        <div className="mt-2 flex items-center gap-2">
          <ProgressBar percent={bondingProgress} className="flex-1" label={`Bonding progress of ${name}`} />
          <Percent value={bondingProgress} className="text-12 text-muted" />
        </div>
        <QuickBuyButton collection={collection} className="mt-2 w-full" />
      </div>
      <WatchStar id={id} name={name} className="absolute! top-0.5 right-0.5 z-10" />
    </article>
  )
}

function Figures({ collection }: { readonly collection: ListedCoin }) {
  return (
    <dl className="mt-2 flex flex-wrap items-end justify-between gap-x-3 text-12 text-muted">
      <div>
        <dt className="text-faint">Market cap</dt>
        <dd
          className={classNames(
            'text-16 font-semibold',
            collection.graduationStands ? 'text-gold' : 'text-violet',
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
