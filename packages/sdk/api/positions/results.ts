// What the index says of a wallet's trades in a coin, and what of its result may be shown to others.
import { groupThousands } from '../../core/figures.ts'
import type { LotQueue } from '../../core/lots.ts'

/** What the index says of a wallet in a coin. */
export interface PositionSums extends LotQueue {
  readonly baseUnits: bigint
}

/** An NFT that the wallet captured and that is out. */
export interface CapturedNft {
  readonly edition: number
  readonly knownBaseUnits: bigint
  readonly lamports: bigint
  readonly premiumLamports: bigint
}

/** What left a position without a sale, as positions on the wire say it. */
export interface SentOut {
  /** Below zero where more coins went by plain transfers than came. */
  readonly transferredBaseUnits: string
  readonly nftsSentOut: number
}

const isSentOut = ({ transferredBaseUnits, nftsSentOut }: SentOut): boolean =>
  BigInt(transferredBaseUnits) < 0n || nftsSentOut > 0

/**
 * The percent of a result that is shown to others: null where something was sent away. Who sends losing coins to another
 * wallet of theirs is left with the gains, and with a percent that nobody made.
 */
export function sharedPercent(position: SentOut, resultPercent: number | null): number | null {
  return isSentOut(position) ? null : resultPercent
}

const BASE_UNITS = 1_000_000n
const counted = (count: bigint, one: string) =>
  `${groupThousands(count.toString())} ${one}${count === 1n ? '' : 's'}`

/** "12,345 coins and 1 NFT sent away, not counted"; undefined where nothing was. Coins are rounded up to whole ones. */
export function sentAwayText(position: SentOut, hidesAmounts = false): string | undefined {
  if (!isSentOut(position)) return undefined
  if (hidesAmounts) return 'Coins sent away, not counted'
  const gone = -BigInt(position.transferredBaseUnits)
  const parts = [
    ...(gone > 0n ? [counted((gone + BASE_UNITS - 1n) / BASE_UNITS, 'coin')] : []),
    ...(position.nftsSentOut > 0 ? [counted(BigInt(position.nftsSentOut), 'NFT')] : []),
  ]
  return `${parts.join(' and ')} sent away, not counted`
}
