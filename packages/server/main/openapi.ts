// Makes the OpenAPI 3.1 document of `GET /api/docs` out of the routes that this server has: their schemas (server/http/calls.ts).

import { bondingCurveSchema } from '@twinmint/sdk/api/coin/contract'
import { holderSchema } from '@twinmint/sdk/api/history/activity-contract'
import { candleSchema } from '@twinmint/sdk/api/history/contract'
import { collectionSchema } from '@twinmint/sdk/api/records/coin'
import { chatMessageSchema, commentSchema, replySchema } from '@twinmint/sdk/api/records/message'
import { nftSchema } from '@twinmint/sdk/api/records/nft'
import { activitySchema, tradeSchema } from '@twinmint/sdk/api/records/trade'
import { swapCostSchema, swapNftSchema } from '@twinmint/sdk/api/swap/contract'
import { tradeQuoteSchema } from '@twinmint/sdk/api/trade/contract'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'
import { siteConfigSchema } from '@twinmint/sdk/internal/api/platform/contract'
import { checkSchema } from '@twinmint/sdk/internal/api/platform/status-contract'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { TAGS } from '../http/calls.ts'
import { errorSchema } from '../http/http.ts'
import { needsRoom } from './writes.ts'

type Json = Record<string, unknown>

/** Schemas of several answers: the document holds them once, under these names. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Collection: collectionSchema,
  BondingCurve: bondingCurveSchema,
  Candle: candleSchema,
  Trade: tradeSchema,
  Holder: holderSchema,
  Activity: activitySchema,
  Nft: nftSchema,
  SwapNft: swapNftSchema,
  SwapCost: swapCostSchema,
  TradeQuote: tradeQuoteSchema,
  SiteConfig: siteConfigSchema,
  ChatMessage: chatMessageSchema,
  Comment: commentSchema,
  Reply: replySchema,
  Check: checkSchema,
}
for (const [id, schema] of Object.entries(NAMED)) z.globalRegistry.add(schema, { id })

/** Described here, since what serves it (the embedded chain, or a relay) takes its body as it is. */
const RPC: FastifySchema = {
  tags: ['Live'],
  summary: 'Solana’s JSON-RPC',
  description:
    'On the embedded chain also over WebSocket, and open to every origin; on a cluster a relay of what this program’s transactions need.',
  body: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string()]),
    method: z.string(),
    params: z.array(z.unknown()).optional(),
  }),
  response: {
    200: z.looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.number(), z.string()]) }),
  },
}

/** What a parameter of a name means everywhere, unless its schema says it. */
const PARAMETERS: Readonly<Record<string, string>> = {
  projectId: 'The coin’s id or its mint address.',
  collectionId: 'The coin’s id or its mint address.',
  edition: 'The NFT’s number, 1 to 1,000.',
  mint: 'The coin’s mint address.',
  part: '`collection`, or an NFT’s number.',
  address: 'A wallet’s address.',
  wallet: 'A wallet’s address.',
  walletAddress: 'A wallet’s address.',
  cursor: 'From the answer before, for what comes after it.',
}

/** A call as it is described. */
export interface Call {
  readonly method: string
  /** As Fastify knows it: `/api/metadata/:mint/:part?`. */
  readonly url: string
  readonly schema: FastifySchema
}

/** Also `GET /rpc` is there, which opens a WebSocket or says how to; it answers nothing. */
const CALL = /^(GET|POST|PUT|PATCH|DELETE) \/api\/|^POST \/rpc$/

/** Remembers every call that is registered from now on. */
export function collectCalls(app: FastifyInstance): readonly Call[] {
  const calls: Call[] = []
  app.addHook('onRoute', ({ method, url, schema = {} }) => {
    for (const each of [method].flat())
      if (CALL.test(`${each} ${url}`))
        calls.push({ method: each, url, schema: url === '/rpc' ? RPC : schema })
  })
  return calls
}

export function openApiDocument(calls: readonly Call[]): Json {
  const schemas: Json = {}
  const jsonSchema: ToJsonSchema = (schema, io) => {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json }
    const {
      $schema: _,
      $defs,
      ...own
    } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
      $defs?: Json
    }
    Object.assign(schemas, $defs)
    return own
  }
  const paths: Record<string, Json> = {}
  for (const call of calls)
    for (const path of variantsOf(call.url)) {
      const template = path.replace(/:([A-Za-z]+)/g, '{$1}')
      paths[template] ??= {}
      paths[template][call.method.toLowerCase()] = operation(call, path, jsonSchema)
    }
  schemas['Error'] = jsonSchema(errorSchema, 'output')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Twinmint',
      // Of the API: which version of the product runs is not for everybody.
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Money is decimal text: lamports (1,000,000,000 to a SOL) and base units (1,000,000 to a coin). Times are ISO 8601 in UTC. Every failure has the one shape of `Error`, with a true status. Transactions come unsigned, as base64; who signs them reads them first.',
    },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'twinmint',
          description: 'Set by signing in with a wallet; `__Host-twinmint` over HTTPS.',
        },
      },
    },
  }
}

/** A last part that may be left out makes two paths. */
function variantsOf(url: string): string[] {
  const without = url.replace(/\/:[A-Za-z]+\?$/, '')
  return without === url ? [url] : [without, url.slice(0, -1)]
}

type ToJsonSchema = (schema: z.ZodType, io: 'input' | 'output') => Json
const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType

function operation({ method, schema }: Call, path: string, jsonSchema: ToJsonSchema): Json {
  const { summary, tags, description, needs, body, form } = schema
  if (summary === undefined) return { summary: 'Not described yet', 'x-undescribed': true, responses: {} }
  const content = isSchema(body) ? { 'application/json': body } : form && { 'multipart/form-data': form }
  return {
    operationId: operationId(method, path),
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(needs === undefined ? {} : { security: [{ session: [] }], 'x-needs': needs }),
    parameters: [
      ...parameters('path', schema.params, jsonSchema).filter(({ name }) => path.includes(`:${name}`)),
      ...parameters('query', schema.querystring, jsonSchema),
    ],
    ...(content && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          Object.entries(content).map(([type, each]) => [type, { schema: jsonSchema(each, 'input') }]),
        ),
      },
    }),
    responses: { ...done(schema, jsonSchema), ...refusals(schema, needsRoom(method, path)) },
  }
}

/** The fields of an object's schema, each as a parameter. Everything in a path has to be there: see `variantsOf`. */
function parameters(
  place: 'path' | 'query',
  schema: unknown,
  jsonSchema: ToJsonSchema,
): (Json & { name: string })[] {
  if (!isSchema(schema)) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description = PARAMETERS[name], ...each }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: each,
  }))
}

/** The answer to what went well. */
function done({ response, answerType, isPaged }: FastifySchema, jsonSchema: ToJsonSchema): Json {
  const [[status, schema] = ['200']] = Object.entries(response ?? {})
  return {
    [status]: {
      description: 'Done.',
      ...(isPaged && {
        headers: {
          'x-next-cursor': {
            description: 'Pass as `cursor` for more; missing when there is none.',
            schema: { type: 'string' },
          },
        },
      }),
      ...(status !== '204' && {
        content: {
          [answerType ?? 'application/json']: {
            schema: isSchema(schema) ? jsonSchema(schema, 'output') : { type: 'string' },
          },
        },
      }),
    },
  }
}

/** What it refuses, by status; and everything else that can go wrong in the same shape. */
function refusals({ refuses = [], needs, querystring, body, form }: FastifySchema, isWrite: boolean): Json {
  const codes: ErrorCode[] = [
    ...((querystring ?? body ?? form) ? (['badRequest'] as const) : []),
    ...(needs === 'session' ? (['notSignedIn'] as const) : needs === 'admin' ? (['notFound'] as const) : []),
    ...refuses,
    ...(isWrite ? (['dayLimit', 'noRoom'] as const) : []),
  ]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = errorRecord[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, each]) => [
        status,
        {
          description: each.map((code) => `\`${code}\`: ${errorRecord[code].sentence}`).join('\n'),
          content,
        },
      ]),
    ),
    default: { description: 'Any other failure.', content },
  }
}

/** `GET /api/collections/:id/trades` becomes getCollectionsIdTrades. */
function operationId(method: string, path: string): string {
  const words = path.split(/[/:\-?]+/).filter((word) => word !== '' && word !== 'api')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
