// Offers that others make for what a wallet has, the one that brings most first: accepted in place.

import {
  firstToGive,
  type WorthAccepting,
  worthAccepting,
} from '@twinmint/sdk/actions/nft-market/wallet-rules'
import { HandCoins } from 'lucide-react'
import { useId, useState } from 'react'
import { Paged } from '../../../shared/Loaded.tsx'
import { premiumText } from '../../../shared/nft-price.ts'
import { WalletLink } from '../../../shared/WalletLink.tsx'
import { Sol } from '../../../ui/amounts.tsx'
import { countText } from '../../../ui/format.ts'
import { Message } from '../../../ui/Message.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RowsSkeleton } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import { offeredText } from '../offers.ts'
import { Expiry, Figure, OWN_LIST, OwnRow } from './OwnRow.tsx'
import type { useOffersOf } from './queries.ts'

type Received = ReturnType<typeof useOffersOf>

export function ReceivedOffers({ list, nowMs }: { readonly list: Received; readonly nowMs: number }) {
  return (
    <Panel title="Offers received" flush>
      <Offers list={list} nowMs={nowMs} />
    </Panel>
  )
}

function Offers({ list, nowMs }: { readonly list: Received; readonly nowMs: number }) {
  const items = worthAccepting(list.items, (id) => list.coins.get(id), nowMs)
  return (
    <Paged
      list={{ ...list, items }}
      skeleton={<RowsSkeleton label="Loading offers received" rows={2} className="" />}
      failedTitle="Offers received could not be loaded"
      level="h3"
      isSmall
      textClassName="p-4"
      empty={
        <Message
          icon={<HandCoins size={32} aria-hidden="true" className="text-violet" />}
          title="No offers now"
          level="h3"
          isSmall
        >
          Offers for your NFTs stand here when they pay at least what the coins bring, and Alerts tells you of
          them.
        </Message>
      }
      endText={list.hasNextPage ? `${countText(items.length, 'offer')} shown` : undefined}
    >
      {(worth) => (
        <ul aria-label="Offers received" className={OWN_LIST}>
          {worth.map((each) => (
            <OfferRow key={each.offer.address} {...each} />
          ))}
        </ul>
      )}
    </Paged>
  )
}

function OfferRow({ offer, collection, sale }: WorthAccepting) {
  const { collectionId, heldEditions, bidderAddress, expiresAt } = offer
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  // What was chosen may have been given away meanwhile.
  const tokenId =
    chosen !== undefined && heldEditions.includes(chosen) ? chosen : (firstToGive(heldEditions) ?? 0)
  const what = offeredText(offer)
  return (
    <OwnRow
      collection={collection}
      href={`/nft/${collectionId}/${tokenId}`}
      title={
        <>
          <span className="truncate">{collection.collectionName}</span>
          <span translate="no" className="figures shrink-0">
            {heldEditions.length === 1 ? `#${heldEditions[0]}` : ''}
          </span>
        </>
      }
      note={
        <span className="flex flex-wrap items-center gap-x-1.5">
          {heldEditions.length > 1 && <span>{what}, from</span>}
          {heldEditions.length === 1 && <span>from</span>}
          <WalletLink address={bidderAddress} className="min-h-6" />
        </span>
      }
      figures={
        <>
          <Figure term="Offer" note={premiumText(sale.dueLamports, sale.coinsLamports)}>
            <Sol lamports={sale.dueLamports.toString()} />
          </Figure>
          <Figure
            term="You get"
            note={
              sale.releaseAndSellLamports !== undefined && (
                <>
                  release and sell: <Sol lamports={sale.releaseAndSellLamports.toString()} />
                </>
              )
            }
          >
            <Sol lamports={sale.sellerLamports.toString()} />
          </Figure>
          <Figure term="Open">
            <Expiry expiresAt={expiresAt} />
          </Figure>
        </>
      }
      actions={
        <>
          {heldEditions.length > 1 && (
            <>
              <label htmlFor={id} className="sr-only">
                Which one to give
              </label>
              <select
                id={id}
                translate="no"
                value={tokenId}
                onChange={(event) => setChosen(Number(event.target.value))}
                className="figures h-8 rounded-input border border-line bg-ink pr-7 pl-2 text-13 text-text pointer-coarse:h-11 pointer-coarse:text-16"
              >
                {heldEditions.map((edition) => (
                  <option key={edition} value={edition}>
                    #{edition}
                  </option>
                ))}
              </select>
            </>
          )}
          <NftMarketButton
            size="sm"
            variant="primary"
            request={{ kind: 'accept', collectionId, edition: tokenId, offer }}
            what={`for #${tokenId}`}
          >
            Accept
          </NftMarketButton>
        </>
      }
    />
  )
}
