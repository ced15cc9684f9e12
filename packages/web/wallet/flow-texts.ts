// What is said alike of everything that a wallet signs.

import type { FailureCode, SigningFailure, Step } from '@twinmint/sdk/actions/signing/flow'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'

/** What is waited for. */
export const STEP_TEXTS: Record<Step<unknown, unknown>['name'], string> = {
  preparing: 'Preparing the transaction',
  signing: 'Confirm it in your wallet',
  sending: 'Sent: waiting for the network to confirm it',
}

/** Of a step that comes a second time, since somebody was quicker. */
export const AGAIN_TEXTS = {
  preparing: 'Preparing it once more',
  signing: 'Confirm it once more in your wallet',
}

const recordOf = (code: FailureCode | undefined) =>
  code !== undefined && Object.hasOwn(errorRecord, code) ? errorRecord[code as ErrorCode] : undefined

/** The same, prepared anew, may go through. One that nobody knows of yet must not be tried beside itself. */
export const isRetryable = ({ code }: Pick<SigningFailure, 'code'>): boolean =>
  code !== 'transactionUnconfirmed' && recordOf(code)?.retryable === true

/** Of these the server says what the network said, which is in no record. */
const SAID_BY_THE_NETWORK: ReadonlySet<FailureCode> = new Set([
  'transactionFailed',
  'chainUnavailable',
  'invalidTransaction',
])

/**
 * What happened to what was sent, and the one thing to try, where there is one. Of what was not prepared the server's own
 * words are told, which may name what the record can't: which NFT, which amount.
 */
export function saidOf({ stage, code, message }: SigningFailure): {
  readonly sentence: string
  readonly remedy: string
} {
  const record = recordOf(code)
  if (record === undefined) return { sentence: message, remedy: '' }
  const { sentence, remedy } = record
  const isExact = stage === 'prepare' ? message !== '' : code !== undefined && SAID_BY_THE_NETWORK.has(code)
  return { sentence: isExact ? message : sentence, remedy }
}
