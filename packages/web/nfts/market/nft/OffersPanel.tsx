// The open offers that cover one NFT's number: those that its owner can take now, and the wallet's own.

import type { NftOffer } from '@twinmint/sdk/api/records/nft-market'
import { Paged } from '../../../shared/Loaded.tsx'
import { coinsValueOf, premiumText } from '../../../shared/nft-price.ts'
import { WalletLink } from '../../../shared/WalletLink.tsx'
import { Sol, useClockText } from '../../../ui/amounts.tsx'
import { formatExactTime } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import { fillableOffers, offeredText } from '../offers.ts'
import { useOffersFor } from '../queries.ts'
import type { NftPartProps } from './BestOffer.tsx'

export default function OffersPanel({ nft, collection, walletAddress }: NftPartProps) {
  const list = useOffersFor(nft.collectionId, nft.tokenId)
  const offers = list.items
  const coinsLamports = coinsValueOf(collection)
  const { ownerAddress } = nft
  // Redrawn when one expires.
  const taken = useClockText((nowMs) =>
    fillableOffers(offers, { coinsLamports, ownerAddress, nowMs })
      .map(({ address }) => address)
      .join(),
  ).split(',')
  const items = offers.filter(
    ({ address, bidderAddress }) => taken.includes(address) || bidderAddress === walletAddress,
  )
  return (
    <Panel
      title="Offers"
      flush
      aside={
        ownerAddress !== walletAddress && (
          <NftMarketButton
            size="sm"
            variant="ghost"
            className="-mr-2"
            request={{ kind: 'offer', collectionId: nft.collectionId, edition: nft.tokenId }}
          >
            Make offer
          </NftMarketButton>
        )
      }
    >
      <Paged
        list={{ ...list, items }}
        failedTitle="The offers could not be loaded"
        level="h3"
        isSmall
        textClassName="p-4"
        endClassName="pb-4"
        skeleton={
          <SkeletonGroup label="Loading offers" className="flex flex-col gap-2 p-4">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </SkeletonGroup>
        }
        empty={
          <p className="text-14 text-muted">
            {offers.length === 0
              ? 'Nobody offers anything for this number now.'
              : 'None of the offers for this number can be taken now: each is the owner’s own, or below what its coins bring.'}
          </p>
        }
      >
        {(shown) => (
          <ul>
            {shown.map((offer) => (
              <OfferRow
                key={offer.address}
                offer={offer}
                nft={nft}
                coinsLamports={coinsLamports}
                walletAddress={walletAddress}
              />
            ))}
          </ul>
        )}
      </Paged>
    </Panel>
  )
}

function OfferRow({
  offer,
  nft: { collectionId, tokenId, ownerAddress },
  coinsLamports,
  walletAddress,
}: Pick<NftPartProps, 'nft' | 'walletAddress'> & {
  readonly offer: NftOffer
  readonly coinsLamports: bigint
}) {
  const isOwn = offer.bidderAddress === walletAddress
  const isSellers = walletAddress !== undefined && ownerAddress === walletAddress
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-2 pr-3 pl-4 last:border-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-14 font-semibold">
          <Sol lamports={offer.priceLamports} />
        </p>
        <p className="text-12 text-muted">{premiumText(BigInt(offer.priceLamports), coinsLamports)}</p>
      </div>
      <div className="min-w-0 flex-1 basis-56 text-12 text-muted">
        <p>
          {isOwn ? <span className="text-violet">yours</span> : <WalletLink address={offer.bidderAddress} />},
          for {offeredText(offer)}
        </p>
        <p>until {formatExactTime(offer.expiresAt)}</p>
      </div>
      {isSellers && !isOwn && (
        <NftMarketButton size="sm" request={{ kind: 'accept', collectionId, edition: tokenId, offer }}>
          Accept
        </NftMarketButton>
      )}
      {isOwn && (
        <NftMarketButton size="sm" variant="secondary" request={{ kind: 'cancelOffer', collectionId, offer }}>
          Cancel offer
        </NftMarketButton>
      )}
    </li>
  )
}
