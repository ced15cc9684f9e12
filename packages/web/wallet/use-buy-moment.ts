// What a quote of a buy needs to know of the launch guard: the chain's second, and whether the wallet's buy is exempt.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { BuyMoment } from '@twinmint/sdk/core/curve'
import { guardEndsAtSeconds, guardOf, mayBeExempt } from '@twinmint/sdk/core/surcharge'
import { useGuardSecond } from '../shared/guard-clock.ts'

export type Guarded = Pick<
  Collection,
  'guardBps' | 'guardSeconds' | 'createdAt' | 'sequence' | 'creatorAddress'
>

/** Follows the seconds while the guard runs, and stands still after it. */
export function useBuyMoment(
  coin: Guarded,
  walletAddress: string | undefined,
): BuyMoment & { readonly isGuarded: boolean } {
  const second = useGuardSecond(coin)
  return {
    nowSeconds: second ?? guardEndsAtSeconds(guardOf(coin)) ?? 0n,
    isExempt: mayBeExempt(coin, walletAddress),
    isGuarded: second !== undefined,
  }
}
