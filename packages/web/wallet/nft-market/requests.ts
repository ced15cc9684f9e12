// What somebody wants to do on the market for NFTs, from wherever they are on the site: the dialogs (packages/web/nfts/market/dialogs/) come
// with the first one, so pages load only this.

import type { NftOffer } from '@twinmint/sdk/api/records/nft-market'
import type { Rarity } from '@twinmint/sdk/core/rarity'
import { useSyncExternalStore } from 'react'
import { createStore } from '../../ui/store.ts'

interface OfCoin {
  readonly collectionId: string
}

interface OfNft extends OfCoin {
  readonly edition: number
}

/** What is said of an offer before it is taken back. */
export type OwnOffer = Pick<NftOffer, 'address' | 'priceLamports' | 'editionCount' | 'rarity'> & {
  readonly editions: readonly number[]
}

export type NftMarketRequest =
  /** Sets a price for NFTs of the wallet's: for those named, or for those that are chosen in the dialog. */
  | (OfCoin & { readonly kind: 'list'; readonly editions: readonly number[] })
  /** Another price or expiry of an own listing. */
  | (OfNft & { readonly kind: 'change' })
  | (OfNft & { readonly kind: 'buy' })
  /** Locks SOL: for that number, for those of that rarity, or for what is chosen in the dialog. */
  | (OfCoin & { readonly kind: 'offer'; readonly edition?: number; readonly rarity?: Rarity })
  /** Sells to that offer; one that is listed is taken back first. */
  | (OfNft & { readonly kind: 'accept'; readonly offer: NftOffer })
  /** Takes own listings back, and where `andRelease` is set swaps them into coins. */
  | (OfCoin & {
      readonly kind: 'takeBack'
      readonly editions: readonly number[]
      readonly andRelease: boolean
    })
  /** Takes an own offer back, and its SOL with it. */
  | (OfCoin & { readonly kind: 'cancelOffer'; readonly offer: OwnOffer })

const asked = createStore<NftMarketRequest | undefined>(undefined)

/** Undefined while no dialog is open. */
export const useNftMarketRequest = (): NftMarketRequest | undefined =>
  useSyncExternalStore(asked.subscribe, asked.get, asked.first)
export const openNftMarketDialog = (request: NftMarketRequest): void => asked.set(request)
export const closeNftMarketDialog = (): void => asked.set(undefined)
