// The best offer for an NFT that can be taken now, and for its owner the button that takes it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { coinsValueOf } from '../../../shared/nft-price.ts'
import { Sol, useClockText } from '../../../ui/amounts.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import { fillableOffers } from '../offers.ts'
import { useOffersFor } from '../queries.ts'

export interface NftPartProps {
  readonly nft: Nft
  readonly collection: Collection
  readonly walletAddress: string | undefined
}

export default function BestOffer({
  nft,
  collection,
  walletAddress,
  isMine,
}: NftPartProps & { readonly isMine: boolean }) {
  const { collectionId, tokenId } = nft
  const { items: offers, isPending, isError } = useOffersFor(collectionId, tokenId)
  const best = useBest(offers, nft, coinsValueOf(collection))
  if (isPending) return <Skeleton className="h-5 w-24" />
  if (best === undefined) return <span className="text-faint">{isError ? 'not available' : 'none'}</span>
  return (
    <>
      <span>
        <Sol lamports={best.priceLamports} className="font-semibold" />
        {best.bidderAddress === walletAddress && <span className="text-violet"> yours</span>}
      </span>
      {isMine && (
        <NftMarketButton
          size="sm"
          className="mt-2"
          request={{ kind: 'accept', collectionId, edition: tokenId, offer: best }}
        >
          Accept
        </NftMarketButton>
      )}
    </>
  )
}

/** The best offer that can be taken now; follows the clock. */
function useBest(
  offers: ReturnType<typeof useOffersFor>['items'],
  { ownerAddress }: Pick<Nft, 'ownerAddress'>,
  coinsLamports: bigint,
) {
  const address = useClockText(
    (nowMs) => fillableOffers(offers, { coinsLamports, ownerAddress, nowMs })[0]?.address ?? '',
  )
  return offers.find((offer) => offer.address === address)
}
