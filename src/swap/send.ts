// Sends signed transactions to the network by JSON-RPC and sees each confirmed before the next one leaves. Says of every one
// what became of it. Must not know what they do.
import { base64OfBytes } from '../chain/program/signable.ts'
import {
  meaningOfSendError,
  refusalOf,
  type SendError,
  type TransactionFailure,
} from '../chain/program/transaction-failure.ts'
import { encodeBase58 } from '../core/base58.ts'
import { type ErrorCode, errorRecord, Refusal } from '../core/errors.ts'
import { ApiRequestError, apiPost } from '../wire/api.ts'

/** What became of one transaction. */
export type Sent =
  | { readonly kind: 'confirmed'; readonly signature: string }
  /** The network did not take it: nothing happened and nothing was charged. */
  | { readonly kind: 'refused'; readonly signature: string; readonly refusal: Refusal }
  /** It was executed and failed: only the network fee was charged. */
  | { readonly kind: 'failed'; readonly signature: string; readonly refusal: Refusal }
  /** Nobody said in time; it may still go through. */
  | { readonly kind: 'unconfirmed'; readonly signature: string; readonly refusal: Refusal }
  /** One before it did not go through. */
  | { readonly kind: 'notSent' }

export interface SendOptions {
  readonly rpcUrl: string
  readonly onSending?: (at: number) => void
  readonly onConfirmed?: (at: number, signature: string) => void
  readonly timing?: Timing
}

interface Timing {
  readonly pollMs: number
  /** A transaction of which the network knows nothing is sent again, since nodes drop some. */
  readonly resendMs: number
  readonly giveUpMs: number
  readonly answerMs: number
}
const TIMING: Timing = { pollMs: 400, resendMs: 2_000, giveUpMs: 60_000, answerMs: 15_000 }
/** A node may not have heard yet of the blockhash that another one gave. */
const UNKNOWN_BLOCKHASH_TRIES = 3

/** The signature that names a transaction with one signer. */
export function signatureOf(wire: Uint8Array): string {
  return encodeBase58(wire.subarray(1, 65))
}

/** Sends them in their order, the next only when the one before is confirmed. Never rejects for what the network says. */
export async function sendInOrder(wires: readonly Uint8Array[], options: SendOptions): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const [at, wire] of wires.entries()) {
    if (sent.some(({ kind }) => kind !== 'confirmed')) {
      sent.push({ kind: 'notSent' })
      continue
    }
    options.onSending?.(at)
    const outcome = await new Sending(wire, options).run()
    sent.push(outcome)
    if (outcome.kind === 'confirmed') options.onConfirmed?.(at, outcome.signature)
  }
  return sent
}

interface RpcAnswer<T> {
  readonly result?: T
  readonly error?: SendError
}

interface SignatureStatus {
  readonly err: TransactionFailure | null
  readonly confirmationStatus: 'processed' | 'confirmed' | 'finalized' | null
}

/** What the network answered to one attempt of sending. */
type Attempt =
  | { readonly kind: 'taken' }
  /** It may have arrived, or not. */
  | { readonly kind: 'unclear'; readonly refusal: Refusal }
  /** It did not arrive, and may later. */
  | { readonly kind: 'busy'; readonly refusal: Refusal }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

class Sending {
  readonly #wire: Uint8Array
  readonly #signature: string
  readonly #rpcUrl: string
  readonly #timing: Timing
  /** Once it may have arrived, a refusal may come from its own effect, so only its status says what happened. */
  #mayHaveArrived = false
  #unknownBlockhashes = 0
  #lastRefusal = new Refusal('chainUnavailable')

  constructor(wire: Uint8Array, { rpcUrl, timing = TIMING }: SendOptions) {
    this.#wire = wire
    this.#signature = signatureOf(wire)
    this.#rpcUrl = rpcUrl
    this.#timing = timing
  }

  async run(): Promise<Sent> {
    const { pollMs, resendMs, giveUpMs } = this.#timing
    const beganMs = performance.now()
    let sentMs = Number.NEGATIVE_INFINITY
    let isSeen = false
    while (performance.now() - beganMs < giveUpMs) {
      if (!isSeen && performance.now() - sentMs >= resendMs) {
        sentMs = performance.now()
        const ended = await this.#attempt()
        if (ended) return ended
      }
      const status = this.#mayHaveArrived ? await this.#status(false) : undefined
      const ended = status && this.#ended(status)
      if (ended) return ended
      isSeen ||= Boolean(status)
      await sleep(pollMs)
    }
    const signature = this.#signature
    return this.#mayHaveArrived
      ? { kind: 'unconfirmed', signature, refusal: new Refusal('transactionUnconfirmed') }
      : { kind: 'refused', signature, refusal: this.#lastRefusal }
  }

  /** Sends once; what it answers is the end, or undefined. */
  async #attempt(): Promise<Sent | undefined> {
    const attempt = await this.#send()
    if (attempt.kind === 'taken') {
      this.#mayHaveArrived = true
      return undefined
    }
    const { kind, refusal } = attempt
    this.#lastRefusal = refusal
    if (kind === 'unclear') this.#mayHaveArrived = true
    if (kind !== 'refused') return undefined
    const isExpired = refusal.code === 'transactionExpired'
    if (isExpired) this.#unknownBlockhashes += 1
    if (this.#mayHaveArrived) {
      const status = await this.#status(true)
      // With its blockhash gone it can't be executed any more; any other refusal of what was taken says little.
      if (status !== null || !isExpired) return status ? this.#ended(status) : undefined
    } else if (isExpired && this.#unknownBlockhashes < UNKNOWN_BLOCKHASH_TRIES) return undefined
    return { kind: 'refused', signature: this.#signature, refusal }
  }

  #ended({ err, confirmationStatus }: SignatureStatus): Sent | undefined {
    if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return undefined
    const signature = this.#signature
    return err === null
      ? { kind: 'confirmed', signature }
      : { kind: 'failed', signature, refusal: refusalOf(err, []) }
  }

  async #send(): Promise<Attempt> {
    const config = { encoding: 'base64', preflightCommitment: 'confirmed' }
    try {
      const answer = await this.#call<string>('sendTransaction', [base64OfBytes(this.#wire), config])
      return answer.error === undefined ? { kind: 'taken' } : meaningOfSendError(answer.error)
    } catch (cause) {
      return attemptOfFailedCall(cause)
    }
  }

  /** Null where the network knows nothing of it, undefined where it does not answer. */
  async #status(searchTransactionHistory: boolean): Promise<SignatureStatus | null | undefined> {
    try {
      const answer = await this.#call<{ readonly value: readonly (SignatureStatus | null)[] }>(
        'getSignatureStatuses',
        [[this.#signature], { searchTransactionHistory }],
      )
      return answer.result?.value[0]
    } catch (error) {
      console.error('The status of a transaction could not be read.', error)
      return undefined
    }
  }

  async #call<T>(method: string, params: readonly unknown[]): Promise<RpcAnswer<T>> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Refusal('chainUnavailable')), this.#timing.answerMs)
    })
    const answer = apiPost<RpcAnswer<T>>(this.#rpcUrl, { jsonrpc: '2.0', id: 1, method, params })
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }
}

/** An answer that is not the JSON-RPC's own: the server's refusal, or none at all. */
function attemptOfFailedCall(cause: unknown): Attempt {
  if (!(cause instanceof ApiRequestError))
    return { kind: 'unclear', refusal: new Refusal('chainUnavailable', undefined, { cause }) }
  const code = Object.hasOwn(errorRecord, cause.code) ? (cause.code as ErrorCode) : 'chainUnavailable'
  const refusal = new Refusal(code, cause.message, { cause })
  if (cause.status === 429) return { kind: 'busy', refusal }
  const isRefused = cause.status >= 400 && cause.status < 500
  return { kind: isRefused ? 'refused' : 'unclear', refusal }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
