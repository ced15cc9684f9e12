// The page's end of the HTTP calls. A failed call becomes an ApiRequestError whose message is what the server says to a
// person. What the answers mean is the caller's matter: the type is the contract of the path.
import { CHAIN_TIME_HEADER } from '@twinmint/sdk/core/chain-time'
import { noteChainTime } from './chain-time.ts'
import { isOfProxy, wasAway } from './connection.ts'

export interface ApiRequestErrorFields {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly requestId: string | undefined
  /** Its transaction failed on the chain, which costs the network's fee. */
  readonly feeCharged?: boolean
}

export class ApiRequestError extends Error {
  override readonly name = 'ApiRequestError'
  /** 0 where no answer came at all. */
  readonly status: number
  /** A code of sdk/core/errors.ts, or `http` / `network` where the answer is not the server's own. */
  readonly code: string
  readonly title: string
  readonly requestId: string | undefined
  readonly feeCharged: boolean

  constructor(message: string, fields: ApiRequestErrorFields, options?: ErrorOptions) {
    super(message, options)
    this.status = fields.status
    this.code = fields.code
    this.title = fields.title
    this.requestId = fields.requestId
    this.feeCharged = fields.feeCharged ?? false
  }
}

/** Told whenever a request, or a part of the page that is loaded when it is needed, does not come. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.'

/** `path` with its `/api` prefix. */
export async function apiGet<T>(path: string, init?: { readonly signal?: AbortSignal }): Promise<T> {
  return readBody<T>(await read(path, init))
}

/** The answer's bytes as they are. Rejects when `signal` ends it, and as without an answer where they are not all there in time. */
export async function apiBytes(
  path: string,
  { signal, withinMs }: { readonly signal: AbortSignal; readonly withinMs: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(noAnswer()), withinMs)
  try {
    const response = await read(path, { signal: AbortSignal.any([signal, late.signal]) })
    return new Uint8Array(await response.arrayBuffer())
  } finally {
    clearTimeout(timer)
  }
}

function getInit(init?: { readonly signal?: AbortSignal }): RequestInit {
  return { method: 'GET', ...(init?.signal === undefined ? {} : { signal: init.signal }) }
}

/** A part of a list whose cursor for more is in the header `x-next-cursor`. */
export interface ListPart<T> {
  readonly items: readonly T[]
  /** Pass as `cursor` for the next ones; null when there are none. */
  readonly nextCursor: string | null
}

export async function apiGetList<T>(
  path: string,
  init?: { readonly signal?: AbortSignal },
): Promise<ListPart<T>> {
  const response = await read(path, init)
  return {
    items: (await response.json()) as readonly T[],
    nextCursor: response.headers.get('x-next-cursor'),
  }
}

/** JSON, or a form with files. */
export function apiPost<T>(path: string, body?: unknown): Promise<T> {
  return request<T>(path, { method: 'POST', ...bodyInit(body) })
}

/** JSON, or a form with files. */
export function apiPut<T>(path: string, body: unknown): Promise<T> {
  return request<T>(path, { method: 'PUT', ...bodyInit(body) })
}

export function apiDelete(path: string): Promise<void> {
  return request<void>(path, { method: 'DELETE' })
}

function bodyInit(body: unknown): RequestInit {
  if (body === undefined) return {}
  // The browser writes a form's own content type, with its boundary.
  if (body instanceof FormData) return { body }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Reading changes nothing: what got no answer because the server was away is asked again when it is back. */
async function read(path: string, init?: { readonly signal?: AbortSignal }): Promise<Response> {
  for (;;)
    try {
      return await send(path, getInit(init))
    } catch (error) {
      if (!isSilence(error) || !(await unlessEnded(wasAway(), init?.signal))) throw error
    }
}

/** What comes of `work`, or why the signal ended, whichever is first. */
async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  const done = new AbortController()
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: done.signal })
  })
  return Promise.race([work, ended]).finally(() => done.abort())
}

/** No answer, or a proxy's in the server's place. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof ApiRequestError)) return false
  return error.code === 'network' || (error.code === 'http' && isOfProxy(error.status))
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  return readBody<T>(await send(path, init))
}

async function readBody<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  return (await response.json()) as T
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: 'include', ...init }).catch((cause: unknown) => {
    if (isAbort(cause)) throw cause
    throw noAnswer(cause)
  })
  return accepted(response)
}

/** What an answer is, however it was asked for: notes the chain's time, and throws what was refused. */
async function accepted(response: Response): Promise<Response> {
  noteChainTime(response.headers.get(CHAIN_TIME_HEADER))
  if (!response.ok) throw await errorOf(response)
  return response
}

/** The same for whoever asks in another way (upload.ts). */
export const readAnswer = async <T>(response: Response): Promise<T> => readBody<T>(await accepted(response))

/** What is thrown where no answer came. */
export const noAnswer = (cause?: unknown, sentence = NO_ANSWER): ApiRequestError =>
  new ApiRequestError(
    sentence,
    { status: 0, code: 'network', title: 'No connection', requestId: undefined },
    { cause },
  )

/** Whether somebody ended it who no longer wants it. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'

async function errorOf(response: Response): Promise<ApiRequestError> {
  const text = await response.text().catch(() => '')
  const body = parseObject(text)
  const said = textField(body, 'message')
  return new ApiRequestError(said ?? `${response.status}: ${text === '' ? response.statusText : text}`, {
    status: response.status,
    code: textField(body, 'code') ?? 'http',
    title: textField(body, 'error') ?? 'Request failed',
    requestId: textField(body, 'requestId') ?? response.headers.get('x-request-id') ?? undefined,
    feeCharged: body['feeCharged'] === true,
  })
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textField(body: Record<string, unknown>, key: string): string | undefined {
  const value = body[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What went wrong, for a person, whatever was thrown. */
export function errorMessage(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise
}

/** False for an answer without the server's reason, such as a proxy's page: its message is its status and its body. */
export const isOwnAnswer = (error: unknown): boolean =>
  !(error instanceof ApiRequestError && error.code === 'http')

/** The path of a list's page after `cursor`; the first where it is null. */
export const withCursor = (path: string, cursor: string | null): string =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
