// The Launch X-ray's formulas: shares of a coin's supply, and from when on one is unusual. packages/web/docs/pages/core/launch-x-ray.md publishes
// them. Pure; must not know where the figures come from.
import { percentOf } from '../../core/holders.ts'
import { BPS_ONE } from '../../core/money.ts'
import { XRAY_LIMITS_BPS, XRAY_WARNINGS, type XrayWarning } from '../records/xray.ts'

/** "The first seconds": those of the launch's own second and of so many after it. The chain's clock has whole seconds. */
export const OPENING_SECONDS = 10
/** A group is so many different wallets, the creator not counted, that bought in one slot: two meet by chance. */
export const GROUP_WALLETS_MIN = 3
/** Slot groups and first seconds are looked for among so many first trades: what a page reads must have an end. */
export const EARLY_TRADES_MAX = 200
/** A wallet that got less SOL could not even open an account for the coin, which locks 0.002 SOL. */
export const FUNDED_LAMPORTS_MIN = 2_000_000n
/** Of the creator's transactions, so many before the launch and so many after it are read. */
export const TRANSACTIONS_BEFORE_MAX = 100
export const TRANSACTIONS_AFTER_MAX = 400
/** Wallets that a creator sent something to, those with most coins first: a transaction can name sixty for dust. */
export const RECIPIENTS_MAX = 2_000
/** Wallets and transactions that the answer names behind each figure. */
export const NAMED_MAX = 20

/** Base units all. */
export interface XraySums {
  /** Of all coins at the launch: what early buys are measured by. */
  readonly launchSupply: bigint
  /** Of the coins that exist: what holdings are measured by. */
  readonly supply: bigint
  /** Unsold on the curve, or in the pool after graduation. */
  readonly pool: bigint
  /** Behind the NFTs that are out. */
  readonly nfts: bigint
  /** What the creator and the wallets that it funded hold, NFTs counted as their coins. */
  readonly creator: bigint
  readonly launchSlot: bigint
  readonly launchSlotOthers: bigint
  readonly opening: bigint
  readonly openingOthers: bigint
  /** Bought in slots in which a group bought, by its members. */
  readonly sameSlot: bigint
  /** Of the ten wallets with most. */
  readonly holders: bigint
}

/** Each in percent, two decimals, rounded down. */
export interface XrayShares {
  readonly creator: number
  readonly launchSlot: number
  readonly opening: number
  readonly sameSlot: number
  readonly holders: number
  readonly nfts: number
  readonly pool: number
}

/** Holdings by the coins that exist, early buys by those that there were at the launch. */
export function sharesOf(sums: XraySums): XrayShares {
  const ofExisting = (part: bigint) => percentOf(part, sums.supply)
  const ofLaunch = (part: bigint) => percentOf(part, sums.launchSupply)
  return {
    creator: ofExisting(sums.creator),
    launchSlot: ofLaunch(sums.launchSlot),
    opening: ofLaunch(sums.opening),
    sameSlot: ofLaunch(sums.sameSlot),
    holders: ofExisting(sums.holders),
    nfts: ofExisting(sums.nfts),
    pool: ofExisting(sums.pool),
  }
}

/** What is unusual, in the order in which it is told: shares at their limit or above it. */
export function warningsOf(sums: XraySums): XrayWarning[] {
  const measured: Readonly<Record<XrayWarning, readonly [part: bigint, whole: bigint]>> = {
    creator: [sums.creator, sums.supply],
    launchSlot: [sums.launchSlotOthers, sums.launchSupply],
    opening: [sums.openingOthers, sums.launchSupply],
    sameSlot: [sums.sameSlot, sums.launchSupply],
    holders: [sums.holders, sums.supply],
  }
  return XRAY_WARNINGS.filter((warning) => {
    const [part, whole] = measured[warning]
    return whole > 0n && part * BPS_ONE >= whole * XRAY_LIMITS_BPS[warning]
  })
}

/** Who has the coins, in percent, 100 together: each coin once. */
export interface XrayBar {
  readonly creator: number
  /** The ten largest but for those of the creator's part. */
  readonly largest: number
  readonly others: number
  readonly pool: number
}

/** `largest` is what those of the ten largest hold who are not in the creator's part. */
export function barOf(sums: XraySums, largest: bigint): XrayBar {
  const parts = {
    creator: percentOf(sums.creator, sums.supply),
    largest: percentOf(largest, sums.supply),
    pool: percentOf(sums.pool, sums.supply),
  }
  const rest = 100 - parts.creator - parts.largest - parts.pool
  return { ...parts, others: Math.max(0, Math.round(rest * 100) / 100) }
}

export interface GroupedBuy {
  readonly walletAddress: string
  readonly slot: number | null
  readonly baseUnits: string
}

export interface SlotGroup<Buy extends GroupedBuy> {
  readonly slot: number
  readonly baseUnits: bigint
  readonly walletCount: number
  readonly buys: readonly Buy[]
}

/** The slots in which a group bought, the largest first; the creator's own buys are in none. */
export function groupsOf<Buy extends GroupedBuy>(
  buys: readonly Buy[],
  creatorAddress: string,
): SlotGroup<Buy>[] {
  const bySlot = new Map<number, Buy[]>()
  for (const buy of buys) {
    // 0 is a slot that nobody knows any more.
    if (buy.slot === null || buy.slot === 0 || buy.walletAddress === creatorAddress) continue
    const same = bySlot.get(buy.slot)
    if (same) same.push(buy)
    else bySlot.set(buy.slot, [buy])
  }
  return [...bySlot]
    .map(([slot, members]) => ({
      slot,
      baseUnits: members.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n),
      walletCount: new Set(members.map(({ walletAddress }) => walletAddress)).size,
      buys: members,
    }))
    .filter(({ walletCount }) => walletCount >= GROUP_WALLETS_MIN)
    .sort((a, b) => (a.baseUnits === b.baseUnits ? a.slot - b.slot : a.baseUnits < b.baseUnits ? 1 : -1))
}
