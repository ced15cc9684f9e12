// What the rows and the chain's holdings come to, as the wire carries it. Pure.

import type { Xray, XrayBuy, XrayBuys, XrayWallet } from '@twinmint/sdk/api/xray/contract'
import { barOf, groupsOf, NAMED_MAX, sharesOf, warningsOf, type XraySums } from '@twinmint/sdk/api/xray/rules'
import { NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { type ChainHoldings, percentOf, type RankedWallet, rankWallets } from '@twinmint/sdk/core/holders'
import type { IndexedHolder } from '../../index/rows.ts'
import type { EarlyBuy, FundedWallet, listEarlyBuys, XrayCoin } from './store.ts'

/** Funded wallets that are looked up on the chain; those with most coins come first. */
export const FUNDED_MAX = 50
const LARGEST = 10
const GROUPS_MAX = 10

export interface XrayFacts {
  readonly coin: XrayCoin
  /** By trades; what the chain knows better replaces it. */
  readonly sums: XraySums
  readonly early: Awaited<ReturnType<typeof listEarlyBuys>>
  readonly funded: readonly FundedWallet[]
  readonly holdings: ChainHoldings
  readonly indexed: readonly IndexedHolder[]
  /** Coins of the creator and the funded wallets, on the chain. */
  readonly ownCoins: ReadonlyMap<string, bigint>
  /** Whether what is new of the creator's transactions was read for it. */
  readonly isRead: boolean
}

export function xrayOf({
  coin,
  sums: byTrades,
  early,
  funded,
  holdings,
  indexed,
  ownCoins,
  isRead,
}: XrayFacts): Xray {
  const { wallets: ranked, curveBaseUnits } = rankWallets(coin, holdings, indexed)
  const supply = holdings.supplyBaseUnits
  const own = ownWallets(coin, funded, { indexed, ownCoins, holdings })
  const ten = ranked.slice(0, LARGEST)
  const ownNames = new Set(own.map(({ wallet }) => wallet.walletAddress))
  const sums: XraySums = {
    ...byTrades,
    supply,
    pool: curveBaseUnits,
    creator: own.reduce((sum, { held }) => sum + held, 0n),
    holders: ten.reduce((sum, { heldBaseUnits }) => sum + heldBaseUnits, 0n),
  }
  const shares = sharesOf(sums)
  const largest = ten
    .filter(({ walletAddress }) => !ownNames.has(walletAddress))
    .reduce((sum, { heldBaseUnits }) => sum + heldBaseUnits, 0n)
  const buyOf = (buy: EarlyBuy): XrayBuy => ({
    walletAddress: buy.walletAddress,
    isCreator: buy.walletAddress === coin.creatorAddress,
    baseUnits: buy.baseUnits,
    lamports: buy.lamports,
    surchargeLamports: buy.surchargeLamports,
    percent: percentOf(BigInt(buy.baseUnits), sums.launchSupply),
    txSignature: buy.txSignature,
    createdAt: buy.createdAt,
  })
  const last = early.buys.at(-1)
  const buysOf = (
    figures: Pick<XrayBuys, 'percent' | 'othersPercent'>,
    isIn: (buy: EarlyBuy) => boolean,
  ): XrayBuys => {
    const within = early.buys.filter(isIn)
    return {
      ...figures,
      buys: within.slice(0, NAMED_MAX).map(buyOf),
      buyCount: within.length,
      isWhole: !(early.isCut && last !== undefined && isIn(last)),
    }
  }
  const slot = coin.launchSlot === 0 ? null : coin.launchSlot
  const groups = groupsOf(early.buys, coin.creatorAddress)
  return {
    sequence: coin.sequence,
    historySince: coin.historySince,
    warnings: warningsOf(sums),
    bar: barOf(sums, largest),
    creator: {
      percent: shares.creator,
      wallets: own.slice(0, NAMED_MAX).map(({ wallet }) => wallet),
      fundedCount: funded.length,
      transactionsBefore: coin.transactionsBefore,
      transactionsAfter: coin.transactionsAfter,
      isWhole: coin.isWhole && isRead,
    },
    launchSlot: {
      slot,
      ...buysOf(
        {
          percent: shares.launchSlot,
          othersPercent: percentOf(sums.launchSlotOthers, sums.launchSupply),
        },
        (buy) => slot !== null && buy.slot === slot,
      ),
    },
    opening: buysOf(
      { percent: shares.opening, othersPercent: percentOf(sums.openingOthers, sums.launchSupply) },
      ({ isInOpening }) => isInOpening,
    ),
    sameSlot: {
      percent: shares.sameSlot,
      groups: groups.slice(0, GROUPS_MAX).map((group) => ({
        slot: group.slot,
        percent: percentOf(group.baseUnits, sums.launchSupply),
        walletCount: group.walletCount,
        buys: group.buys.slice(0, NAMED_MAX).map(buyOf),
      })),
      groupCount: groups.length,
    },
    holders: { percent: shares.holders, wallets: ten.map((holder) => holderOf(holder, coin, supply)) },
    nfts: { percent: shares.nfts, count: coin.circulatingNftCount, escrowAddress: coin.escrowAddress },
    pool: { percent: shares.pool, baseUnits: curveBaseUnits.toString(), marketAddress: coin.marketAddress },
  }
}

const holderOf = (
  holder: RankedWallet,
  coin: XrayCoin,
  supply: bigint,
): Xray['holders']['wallets'][number] => ({
  walletAddress: holder.walletAddress,
  isCreator: holder.walletAddress === coin.creatorAddress,
  baseUnits: holder.baseUnits.toString(),
  nftCount: holder.nftCount,
  percent: percentOf(holder.heldBaseUnits, supply),
})

/** The creator, then the wallets that it funded, those that hold most first. */
function ownWallets(
  coin: XrayCoin,
  funded: readonly FundedWallet[],
  { indexed, ownCoins, holdings }: Pick<XrayFacts, 'indexed' | 'ownCoins' | 'holdings'>,
): { readonly wallet: XrayWallet; readonly held: bigint }[] {
  const nftCounts = new Map(indexed.map(({ walletAddress, nftCount }) => [walletAddress, nftCount]))
  const named = new Map<string, bigint>()
  for (const { owner, baseUnits } of holdings.accounts) named.set(owner, (named.get(owner) ?? 0n) + baseUnits)
  const walletOf = (walletAddress: string, funding: XrayWallet['funding']) => {
    // Its usual account may be none of the largest, and another of its accounts one of them.
    const [usual, largest] = [ownCoins.get(walletAddress) ?? 0n, named.get(walletAddress) ?? 0n]
    const baseUnits = usual > largest ? usual : largest
    const nftCount = nftCounts.get(walletAddress) ?? 0
    const held = baseUnits + BigInt(nftCount) * NFT_BASE_UNITS
    return {
      held,
      wallet: {
        walletAddress,
        isCreator: funding === null,
        baseUnits: baseUnits.toString(),
        nftCount,
        percent: percentOf(held, holdings.supplyBaseUnits),
        funding,
      },
    }
  }
  const others = funded.map(({ walletAddress, lamports, baseUnits, transferCount, txSignature }) =>
    walletOf(walletAddress, { lamports, baseUnits, transferCount, txSignature }),
  )
  return [
    walletOf(coin.creatorAddress, null),
    ...others.sort((a, b) => (a.held === b.held ? 0 : a.held < b.held ? 1 : -1)),
  ]
}
