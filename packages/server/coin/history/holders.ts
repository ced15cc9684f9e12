// The largest holders of a coin as the wire carries them, and where the coins are that no wallet has. Pure.

import type { Holder, Holders } from '@twinmint/sdk/api/history/activity-contract'
import { type ChainHoldings, percentOf, rankWallets } from '@twinmint/sdk/core/holders'
import type { IndexedHolder } from '../../index/rows.ts'

const FIRST = 10

export function rankHolders(
  coin: Parameters<typeof rankWallets>[0] & {
    readonly creatorAddress: string
    readonly totalSupply: string
  },
  chain: ChainHoldings,
  indexed: readonly IndexedHolder[],
  limit: number,
): Holders {
  const { wallets, curveBaseUnits, escrowBaseUnits } = rankWallets(coin, chain, indexed)
  const since = new Map(indexed.map(({ walletAddress, heldSince }) => [walletAddress, heldSince]))
  const existing = chain.supplyBaseUnits
  const total = BigInt(coin.totalSupply)
  const burned = total - existing
  return {
    holders: wallets.slice(0, limit).map(
      (holder, at): Holder => ({
        rank: at + 1,
        ownerAddress: holder.walletAddress,
        baseUnits: holder.baseUnits.toString(),
        nftCount: holder.nftCount,
        sharePercent: percentOf(holder.heldBaseUnits, existing),
        since: since.get(holder.walletAddress) ?? null,
        isCreator: holder.walletAddress === coin.creatorAddress,
      }),
    ),
    firstTenPercent: percentOf(
      wallets.slice(0, FIRST).reduce((sum, { heldBaseUnits }) => sum + heldBaseUnits, 0n),
      existing,
    ),
    curve: {
      ownerAddress: coin.marketAddress,
      baseUnits: curveBaseUnits.toString(),
      sharePercent: percentOf(curveBaseUnits, existing),
    },
    escrow: {
      ownerAddress: coin.escrowAddress,
      baseUnits: escrowBaseUnits.toString(),
      sharePercent: percentOf(escrowBaseUnits, existing),
    },
    burned: { baseUnits: burned.toString(), sharePercent: percentOf(burned, total) },
  }
}
