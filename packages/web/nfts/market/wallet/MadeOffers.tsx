// Offers that a wallet made: what each is for, how much SOL it has locked, and the button that gives the SOL back.

import { offerNow } from '@twinmint/sdk/actions/nft-market/wallet-rules'
import type { WalletOffer } from '@twinmint/sdk/api/nft-market/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { HandCoins } from 'lucide-react'
import { Link } from 'wouter'
import { Paged } from '../../../shared/Loaded.tsx'
import { premiumText } from '../../../shared/nft-price.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/format.ts'
import { Message } from '../../../ui/Message.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RowsSkeleton } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import { offeredText } from '../offers.ts'
import { Expiry, Figure, OWN_LIST, OwnRow, useIsExpired } from './OwnRow.tsx'
import type { useOffersOf } from './queries.ts'

type Made = ReturnType<typeof useOffersOf>

export function MadeOffers({ list }: { readonly list: Made }) {
  return (
    <Panel title="Offers made" flush>
      <Offers list={list} />
    </Panel>
  )
}

function Offers({ list }: { readonly list: Made }) {
  return (
    <Paged
      list={list}
      skeleton={<RowsSkeleton label="Loading your offers" rows={2} className="" />}
      failedTitle="Your offers could not be loaded"
      level="h3"
      isSmall
      textClassName="p-4"
      empty={
        <Message
          icon={<HandCoins size={32} aria-hidden="true" className="text-violet" />}
          title="No offers made"
          level="h3"
          isSmall
          action={
            <Link href="/gallery" className={buttonClass('secondary', 'sm')}>
              Browse NFTs
            </Link>
          }
        >
          An offer locks its SOL until somebody accepts it or you take it back.
        </Message>
      }
      endText={list.hasNextPage ? `${countText(list.items.length, 'offer')} shown` : undefined}
    >
      {(offers) => (
        <ul aria-label="Offers made" className={OWN_LIST}>
          {offers.map((offer) => {
            const collection = list.coins.get(offer.collectionId)
            return collection && <OfferRow key={offer.address} offer={offer} collection={collection} />
          })}
        </ul>
      )}
    </Paged>
  )
}

function OfferRow({ offer, collection }: { readonly offer: WalletOffer; readonly collection: Collection }) {
  const { collectionId, expiresAt, editionCount, editions } = offer
  const expired = useIsExpired(offer)
  const { dueLamports, coinsLamports } = offerNow(offer, collection)
  const what = offeredText(offer)
  const [first] = editions
  const isBelow = dueLamports < coinsLamports
  return (
    <OwnRow
      collection={collection}
      href={
        editionCount === 1 && first !== undefined
          ? `/nft/${collectionId}/${first}`
          : `/trade/${collectionId}#nfts`
      }
      title={<span className="truncate">{collection.collectionName}</span>}
      note={<span>for {what}</span>}
      figures={
        <>
          <Figure
            term="Offer"
            note={
              isBelow && !expired
                ? 'less than its coins bring: nobody is shown it'
                : premiumText(dueLamports, coinsLamports)
            }
          >
            <Sol lamports={offer.priceLamports} />
          </Figure>
          <Figure term="Open">
            <Expiry expiresAt={expiresAt} />
          </Figure>
        </>
      }
      actions={
        <NftMarketButton
          size="sm"
          variant={expired ? 'primary' : 'secondary'}
          request={{ kind: 'cancelOffer', collectionId, offer }}
          what={`for ${collection.symbol} ${what}`}
        >
          {expired ? 'Get the SOL back' : 'Cancel offer'}
        </NftMarketButton>
      }
    />
  )
}
