// What an NFT's card says of its price: what it is for sale at, or what the swap asks or gives.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { floorLamports } from '@twinmint/sdk/core/curve'
import { useCollection } from '../../shared/coin-queries.ts'
import { coinsValueOf, type Reserves } from '../../shared/nft-price.ts'
import { Sol } from '../../ui/amounts.tsx'
import { useIsOpen } from './NftMarketButtons.tsx'
import { NftPrice } from './NftPrice.tsx'

interface CardPriceProps {
  readonly nft: Nft
  /** Where the list brings its coin along. */
  readonly coin: Reserves | undefined
}

/** As high with a price as without. */
export function NftCardPrice({ nft, coin }: CardPriceProps) {
  const isOpen = useIsOpen(nft)
  return (
    <div className="mt-1 min-h-14 border-t border-line pt-1.5">
      {nft.listing !== null && isOpen ? (
        coin === undefined ? (
          <PriceOfItsCoin listing={nft.listing} collectionId={nft.collectionId} />
        ) : (
          <NftPrice listing={nft.listing} coin={coin} />
        )
      ) : (
        <SwapPrice nft={nft} coin={coin} />
      )}
    </div>
  )
}

function PriceOfItsCoin({
  listing,
  collectionId,
}: {
  readonly listing: NftListing
  readonly collectionId: string
}) {
  const { data } = useCollection(collectionId)
  return data && <NftPrice listing={listing} coin={data} />
}

function SwapPrice({ nft, coin }: CardPriceProps) {
  const { isMinted, isSwapped, ownerAddress, symbol, listing } = nft
  if (isMinted && !isSwapped && ownerAddress === null) return null
  const isHeld = isMinted && !isSwapped
  return (
    <>
      <p className="text-14 [overflow-wrap:anywhere] text-muted">
        {!isHeld ? `Swap: 1,000,000 ${symbol}` : listing === null ? 'Not listed' : 'Listing expired'}
      </p>
      <p className="text-12 text-muted">
        {coin !== undefined &&
          (isHeld ? (
            <>
              coins bring <Sol lamports={coinsValueOf(coin).toString()} />
            </>
          ) : (
            <>
              coins worth <Sol lamports={floorLamports(coin).toString()} /> at the spot price
            </>
          ))}
      </p>
    </>
  )
}
