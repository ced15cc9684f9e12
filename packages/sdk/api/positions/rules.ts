// From a wallet's sums and what it really holds to its position (docs/positions.md). Pure.
import { NFT_BASE_UNITS, proceedsLamports, type SellMarket } from '../../core/curve.ts'
import { costUpTo, type Lot } from '../../core/lots.ts'
import { divideFloor, ratioText } from '../../core/money.ts'
import type { Creator, Position } from './contract.ts'
import type { CapturedNft, PositionSums } from './results.ts'

/** What the chain says that it holds. */
export interface Held {
  readonly baseUnits: bigint
  readonly editions: ReadonlySet<number>
}

export interface CostOfHeld {
  readonly knownBaseUnits: bigint
  readonly costLamports: bigint
  readonly nftCostLamports: bigint
  readonly nftPremiumLamports: bigint
  readonly transferredBaseUnits: bigint
  readonly nftsSentIn: number
  readonly nftsSentOut: number
}

/**
 * What a coin's creator has earned: claimed, and owed by the coin as it is at this moment. Never less than was known, since
 * a claim's two halves are told apart.
 */
export function earnedLamports(
  creator: Pick<Creator, 'feesClaimedLamports' | 'feesEarnedLamports'>,
  coin: { readonly creatorFeesOwedLamports: string },
): bigint {
  const now = BigInt(creator.feesClaimedLamports) + BigInt(coin.creatorFeesOwedLamports)
  const known = BigInt(creator.feesEarnedLamports)
  return now > known ? now : known
}

/** Where in the row the coins begin that the wallet still has; those before were sold, swapped or sent away. */
export function beginOfHeld(sums: PositionSums, held: Held): bigint {
  const left = sums.inBaseUnits - sums.outBaseUnits
  return held.baseUnits < left ? sums.inBaseUnits - held.baseUnits : sums.outBaseUnits
}

/**
 * What the coins and NFTs that it holds have cost, as far as that is known. Coins that were sent away left from the
 * beginning of the row, as sold ones do. `lot` is the one that holds the last coin before `beginOfHeld`, where those that
 * were sent away end in the middle of the row.
 */
export function costOfHeld(
  sums: PositionSums,
  captured: readonly CapturedNft[],
  held: Held,
  lot: Lot | undefined,
): CostOfHeld {
  const begin = beginOfHeld(sums, held)
  const gone =
    begin === sums.outBaseUnits
      ? sums.outLamports
      : costUpTo(sums, begin, () => {
          if (!lot) throw new Error(`the lot at ${begin} of the row is missing`)
          return lot
        })
  const own = captured.filter(({ edition }) => held.editions.has(edition))
  const nftCostLamports = own.reduce((sum, { lamports }) => sum + lamports, 0n)
  const knownInNfts = own.reduce((sum, { knownBaseUnits }) => sum + knownBaseUnits, 0n)
  return {
    knownBaseUnits: sums.inBaseUnits - begin + knownInNfts,
    costLamports: sums.inLamports - gone + nftCostLamports,
    nftCostLamports,
    nftPremiumLamports: own.reduce((sum, { premiumLamports }) => sum + premiumLamports, 0n),
    transferredBaseUnits: held.baseUnits - sums.baseUnits,
    nftsSentIn: held.editions.size - own.length,
    nftsSentOut: captured.length - own.length,
  }
}

/** The coins at the reserves' price, before fees and price impact. Rounded down. */
function valueLamports(
  baseUnits: bigint,
  reserves: Pick<SellMarket, 'reserveLamports' | 'reserveBaseUnits'>,
): bigint {
  return divideFloor(baseUnits * BigInt(reserves.reserveLamports), BigInt(reserves.reserveBaseUnits))
}

/** All coins of a wallet, those in its NFTs among them. */
export function allBaseUnits(held: { readonly baseUnits: string; readonly nftCount: number }): bigint {
  return BigInt(held.baseUnits) + BigInt(held.nftCount) * NFT_BASE_UNITS
}

/** The cost of one coin in SOL, rounded down after 18 places; null where none is known. */
export function averageCost(costLamports: bigint, knownBaseUnits: bigint): string | null {
  // lamports/1e9 over base units/1e6
  return knownBaseUnits === 0n ? null : ratioText(costLamports, knownBaseUnits * 1_000n, 18)
}

/**
 * Worth and result of a position. Its worth is the proceeds of one sell of everything, NFTs released first. Coins with a known cost
 * get their share of that, rounded down.
 */
export function resultAt(
  position: Pick<
    Position,
    'baseUnits' | 'nftCount' | 'knownBaseUnits' | 'costLamports' | 'realisedLamports' | 'boughtLamports'
  >,
  market: SellMarket,
) {
  const held = allBaseUnits(position)
  const worthLamports = proceedsLamports(market, held)
  const unrealisedLamports =
    shareOf(worthLamports, BigInt(position.knownBaseUnits), held) - BigInt(position.costLamports)
  const resultLamports = unrealisedLamports + BigInt(position.realisedLamports)
  return {
    worthLamports,
    valueLamports: valueLamports(held, market),
    unrealisedLamports,
    resultLamports,
    resultPercent: resultPercent(resultLamports, BigInt(position.boughtLamports)),
  }
}

/** The part of what all `held` coins bring that falls to `baseUnits` of them. Rounded down. */
export const shareOf = (worthLamports: bigint, baseUnits: bigint, held: bigint): bigint =>
  held === 0n ? 0n : divideFloor(worthLamports * baseUnits, held)

/** A result of all that was paid, in percent with two decimals towards zero; null where nothing was. */
export function resultPercent(resultLamports: bigint, boughtLamports: bigint): number | null {
  if (boughtLamports === 0n) return null
  const size = resultLamports < 0n ? -resultLamports : resultLamports
  const percent = Number(divideFloor(size * 10_000n, boughtLamports)) / 100
  return resultLamports < 0n && percent !== 0 ? -percent : percent
}

/** A share in percent, two decimals, rounded down. */
export function sharePercent(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(divideFloor(part * 10_000n, whole)) / 100
}
