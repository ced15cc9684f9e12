// What a wallet's own listings and offers come to at this moment, and what is worth showing of the offers that it received. Pure.

import type { WalletOffer } from '../../api/nft-market/contract.ts'
import type { Collection } from '../../api/records/coin.ts'
import type { NftListing, NftOffer } from '../../api/records/nft-market.ts'
import { curveStateOf, NFT_BASE_UNITS, quoteSell } from '../../core/curve.ts'
import { type Lamports, lamports } from '../../core/money.ts'
import { coinsValueLamports, listingDueLamports, type Sale, saleOf } from '../../core/nft-sale.ts'
import { commonestFirst } from '../../core/rarity.ts'

/** A sale at this moment, beside what the coins bring: all in lamports. */
export interface SaleNow extends Sale {
  /** Of the NFT's coins, before the fee of a sell. */
  readonly coinsLamports: Lamports
  /** What giving the NFT back and selling its coins brings; undefined where the curve can't pay it. */
  readonly releaseAndSellLamports: Lamports | undefined
}

/** What a seller of one NFT gets where somebody pays `priceLamports` for it; `isListing`: or what its coins bring, where that is more. */
function saleNow(priceText: string, collection: Collection, isListing: boolean): SaleNow {
  const curve = curveStateOf(collection)
  const coinsLamports = coinsValueLamports(curve)
  const price = lamports(BigInt(priceText))
  const due = isListing ? listingDueLamports(price, coinsLamports) : price
  const sell = quoteSell(curve, NFT_BASE_UNITS)
  return {
    ...saleOf(due, coinsLamports, {
      royaltyBps: BigInt(collection.royaltyBps),
      marketFeeBps: BigInt(collection.marketFeeBps),
    }),
    coinsLamports,
    releaseAndSellLamports: sell.kind === 'quote' ? sell.lamportsOut : undefined,
  }
}

export const listingNow = ({ priceLamports }: Pick<NftListing, 'priceLamports'>, collection: Collection) =>
  saleNow(priceLamports, collection, true)
export const offerNow = ({ priceLamports }: Pick<NftOffer, 'priceLamports'>, collection: Collection) =>
  saleNow(priceLamports, collection, false)

/** From then on nothing fills. */
export const isExpired = ({ expiresAt }: Pick<NftOffer, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) <= nowMs

export interface WorthAccepting<Offer extends WalletOffer = WalletOffer> {
  readonly offer: Offer
  readonly collection: Collection
  readonly sale: SaleNow
}

/**
 * The offers that can be accepted and bring at least what the coins bring now, those that bring most for the seller first. What
 * was worth it when it was read may not be any more: prices move.
 */
export function worthAccepting<Offer extends WalletOffer>(
  offers: readonly Offer[],
  collectionOf: (id: string) => Collection | undefined,
  nowMs: number,
): readonly WorthAccepting<Offer>[] {
  const worth = offers.flatMap((offer) => {
    const collection = collectionOf(offer.collectionId)
    if (collection === undefined || isExpired(offer, nowMs) || offer.heldEditions.length === 0) return []
    const sale = offerNow(offer, collection)
    return sale.dueLamports < sale.coinsLamports ? [] : [{ offer, collection, sale }]
  })
  const gain = ({ sale: { sellerLamports, releaseAndSellLamports = lamports(0) } }: (typeof worth)[number]) =>
    sellerLamports - releaseAndSellLamports
  return worth.sort((a, b) => (gain(a) < gain(b) ? 1 : gain(a) > gain(b) ? -1 : 0))
}

/** The number that is given first for an offer that takes any of several: the commonest. */
export const firstToGive = (heldEditions: readonly number[]): number | undefined =>
  commonestFirst(heldEditions)[0]

/** The prices that these offers have locked, in lamports, whether they have expired or not; rents not counted, as nowhere else. */
export const lockedIn = (offers: readonly Pick<NftOffer, 'priceLamports'>[]): bigint =>
  offers.reduce((sum, { priceLamports }) => sum + BigInt(priceLamports), 0n)

const STEPS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
] as const

/** "30d" of what holds for 30 days, "1s" of the last second: rounded up, since what was listed a second ago is listed for as long as was chosen. */
export function leftText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000)
  const step = STEPS.find(([size]) => seconds >= size)
  return step === undefined ? `${seconds}s` : `${Math.ceil(seconds / step[0])}${step[1]}`
}
