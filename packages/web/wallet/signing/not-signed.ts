// Reasons why a wallet signed nothing. Every page loads this file, so it must not import sdk/core/errors.ts.
const SENTENCES = {
  rejected: 'User rejected the request.',
  notConnected: 'No wallet connected',
  cancelled: 'You cancelled before anything was sent.',
  transactionExpired: 'The wallet did not sign before the transaction expired. No money moved.',
}

/** Nothing was signed: the user refused or cancelled, no wallet is connected, or the transaction expired. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned'
  readonly code: keyof typeof SENTENCES
  constructor(code: NotSigned['code'], options?: ErrorOptions) {
    super(SENTENCES[code], options)
    this.code = code
  }
}

/** Maps the wallets' various rejections to one `NotSigned`. */
export function readableRejection(cause: unknown): Error {
  const message = messageOf(cause)
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  if (
    code === 4001 ||
    /user (rejected|denied|declined|cancell?ed)|(rejected|denied|declined|cancell?ed) by (the )?user|approval denied|request (was )?(rejected|denied|cancell?ed)/i.test(
      message,
    )
  )
    return new NotSigned('rejected', { cause })
  if (cause instanceof Error) return cause
  return new Error(message === '' ? 'The wallet did not say what went wrong.' : message, { cause })
}

function messageOf(cause: unknown): string {
  if (typeof cause === 'string') return cause
  if (typeof cause === 'object' && cause !== null && 'message' in cause && typeof cause.message === 'string')
    return cause.message
  return ''
}
