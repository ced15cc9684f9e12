// The buttons of the market on an NFT's card: buy, make an offer, list, change, take back; each opens its dialog.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { isOpen } from '../../shared/nft-price.ts'
import { useClockText } from '../../ui/amounts.tsx'
import { NftMarketButton } from '../../wallet/nft-market/NftMarketButton.tsx'
import type { NftMarketRequest } from '../../wallet/nft-market/requests.ts'
import { actionsFor, type NftMarketAction } from './market-actions.ts'

const WORDS: Record<NftMarketAction, string> = {
  buy: 'Buy',
  offer: 'Make offer',
  list: 'List',
  change: 'Change price',
  takeBack: 'Take back',
}

function askedOf(action: NftMarketAction, { collectionId, tokenId }: Nft): NftMarketRequest {
  switch (action) {
    case 'buy':
    case 'offer':
    case 'change':
      return { kind: action, collectionId, edition: tokenId }
    case 'list':
      return { kind: action, collectionId, editions: [tokenId] }
    case 'takeBack':
      return { kind: action, collectionId, editions: [tokenId], andRelease: false }
  }
}

/** Whether the NFT's listing can be bought now; false where it has none. Follows the clock. */
export function useIsOpen({ listing }: Pick<Nft, 'listing'>): boolean {
  return useClockText((nowMs) => (listing !== null && isOpen(listing, nowMs) ? 'open' : '')) === 'open'
}

export function NftMarketButtons({
  nft,
  walletAddress,
}: {
  readonly nft: Nft
  readonly walletAddress: string | undefined
}) {
  const actions = actionsFor(nft, walletAddress, useIsOpen(nft))
  return actions.map((action) => (
    <NftMarketButton
      key={action}
      size="sm"
      variant={action === 'buy' ? 'primary' : 'secondary'}
      className="px-2!"
      request={askedOf(action, nft)}
      what={`#${nft.tokenId}`}
    >
      {WORDS[action]}
    </NftMarketButton>
  ))
}
