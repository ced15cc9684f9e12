// One place a call: a route's schema says what a call takes and answers, and in words what it is for. Fastify checks
// parameters, query and body by it, TypeScript the handler, and the description of the API (server/main/openapi.ts) is made of it:
//
//   app.get(
//     '/api/things/:id',
//     { schema: { tags: ['Coins'], summary: 'One thing', params: idSchema, response: { 200: thingSchema } } },
//     async ({ params }) => loadThing(params.id),
//   )
//
// What a handler answers is checked when it is compiled, and sent as it is. docs/decisions/0008 says why this is ours.

import { type ErrorCode, Refusal } from '@twinmint/sdk/core/errors'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  onRequestHookHandler,
  preValidationHookHandler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import { z } from 'zod'
import { check } from './http.ts'

/** The parts of the API's description, in their order. */
export const TAGS = [
  'Coins',
  'Launching',
  'Trading',
  'Swapping',
  'NFTs',
  'NFT market',
  'Wallets',
  'Community',
  'Live',
  'Site',
  'Admin',
] as const

declare module 'fastify' {
  interface FastifySchema {
    readonly tags?: readonly [(typeof TAGS)[number]]
    readonly summary?: string
    readonly description?: string
    /** A body of multipart form data, which the handler reads itself. */
    readonly form?: z.ZodType
    /** The type of an answer that is not JSON. */
    readonly answerType?:
      | 'text/event-stream'
      | 'text/plain'
      | 'text/csv'
      | 'image/webp'
      | 'image/jpeg'
      | 'image/png'
      | 'image/svg+xml'
    /** The header `x-next-cursor` carries what to pass as `cursor` for more. */
    readonly isPaged?: true
    /** Who may: everybody, unless it says. Others are refused before what they sent is checked. */
    readonly needs?: 'session' | 'admin'
    /** Refusals of this call. Any call can also refuse badRequest and rateLimited, and a write dayLimit and noRoom. */
    readonly refuses?: readonly ErrorCode[]
  }
}

interface ZodTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  readonly serializer: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** A server whose routes are typed by their schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypes
>

/** Of a call that answers 204. */
export const nothingSchema = z.undefined()

/** To be called before any route is registered. */
export function openCalls(app: FastifyInstance): App {
  app.setValidatorCompiler<z.ZodType>(
    ({ schema, httpPart }) =>
      (input: unknown) =>
        // Fastify says null for a body that was not sent.
        check(schema, httpPart === 'body' ? (input ?? undefined) : input),
  )
  app.setSerializerCompiler(() => (answer: unknown) => JSON.stringify(answer))
  app.addHook('onRoute', (route) => {
    const { needs } = route.schema ?? {}
    // Before a body is read: a stranger hears the same whatever is sent.
    if (needs === 'admin') route.onRequest = [adminOnly, ...[route.onRequest ?? []].flat()]
    if (needs === 'session') route.preValidation = [signedInOnly, ...[route.preValidation ?? []].flat()]
  })
  return app.withTypeProvider<ZodTypes>()
}

const adminOnly: onRequestHookHandler = ({ isAdmin }, _reply, done) =>
  done(isAdmin ? undefined : new Refusal('notFound'))

/** An admin by the printed link has a session without a wallet. */
const signedInOnly: preValidationHookHandler = ({ signedInWallet, isAdmin }, _reply, done) =>
  done(signedInWallet === undefined && !isAdmin ? new Refusal('notSignedIn') : undefined)
