// A grid of NFTs, and its shape while they are awaited.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { type ReactNode, useState } from 'react'
import type { Reserves } from '../../shared/nft-price.ts'
import { classNames } from '../../ui/class-names.ts'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { holdOrder } from '../../ui/steady.ts'
import { NftCard, NftCardSkeleton } from './NftCard.tsx'

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5 lg:gap-4 xl:grid-cols-6'
/** In a part of a page: by the part's own width. */
const NARROW_GRID = 'grid grid-cols-2 gap-3 @md:grid-cols-3 @2xl:grid-cols-4 @4xl:grid-cols-5'

export function NftGrid({
  nfts,
  listKey = '',
  label,
  walletAddress,
  named = false,
  isNarrow = false,
  isStale = false,
  coinOf,
  hasMarketButtons = true,
  renderAction,
}: {
  readonly nfts: readonly Nft[]
  /** What they are the list of: another one has an order of its own. */
  readonly listKey?: string
  readonly label: string
  readonly walletAddress: string | undefined
  readonly named?: boolean
  /** It stands in a `@container`, and goes by its width. */
  readonly isNarrow?: boolean
  /** They are of the filters before, while those of the new ones are awaited. */
  readonly isStale?: boolean
  /** The coin that an NFT is of, where it is known. */
  readonly coinOf?: (collectionId: string) => Reserves | undefined
  /** Without the buttons of the market, where the action is all that is wanted of a card. */
  readonly hasMarketButtons?: boolean
  readonly renderAction?: (nft: Nft) => ReactNode
}) {
  const [held, setHeld] = useState<{ readonly listKey: string; readonly ids: readonly string[] }>()
  const hold = () => setHeld({ listKey, ids: nfts.map(({ id }) => id) })
  // Another list under the same pointer is held from its own beginning.
  if (held !== undefined && held.listKey !== listKey && !isStale) hold()
  const ordered = held?.listKey === listKey && !isStale ? holdOrder(nfts, held.ids) : nfts
  return (
    <ul
      aria-label={label}
      aria-busy={isStale || undefined}
      className={classNames(isNarrow ? NARROW_GRID : GRID, 'transition-opacity', isStale && 'opacity-50')}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') hold()
      }}
      onPointerLeave={() => setHeld(undefined)}
    >
      {ordered.map((nft) => (
        <li key={nft.id} className="flex min-w-0">
          <NftCard
            nft={nft}
            walletAddress={walletAddress}
            named={named}
            coin={coinOf?.(nft.collectionId)}
            hasMarketButtons={hasMarketButtons}
            action={renderAction?.(nft)}
          />
        </li>
      ))}
    </ul>
  )
}

export function NftGridSkeleton({
  label,
  count,
  named = false,
  isNarrow = false,
}: {
  readonly label: string
  readonly count: number
  readonly named?: boolean
  readonly isNarrow?: boolean
}) {
  return (
    <SkeletonGroup label={label} className={isNarrow ? NARROW_GRID : GRID}>
      {Array.from({ length: count }, (_, at) => (
        <NftCardSkeleton key={at} named={named} />
      ))}
    </SkeletonGroup>
  )
}
