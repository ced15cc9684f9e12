// What an NFT that is for sale costs now, and how that compares with the swap. Pure; it knows the coin's reserves, as its
// record has them, and must not know who looks.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { NftListing } from '@twinmint/sdk/api/records/nft-market'
import { groupThousands } from '@twinmint/sdk/core/figures'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, listingDueLamports } from '@twinmint/sdk/core/nft-sale'

export type Reserves = Pick<Collection, 'reserveLamports' | 'reserveBaseUnits'>

/** F: what the NFT's coins bring from the curve now, in lamports, before the fee of a sell. */
export const coinsValueOf = ({ reserveLamports, reserveBaseUnits }: Reserves) =>
  coinsValueLamports({
    reserveLamports: lamports(BigInt(reserveLamports)),
    reserveBaseUnits: baseUnits(BigInt(reserveBaseUnits)),
  })

/** What a buyer pays for it now, in lamports: the asked price, or what the coins bring where that is more. */
export const dueOf = ({ priceLamports }: Pick<NftListing, 'priceLamports'>, coin: Reserves) =>
  listingDueLamports(lamports(BigInt(priceLamports)), coinsValueOf(coin))

/** Of a listing that was looked at, and as it is now: from what to what its buyer pays more by it; undefined where not more. */
export function raisedOf(
  seen: Pick<NftListing, 'priceLamports'>,
  now: Pick<NftListing, 'priceLamports'>,
  coin: Reserves,
): { readonly from: bigint; readonly to: bigint } | undefined {
  const from = dueOf(seen, coin)
  const to = dueOf(now, coin)
  return to > from ? { from, to } : undefined
}

/** Whether it can be bought: what has expired is the seller's to renew or to take back. */
export const isOpen = ({ expiresAt }: Pick<NftListing, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) > nowMs

/** How a price compares with what the coins bring: "12% above what its coins bring". Rounded down to a whole percent. */
export function premiumText(dueLamports: bigint, coinsLamports: bigint): string {
  if (coinsLamports <= 0n) return 'its coins bring nothing now'
  const percent = ((dueLamports - coinsLamports) * 100n) / coinsLamports
  if (percent >= 1_000n) return `${groupThousands(String(percent / 100n + 1n))} times what its coins bring`
  if (percent >= 1n) return `${percent}% above what its coins bring`
  if (percent <= -1n) return `${-percent}% below what its coins bring`
  return 'what its coins bring'
}
