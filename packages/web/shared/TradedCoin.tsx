// The coin of a trade in a list: its picture, and its name, which leads to it, or to the NFT that was swapped.

import type { TradeOfCoin } from '@twinmint/sdk/api/records/trade'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Picture } from '../ui/Picture.tsx'

/** `above` and `children` stand over and under the name. */
export function TradedCoin({
  trade: { coin, collectionId, nftTokenId },
  above,
  children,
}: {
  readonly trade: Pick<TradeOfCoin, 'coin' | 'collectionId' | 'nftTokenId'>
  readonly above?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <>
      <Picture
        src={coin.thumbnailUrl}
        name={coin.name}
        symbol={coin.symbol}
        size={40}
        lazy
        className="size-10 shrink-0 rounded-input"
      />
      <div className="min-w-0 flex-1">
        {above}
        <Link
          href={nftTokenId === null ? `/trade/${collectionId}` : `/nft/${collectionId}/${nftTokenId}`}
          className="flex min-h-6 min-w-0 items-center gap-1.5 text-14 font-semibold hover:underline pointer-coarse:min-h-11"
        >
          <span className="truncate">{coin.name}</span>
          {nftTokenId !== null && (
            <span translate="no" className="figures shrink-0">
              #{nftTokenId}
            </span>
          )}
        </Link>
        {children}
      </div>
    </>
  )
}
