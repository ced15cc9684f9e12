// What every route shares: parsing what came in, one shape for every error, and the headers that are always there.
// Must not know what any call means.
import { randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import { isAddress } from '@twinmint/sdk/core/address'
import { type ErrorCode, errorRecord, Refusal } from '@twinmint/sdk/core/errors'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { schemaWords } from './schema-words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The wallet whose session the request's cookie carries; undefined for visitors. */
    signedInWallet?: Address
    /** Counts the request's writes; undefined in tests without limits. */
    writer?: Writer
    /** The session is of a wallet in ADMIN_WALLETS, or came by the link that the server prints. */
    isAdmin: boolean
  }
}

/** The wallet that is signed in; refuses notSignedIn. */
export function requireSignedIn({ signedInWallet }: FastifyRequest): Address {
  if (signedInWallet === undefined) throw new Refusal('notSignedIn')
  return signedInWallet
}

/** Lets admins through and names the one who asks; for everybody else there is nothing here. Refuses notFound. */
export function requireAdmin({ isAdmin, signedInWallet }: FastifyRequest): string {
  if (!isAdmin) throw new Refusal('notFound')
  return signedInWallet ?? 'admin link'
}

/** Files of the pages and pictures: whoever asks gets the same, and nothing is looked up for it. */
export const isFilePath = (url: string): boolean => /^\/(assets|api\/images)(\/|\?|$)/.test(url)

/** Checks `input` against a schema; refuses badRequest naming the first field that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const checked = check(schema, input)
  if ('error' in checked) throw checked.error
  return checked.value
}

/** The same as Fastify asks for it: the refusal is answered, not thrown. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { readonly value: z.output<Schema> } | { readonly error: Refusal } {
  const parsed = schema.safeParse(input, { error: schemaWords })
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  // A rule of the contract's own is a sentence already.
  if (issue === undefined || issue.code === 'custom')
    return { error: new Refusal('badRequest', issue?.message) }
  const name = issue.path.length === 0 ? 'The request' : issue.path.join('.')
  return { error: new Refusal('badRequest', `${name} ${issue.message}.`) }
}

/** What `read` takes from a multipart body; refuses badRequest for one that is cut off or damaged. */
export async function readForm<Read>(read: () => Promise<Read>): Promise<Read> {
  try {
    return await read()
  } catch (cause) {
    // What the parser refuses itself, as a file that is too large, carries a status.
    if (cause instanceof Refusal || (cause as { statusCode?: number }).statusCode !== undefined) throw cause
    throw new Refusal('badRequest', 'The form data is cut off or damaged.', { cause })
  }
}

/** How many bytes a request says that its body has; NaN where it does not say. */
export const bytesSaidBy = ({ headers }: FastifyRequest): number => Number(headers['content-length'])

/** An address given as text; refuses invalidAddress. */
export function parseAddress(text: string): Address {
  if (!isAddress(text)) throw new Refusal('invalidAddress')
  return text
}

/** A wire transaction given as base64 or as an array of bytes; refuses invalidTransaction. */
export function transactionBytes(input: string | readonly number[]): Uint8Array {
  if (typeof input !== 'string') return Uint8Array.from(input)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(input) || input.length % 4 !== 0)
    throw new Refusal('invalidTransaction', 'The transaction is not base64.')
  return new Uint8Array(Buffer.from(input, 'base64'))
}

/** Every failure. */
export const errorSchema = z.object({
  error: z.string().meta({ description: 'A title for a person.' }),
  message: z.string().meta({ description: 'What happened and what to do.' }),
  code: z.enum(Object.keys(errorRecord) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  feeCharged: z.literal(true).optional().meta({
    description: 'The transaction is on the chain and has failed there, which costs the network’s fee.',
  }),
  signature: z.string().optional().meta({
    description: 'The transaction was sent; its signature says what became of it.',
  }),
})
export type ErrorBody = z.infer<typeof errorSchema>

/** `detail` replaces the record's sentence. */
export function errorBody(code: ErrorCode, detail: string, requestId: string): ErrorBody {
  const { title, sentence, remedy } = errorRecord[code]
  // A sentence of the record is followed by its remedy; a detail already says what is wrong with what was sent.
  const message =
    detail === sentence && sentence !== 'Collection not found' ? `${sentence} ${remedy}` : detail
  return { error: title, message, code, requestId }
}

/**
 * Answers every failure in the one shape, with a true status. Unexpected failures are logged in full and answered as `internal`.
 * Any client can cause refusals, so they are logged at debug. Other failures are logged at error, up to a limit per minute.
 */
export function installErrorHandling(app: FastifyInstance): void {
  const mayLog = openLogLimit()
  app.setErrorHandler((error, request, reply: FastifyReply) => {
    const code = codeOf(error)
    const { status, retryable, sentence } = errorRecord[code]
    const detail = error instanceof Refusal ? error.message : isNotText(error) ? NOT_TEXT : sentence
    if (status >= 500) {
      const isNews = !isExpected(error) && mayLog(code)
      const fields = { err: error, requestId: request.id, url: request.url }
      request.log[isNews ? 'error' : 'debug'](fields, 'request failed')
    }
    if (retryable && (status === 429 || status === 503) && !reply.hasHeader('retry-after'))
      void reply.header('retry-after', '5')
    // What was set for the answer that this one replaces is not true of it.
    void reply.header('cache-control', 'no-store').removeHeader('etag')
    // Node leaves the socket of an upgrade to whoever takes it; nobody takes one that is refused.
    if (request.raw.headers.upgrade !== undefined)
      reply.raw.once('finish', () => request.raw.socket.destroySoon())
    const body: ErrorBody = errorBody(code, detail, request.id)
    if (error instanceof Refusal && error.feeCharged) body.feeCharged = true
    if (error instanceof Refusal && error.signature !== undefined) body.signature = error.signature
    return reply.code(status).send(body)
  })
}

/** One of our rules refused the request; nothing failed. */
const isExpected = (error: unknown): boolean => error instanceof Refusal && error.cause === undefined

const LOGGED_A_MINUTE = 30

/** Whether one more failure with this code may be logged as an error this minute. */
function openLogLimit(): (code: ErrorCode) => boolean {
  const counts = new Map<ErrorCode, number>()
  let endsAtMs = 0
  return (code) => {
    const nowMs = Date.now()
    if (nowMs >= endsAtMs) {
      endsAtMs = nowMs + 60_000
      counts.clear()
    }
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= LOGGED_A_MINUTE
  }
}

const NOT_TEXT = 'NUL characters are not allowed.'
/** What no text may have and PostgreSQL takes nowhere: `character_not_in_repertoire`, `untranslatable_character`. */
const isNotText = (error: unknown): boolean =>
  ['22021', '22P05'].includes((error as { sqlState?: string }).sqlState ?? '')

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  if (isNotText(error)) return 'badRequest'
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return 'imageTooLarge'
  if (statusCode === 413) return 'tooLarge'
  if (statusCode === 429) return 'rateLimited'
  if (statusCode === 404) return 'notFound'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'badRequest'
  return 'internal'
}

export const newRequestId = (): string => randomUUID()
