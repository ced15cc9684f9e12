// JSON-RPC 2.0 around the methods: one request or a batch in, the answer out, and nothing thrown whatever comes.
// Must not know HTTP or WebSocket.
import type { EmbeddedChain } from './chain.ts'
import { type Lane, NO_PAUSE, type WorkBudget } from './lane.ts'
import { RPC_METHODS } from './rpc-methods.ts'
import {
  RPC_INTERNAL_ERROR,
  RPC_INVALID_REQUEST,
  RPC_LIMITED,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
  RpcError,
  readParams,
} from './rpc-params.ts'

/** The most requests in one batch. */
export const BATCH_MAX = 100
/** The most bytes of one request body or message. */
export const REQUEST_BYTES_MAX = 256 * 1024

/** A batch whose answers are longer than this gets errors for the rest. */
const ANSWER_CHARACTERS_MAX = 4 * 1024 * 1024
const BATCH_AT_ONCE = 10
/** The most that a request or batch may take of the thread with what takes long. */
const WORK_MS_MAX = 1_000
/** What can take a millisecond and more. */
const LONG = new Set([
  'simulateTransaction',
  'getTransaction',
  'getSignatureStatuses',
  'getMultipleAccounts',
  'getAccountInfo',
  'getProgramAccounts',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getSignaturesForAddress',
  'getBlock',
  'getBlocks',
])
const TOO_LARGE = new RpcError(
  RPC_INVALID_REQUEST,
  'The answers of this batch are too large; ask for less at a time.',
)

export type RpcId = string | number | null
/** Methods beside the shared ones: a WebSocket connection's subscriptions. */
export type ExtraMethods = ReadonlyMap<string, (params: readonly unknown[]) => unknown>

/** Who asks. */
export interface RpcCaller {
  readonly extra?: ExtraMethods
  /** Whether one call more is within the caller's limits. */
  readonly mayCall?: (method: string) => boolean
  /** Where calls that take long wait for each other, and as whom; without one they run at once. */
  readonly lane?: Lane
  readonly key?: string
}

export interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Answers the text of a request or a batch; undefined when nothing in it asks for an answer. Never throws. */
export async function answerText(
  chain: EmbeddedChain,
  text: string,
  caller: RpcCaller = {},
): Promise<string | undefined> {
  try {
    return await answerPayload(chain, text, caller)
  } catch (error) {
    return rpcText(errorResponse(null, error))
  }
}

async function answerPayload(
  chain: EmbeddedChain,
  text: string,
  caller: RpcCaller,
): Promise<string | undefined> {
  const budget: WorkBudget = { leftMs: WORK_MS_MAX }
  let payload: unknown
  try {
    payload = JSON.parse(text)
  } catch {
    return rpcText(errorResponse(null, new RpcError(RPC_PARSE_ERROR, 'Parse error')))
  }
  if (!Array.isArray(payload)) {
    const response = await answer(chain, payload, caller, budget)
    return response && rpcText(response)
  }
  const requests: readonly unknown[] = payload
  if (requests.length === 0 || requests.length > BATCH_MAX) {
    const sentence =
      requests.length === 0
        ? 'Invalid request: the batch is empty'
        : `Batch of more than ${BATCH_MAX} requests`
    return rpcText(errorResponse(null, new RpcError(RPC_INVALID_REQUEST, sentence)))
  }
  const texts: string[] = []
  let characters = 0
  // A few at a time, each written out before the next: what a batch of large answers holds in memory has a bound.
  for (let at = 0; at < requests.length; at += BATCH_AT_ONCE) {
    const some = requests.slice(at, at + BATCH_AT_ONCE)
    for (const response of await Promise.all(some.map((request) => answer(chain, request, caller, budget)))) {
      if (response === undefined) continue
      const text = characters < ANSWER_CHARACTERS_MAX ? rpcText(response) : undefined
      texts.push(text ?? rpcText(errorResponse(response.id, TOO_LARGE)))
      characters += text?.length ?? 0
    }
  }
  return texts.length === 0 ? undefined : `[${texts.join(',')}]`
}

/** Answers one request object; undefined for a notification (a request without id). Never throws. */
export async function answer(
  chain: EmbeddedChain,
  request: unknown,
  { extra, mayCall, lane, key = '' }: RpcCaller = {},
  budget: WorkBudget = { leftMs: WORK_MS_MAX },
): Promise<RpcResponse | undefined> {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return errorResponse(null, new RpcError(RPC_INVALID_REQUEST, 'Invalid request'))
  const own = (name: string): unknown =>
    Object.hasOwn(request, name) ? (Reflect.get(request, name) as unknown) : undefined
  const id = own('id')
  const idRead: RpcId = typeof id === 'string' || typeof id === 'number' ? id : null
  if (idRead !== null && typeof idRead === 'string' && idRead.length > 1000)
    return errorResponse(null, new RpcError(RPC_INVALID_REQUEST, 'Invalid request: the id is too long'))
  const name = own('method')
  if (
    own('jsonrpc') !== '2.0' ||
    typeof name !== 'string' ||
    (id !== undefined && id !== null && idRead === null)
  )
    return errorResponse(idRead, new RpcError(RPC_INVALID_REQUEST, 'Invalid request'))
  try {
    const params = readParams(own('params'))
    const method = RPC_METHODS.get(name)
    const special = extra?.get(name)
    if (!method && !special) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found')
    if (mayCall?.(name) === false)
      throw new RpcError(RPC_LIMITED, 'Too many requests; try again in a minute.')
    const result = special
      ? special(params)
      : lane && LONG.has(name)
        ? await lane.run(key, budget, (pause) => method?.(chain, params, pause))
        : await method?.(chain, params, NO_PAUSE)
    return id === undefined ? undefined : { jsonrpc: '2.0', id: idRead, result }
  } catch (error) {
    return id === undefined ? undefined : errorResponse(idRead, error)
  }
}

function errorResponse(id: RpcId, error: unknown): RpcResponse {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } }
  }
  // Not the caller's doing: it is logged here, and the caller learns no more than that.
  console.error('The embedded chain failed on a request:', error)
  return { jsonrpc: '2.0', id, error: { code: RPC_INTERNAL_ERROR, message: 'Internal error' } }
}

/** JSON text in which bigints are digits: lamports beyond 2^53 stay exact for clients that read them so. */
export function rpcText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return exactText(value)
  }
}

function exactText(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((entry: unknown) => exactText(entry ?? null)).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${exactText(entry)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
