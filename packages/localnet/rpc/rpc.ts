// JSON-RPC 2.0 around the methods: one request or a batch in, the answer out, and nothing thrown whatever comes.
// Must not know HTTP or WebSocket.
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import type { EmbeddedChain } from '../chain.ts'
import { type Lane, type Leave, NO_PAUSE, type Pause, type WorkBudget } from '../slow-calls.ts'
import { RPC_METHODS } from './methods.ts'
import {
  RPC_INTERNAL_ERROR,
  RPC_INVALID_REQUEST,
  RPC_LIMITED,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
  RpcError,
  readParams,
} from './params.ts'

/** The most requests in one batch. */
export const BATCH_MAX = 100
/** The most bytes of one request body or message. */
export const REQUEST_BYTES_MAX = 256 * 1024

/** A batch whose answers are longer than this gets errors for the rest. */
const ANSWER_CHARACTERS_MAX = 4 * 1024 * 1024
const BATCH_AT_ONCE = 10
/**
 * What the thread sends of an answer in a millisecond, reckoned low: with twice as much a stranger's trade took half a second where
 * memory is dear and ten addresses asked for 2.7 MB each.
 */
const SENT_CHARACTERS_A_MS = 32 * 1024
const ID_CHARACTERS_MAX = 1_000
/** Limits of a message. A batch of 100 calls with 100 addresses each has 10,000 values. */
const VALUES_MAX = 12_000
const DEPTH_MAX = 64
/** Messages up to this size are parsed without checking the caller's time. */
const SMALL_CHARACTERS = 8 * 1024
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
/** The most that a request or batch may take of the thread with what takes long. */
const WORK_MS_MAX = 1_000
/** What can take a millisecond and more. */
const LONG = new Set([
  'sendTransaction',
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
/** Long calls with short answers. */
const SHORT_ANSWERS = new Set(['sendTransaction'])
const TOO_LARGE = new RpcError(
  RPC_INVALID_REQUEST,
  'The answers of this batch are too large; ask for less at a time.',
)
const TOO_MANY = new RpcError(RPC_LIMITED, 'Too many requests; try again in a minute.')
const TOO_MUCH = new RpcError(
  RPC_LIMITED,
  'You have been answered much that is not read yet, or in this minute; ask again later.',
)

const TOO_COMPLEX = new RpcError(
  RPC_INVALID_REQUEST,
  `A message may have at most ${VALUES_MAX} values in ${DEPTH_MAX} levels.`,
)
const TOO_MUCH_WAITING = new RpcError(
  RPC_LIMITED,
  'Too many of your requests are still unanswered; try again later.',
)
const TOO_BUSY = new RpcError(
  RPC_LIMITED,
  'Your calls have used their share of the node’s time for this minute; try again later.',
)

export type RpcId = string | number | null
/** Methods beside the shared ones: a WebSocket connection's subscriptions. */
export type ExtraMethods = ReadonlyMap<string, (params: readonly unknown[]) => unknown>

/** Who asks. */
export interface RpcCaller {
  readonly extra?: ExtraMethods
  /** Whether one call more is within the caller's limits. */
  readonly mayCall?: () => boolean
  /** Reserves `bytes` for a message until it is answered; undefined if there is no room. */
  readonly hold?: (bytes: number) => (() => void) | undefined
  /** Whether there is room for a large answer: nothing is worked out that could not be kept until it is read. */
  readonly mayAskMuch?: () => boolean
  /** True while the caller has time of the main thread left; without it time is unlimited. */
  readonly mayWork?: () => boolean
  /** Receives the milliseconds that a call took on the main thread, also of a refused call. */
  readonly onWork?: (ms: number) => void
  /** Told how long the answer was to a call whose answer may be large. */
  readonly onLarge?: (characters: number) => void
  /** Where calls that take long wait for each other, and as whom; without one they run at once. */
  readonly lane?: Lane
  readonly key?: string
  /** Counts the bytes that calls write; without a writer nothing is counted. */
  readonly writer?: Writer | undefined
}

export interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** What a request or a batch may take, counted down. */
interface Budget extends WorkBudget {
  leftCharacters: number
}

/** Answers the text of a request or a batch; undefined when nothing in it asks for an answer. Never throws. */
export async function answerText(
  chain: EmbeddedChain,
  text: string,
  caller: RpcCaller = {},
): Promise<string | undefined> {
  const release = caller.hold === undefined ? () => undefined : caller.hold(text.length)
  if (release === undefined) return rpcText(errorResponse(null, TOO_MUCH_WAITING))
  try {
    return await answerPayload(chain, text, caller)
  } catch (error) {
    return rpcText(errorResponse(null, error))
  } finally {
    release()
  }
}

async function answerPayload(
  chain: EmbeddedChain,
  text: string,
  caller: RpcCaller,
): Promise<string | undefined> {
  const budget: Budget = {
    leftMs: WORK_MS_MAX,
    leftCharacters: ANSWER_CHARACTERS_MAX,
    onWork: caller.onWork,
  }
  const isOver = caller.mayCall?.() === false
  if (isOver && text.length > SMALL_CHARACTERS) throw TOO_MANY
  const payload = readPayload(text, caller)
  if (!Array.isArray(payload))
    return isOver ? refusalOf(payload, TOO_MANY) : answerRequest(chain, payload, caller, budget)
  const requests: readonly unknown[] = payload
  if (requests.length === 0 || requests.length > BATCH_MAX) {
    const sentence =
      requests.length === 0
        ? 'Invalid request: the batch is empty'
        : `Batch of more than ${BATCH_MAX} requests`
    return rpcText(errorResponse(null, new RpcError(RPC_INVALID_REQUEST, sentence)))
  }
  const texts: string[] = []
  // A few at a time, each written out before the next: what a batch of large answers holds in memory has a bound.
  for (let at = 0; at < requests.length; at += BATCH_AT_ONCE) {
    const some = requests.slice(at, at + BATCH_AT_ONCE)
    // The message itself already counted as the first call.
    const answers = await Promise.all(
      some.map(async (request, index) =>
        (at + index === 0 ? isOver : caller.mayCall?.() === false)
          ? refusalOf(request, TOO_MANY)
          : answerRequest(chain, request, caller, budget),
      ),
    )
    texts.push(...answers.filter((answered) => answered !== undefined))
  }
  return texts.length === 0 ? undefined : `[${texts.join(',')}]`
}

/**
 * Parses a message. Parsing takes up to 20 times the message's size in memory and cannot be interrupted, so its values are
 * counted first. Throws an RpcError.
 */
function readPayload(text: string, { mayWork, onWork }: RpcCaller): unknown {
  if (text.length > SMALL_CHARACTERS && mayWork?.() === false) throw TOO_BUSY
  const beganAt = performance.now()
  try {
    if (!isPlain(text)) throw TOO_COMPLEX
    return JSON.parse(text)
  } catch (cause) {
    throw cause instanceof RpcError ? cause : new RpcError(RPC_PARSE_ERROR, 'Parse error')
  } finally {
    onWork?.(performance.now() - beganAt)
  }
}

/** Whether a JSON text is within VALUES_MAX and DEPTH_MAX. Does not validate the text. */
function isPlain(text: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (character === COMMA) values++
    else if (character === OPENING_BRACKET || character === OPENING_BRACE) {
      values++
      depth++
    } else if (character === CLOSING_BRACKET || character === CLOSING_BRACE) depth--
    if (values > VALUES_MAX || depth > DEPTH_MAX) return false
  }
  return true
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Answers one request within its caller's limits, written out; undefined for a notification. Never throws. */
async function answerRequest(
  chain: EmbeddedChain,
  request: unknown,
  { extra, mayAskMuch, mayWork, onLarge, lane, key = '', writer }: RpcCaller,
  budget: Budget,
): Promise<string | undefined> {
  const method = ownOf(request, 'method')
  const isLong = typeof method === 'string' && LONG.has(method)
  const work = async (pause: Pause, leave?: Leave) => {
    if (budget.leftCharacters <= 0) return refusalOf(request, TOO_LARGE)
    // Looked at when it is this caller's turn: others of the same caller may have been answered meanwhile.
    if (isLong && !SHORT_ANSWERS.has(method) && mayAskMuch?.() === false) return refusalOf(request, TOO_MUCH)
    if (isLong && mayWork?.() === false) return refusalOf(request, TOO_BUSY)
    const response = await answer(chain, request, { extra, pause, leave, writer })
    if (response === undefined) return undefined
    if (budget.leftCharacters <= 0) return refusalOf(request, TOO_LARGE)
    const text = rpcText(response)
    budget.leftCharacters -= text.length
    if (isLong) {
      onLarge?.(text.length)
      lane?.owe(text.length / SENT_CHARACTERS_A_MS)
    }
    return text
  }
  if (!isLong || lane === undefined) return work(NO_PAUSE)
  try {
    return await lane.run(key, budget, work)
  } catch (error) {
    return refusalOf(request, error)
  }
}

/** As the answer to this request, if it asks for one. */
function refusalOf(request: unknown, error: unknown): string | undefined {
  const id = ownOf(request, 'id')
  return id === undefined ? undefined : rpcText(errorResponse(readId(id), error))
}

const ownOf = (request: unknown, name: string): unknown =>
  typeof request === 'object' && request !== null && Object.hasOwn(request, name)
    ? (Reflect.get(request, name) as unknown)
    : undefined

const readId = (id: unknown): RpcId =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= ID_CHARACTERS_MAX) ? id : null

/** Answers one request object; undefined for a notification (a request without id). Never throws. */
export async function answer(
  chain: EmbeddedChain,
  request: unknown,
  {
    extra,
    pause = NO_PAUSE,
    writer,
    leave = () => undefined,
  }: {
    readonly extra?: ExtraMethods | undefined
    readonly pause?: Pause
    readonly writer?: Writer | undefined
    readonly leave?: Leave | undefined
  } = {},
): Promise<RpcResponse | undefined> {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    return errorResponse(null, new RpcError(RPC_INVALID_REQUEST, 'Invalid request'))
  const id = ownOf(request, 'id')
  const idRead = readId(id)
  if (typeof id === 'string' && idRead === null)
    return errorResponse(null, new RpcError(RPC_INVALID_REQUEST, 'Invalid request: the id is too long'))
  const name = ownOf(request, 'method')
  if (
    ownOf(request, 'jsonrpc') !== '2.0' ||
    typeof name !== 'string' ||
    (id !== undefined && id !== null && idRead === null)
  )
    return errorResponse(idRead, new RpcError(RPC_INVALID_REQUEST, 'Invalid request'))
  try {
    const params = readParams(ownOf(request, 'params'))
    const method = RPC_METHODS.get(name)
    const special = extra?.get(name)
    if (!method && !special) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found')
    const result = special ? special(params) : await method?.(chain, params, pause, { writer, leave })
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
