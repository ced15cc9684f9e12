// Slippage and priority fee as people type them, by the rule of input-amount.ts. Pure.

import { PERCENT, readSol, readTyped } from './input-amount.ts'
import { PRIORITY_LAMPORTS_MAX, PRIORITY_LEVELS, type PriorityChoice } from './priority-fee.ts'
import { SLIPPAGE_BPS_MAX, SLIPPAGE_BPS_MIN } from './slippage.ts'

/** Percent as typed to basis points, or undefined outside 0.1 to 50 or with more than two decimals. */
export function slippageBpsOf(slippagePercentText: string): bigint | undefined {
  const read = readTyped(slippagePercentText, PERCENT)
  return read.kind === 'amount' && read.units >= SLIPPAGE_BPS_MIN && read.units <= SLIPPAGE_BPS_MAX
    ? read.units
    : undefined
}

/** Reads a choice as it is typed or remembered ("fast", "0.001"); undefined for no amount, or one above the most. */
export function priorityChoiceOf(text: string): PriorityChoice | undefined {
  const level = PRIORITY_LEVELS.find((each) => each === text)
  if (level !== undefined) return level
  const read = readSol(text)
  if (read.kind === 'refused' || read.units > PRIORITY_LAMPORTS_MAX) return undefined
  return { lamports: read.units }
}
