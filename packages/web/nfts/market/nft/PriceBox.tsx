// What an NFT costs, what is offered for it, and what its owner or anybody else can do about it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { type ReactNode, Suspense } from 'react'
import { coinsValueOf, dueOf, isOpen, premiumText } from '../../../shared/nft-price.ts'
import { Flash, Sol, useClockText } from '../../../ui/amounts.tsx'
import { formatExactTime } from '../../../ui/format.ts'
import { lazyPart } from '../../../ui/lazy.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { NftMarketButton } from '../../../wallet/nft-market/NftMarketButton.tsx'
import type { NftPartProps } from './BestOffer.tsx'

const BestOffer = lazyPart(() => import('./BestOffer.tsx'))

/** For one that a wallet holds; the others are the swap's. */
export function PriceBox(props: NftPartProps) {
  const { nft, collection, walletAddress } = props
  const { listing } = nft
  const isNow = useClockText((nowMs) => (listing !== null && isOpen(listing, nowMs) ? 'open' : '')) === 'open'
  const isMine = walletAddress !== undefined && nft.ownerAddress === walletAddress
  const coins = coinsValueOf(collection)
  return (
    <section aria-label="Price" className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-4">
      {listing !== null && isNow ? (
        <Asked listing={listing} collection={collection} />
      ) : (
        <div className="min-h-18">
          <p className="text-12 text-faint">{listing === null ? 'Not listed' : 'Listing expired'}</p>
          <p className="text-20 font-semibold">
            <Sol lamports={coins.toString()} />
          </p>
          <p className="text-13 text-muted">
            {listing === null
              ? `is what its 1,000,000 ${collection.symbol} bring now`
              : isMine
                ? 'is what its coins bring. Nobody can buy it: give it a new expiry, or take it back.'
                : 'is what its coins bring. Only its owner can list it again.'}
          </p>
        </div>
      )}
      <Actions {...props} isMine={isMine} isOpen={isNow} />
      <dl className="grid grid-cols-2 gap-4 border-t border-line pt-3 text-13">
        <Fact label="Best offer">
          <Suspense fallback={<Skeleton className="h-5 w-24" />}>
            <BestOffer {...props} isMine={isMine} />
          </Suspense>
        </Fact>
        <Fact label="Last sale">
          {nft.lastSaleLamports === null ? (
            <span className="text-faint">never sold</span>
          ) : (
            <Sol lamports={nft.lastSaleLamports} className="font-semibold" />
          )}
        </Fact>
      </dl>
    </section>
  )
}

function Asked({ listing, collection }: { readonly listing: NftListing; readonly collection: Collection }) {
  const due = dueOf(listing, collection)
  const coins = coinsValueOf(collection)
  return (
    <div className="min-h-18">
      <p className="text-12 text-faint">
        Price, until <time dateTime={listing.expiresAt}>{formatExactTime(listing.expiresAt)}</time>
      </p>
      <p className="text-28 font-semibold">
        <Flash value={due.toString()}>
          <Sol lamports={due.toString()} />
        </Flash>
      </p>
      <p className="text-13 text-muted">
        {premiumText(due, coins)}
        {BigInt(listing.priceLamports) < coins && (
          <>
            ; asked was <Sol lamports={listing.priceLamports} />, and nothing sells below its coins
          </>
        )}
      </p>
    </div>
  )
}

function Actions({
  nft: { collectionId, tokenId: edition, listing },
  isMine,
  isOpen: isNow,
}: NftPartProps & { readonly isMine: boolean; readonly isOpen: boolean }) {
  const of = { collectionId, edition }
  const editions = [edition]
  return (
    <div className="flex flex-wrap gap-2">
      {isMine ? (
        listing === null ? (
          <NftMarketButton request={{ kind: 'list', collectionId, editions }}>List</NftMarketButton>
        ) : (
          <>
            <NftMarketButton request={{ kind: 'change', ...of }} variant={isNow ? 'secondary' : 'primary'}>
              {isNow ? 'Change price' : 'List again'}
            </NftMarketButton>
            <NftMarketButton
              request={{ kind: 'takeBack', collectionId, editions, andRelease: false }}
              variant="secondary"
            >
              Take back
            </NftMarketButton>
            <NftMarketButton
              request={{ kind: 'takeBack', collectionId, editions, andRelease: true }}
              variant="secondary"
            >
              Take back and swap into coins
            </NftMarketButton>
          </>
        )
      ) : (
        <>
          {isNow && <NftMarketButton request={{ kind: 'buy', ...of }}>Buy</NftMarketButton>}
          <NftMarketButton request={{ kind: 'offer', ...of }} variant={isNow ? 'secondary' : 'primary'}>
            Make offer
          </NftMarketButton>
        </>
      )}
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-faint">{label}</dt>
      <dd className="flex flex-col items-start">{children}</dd>
    </div>
  )
}
