// One row of a wallet's own listings or offers: a picture, what it is, its figures, and its buttons; on a phone below each other.

import { isExpired, leftText } from '@twinmint/sdk/actions/nft-market/wallet-rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { RelativeTime, useClockText } from '../../../ui/amounts.tsx'
import { formatExactTime } from '../../../ui/format.ts'
import { Picture } from '../../../ui/Picture.tsx'

export const OWN_LIST = '@container divide-y divide-line/60'

export function OwnRow({
  collection: { name, symbol, thumbnailUrl, imageUrl },
  title,
  href,
  note,
  figures,
  actions,
}: {
  readonly collection: Collection
  readonly title: ReactNode
  readonly href: string
  /** Under the title. */
  readonly note: ReactNode
  readonly figures: ReactNode
  readonly actions: ReactNode
}) {
  return (
    <li className="flex flex-col gap-3 px-4 py-3 text-13 @5xl:flex-row @5xl:items-center">
      <div className="flex min-w-0 items-center gap-3 @5xl:w-56 @5xl:shrink-0">
        <Picture
          src={thumbnailUrl ?? imageUrl}
          name={name}
          symbol={symbol}
          size={40}
          lazy
          className="size-10 shrink-0 rounded-input"
        />
        <div className="min-w-0">
          <Link
            href={href}
            className="flex min-h-6 min-w-0 items-center gap-1.5 text-14 font-semibold hover:underline pointer-coarse:min-h-11"
          >
            {title}
          </Link>
          <div className="text-12 text-muted">{note}</div>
        </div>
      </div>
      <dl className="grid flex-1 grid-cols-2 gap-x-4 gap-y-2 @md:grid-cols-3">{figures}</dl>
      <div className="flex flex-wrap gap-2 @5xl:w-64 @5xl:shrink-0 @5xl:justify-end">{actions}</div>
    </li>
  )
}

export function Figure({
  term,
  note,
  children,
}: {
  readonly term: string
  readonly note?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-faint">{term}</dt>
      <dd>
        <span className="text-14 font-medium">{children}</span>
        {note !== undefined && <span className="block text-12 text-muted">{note}</span>}
      </dd>
    </div>
  )
}

/** "3d left", or for how long nothing has filled any more. Follows the clock; the exact time on hover. */
export function Expiry({ expiresAt }: { readonly expiresAt: string }) {
  const left = useClockText((nowMs) =>
    isExpired({ expiresAt }, nowMs) ? '' : leftText(Date.parse(expiresAt) - nowMs),
  )
  if (left === '')
    return (
      <span className="font-medium text-gold">
        Expired <RelativeTime iso={expiresAt} ago />
      </span>
    )
  return (
    <time
      dateTime={expiresAt}
      title={formatExactTime(expiresAt)}
      translate="no"
      className="figures whitespace-nowrap"
    >
      {left} left
    </time>
  )
}

/** Whether it has expired, by the clock. */
export const useIsExpired = ({ expiresAt }: { readonly expiresAt: string }): boolean =>
  useClockText((nowMs) => (isExpired({ expiresAt }, nowMs) ? 'expired' : '')) === 'expired'
