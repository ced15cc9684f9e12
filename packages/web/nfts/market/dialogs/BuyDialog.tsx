// Buys what somebody has listed: what is due now, the most that is paid, fees and rent, before anything is signed.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { useState } from 'react'
import { coinsValueOf, premiumText, raisedOf } from '../../../shared/nft-price.ts'
import { Digits, Flash, Sol } from '../../../ui/amounts.tsx'
import { type NftMarketActionState, useBuyListing } from '../use-market.ts'
import { CostLines, FeeLines, Figures, NftLine, SolLine } from './DialogFields.tsx'
import { GoneDialog } from './GoneDialog.tsx'
import { NftMarketDialog } from './NftMarketDialog.tsx'

export interface NftDialogProps {
  readonly collection: Collection
  readonly nft: Nft
  readonly onClose: () => void
}

export function BuyDialog({
  collection,
  nft,
  listing: first,
  onClose,
}: NftDialogProps & { readonly listing: NftListing }) {
  // Bought, it has none: what was bought is told all the same.
  const [listing, setListing] = useState(first)
  if (nft.listing !== null && nft.listing !== listing) setListing(nft.listing)
  /** At what price it is bought without another question; what is asked less for is bought for less. */
  const [agreed, setAgreed] = useState(first)
  const raised = raisedOf(agreed, listing, collection)
  if (raised === undefined && BigInt(listing.priceLamports) < BigInt(agreed.priceLamports)) setAgreed(listing)
  const { tokenId: edition } = nft
  const action = useBuyListing(collection, { edition, listing })
  const { quote } = action
  const due = quote?.dueLamports
  if (nft.listing === null && hasNotMoved(action.status)) {
    const close = () => {
      action.dismiss()
      onClose()
    }
    return <GoneDialog nft={nft} walletAddress={action.walletAddress} onClose={close} />
  }
  return (
    <NftMarketDialog
      title={`Buy #${edition}`}
      description="It comes into your wallet in the same transaction that pays for it."
      action={action}
      onClose={onClose}
      label={
        <>
          Buy <Digits>#{edition}</Digits>
          {due !== undefined && (
            <>
              {' '}
              for <Sol lamports={due.toString()} />
            </>
          )}
        </>
      }
      question={
        raised && {
          label: 'Go on all the same',
          act: () => {
            action.dismiss()
            setAgreed(listing)
          },
          body: (
            <p>
              Price raised from <Sol lamports={raised.from.toString()} /> to{' '}
              <Sol lamports={raised.to.toString()} /> since you opened this.
            </p>
          ),
        }
      }
      next={{ label: 'List it', request: { kind: 'list', collectionId: collection.id, editions: [edition] } }}
    >
      <NftLine nft={nft}>
        {due !== undefined && (
          <p className="text-13 text-muted">
            <Flash value={due.toString()}>
              <Sol lamports={due.toString()} className="font-semibold text-text" />
            </Flash>
            , {premiumText(due, coinsValueOf(collection))}
          </p>
        )}
      </NftLine>
      <Figures>
        <SolLine term="Price now" lamports={due} strong />
        <FeeLines quote={quote} isIncluded collection={collection} />
        <SolLine
          term={
            <span title="Enforced by the program: it is refused where it costs more by then.">At most</span>
          }
          lamports={quote?.lamportsBound}
        />
        <CostLines quote={quote} />
        <SolLine term="You pay in all" lamports={quote && marketNetLamports('buy', quote)} strong />
        <SolLine term="Release and sell would bring you" lamports={quote?.releaseAndSellLamports} />
      </Figures>
    </NftMarketDialog>
  )
}

const hasNotMoved = (status: NftMarketActionState['status']): boolean =>
  status === undefined || (status.phase === 'failed' && status.failure.moved === 'nothing')
