// Buys what somebody has listed: what is due now, the most that is paid, fees and rent, before anything is signed.
import { useState } from 'react'
import { coinsValueOf, premiumText } from '../../site/nft-price.ts'
import { Flash, Sol } from '../../ui/amounts.tsx'
import type { Collection } from '../../wire/records/coin.ts'
import type { Nft } from '../../wire/records/nft.ts'
import type { NftListing } from '../../wire/records/nft-market.ts'
import { useBuyListing } from '../use-market.ts'
import { marketNetLamports } from '../write-rules.ts'
import { CostLines, FeeLines, Figures, NftLine, SolLine } from './DealFields.tsx'
import { DealFrame } from './DealFrame.tsx'

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
  const { tokenId } = nft
  const action = useBuyListing(collection, { tokenId, listing })
  const { quote } = action
  const due = quote?.dueLamports
  return (
    <DealFrame
      title={`Buy #${tokenId}`}
      description="It comes into your wallet in the same transaction that pays for it."
      action={action}
      onClose={onClose}
      label={
        <>
          Buy #{tokenId}
          {due !== undefined && (
            <>
              {' '}
              for <Sol lamports={due.toString()} />
            </>
          )}
        </>
      }
      missing={
        nft.listing === null && action.status === undefined ? 'It is not for sale any more.' : undefined
      }
      next={{ label: 'List it', deal: { kind: 'list', collectionId: collection.id, tokenIds: [tokenId] } }}
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
        <FeeLines quote={quote} of="of it " collection={collection} />
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
    </DealFrame>
  )
}
