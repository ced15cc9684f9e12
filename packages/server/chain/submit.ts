// Brings a signed transaction to a cluster and sees it confirmed, in as few calls as that takes.

import { type EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blockhash, Rpc, RpcTransport, Signature, SolanaRpcApi } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { InnerInstruction } from '@twinmint/sdk/program/config-events'
import type { DecodedTransaction } from '@twinmint/sdk/program/message'
import type { TransactionFailure } from '@twinmint/sdk/program/transaction-failure'
import {
  meaningOfSendError,
  refusalOfFailed,
  type SendError,
} from '@twinmint/sdk/program/transaction-failure'
import { mayHaveArrived } from './nodes.ts'

/** A transaction that the chain holds for good. */
export interface ConfirmedTransaction {
  readonly signature: string
  readonly slot: bigint
  readonly blockTimeSeconds: number
  /** Calls of the program in its course, in order: its events are among them. */
  readonly inner: readonly InnerInstruction[]
  readonly logs: readonly string[]
  readonly failure: TransactionFailure | null
}

/** A submitted transaction, read whole, with a signature in every place. */
export interface SignedTransaction extends DecodedTransaction {
  readonly wire: Uint8Array
}

interface SubmitTimes {
  readonly confirmMs: number
  /** How often the network is asked for the status; while its news are heard, they are usually first. */
  readonly pollMs: number
  readonly pollHearingMs: number
  readonly resendMs: number
}
const TIMES: SubmitTimes = { confirmMs: 60_000, pollMs: 400, pollHearingMs: 2_000, resendMs: 2_000 }
/** A node may not have heard yet of the blockhash that another one gave. */
const UNKNOWN_BLOCKHASH_TRIES = 3

interface SubmitDeps {
  readonly transport: RpcTransport
  readonly rpc: Rpc<SolanaRpcApi>
  readonly findTransaction: (signature: string) => Promise<ConfirmedTransaction | undefined>
  /** Emits each transaction that is heard of, under its signature. */
  readonly heard: EventEmitter
  /** Whether the news will tell of it: they tell of the program's transactions alone. */
  readonly isHearingOf: (signed: SignedTransaction) => boolean
}

/** As the node answers it: in kit's own error for a failed preflight the failure is no longer what the chain said. */
async function send(
  transport: RpcTransport,
  wire: Uint8Array,
  options: { readonly skipPreflight: boolean },
): Promise<ReturnType<typeof meaningOfSendError> | undefined> {
  const config = { encoding: 'base64', preflightCommitment: 'confirmed', ...options }
  const params = [Buffer.from(wire).toString('base64'), config]
  const { error } = await transport<{ readonly error?: SendError }>({
    payload: { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params },
  })
  return error === undefined ? undefined : meaningOfSendError(error)
}

/** Resolves to whether the network had it before. The node runs it first, and says why it refuses. */
async function bring(
  { transport, findTransaction }: SubmitDeps,
  { wire, signature }: { readonly wire: Uint8Array; readonly signature: string },
  pollMs: number,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const meaning = await send(transport, wire, { skipPreflight: false }).catch((cause: unknown) => {
      if (!mayHaveArrived(cause)) throw new Refusal('chainUnavailable', undefined, { cause })
      return undefined // it may be on its way: what becomes of it will be seen
    })
    if (meaning === undefined) return false
    if (meaning.kind === 'taken') return true
    const isUnknownBlockhash = meaning.refusal.code === 'transactionExpired'
    if (isUnknownBlockhash && tries < UNKNOWN_BLOCKHASH_TRIES) {
      await sleep(pollMs)
      continue
    }
    // One that is there already can't be run again, for reasons that are not its own.
    if (meaning.kind === 'refused' && (await findTransaction(signature))) return true
    throw meaning.refusal
  }
}

export function submitter(deps: SubmitDeps, times: SubmitTimes = TIMES) {
  const { transport, rpc, findTransaction } = deps

  async function confirm(
    signed: SignedTransaction,
    on: {
      readonly signature: string
      readonly told: Promise<ConfirmedTransaction>
      readonly isThere: boolean
      readonly stop: AbortSignal
    },
  ): Promise<ConfirmedTransaction> {
    const { wire, recentBlockhash } = signed
    const beganMs = performance.now()
    let sentMs = beganMs
    for (let isFirst = true; ; isFirst = false) {
      const pollMs = deps.isHearingOf(signed) ? times.pollHearingMs : times.pollMs
      const waitMs = on.isThere && isFirst ? 0 : pollMs
      const heard = await Promise.race([on.told, sleep(waitMs, undefined, { signal: on.stop })])
      if (heard) return heard
      const status = (await rpc.getSignatureStatuses([on.signature as Signature]).send()).value[0]
      if (status && status.confirmationStatus !== 'processed') {
        const found = await findTransaction(on.signature)
        if (found) return found
      }
      const nowMs = performance.now()
      if (nowMs - beganMs > times.confirmMs) throw new Refusal('transactionUnconfirmed')
      if (status || nowMs - sentMs < times.resendMs) continue
      const isValid = rpc.isBlockhashValid(recentBlockhash as Blockhash, { commitment: 'confirmed' })
      if (!(await isValid.send()).value) {
        // Unless it is in the last block that could take it.
        const found = await findTransaction(on.signature)
        if (found) return found
        throw new Refusal('transactionExpired')
      }
      await send(transport, wire, { skipPreflight: true })
      sentMs = nowMs
    }
  }

  return async (signed: SignedTransaction) => {
    const signature = encodeBase58(signed.signatures[0] ?? new Uint8Array())
    const stop = new AbortController()
    const told = once(deps.heard, signature, { signal: stop.signal }).then(
      ([transaction]) => transaction as ConfirmedTransaction,
    )
    told.catch(() => {})
    try {
      const isThere = await bring(deps, { wire: signed.wire, signature }, times.pollMs)
      const transaction = await confirm(signed, { signature, told, isThere, stop: stop.signal }).catch(
        (cause: unknown) => {
          if (cause instanceof Refusal && cause.code === 'transactionExpired') throw cause
          // It has been sent: that nobody answers any more does not mean that it does not go through.
          throw new Refusal('transactionUnconfirmed', undefined, { cause, signature })
        },
      )
      if (transaction.failure !== null) throw refusalOfFailed(transaction.failure, transaction.logs)
      return transaction
    } finally {
      stop.abort()
    }
  }
}
