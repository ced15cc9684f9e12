// A coin in the first cell of a row: its picture, its name that leads to it, and a line below.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Picture } from '../../ui/Picture.tsx'

export function CoinCell({
  collection: { id, name, symbol, thumbnailUrl, imageUrl },
  children,
}: {
  readonly collection: Collection
  readonly children: ReactNode
}) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Picture
        src={thumbnailUrl ?? imageUrl}
        name={name}
        symbol={symbol}
        size={40}
        lazy
        className="size-10 shrink-0 rounded-input"
      />
      <span className="min-w-0">
        <Link href={`/trade/${id}`} className="block truncate text-14 font-semibold hover:underline">
          {name}
        </Link>
        <span className="block text-12 text-muted">{children}</span>
      </span>
    </span>
  )
}
