// What may be asked of a coin's fee shares, and what is said of it: the page's form goes by it, and the server decides by it.
// Pure.

import { type Address, isOffCurveAddress } from '@solana/kit'
import type { FeeShares } from '../../api/fee-shares/contract.ts'
import { isAddress } from '../../core/address.ts'
import { FEE_SHARE_RECEIVERS_MAX, FEE_SHARES_BPS, feeShareDueLamports } from '../../core/fee-shares.ts'
import { shortAddress } from '../../core/figures.ts'
import { PERCENT, readTyped } from '../../core/input-amount.ts'
import { lamports, solText } from '../../core/money.ts'
import { rentLamports } from '../../core/rent.ts'
import { type FeeShare } from '../../program/fee-shares.ts'
import { SYSTEM_PROGRAM } from '../../program/programs.ts'

/** What a person typed of one receiver. */
export interface TypedShare {
  readonly addressText: string
  readonly percentText: string
}

export type ShareProblem =
  | 'addressMissing'
  | 'addressWrong'
  | 'addressNotWallet'
  | 'addressTwice'
  | 'percentMissing'
  | 'percentWrong'

export const PROBLEM_TEXTS: Readonly<Record<ShareProblem, string>> = {
  addressMissing: 'Enter a wallet’s address.',
  addressWrong: 'This is not an address.',
  addressNotWallet: 'This is not a wallet’s address: nobody could claim the share.',
  addressTwice: 'This wallet is named twice.',
  percentMissing: 'Enter a share.',
  percentWrong: 'From 0.01 to 100, two decimals at most.',
}

/** "33.34" is 3,334; undefined for what is no share of two decimals above zero. */
export function bpsOfPercentText(text: string): number | undefined {
  const read = readTyped(text, PERCENT)
  const bps = read.kind === 'amount' ? Number(read.units) : 0
  return bps >= 1 && bps <= FEE_SHARES_BPS ? bps : undefined
}

/** Shares of so many receivers that differ by a hundredth of a percent at the most; the first have more. */
export function evenShares(count: number): number[] {
  const [each, rest] = [Math.floor(FEE_SHARES_BPS / count), FEE_SHARES_BPS % count]
  return Array.from({ length: count }, (_, place) => each + (place < rest ? 1 : 0))
}

export type SharesDecision =
  | { readonly kind: 'shares'; readonly next: readonly FeeShare[] }
  | {
      readonly kind: 'refused'
      /** Of each that was typed, in order; undefined where nothing is wrong. */
      readonly problems: readonly (
        | { readonly address?: ShareProblem; readonly percent?: ShareProblem }
        | undefined
      )[]
      /** How far the shares are from 100 %, in basis points; 0 where they can't be added up. */
      readonly missingBps: number
    }

/** Reads what was typed; refuses what the program would, and addresses of which nobody can have the key. */
export function decideShares(typed: readonly TypedShare[]): SharesDecision {
  const cleaned = typed.map(({ addressText }) => addressText.trim())
  const problems = typed.map((one, place) => {
    const address = problemOfAddress(cleaned[place] ?? '', cleaned.indexOf(cleaned[place] ?? '') < place)
    const percent: ShareProblem | undefined =
      one.percentText.trim() === ''
        ? 'percentMissing'
        : bpsOfPercentText(one.percentText) === undefined
          ? 'percentWrong'
          : undefined
    if (address === undefined && percent === undefined) return undefined
    return { ...(address && { address }), ...(percent && { percent }) }
  })
  const parts = typed.map(({ percentText }) => bpsOfPercentText(percentText))
  const isWhole = parts.every((bps) => bps !== undefined)
  const missingBps = isWhole ? FEE_SHARES_BPS - parts.reduce((sum, bps) => sum + (bps ?? 0), 0) : 0
  if (
    typed.length === 0 ||
    typed.length > FEE_SHARE_RECEIVERS_MAX ||
    missingBps !== 0 ||
    problems.some((problem) => problem !== undefined)
  )
    return { kind: 'refused', problems, missingBps }
  return {
    kind: 'shares',
    next: typed.map((_, place) => ({ address: cleaned[place] as Address, bps: parts[place] ?? 0 })),
  }
}

/**
 * Why a receiver can't be named yet: undefined where each has what an account must keep. Less due to an empty wallet than
 * that could not be paid to it, and would go to others at the next change. `accounts` go with `next`.
 */
export function emptyReceiverSentence(
  next: readonly FeeShare[],
  accounts: readonly ({ readonly lamports: bigint; readonly data: Uint8Array } | undefined)[],
): string | undefined {
  for (const [place, { address }] of next.entries()) {
    const account = accounts[place]
    const held = account?.lamports ?? 0n
    const missing = rentLamports(account?.data.length ?? 0) - held
    if (missing <= 0n) continue
    const state = held === 0n ? 'is empty' : 'holds less than a wallet must keep'
    return `The wallet ${shortAddress(address)} ${state}: send it ${solText(lamports(missing))} SOL first.`
  }
  return undefined
}

/** Undefined for a wallet's address. */
export function problemOfAddress(text: string, isTwice = false): ShareProblem | undefined {
  if (text === '') return 'addressMissing'
  if (!isAddress(text)) return 'addressWrong'
  // A wallet is a point of the curve; all else is a program's, and draws nothing.
  if (text === SYSTEM_PROGRAM || isOffCurveAddress(text)) return 'addressNotWallet'
  return isTwice ? 'addressTwice' : undefined
}

/** What a receiver may draw while the coin owes so much; 0 for who is none. */
export function dueOf(shares: FeeShares, walletAddress: string, owedLamports: string): bigint {
  const receivers = shares.receivers.map(({ bps, drawnLamports }) => ({
    bps,
    drawnLamports: lamports(BigInt(drawnLamports)),
  }))
  const place = shares.receivers.findIndex((one) => one.walletAddress === walletAddress)
  const due = feeShareDueLamports(receivers, place, BigInt(owedLamports))
  // Drawn and owed are told apart: for a moment more may have been drawn than what is known to have come in.
  return due > 0n ? due : 0n
}
