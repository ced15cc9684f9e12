// A wallet's own listings: what each is for sale at, what its seller gets, and the buttons that change it or take it back.

import { listingNow } from '@twinmint/sdk/actions/nft-market/wallet-rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { Tag } from 'lucide-react'
import { Link } from 'wouter'
import { Paged } from '../../../shared/Loaded.tsx'
import { premiumText } from '../../../shared/nft-price.ts'
import { Sol } from '../../../ui/amounts.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { countText } from '../../../ui/format.ts'
import { Message } from '../../../ui/Message.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RarityChip } from '../../../ui/RarityChip.tsx'
import { RowsSkeleton } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import { Expiry, Figure, OWN_LIST, OwnRow, useIsExpired } from './OwnRow.tsx'
import type { useOwnListings } from './queries.ts'

export function OwnListings({
  list,
  nftsPath,
}: {
  readonly list: ReturnType<typeof useOwnListings>
  /** Where the wallet's NFTs are listed from. */
  readonly nftsPath: string
}) {
  return (
    <Panel
      title="Your listings"
      flush
      aside={
        <Link href={nftsPath} className={buttonClass('secondary', 'sm')}>
          List NFTs
        </Link>
      }
    >
      <Listings list={list} />
    </Panel>
  )
}

function Listings({ list }: { readonly list: ReturnType<typeof useOwnListings> }) {
  return (
    <Paged
      list={list}
      skeleton={<RowsSkeleton label="Loading your listings" rows={2} className="" />}
      failedTitle="Your listings could not be loaded"
      level="h3"
      isSmall
      textClassName="p-4"
      empty={
        <Message
          icon={<Tag size={32} aria-hidden="true" className="text-violet" />}
          title="Nothing for sale"
          level="h3"
          isSmall
        >
          What you list stays yours, and can be taken back at any time. It never sells below what its coins
          bring.
        </Message>
      }
      endText={list.hasNextPage ? `${countText(list.items.length, 'listing')} shown` : undefined}
    >
      {(nfts) => (
        <ul aria-label="Your listings" className={OWN_LIST}>
          {nfts.map((nft) => {
            const collection = list.coins.get(nft.collectionId)
            return collection && <ListingRow key={nft.id} nft={nft} collection={collection} />
          })}
        </ul>
      )}
    </Paged>
  )
}

function ListingRow({ nft, collection }: { readonly nft: Nft; readonly collection: Collection }) {
  const { collectionId, tokenId, collectionName, rarity, listing } = nft
  const expired = useIsExpired(listing ?? { expiresAt: '' })
  if (listing === null) return null
  const { dueLamports, coinsLamports, sellerLamports } = listingNow(listing, collection)
  const isRaised = dueLamports > BigInt(listing.priceLamports)
  const what = `#${tokenId}`
  const of = { collectionId, editions: [tokenId] }
  return (
    <OwnRow
      collection={collection}
      href={`/nft/${collectionId}/${tokenId}`}
      title={
        <>
          <span className="truncate">{collectionName}</span>
          <span translate="no" className="figures shrink-0">
            {what}
          </span>
        </>
      }
      note={<RarityChip rarity={rarity} />}
      figures={
        <>
          <Figure
            term="Price"
            note={
              isRaised ? (
                <>
                  you asked <Sol lamports={listing.priceLamports} />; its coins bring more
                </>
              ) : (
                premiumText(dueLamports, coinsLamports)
              )
            }
          >
            <Sol lamports={dueLamports.toString()} />
          </Figure>
          <Figure term="You would get" note="after royalty and fee">
            <Sol lamports={sellerLamports.toString()} />
          </Figure>
          <Figure term="For sale">
            <Expiry expiresAt={listing.expiresAt} />
          </Figure>
        </>
      }
      actions={
        <>
          <NftMarketButton
            size="sm"
            variant="secondary"
            request={{ kind: 'change', collectionId, edition: tokenId }}
            what={what}
          >
            {expired ? 'List again' : 'Change price'}
          </NftMarketButton>
          <NftMarketButton
            size="sm"
            variant="secondary"
            request={{ kind: 'takeBack', ...of, andRelease: false }}
            what={what}
          >
            Take back
          </NftMarketButton>
          <NftMarketButton
            size="sm"
            variant="ghost"
            request={{ kind: 'takeBack', ...of, andRelease: true }}
            what={what}
          >
            Take back and swap
          </NftMarketButton>
        </>
      }
    />
  )
}
