// A coin in a row: its picture, its name as the link to its page, and its marks.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { BadgeCheck, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { GraduatedMark } from '../shared/GraduatedMark.tsx'
import { GuardChip } from '../shared/GuardChip.tsx'
import { WarningChip } from '../shared/WarningChip.tsx'
import { RelativeTime } from '../ui/amounts.tsx'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/Picture.tsx'

export function CoinPicture({
  collection: { name, symbol, thumbnailUrl, imageUrl },
  className,
}: {
  readonly collection: ListedCoin
  readonly className: string
}) {
  return (
    <Picture
      src={thumbnailUrl ?? imageUrl}
      name={name}
      symbol={symbol}
      size={40}
      lazy
      className={classNames('shrink-0 rounded-input', className)}
    />
  )
}

export function CoinName({
  collection: { id, name, isVerified, isBoosted, warnings },
  linkClassName,
}: {
  readonly collection: ListedCoin
  readonly linkClassName?: string
}) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Link href={`/trade/${id}`} className={classNames('truncate text-14 font-semibold', linkClassName)}>
        {name}
      </Link>
      {isVerified && (
        <Mark word="Verified" tone="text-violet">
          <BadgeCheck size={14} aria-hidden="true" />
        </Mark>
      )}
      {isBoosted && (
        <Mark word="Boosted" tone="text-violet">
          <Rocket size={14} aria-hidden="true" />
        </Mark>
      )}
      <WarningChip warnings={warnings} isShort />
    </span>
  )
}

/** Below the name: symbol, age, and what is on the coin now. Where it is narrow the symbol is cut, never the age. */
export function CoinLine({ collection }: { readonly collection: ListedCoin }) {
  return (
    <div className="flex h-4 min-w-0 items-center gap-2">
      <p className="flex min-w-0 text-12 whitespace-pre text-muted">
        <span translate="no" className="figures min-w-[3ch] truncate">
          {collection.symbol}
        </span>
        <span className="shrink-0 text-faint">
          {' · '}
          <span className="sr-only">launched </span>
          <RelativeTime iso={collection.createdAt} />
        </span>
      </p>
      <GraduatedMark collection={collection} kind="line" />
      <GuardChip collection={collection} isShort className="shrink-0 py-0! leading-3.5" />
    </div>
  )
}

function Mark({
  word,
  tone,
  children,
}: {
  readonly word: string
  readonly tone: string
  readonly children: ReactNode
}) {
  return (
    <span title={word} className={classNames('shrink-0', tone)}>
      {children}
      <span className="sr-only">{word}</span>
    </span>
  )
}
