// What of the market a wallet can do with an NFT. Pure.
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { holdingOf } from './figures.ts'

export type NftMarketAction = 'buy' | 'offer' | 'list' | 'change' | 'takeBack'

/**
 * The first is the one that is meant most. Nothing for what the escrow holds, which the swap gives for coins, and for what
 * is not minted or burned. What has expired can't be bought.
 */
export function actionsFor(
  nft: Pick<Nft, 'isMinted' | 'isSwapped' | 'ownerAddress' | 'listing'>,
  walletAddress: string | undefined,
  isOpen: boolean,
): readonly NftMarketAction[] {
  const isListed = nft.listing !== null
  switch (holdingOf(nft, walletAddress)) {
    case 'mine':
      return isListed ? ['change', 'takeBack'] : ['list']
    case 'wallet':
      return isListed && isOpen ? ['buy', 'offer'] : ['offer']
    case 'unminted':
    case 'escrow':
    case 'burned':
      return []
  }
}
