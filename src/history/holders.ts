// Who holds a coin: the chain's largest accounts, and whom the index knows beside them. The curve, the escrow and what was
// burned are no holders. An NFT counts as its 1,000,000 coins, so curve and holders together are all coins there are. Pure.
import { NFT_BASE_UNITS } from '../core/curve.ts'
import { divideFloor } from '../core/money.ts'
import type { IndexedHolder } from '../index/rows.ts'
import type { Holder, Holders } from './activity-contract.ts'

/** What the chain says: the token accounts with most coins, and the coins there are. */
export interface ChainHoldings {
  readonly accounts: readonly { readonly owner: string; readonly baseUnits: bigint }[]
  readonly supplyBaseUnits: bigint
}

/** So many accounts a node tells of at most: where there are fewer, they are all. */
export const LARGEST_ACCOUNTS = 20
const FIRST = 10

export function rankHolders(
  coin: {
    readonly marketAddress: string
    readonly escrowAddress: string
    readonly creatorAddress: string
    readonly totalSupply: string
    readonly reserveBaseUnits: string
    readonly circulatingNftCount: number
  },
  chain: ChainHoldings,
  indexed: readonly IndexedHolder[],
  limit: number,
): Holders {
  const byOwner = new Map<string, bigint>()
  for (const { owner, baseUnits } of chain.accounts)
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + baseUnits)
  const curve = byOwner.get(coin.marketAddress) ?? BigInt(coin.reserveBaseUnits)
  const escrow = byOwner.get(coin.escrowAddress) ?? BigInt(coin.circulatingNftCount) * NFT_BASE_UNITS
  byOwner.delete(coin.marketAddress)
  byOwner.delete(coin.escrowAddress)
  // Whom the chain did not name has no more than the last that it named.
  const most =
    chain.accounts.length < LARGEST_ACCOUNTS
      ? 0n
      : chain.accounts.reduce(
          (least, { baseUnits }) => (baseUnits < least ? baseUnits : least),
          chain.supplyBaseUnits,
        )
  const known = new Map(indexed.map((holder) => [holder.walletAddress, holder]))
  for (const { walletAddress, baseUnits } of indexed)
    if (!byOwner.has(walletAddress)) byOwner.set(walletAddress, within(BigInt(baseUnits ?? '0'), most))

  const existing = chain.supplyBaseUnits
  const percent = (part: bigint, whole: bigint) =>
    whole === 0n ? 0 : Number(divideFloor(part * 10_000n, whole)) / 100
  const ranked = [...byOwner]
    .map(([ownerAddress, held]) => {
      const nftCount = known.get(ownerAddress)?.nftCount ?? 0
      return { ownerAddress, held, nftCount, total: held + BigInt(nftCount) * NFT_BASE_UNITS }
    })
    .filter(({ total }) => total > 0n)
    .sort((a, b) =>
      a.total === b.total ? (a.ownerAddress < b.ownerAddress ? -1 : 1) : a.total < b.total ? 1 : -1,
    )
  const total = BigInt(coin.totalSupply)
  const burned = total - existing
  return {
    holders: ranked.slice(0, limit).map(
      (holder, at): Holder => ({
        rank: at + 1,
        ownerAddress: holder.ownerAddress,
        baseUnits: holder.held.toString(),
        nftCount: holder.nftCount,
        sharePercent: percent(holder.total, existing),
        since: known.get(holder.ownerAddress)?.heldSince ?? null,
        isCreator: holder.ownerAddress === coin.creatorAddress,
      }),
    ),
    firstTenPercent: percent(
      ranked.slice(0, FIRST).reduce((sum, holder) => sum + holder.total, 0n),
      existing,
    ),
    curve: {
      ownerAddress: coin.marketAddress,
      baseUnits: curve.toString(),
      sharePercent: percent(curve, existing),
    },
    escrow: {
      ownerAddress: coin.escrowAddress,
      baseUnits: escrow.toString(),
      sharePercent: percent(escrow, existing),
    },
    burned: { baseUnits: burned.toString(), sharePercent: percent(burned, total) },
  }
}

function within(value: bigint, most: bigint): bigint {
  return value < 0n ? 0n : value < most ? value : most
}
