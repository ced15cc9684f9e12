// Which offers are shown as offers, and in which words. Pure.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { NftOffer } from '@twinmint/sdk/api/records/nft-market'
import { EDITIONS, type Rarity } from '@twinmint/sdk/core/rarity'
import { dueOf, isOpen, type Reserves } from '../../shared/nft-price.ts'

/**
 * Of open offers those that whoever holds the NFT can take now, in the order given: not expired, of another wallet than its
 * owner's, and not below what its coins bring, which releasing and selling them gives at any time.
 */
export function fillableOffers<T extends Pick<NftOffer, 'priceLamports' | 'expiresAt' | 'bidderAddress'>>(
  offers: readonly T[],
  {
    coinsLamports,
    ownerAddress,
    nowMs,
  }: { readonly coinsLamports: bigint; readonly ownerAddress: string | null; readonly nowMs: number },
): readonly T[] {
  return offers.filter(
    ({ priceLamports, expiresAt, bidderAddress }) =>
      BigInt(priceLamports) >= coinsLamports &&
      Date.parse(expiresAt) > nowMs &&
      bidderAddress !== ownerAddress,
  )
}

/**
 * Of what is for sale the cheapest that an offer is for and that costs no more than it, with what is due for it; undefined where
 * there is none. The bidder's own and what has expired are passed over.
 */
export function buyableInstead(
  forSale: readonly Nft[],
  {
    editions,
    priceLamports,
    coin,
    bidderAddress,
    nowMs,
  }: {
    readonly editions: readonly number[]
    readonly priceLamports: bigint
    readonly coin: Reserves
    readonly bidderAddress: string | undefined
    readonly nowMs: number
  },
): { readonly edition: number; readonly dueLamports: bigint } | undefined {
  const wanted = new Set(editions)
  const found = forSale.flatMap(({ tokenId: edition, listing }) => {
    if (listing === null || !wanted.has(edition) || !isOpen(listing, nowMs)) return []
    const dueLamports = dueOf(listing, coin)
    return listing.sellerAddress === bidderAddress || dueLamports > priceLamports
      ? []
      : [{ edition, dueLamports }]
  })
  return found.toSorted((one, other) => Number(one.dueLamports - other.dueLamports))[0]
}

/** What an offer is for: "any number", "every mythic", "#7", "#7, #12 and #30", "40 numbers". */
export function offeredText({
  editionCount,
  editions,
  rarity,
}: {
  readonly editionCount: number
  readonly editions: readonly number[]
  readonly rarity: Rarity | null
}): string {
  if (editionCount === EDITIONS) return 'any number'
  if (rarity !== null) return `any ${rarity} one`
  if (editionCount > 3) return `any of ${editionCount} numbers`
  const names = editions.slice(0, editionCount).map((edition) => `#${edition}`)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
