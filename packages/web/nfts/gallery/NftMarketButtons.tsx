// The buttons of the market on an NFT's card: buy, make an offer, list, change, take back; each opens its dialog.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { isOpen } from '../../shared/nft-price.ts'
import { useClockText } from '../../ui/amounts.tsx'
import { DealButton } from '../../wallet/nft-market/NftMarketButton.tsx'
import type { AskedDeal } from '../../wallet/nft-market/requests.ts'
import { type Deal, dealsOf } from './market-actions.ts'

const WORDS: Record<Deal, string> = {
  buy: 'Buy',
  offer: 'Make offer',
  list: 'List',
  change: 'Change price',
  takeBack: 'Take back',
}

function askedOf(deal: Deal, { collectionId, tokenId }: Nft): AskedDeal {
  switch (deal) {
    case 'buy':
    case 'offer':
    case 'change':
      return { kind: deal, collectionId, tokenId }
    case 'list':
      return { kind: deal, collectionId, tokenIds: [tokenId] }
    case 'takeBack':
      return { kind: deal, collectionId, tokenIds: [tokenId], andRelease: false }
  }
}

/** Whether the NFT's listing can be bought now; false where it has none. Follows the clock. */
export function useIsOpen({ listing }: Pick<Nft, 'listing'>): boolean {
  return useClockText((nowMs) => (listing !== null && isOpen(listing, nowMs) ? 'open' : '')) === 'open'
}

export function NftDeals({
  nft,
  walletAddress,
}: {
  readonly nft: Nft
  readonly walletAddress: string | undefined
}) {
  const deals = dealsOf(nft, walletAddress, useIsOpen(nft))
  return deals.map((deal) => (
    <DealButton
      key={deal}
      size="sm"
      variant={deal === 'buy' ? 'primary' : 'secondary'}
      className="px-2!"
      deal={askedOf(deal, nft)}
      what={`#${nft.tokenId}`}
    >
      {WORDS[deal]}
    </DealButton>
  ))
}
