// Who the coin is: picture, names, badges, addresses, market cap, boost, and how far it is from graduation.
import { ArrowLeft, BadgeCheck, Crown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { WatchStar } from '../session/WatchStar.tsx'
import { ShortAddress } from '../site/ShortAddress.tsx'
import { Flash, Money, Percent, RelativeTime } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { formatMoneyExact } from '../ui/format.ts'
import { Picture } from '../ui/Picture.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { Collection } from '../wire/records/coin.ts'
import { BoostControl } from './BoostControl.tsx'
import { dollarsOf, graduationFigures } from './figures.ts'
import { ShareControl } from './ShareControl.tsx'

export interface CollectionHeaderProps {
  readonly collection: Collection
  readonly isTopPerformer: boolean
  /** Undefined while the rate is not known. */
  readonly solUsd: number | undefined
  readonly explorerAddressUrl: string | null
}

export function CollectionHeader({
  collection,
  isTopPerformer,
  solUsd,
  explorerAddressUrl,
}: CollectionHeaderProps) {
  return (
    <header className="flex flex-col gap-3">
      <Link
        href="/"
        className="-ml-2 inline-flex h-11 w-fit items-center gap-2 rounded-full px-2 text-14 text-muted transition-colors hover:text-text md:h-8"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to Home
      </Link>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-[1_1_320px] items-start gap-4 md:items-center md:gap-5">
          <PictureButton collection={collection} isTopPerformer={isTopPerformer} />
          <div className="min-w-0">
            <Names collection={collection} isTopPerformer={isTopPerformer} />
            <dl className="mt-1 flex flex-wrap items-center gap-x-5 text-13 text-muted">
              <Fact term="Creator">
                <ShortAddress
                  address={collection.creatorAddress}
                  variant="6-4"
                  label="creator"
                  isPerson
                  explorerUrl={explorerAddressUrl}
                />
              </Fact>
              <Fact term="Contract">
                <ShortAddress address={collection.mintAddress} explorerUrl={explorerAddressUrl} />
              </Fact>
              <Fact term="Launched">
                <RelativeTime iso={collection.createdAt} ago className="text-text" />
              </Fact>
            </dl>
          </div>
        </div>
        <div className="flex basis-full items-end justify-between gap-4 sm:shrink-0 sm:basis-auto">
          <div>
            <p className="text-12 text-muted">Market cap</p>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <Flash value={collection.marketCap}>
                <Money
                  usd={collection.marketCap}
                  className={classNames(
                    'text-28 font-semibold',
                    collection.isGraduated ? 'text-gold' : 'text-violet',
                  )}
                />
              </Flash>
              <span className="whitespace-nowrap">
                <Percent value={collection.change24hPercent} change className="text-13" />
                <span className="ml-2 text-12 text-faint">24h</span>
              </span>
            </p>
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <ShareControl collection={collection} />
            <BoostControl collection={collection} />
          </div>
        </div>
      </div>
      <GraduationProgress collection={collection} solUsd={solUsd} />
    </header>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-faint">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Names({
  collection,
  isTopPerformer,
}: {
  readonly collection: Collection
  readonly isTopPerformer: boolean
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="min-w-0 font-display text-20 font-semibold [overflow-wrap:anywhere] md:text-28">
        {collection.name}
      </h1>
      <span className="figures text-16 text-muted">{collection.symbol}</span>
      {collection.isVerified && (
        <span className="inline-flex items-center gap-1 text-12 font-medium text-violet">
          <BadgeCheck size={20} aria-hidden="true" />
          Verified
        </span>
      )}
      {isTopPerformer && (
        <span className="inline-flex items-center gap-1 rounded-full border border-gold/50 px-2 py-0.5 text-12 font-medium text-gold">
          <Crown size={14} aria-hidden="true" />
          Top performer
        </span>
      )}
      <WatchStar id={collection.id} name={collection.name} className="-m-1.5" />
    </div>
  )
}

function PictureButton({
  collection,
  isTopPerformer,
}: {
  readonly collection: Collection
  readonly isTopPerformer: boolean
}) {
  const [open, setOpen] = useState(false)
  const picture = (
    <Picture
      src={collection.imageUrl}
      name={collection.name}
      symbol={collection.symbol}
      size={128}
      alt={collection.name}
      className={classNames(
        'size-24 rounded-panel border md:size-28',
        isTopPerformer ? 'border-gold' : 'border-line',
      )}
    />
  )
  if (collection.imageUrl === null) return <div className="shrink-0">{picture}</div>
  return (
    <>
      <button
        type="button"
        aria-label={`Show the picture of ${collection.name} large`}
        onClick={() => setOpen(true)}
        className="shrink-0 rounded-panel transition-transform hover:scale-[1.02]"
      >
        {picture}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={collection.name} className="max-w-2xl!">
        <Picture
          src={collection.imageUrl}
          name={collection.name}
          symbol={collection.symbol}
          size={1024}
          sizes="100vw"
          alt={collection.name}
          className="mx-auto max-h-[calc(100dvh-160px)] w-full rounded-input object-contain!"
        />
      </Dialog>
    </>
  )
}

function GraduationProgress({
  collection,
  solUsd,
}: {
  readonly collection: Collection
  readonly solUsd: number | undefined
}) {
  const { thresholdSolText, percent } = graduationFigures(collection)
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar percent={percent} label="Market cap against the migration threshold" className="h-2!" />
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <span>
          {collection.isGraduated ? (
            'Reached'
          ) : (
            <>
              <span className="figures text-text">{formatMoneyExact(collection.marketCap)}</span> of
            </>
          )}{' '}
          <span className="figures text-text">
            {solUsd === undefined
              ? '…'
              : formatMoneyExact(dollarsOf(collection.graduationMarketCapLamports, solUsd))}
          </span>{' '}
          <span className="figures">({thresholdSolText} SOL)</span>
        </span>
        <Percent value={percent} className="text-text" />
      </p>
    </div>
  )
}
