// The dialog that was asked for, once its coin and its NFT are known. Loaded when the first is opened.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../../../data/api.ts'
import { isNotFound, useCollection } from '../../../shared/coin-queries.ts'
import { type Failed, NO_REASON } from '../../../shared/LoadFailure.tsx'
import { RetryButton } from '../../../shared/RetryButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton.tsx'
import type { NftMarketRequest } from '../../../wallet/nft-market/requests.ts'
import { useWallet } from '../../../wallet/wallet.ts'
import { useNftInMarket } from '../queries.ts'
import { AcceptDialog } from './AcceptDialog.tsx'
import { BuyDialog } from './BuyDialog.tsx'
import { CancelOfferDialog } from './CancelOfferDialog.tsx'
import { GoneDialog } from './GoneDialog.tsx'
import { ChangeDialog, ListDialog } from './ListDialog.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { TakeBackDialog } from './TakeBackDialog.tsx'

interface DialogsProps {
  readonly asked: NftMarketRequest
  readonly onClose: () => void
}

export default function MarketDialogs({ asked, onClose }: DialogsProps) {
  const coin = useCollection(asked.collectionId)
  const { data: collection } = coin
  if (collection === undefined) return <Awaited query={coin} onClose={onClose} />
  const common = { collection, onClose }
  switch (asked.kind) {
    case 'list':
      return <ListDialog {...common} editions={asked.editions} />
    case 'takeBack':
      return <TakeBackDialog {...common} editions={asked.editions} andRelease={asked.andRelease} />
    case 'offer':
      return <OfferDialog {...common} asked={asked} />
    case 'cancelOffer':
      return <CancelOfferDialog {...common} offer={asked.offer} />
    case 'accept':
      return (
        <OfNft {...common} edition={asked.edition}>
          {(nft) => <AcceptDialog {...common} nft={nft} offer={asked.offer} />}
        </OfNft>
      )
    case 'change':
      return (
        <OfNft {...common} edition={asked.edition}>
          {(nft) => <ChangeDialog {...common} nft={nft} />}
        </OfNft>
      )
    case 'buy':
      return (
        <OfNft {...common} edition={asked.edition}>
          {(nft) => <Buy {...common} nft={nft} />}
        </OfNft>
      )
  }
}

function OfNft({
  collection,
  edition,
  onClose,
  children,
}: {
  readonly collection: Collection
  readonly edition: number
  readonly onClose: () => void
  readonly children: (nft: Nft) => ReactNode
}) {
  const query = useNftInMarket(collection.id, edition)
  return query.nft === undefined ? <Awaited query={query} onClose={onClose} /> : children(query.nft)
}

/** One that was sold before the dialog came has nothing to buy. */
function Buy({
  collection,
  nft,
  onClose,
}: {
  readonly collection: Collection
  readonly nft: Nft
  readonly onClose: () => void
}) {
  const [listing] = useState(nft.listing)
  const { address } = useWallet()
  if (listing !== null)
    return <BuyDialog collection={collection} nft={nft} listing={listing} onClose={onClose} />
  return <GoneDialog nft={nft} walletAddress={address} onClose={onClose} />
}

function Awaited({
  query,
  onClose,
}: {
  readonly query: Failed & { readonly isError: boolean }
  readonly onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title="NFT market">
      {query.isError ? (
        <div className="flex flex-col items-start gap-3 text-14">
          <p role="alert">
            {isNotFound(query.error) ? 'There is no such NFT.' : errorMessage(query.error, NO_REASON)}
          </p>
          <RetryButton query={query} />
        </div>
      ) : (
        <SkeletonGroup label="Loading what is asked for" className="flex flex-col gap-4">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-12 w-full rounded-full" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
