// What a bot does in a coin's NFT market: what it asks, bids and pays for a number. Pure: chance is handed in. Prices are wishes
// in SOL, against what the NFT's coins bring; what is paid is decided by the program.
import type { Rarity } from '@twinmint/sdk/core/rarity'
import type { Band } from './coins.ts'
import { type Chance, pickWeighted } from './rules.ts'

/** What of a coin's NFT market the bots look at. */
export interface NftMarketSight {
  /** What 1,000,000 coins bring now. */
  readonly coinsSol: number
  /** Open listings of everybody. */
  readonly listed: number
}

export type NftMarketAction = 'list' | 'buy' | 'offer' | 'accept' | 'takeBack'

/** Of its own a bot has so many listings and offers open in a coin. What visitors list and offer keeps no bot from its own. */
export const LISTED_MAX = 2
export const OFFERS_MAX = 1
/** No NFT is worth more to a bot, whatever its coins bring. */
export const NFT_SOL_MAX = 5
/** A listing ends after so many days, an offer after so many. */
export const LISTED_DAYS = 7
export const OFFERED_DAYS = 1
/** Below it the fees and rents would be most of what moves. */
const COINS_SOL_MIN = 0.002

/** What is asked for a number, in times what its coins bring. The rule is the bots' own taste, and nobody's valuation. */
const ASKED: Readonly<Record<Rarity, Band>> = {
  common: { from: 1.02, to: 1.2 },
  rare: { from: 1.1, to: 1.6 },
  epic: { from: 1.3, to: 2.4 },
  legendary: { from: 1.8, to: 4 },
  mythic: { from: 3, to: 8 },
}

/** Whether a bot that has so many NFTs of a coin lists one more: not every one is for sale. */
export const mayList = (own: { readonly held: number; readonly listed: number }): boolean =>
  own.listed < Math.min(LISTED_MAX, own.held / 2)

/** What a bot wants to do in a coin's NFT market now. */
export function decideNftMarketAction(sight: NftMarketSight, chance: Chance): NftMarketAction | undefined {
  if (sight.coinsSol < COINS_SOL_MIN || sight.coinsSol > NFT_SOL_MAX) return undefined
  const roll = chance()
  if (roll < 0.3) return 'list'
  if (roll < 0.54) return sight.listed > 0 ? 'buy' : 'list'
  if (roll < 0.78) return 'offer'
  return roll < 0.94 ? 'accept' : 'takeBack'
}

/** What a bot asks for a number: most near the lower end. */
export function askedSol(rarity: Rarity, coinsSol: number, chance: Chance): number {
  const { from, to } = ASKED[rarity]
  return rounded(coinsSol * (from + (to - from) * chance() ** 2))
}

/** What a bot bids for one: above what its coins bring, since nobody takes less, and below most that is asked. */
export function bidSol(rarity: Rarity, coinsSol: number, chance: Chance): number {
  const { from, to } = ASKED[rarity]
  return rounded(coinsSol * (1.015 + (from - 1) * 0.5 + (to - from) * 0.3 * chance()))
}

/** Whether a bot pays that for a number, now that it is asked. */
export function isWorth(dueSol: number, rarity: Rarity, coinsSol: number): boolean {
  return dueSol <= Math.min(coinsSol * ASKED[rarity].to, NFT_SOL_MAX)
}

/** Of the listings, one that is worth its price: the cheaper against what its coins bring, the likelier. */
export function pickListing<T extends { readonly dueSol: number; readonly rarity: Rarity }>(
  listings: readonly T[],
  coinsSol: number,
  chance: Chance,
): T | undefined {
  const worth = listings.filter(({ dueSol, rarity }) => isWorth(dueSol, rarity, coinsSol))
  return pickWeighted(worth, ({ dueSol, rarity }) => (coinsSol * ASKED[rarity].to) / dueSol, chance)
}

/** Three figures, as people write prices, and never below what was meant. */
function rounded(sol: number): number {
  const unit = 10 ** (Math.floor(Math.log10(sol)) - 2)
  return Math.ceil(sol / unit) * unit
}

/** SOL as decimal text in lamports. */
export const lamportsText = (sol: number): string => String(Math.round(sol * 1e9))
