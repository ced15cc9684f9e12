// A wallet's positions in coins, from the index's sums and what the chain says that it holds; three statements for all of them.
import type { Address } from '@solana/kit'
import type { Position } from '@twinmint/sdk/api/positions/contract'
import { averageCost, beginOfHeld, costOfHeld, type Held, resultAt } from '@twinmint/sdk/api/positions/rules'
import type { Database } from '../database/database.ts'
import { findLots, listCaptured, listPositions } from '../index/position-reads.ts'

/**
 * One for each coin of `held` that the index has; `held` is what the chain has under the coin's id. One whose sums and lots do
 * not fit together throws, or is told to `onUnfit` and left out.
 */
export async function loadPositions(
  db: Database,
  walletAddress: Address,
  held: ReadonlyMap<string, Held>,
  onUnfit?: (collectionId: string, error: unknown) => void,
): Promise<Position[]> {
  if (held.size === 0) return []
  const of = { walletAddress, collectionIds: [...held.keys()] }
  const [stored, captured] = await Promise.all([listPositions(db, of), listCaptured(db, of)])
  const looked = stored.flatMap((sums) => {
    const has = held.get(sums.collectionId)
    return has ? [{ sums, has, begin: beginOfHeld(sums, has) }] : []
  })
  const lots = await findLots(
    db,
    walletAddress,
    looked.flatMap(({ sums, begin }) =>
      // Elsewhere the sums say what the coins before it cost.
      begin === sums.outBaseUnits || begin === sums.inBaseUnits
        ? []
        : [{ collectionId: sums.collectionId, point: begin }],
    ),
  )
  const positionOf = ({ sums, has }: (typeof looked)[number]): Position => {
    const { collectionId } = sums
    const own = captured.filter((nft) => nft.collectionId === collectionId)
    const cost = costOfHeld(sums, own, has, lots.get(collectionId))
    const known = {
      baseUnits: has.baseUnits.toString(),
      nftCount: has.editions.size,
      knownBaseUnits: cost.knownBaseUnits.toString(),
      costLamports: cost.costLamports.toString(),
      realisedLamports: sums.realisedLamports,
      boughtLamports: sums.boughtLamports,
    }
    const result = resultAt(known, sums)
    return {
      collectionId,
      walletAddress,
      sequence: sums.sequence,
      tradeCount: sums.tradeCount,
      ...known,
      nftCostLamports: cost.nftCostLamports.toString(),
      nftPremiumLamports: cost.nftPremiumLamports.toString(),
      nftRealisedLamports: sums.nftRealisedLamports,
      averageCost: averageCost(cost.costLamports, cost.knownBaseUnits),
      worthLamports: result.worthLamports.toString(),
      valueLamports: result.valueLamports.toString(),
      unrealisedLamports: result.unrealisedLamports.toString(),
      resultLamports: result.resultLamports.toString(),
      resultPercent: result.resultPercent,
      soldLamports: sums.soldLamports,
      unpricedLamports: sums.unpricedLamports,
      transferredBaseUnits: cost.transferredBaseUnits.toString(),
      nftsSentIn: cost.nftsSentIn,
      nftsSentOut: cost.nftsSentOut,
      heldSince: sums.heldSince,
      lastTradeAt: sums.lastTradeAt,
    }
  }
  return looked.flatMap((each) => {
    try {
      return [positionOf(each)]
    } catch (error) {
      if (onUnfit === undefined) throw error
      onUnfit(each.sums.collectionId, error)
      return []
    }
  })
}
