// What a large and a compact card have in common, and how a large one looks before it is there.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { Crown, type LucideIcon, Rocket } from 'lucide-react'
import { GraduatedMark } from '../../shared/GraduatedMark.tsx'
import { GuardChip } from '../../shared/GuardChip.tsx'
import { CoinLinks } from '../../shared/links/CoinLinks.tsx'
import { PersonName } from '../../shared/PersonName.tsx'
import { WarningChip } from '../../shared/WarningChip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

export const CARD = 'relative flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel'

export interface CollectionCardProps {
  readonly collection: ListedCoin
  /** Of the trending ones the market cap that has stood highest. */
  readonly isTop: boolean
}

/** Who launched it. No link: the whole card is one. */
export function By({
  creatorAddress,
  className,
}: {
  readonly creatorAddress: string
  readonly className?: string | undefined
}) {
  return (
    <span className={classNames('ml-auto flex max-w-full min-w-0 gap-1 text-faint', className)}>
      by <PersonName address={creatorAddress} className="max-w-full!" />
    </span>
  )
}

/** In the corner where nothing else is; over the link that the whole card is. */
export function LinksOnPicture({
  collection,
  className,
}: {
  readonly collection: ListedCoin
  readonly className?: string
}) {
  return (
    <CoinLinks
      collection={collection}
      kind="signs"
      className={classNames(
        'absolute right-1 bottom-1 z-10 rounded-full border border-line bg-ink px-0.5 pointer-coarse:right-0.5',
        className,
      )}
    />
  )
}

/** What is said on the picture's corner; `short` by its sign alone. */
export function Marks({
  collection,
  isTop,
  short = false,
}: CollectionCardProps & { readonly short?: boolean }) {
  const { isBoosted } = collection
  const marks = [
    isTop && ([Crown, 'Top performer', 'text-gold'] as const),
    isBoosted && ([Rocket, 'Boosted', 'text-violet'] as const),
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
      <GraduatedMark collection={collection} kind={short ? 'short' : 'chip'} />
      <GuardChip collection={collection} isShort={short} />
      <WarningChip warnings={collection.warnings} isShort={short} />
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
