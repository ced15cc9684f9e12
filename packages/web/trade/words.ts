// What the trade card and quick buy say alike.

import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { TradeDecision } from '@twinmint/sdk/actions/trade/rules'
import { errorRecord, SAYS_NOTHING_MOVED } from '@twinmint/sdk/core/errors'

export const TRADE_FAILED_TITLE = 'Trade Failed'
/** Said where nobody says why. */
export const TRADE_FAILED = 'Failed to execute trade'

const MOVED: Record<SigningFailure['moved'], string> = {
  nothing: 'No money moved.',
  fee: 'Only the network fee was charged.',
  unknown: 'It may still go through.',
}

/** Why it did not go through, and whether money moved. */
export function failureText({
  message,
  moved,
  code,
}: Pick<SigningFailure, 'message' | 'moved' | 'code'>): string {
  const text = message || TRADE_FAILED
  if (code !== undefined && SAYS_NOTHING_MOVED.has(code)) return text
  return `${text}${/[.!?]$/.test(text) ? '' : '.'} ${MOVED[moved]}`
}

/** Why it can't be traded, and what to do about it. */
export function refusalText({ code, detail }: TradeDecision & { readonly kind: 'refused' }): string {
  const { sentence, remedy } = errorRecord[code]
  return detail ?? `${sentence} ${remedy}`
}
