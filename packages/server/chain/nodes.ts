// The way to a cluster's nodes, which are not ours: a call that a busy one refuses or leaves unanswered is made again, of
// the next node where there are several. Every call may be: what is read changes nothing, and a signed transaction counts once.
// Behind one address there may be many nodes, some of them late: each read names the highest slot that an answer was of, and a
// node that has not reached it says so instead of answering from its past.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createDefaultRpcTransport,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR as HTTP_ERROR,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED as MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_NODE_UNHEALTHY as NODE_UNHEALTHY,
  type RpcTransport,
} from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { meaningOfSendError, type SendError } from '@twinmint/sdk/program/transaction-failure'

interface NodeTimes {
  /** One node's time for one answer. */
  readonly answerMs: number
  /** No try of a call begins later. */
  readonly callMs: number
  /** Between two rounds through all nodes: doubled each time up to the most, and shortened at random by up to a half. */
  readonly pauseMs: number
  readonly pauseMsMax: number
  /** The same where no node has reached a slot: one comes every 400 ms. */
  readonly pauseMsBehindMax: number
  /** Where no node has reached a slot for so long, the ledger went back: a node of a pool that is late is not alone, or soon there. */
  readonly behindMs: number
}
const TIMES: NodeTimes = {
  answerMs: 6_000,
  callMs: 15_000,
  pauseMs: 150,
  pauseMsMax: 2_000,
  pauseMsBehindMax: 400,
  behindMs: 2_000,
}

/** It has said that it did not look at the call. */
class NodeBusy extends Error {
  override readonly name = 'NodeBusy'
}

/** Where the configuration of a call stands among its parameters, of the methods that take `minContextSlot`. */
const CONFIG_AT: Readonly<Record<string, number>> = {
  getAccountInfo: 1,
  getBalance: 1,
  getBlockHeight: 0,
  getLatestBlockhash: 0,
  getMultipleAccounts: 1,
  getProgramAccounts: 1,
  getSignaturesForAddress: 1,
  getTokenAccountsByOwner: 2,
  isBlockhashValid: 1,
  sendTransaction: 1,
  simulateTransaction: 1,
}

interface Call {
  readonly method?: unknown
  readonly params?: readonly unknown[]
}
interface Answer {
  readonly result?: { readonly context?: { readonly slot?: unknown }; readonly slot?: unknown } | null
  readonly error?: SendError
}

const commitmentOf = (config: unknown): unknown => {
  const { commitment, preflightCommitment } = Object(config) as Record<string, unknown>
  return commitment ?? preflightCommitment
}

/** The highest slot that an answer was of, as far as confirmed state goes. */
function openSlotSeen() {
  let slot = 0
  /** When an answer was last of that slot or a later one, by performance.now(). */
  let reachedMs = 0
  return {
    /** The call with that slot as the least that its answer may be of. Finalized state is older, and is left alone. */
    asked<T>(payload: T): T {
      const { method, params = [] } = payload as Call
      const at = CONFIG_AT[String(method)]
      if (slot === 0 || at === undefined) return payload
      const config = (params[at] ?? {}) as Record<string, unknown>
      if (config['minContextSlot'] !== undefined || commitmentOf(config) !== 'confirmed') return payload
      return { ...payload, params: params.with(at, { ...config, minContextSlot: slot }) }
    },
    note(payload: unknown, answer: unknown): void {
      const { method, params = [] } = payload as Call
      // What is only processed is ahead of what any node has confirmed.
      if (commitmentOf(params[CONFIG_AT[String(method)] ?? 1]) === 'processed') return
      const { result } = answer as Answer
      const said = Number(result?.context?.slot ?? result?.slot)
      if (Number.isNaN(said) || said < slot) return
      slot = said
      reachedMs = performance.now()
    },
    /** A call has been refused since then for a slot that no node has reached: unless another was answered, the ledger went back. */
    forget(sinceMs: number): void {
      if (reachedMs < sinceMs) slot = 0
    },
  }
}

class NodeBehind extends NodeBusy {
  /** It has not reached the slot that it was asked for; else it is behind by its own measure. */
  readonly isBelowSlot: boolean
  constructor(code: number) {
    super('The node is behind the others.')
    this.isBelowSlot = code === MIN_CONTEXT_SLOT_NOT_REACHED
  }
}
const isBelowSlot = (error: unknown): boolean => error instanceof NodeBehind && error.isBelowSlot

/** The addresses in a setting, separated by commas. */
export const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '')

/** How often each node was asked what, and what came of it. */
export interface NodeCalls {
  readonly method: string
  /** Host and port: the rest of the address may be a key. */
  readonly node: string
  readonly outcome: Outcome
  readonly count: number
}
/** `refused` is an error of JSON-RPC, `failed` anything that is no answer of it. */
type Outcome = 'answered' | 'refused' | 'behind' | 'failed'

export function countNodeCalls() {
  const counts = new Map<string, NodeCalls>()
  return {
    list: (): readonly NodeCalls[] => [...counts.values()],
    note(payload: unknown, node: string, outcome: Outcome): void {
      const method = String((payload as Call).method)
      const key = `${method} ${node} ${outcome}`
      counts.set(key, { method, node, outcome, count: (counts.get(key)?.count ?? 0) + 1 })
    },
  }
}

/** Asks the first node until it fails, then the next one; rejects when the call's time is over. */
export function nodesTransport(
  urls: readonly string[],
  times: NodeTimes = TIMES,
  counter = countNodeCalls(),
): RpcTransport {
  const nodes = urls.map((url) => ({
    ask: createDefaultRpcTransport({ url }),
    name: new URL(url).host,
    restsUntilMs: 0,
  }))
  const seen = openSlotSeen()
  let first = 0

  /** From the first on the one that does not rest, else the one that rests the shortest. */
  const pick = (nowMs: number) => {
    const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)]
    const awake = inTurn.find(({ restsUntilMs }) => restsUntilMs <= nowMs)
    return awake ?? inTurn.toSorted((a, b) => a.restsUntilMs - b.restsUntilMs)[0]
  }

  return async <TResponse>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<TResponse> => {
    const endMs = performance.now() + times.callMs
    let failure: unknown = new NodeBusy('The node asks not to be asked for a while.')
    let behindSinceMs: number | undefined
    for (let tries = 0; ; tries++) {
      const isRoundOver = tries > 0 && tries % nodes.length === 0
      const pauseMsMax = isBelowSlot(failure) ? times.pauseMsBehindMax : times.pauseMsMax
      const pauseMs = isRoundOver ? pauseAfter(tries / nodes.length, { ...times, pauseMsMax }) : 0
      const node = pick(performance.now() + pauseMs)
      if (!node) throw failure
      const restMs = node.restsUntilMs - performance.now()
      // Those who wait for the same node do not all come at once.
      const waitMs = restMs > pauseMs ? restMs + Math.random() * times.pauseMs : pauseMs
      if (performance.now() + waitMs > endMs) throw failure
      if (waitMs > 0) await sleep(waitMs, undefined, signal ? { signal } : {})
      const late = AbortSignal.timeout(times.answerMs)
      try {
        const answer = await node.ask<TResponse>({
          payload: seen.asked(payload),
          signal: signal ? AbortSignal.any([signal, late]) : late,
        })
        const code = Number((answer as Answer).error?.code)
        if (code === NODE_UNHEALTHY || code === MIN_CONTEXT_SLOT_NOT_REACHED) throw new NodeBehind(code)
        counter.note(payload, node.name, Number.isNaN(code) ? 'answered' : 'refused')
        seen.note(payload, answer)
        if (tries === 0 || !mayHaveArrived(failure) || !isRefusedSend(payload, answer)) return answer
      } catch (error) {
        counter.note(payload, node.name, error instanceof NodeBehind ? 'behind' : 'failed')
        if (nodes[first] === node) first = (first + 1) % nodes.length
        signal?.throwIfAborted()
        const nowMs = performance.now()
        if (isBelowSlot(error)) {
          behindSinceMs ??= nowMs
          if (nowMs - behindSinceMs >= times.behindMs) seen.forget(behindSinceMs)
        }
        if (!mayHaveArrived(failure)) failure = error
        node.restsUntilMs = Math.max(node.restsUntilMs, nowMs + retryAfterMs(error))
        if (isOutright(error) && tries + 1 >= nodes.length) throw failure
        continue
      }
      // This node would not take the transaction that another one may have: why is not the last word on it.
      throw failure
    }
  }
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether a node may have done what it was asked although it did not say so; of all tries of a call, if one may have. */
export function mayHaveArrived(failure: unknown): boolean {
  // A refusal is our own, from before the call was sent.
  if (failure instanceof NodeBusy || failure instanceof Refusal) return false
  if (isSolanaError(failure, HTTP_ERROR)) return failure.context.statusCode >= 500
  const { cause } = failure as { readonly cause?: { readonly code?: unknown } }
  return !NEVER_CONNECTED.has(String(cause?.code))
}

function pauseAfter(
  rounds: number,
  { pauseMs, pauseMsMax }: Pick<NodeTimes, 'pauseMs' | 'pauseMsMax'>,
): number {
  return Math.min(pauseMsMax, pauseMs * 2 ** (rounds - 1)) * (1 - Math.random() / 2)
}

/** It will answer the same again: the request or the key in the address is wrong. */
function isOutright(error: unknown): boolean {
  if (!isSolanaError(error, HTTP_ERROR)) return false
  const { statusCode } = error.context
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429
}

/** As the node's Retry-After says, in seconds or as a date; else nothing. */
function retryAfterMs(error: unknown): number {
  if (!isSolanaError(error, HTTP_ERROR)) return 0
  const text = error.context.headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

function isRefusedSend(payload: unknown, answer: unknown): boolean {
  const { error } = answer as { readonly error?: SendError }
  const { method } = payload as { readonly method?: unknown }
  return method === 'sendTransaction' && error !== undefined && meaningOfSendError(error).kind !== 'taken'
}
