// What is said of an NFT, derived from the wire for the eye. Pure.

import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { RARITY_COUNTS, type Rarity } from '@twinmint/sdk/core/rarity'
import { dueOf, type Reserves } from '../../shared/nft-price.ts'

/** Lamports by rarity; null where none is for sale. */
export type Floors = Readonly<Record<Rarity, string | null>>

export type Holding = 'unminted' | 'escrow' | 'mine' | 'wallet' | 'burned'

/** Where an NFT is, as this reader sees it. */
export function holdingOf(
  { isMinted, isSwapped, ownerAddress }: Pick<Nft, 'isMinted' | 'isSwapped' | 'ownerAddress'>,
  walletAddress: string | undefined,
): Holding {
  if (!isMinted) return 'unminted'
  if (isSwapped) return 'escrow'
  if (ownerAddress === null) return 'burned'
  return walletAddress !== undefined && ownerAddress === walletAddress ? 'mine' : 'wallet'
}

/** Whether it is somebody's, so that it can be sold and bid for. */
export const isInCirculation = (nft: Pick<Nft, 'isMinted' | 'isSwapped' | 'ownerAddress'>): boolean =>
  holdingOf(nft, undefined) === 'wallet'

/** What happened to an NFT: a swap, or something in the market. */
export type NftHistoryEntry = Trade | Activity

/** Both by their coin's events, the newest first. */
export const historyEntries = ({
  history,
  market,
}: Pick<NftDetail, 'history' | 'market'>): readonly NftHistoryEntry[] =>
  [...history, ...market].sort((a, b) => b.sequence - a.sequence)

/** What a swap did to an NFT. */
export function swapWord({ type, nftMinted }: Pick<Trade, 'type' | 'nftMinted'>): string {
  if (type === 'SWAP_TO_TOKEN') return 'Released'
  return nftMinted ? 'Minted and captured' : 'Captured'
}

/** "9.6" for 96 of 1,000. */
export function rarityShareText(rarity: Rarity): string {
  return String(RARITY_COUNTS[rarity] / 10)
}

/** NFTs are minted in the order of their numbers: how many come before this one. */
export function mintsBefore(
  { tokenId }: Pick<Nft, 'tokenId'>,
  { mintedNFTCount }: Pick<Collection, 'mintedNFTCount'>,
): number {
  return Math.max(0, tokenId - 1 - mintedNFTCount)
}

/** What one of each rarity costs at least: what is asked, and never less than what its coins bring. */
export function shownFloors(asked: NftStats['floors'], coin: Reserves): Floors {
  const shown = (priceLamports: string | null) =>
    priceLamports === null ? null : dueOf({ priceLamports }, coin).toString()
  return mapRarities((rarity) => shown(asked[rarity]))
}

const mapRarities = <T>(of: (rarity: Rarity) => T): Record<Rarity, T> => ({
  common: of('common'),
  rare: of('rare'),
  epic: of('epic'),
  legendary: of('legendary'),
  mythic: of('mythic'),
})
