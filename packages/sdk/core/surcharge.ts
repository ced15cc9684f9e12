// The launch guard in words and seconds: how much of a buy is surcharge, and until when. The rule itself is sdk/core/curve.ts's.
// Pure: whoever asks says which second of the chain it is.

import type { Guard } from './curve.ts'
import { divideCeil } from './money.ts'

/** From a surcharge above 1 % on quick buy asks before it spends. */
export const SURCHARGE_ASK_BPS = 100n

/** A launch's guard as the wire carries it. */
export interface GuardTexts {
  readonly guardBps: number
  readonly guardSeconds: number
  /** ISO, of a whole second. */
  readonly createdAt: string
}

export function guardOf({ guardBps, guardSeconds, createdAt }: GuardTexts): Guard {
  return { guardBps, guardSeconds, createdAtSeconds: BigInt(Math.floor(Date.parse(createdAt) / 1_000)) }
}

/** The first second without surcharge; undefined where there is no guard. */
export function guardEndsAtSeconds({ guardBps, guardSeconds, createdAtSeconds }: Guard): bigint | undefined {
  return guardBps > 0 ? createdAtSeconds + BigInt(guardSeconds) : undefined
}

/** Whole seconds until buys pay no surcharge; 0 from then on, and where there is no guard. */
export function guardSecondsLeft(guard: Guard, nowSeconds: bigint): number {
  const endsAt = guardEndsAtSeconds(guard)
  if (endsAt === undefined || nowSeconds >= endsAt) return 0
  const left = Number(endsAt - nowSeconds)
  // A clock that is before the launch: the whole of it is left.
  return Math.min(left, guard.guardSeconds)
}

/** "1:23": minutes and seconds. */
export function guardTimeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Basis points as a percentage with at most one decimal, rounded up: "43.4" for 4,334. */
export function surchargePercentText(bps: bigint): string {
  const tenths = divideCeil(bps, 10n)
  const fraction = tenths % 10n
  return `${divideCeil(tenths - fraction, 10n)}${fraction === 0n ? '' : `.${fraction}`}`
}

/** What of a payment was or is surcharge, in basis points, rounded up. */
export function surchargeBpsOf(surchargeLamports: bigint, lamportsIn: bigint): bigint {
  return lamportsIn === 0n ? 0n : divideCeil(surchargeLamports * 10_000n, lamportsIn)
}

/** What the card says beside the figure: "43% of this payment is surcharge now, locked for ever; …". */
export function surchargeSentence(percentText: string, payment = 'this payment'): string {
  return `${percentText}% of ${payment} is surcharge now, ${SURCHARGE_REST}`
}
/** What of a payment was surcharge, afterwards and wherever it is told: "0.4 SOL of it was surcharge, locked for ever". */
export const surchargePaidText = (solText: string): string =>
  `${solText} SOL of it was surcharge, locked for ever`

export const SURCHARGE_REST = 'locked for ever; waiting lowers it, the price may rise.'

/** What the surcharge is, for whoever never heard of it. */
export const GUARD_EXPLAINED =
  'The launch guard takes a surcharge from buys right after the launch, so that rushing in first pays less. It falls every second and then ends. Nobody gets it: it stays in the market account, and no instruction can move it. Sells are untouched. Others wait for its end too, so the price may rise until then.'

/** "50% at the launch, falling to nothing in 2:00". */
export function guardSummary({
  guardBps,
  guardSeconds,
}: Pick<GuardTexts, 'guardBps' | 'guardSeconds'>): string {
  if (guardBps === 0) return 'off'
  return `${surchargePercentText(BigInt(guardBps))}% at the launch, falling to nothing in ${guardTimeText(guardSeconds)}`
}

/** Whether the guard may not count: the coin's first event after its launch, by its creator. The program looks at the size. */
export function mayBeExempt(
  coin: { readonly sequence: number; readonly creatorAddress: string },
  walletAddress: string | undefined,
): boolean {
  return coin.sequence === 1 && coin.creatorAddress === walletAddress
}
