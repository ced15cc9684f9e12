// Who holds a coin: the chain's largest accounts, and whom the index knows beside them. The curve, the escrow and what was
// burned are no holders. An NFT counts as its 1,000,000 coins, so curve and holders together are all coins there are. Pure.
import { NFT_BASE_UNITS } from './curve.ts'
import { divideFloor } from './money.ts'

/** What the chain says: the token accounts with most coins, and the coins there are. */
export interface ChainHoldings {
  readonly accounts: readonly { readonly owner: string; readonly baseUnits: bigint }[]
  readonly supplyBaseUnits: bigint
}

/** A wallet as the index knows it. */
export interface KnownWallet {
  readonly walletAddress: string
  /** By its trades; null where it never traded. */
  readonly baseUnits: string | null
  readonly nftCount: number
}

export interface RankedWallet {
  readonly walletAddress: string
  /** Coins alone. */
  readonly baseUnits: bigint
  readonly nftCount: number
  /** Coins, and 1,000,000 for every NFT. */
  readonly heldBaseUnits: bigint
}

export interface RankedHoldings {
  /** The largest first; of equals the lower address. */
  readonly wallets: readonly RankedWallet[]
  readonly curveBaseUnits: bigint
  readonly escrowBaseUnits: bigint
}

/** So many accounts a node tells of at most: where there are fewer, they are all. */
export const LARGEST_ACCOUNTS = 20

export function rankWallets(
  coin: {
    readonly marketAddress: string
    readonly escrowAddress: string
    readonly reserveBaseUnits: string
    readonly circulatingNftCount: number
  },
  chain: ChainHoldings,
  known: readonly KnownWallet[],
): RankedHoldings {
  const byOwner = new Map<string, bigint>()
  for (const { owner, baseUnits } of chain.accounts)
    byOwner.set(owner, (byOwner.get(owner) ?? 0n) + baseUnits)
  const curveBaseUnits = byOwner.get(coin.marketAddress) ?? BigInt(coin.reserveBaseUnits)
  const escrowBaseUnits = byOwner.get(coin.escrowAddress) ?? BigInt(coin.circulatingNftCount) * NFT_BASE_UNITS
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
  const nftCounts = new Map(known.map(({ walletAddress, nftCount }) => [walletAddress, nftCount]))
  for (const { walletAddress, baseUnits } of known)
    if (!byOwner.has(walletAddress)) byOwner.set(walletAddress, within(BigInt(baseUnits ?? '0'), most))
  const wallets = [...byOwner]
    .map(([walletAddress, baseUnits]) => {
      const nftCount = nftCounts.get(walletAddress) ?? 0
      return {
        walletAddress,
        baseUnits,
        nftCount,
        heldBaseUnits: baseUnits + BigInt(nftCount) * NFT_BASE_UNITS,
      }
    })
    .filter(({ heldBaseUnits }) => heldBaseUnits > 0n)
    .sort((a, b) =>
      a.heldBaseUnits === b.heldBaseUnits
        ? a.walletAddress < b.walletAddress
          ? -1
          : 1
        : a.heldBaseUnits < b.heldBaseUnits
          ? 1
          : -1,
    )
  return { wallets, curveBaseUnits, escrowBaseUnits }
}

/** A part of a whole in percent, two decimals, rounded down; 0 of nothing. */
export const percentOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number(divideFloor(part * 10_000n, whole)) / 100

function within(value: bigint, most: bigint): bigint {
  return value < 0n ? 0n : value < most ? value : most
}
