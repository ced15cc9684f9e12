// Sells an own NFT to an offer: what the seller gets, at least, and what releasing and selling would bring.

import { marketNetLamports } from '@twinmint/sdk/actions/nft-market/rules'
import type { NftOffer } from '@twinmint/sdk/api/records/nft-market'
import { WalletLink } from '../../../shared/WalletLink.tsx'
import { Digits, Sol } from '../../../ui/amounts.tsx'
import { formatExactTime } from '../../../ui/format.ts'
import { useAccept } from '../use-market.ts'
import type { NftDialogProps } from './BuyDialog.tsx'
import { CostLines, FeeLines, Figures, NftLine, SolLine } from './DialogFields.tsx'
import { NftMarketDialog } from './NftMarketDialog.tsx'

export function AcceptDialog({
  collection,
  nft,
  offer,
  onClose,
}: NftDialogProps & { readonly offer: NftOffer }) {
  const { tokenId: edition } = nft
  const isListed = nft.listing !== null
  const action = useAccept(collection, { edition, offer, isListed })
  const { quote } = action
  const net = quote && -marketNetLamports('accept', quote)
  return (
    <NftMarketDialog
      title={`Sell #${edition}`}
      description={
        <>
          To <WalletLink address={offer.bidderAddress} />, whose SOL is locked until{' '}
          {formatExactTime(offer.expiresAt)}.
        </>
      }
      action={action}
      onClose={onClose}
      label={
        <>
          Sell <Digits>#{edition}</Digits> for <Sol lamports={offer.priceLamports} />
        </>
      }
      missing={
        nft.ownerAddress !== action.walletAddress && action.status === undefined
          ? 'This wallet does not hold it.'
          : undefined
      }
    >
      <NftLine nft={nft}>
        {isListed && (
          <p className="text-12 text-muted">It is taken off the market in the same transaction.</p>
        )}
      </NftLine>
      <Figures>
        <SolLine term="The offer" lamports={BigInt(offer.priceLamports)} />
        <FeeLines quote={quote} collection={collection} />
        <SolLine term="You get" lamports={quote?.sellerLamports} strong />
        <SolLine
          term={
            <span title="Enforced by the program: it is refused where you would get less by then.">
              At least
            </span>
          }
          lamports={quote?.lamportsBound}
        />
        <SolLine term="Release and sell would bring" lamports={quote?.releaseAndSellLamports} />
        <CostLines quote={quote} />
        <SolLine
          term="Into your wallet in all"
          lamports={net === undefined ? undefined : net > 0n ? net : 0n}
          strong
        />
      </Figures>
    </NftMarketDialog>
  )
}
