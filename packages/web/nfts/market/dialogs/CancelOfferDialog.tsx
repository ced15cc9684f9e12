// Takes an own offer back, and its SOL with it; paused, expired or not.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Sol } from '../../../ui/amounts.tsx'
import { Line } from '../../../ui/Lines.tsx'
import type { OwnOffer } from '../../../wallet/nft-market/requests.ts'
import { offeredText } from '../offers.ts'
import { useCancelOffer } from '../use-market.ts'
import { CostLines, Figures, SolLine } from './DialogFields.tsx'
import { NftMarketDialog } from './NftMarketDialog.tsx'

export function CancelOfferDialog({
  collection,
  offer,
  onClose,
}: {
  readonly collection: Collection
  readonly offer: OwnOffer
  readonly onClose: () => void
}) {
  const action = useCancelOffer(collection, { offers: [offer] })
  const { quote } = action
  return (
    <NftMarketDialog
      title="Cancel offer"
      description={`For ${offeredText(offer)} of ${collection.collectionName}. Its SOL comes back to your wallet.`}
      action={action}
      onClose={onClose}
      label={
        <>
          Cancel the offer of <Sol lamports={offer.priceLamports} />
        </>
      }
    >
      <Figures>
        <Line term="Offered">
          <Sol lamports={offer.priceLamports} />
        </Line>
        <SolLine
          term={
            <span title="The price, and the rent that was locked for the NFT’s account.">You get back</span>
          }
          lamports={quote?.unlockedLamports}
        />
        <CostLines quote={quote} />
        <SolLine
          term="Into your wallet in all"
          lamports={quote && -marketNetLamports('cancelOffer', quote)}
          strong
        />
      </Figures>
    </NftMarketDialog>
  )
}
