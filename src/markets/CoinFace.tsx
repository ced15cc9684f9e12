// A coin in a row: its picture, its name as the link to its page, and its marks.
import { BadgeCheck, GraduationCap, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { WarningChip } from '../site/WarningChip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Picture } from '../ui/Picture.tsx'
import type { Collection } from '../wire/records/coin.ts'

export function CoinPicture({
  collection: { name, symbol, thumbnailUrl, imageUrl },
  className,
}: {
  readonly collection: Collection
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
  collection: { id, name, isVerified, isGraduated, isBoosted, warnings },
  linkClassName,
}: {
  readonly collection: Collection
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
      {isGraduated && (
        <Mark word="Graduated" tone="text-gold">
          <GraduationCap size={14} aria-hidden="true" />
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
