// Makes the OpenAPI 3.1 document of `GET /api/docs` out of the table in openapi.ts and the routes that this server has.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ErrorCode, errorRecord } from '../core/errors.ts'
import { GROUPS, NAMED, ROUTES, type RouteDoc } from './openapi.ts'

type Json = Record<string, unknown>

const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'The coin’s id or its mint address.',
  projectId: 'The coin’s id or its mint address.',
  collectionId: 'The coin’s id or its mint address.',
  messageId: 'The comment’s, the answer’s or the chat message’s id.',
  edition: 'The NFT’s number, 1 to 1,000.',
  mint: 'The coin’s mint address.',
  part: '`collection`, or an NFT’s number.',
  address: 'A wallet’s address.',
  wallet: 'A wallet’s address.',
  walletAddress: 'A wallet’s address.',
  cursor: 'From the answer before, for what comes after it.',
}

const errorSchema = z.object({
  error: z.string().meta({ description: 'A title for a person.' }),
  message: z.string().meta({ description: 'What happened and what to do.' }),
  code: z.enum(Object.keys(errorRecord) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
})

/** Remembers every route of the API that is registered from now on, as `GET /api/…`. */
export function collectRoutes(app: FastifyInstance): readonly string[] {
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat())
      if (/^\/(api|rpc)(\/|$)/.test(url) && /^(GET|POST|PUT|PATCH|DELETE)$/.test(each))
        routes.push(`${each} ${url}`)
  })
  return routes
}

/** One that opens a WebSocket or says how to; it answers nothing. */
const NOT_A_CALL = 'GET /rpc'

export function openApiDocument(routes: readonly string[]): Json {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  const schemas: Json = {}
  const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const made = z.toJSONSchema(schema, {
      metadata: registry as typeof z.globalRegistry,
      io,
      unrepresentable: 'any',
    }) as Json & { $defs?: Json }
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
  for (const route of [...new Set(routes)].filter((each) => each !== NOT_A_CALL).sort(inTableOrder))
    for (const variant of variantsOf(route)) {
      const [method = '', path = ''] = variant.split(' ')
      const template = path.replace(/:([A-Za-z]+)/g, '{$1}')
      paths[template] ??= {}
      paths[template][method.toLowerCase()] = operation(route, path, ROUTES[route], jsonSchema)
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
    tags: GROUPS.map((name) => ({ name })),
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

const ORDER = new Map(Object.keys(ROUTES).map((route, at) => [route, at]))
const inTableOrder = (a: string, b: string): number =>
  (ORDER.get(a) ?? Number.MAX_SAFE_INTEGER) - (ORDER.get(b) ?? Number.MAX_SAFE_INTEGER)

/** A last part that may be left out makes two paths. */
function variantsOf(route: string): string[] {
  const without = route.replace(/\/:[A-Za-z]+\?$/, '')
  return without === route ? [route] : [without, route.slice(0, -1)]
}

function operation(
  route: string,
  path: string,
  doc: RouteDoc | undefined,
  jsonSchema: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json {
  if (!doc) return { summary: 'Not described yet', 'x-undescribed': true, responses: {} }
  const parameters = [
    ...[...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      ...(PARAMETERS[name] === undefined ? {} : { description: PARAMETERS[name] }),
      schema: { type: 'string' },
    })),
    ...(doc.query ? queryParameters(jsonSchema(doc.query, 'input')) : []),
  ]
  const type = doc.answerType ?? 'application/json'
  const schema = doc.answer ? jsonSchema(doc.answer, 'output') : { type: 'string' }
  return {
    operationId: operationId(route, path),
    tags: [doc.group],
    summary: doc.summary,
    ...(doc.description === undefined ? {} : { description: doc.description }),
    ...(doc.needs === undefined ? {} : { security: [{ session: [] }], 'x-needs': doc.needs }),
    parameters,
    ...(doc.body
      ? {
          requestBody: {
            required: true,
            content: { [doc.bodyType ?? 'application/json']: { schema: jsonSchema(doc.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [doc.status ?? 200]: {
        description: 'Done.',
        ...(doc.paged
          ? {
              headers: {
                'x-next-cursor': {
                  description: 'Pass as `cursor` for more; missing when there is none.',
                  schema: { type: 'string' },
                },
              },
            }
          : {}),
        ...(doc.status === 204 ? {} : { content: { [type]: { schema } } }),
      },
      ...refusals(doc),
    },
  }
}

function queryParameters(schema: Json): Json[] {
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  return Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).map(
    ([name, each]) => ({
      name,
      in: 'query',
      required: required.has(name),
      ...(PARAMETERS[name] === undefined ? {} : { description: PARAMETERS[name] }),
      schema: each,
    }),
  )
}

/** What it refuses, by status; and everything else that can go wrong in the same shape. */
function refusals({ refuses = [], needs, query, body }: RouteDoc): Json {
  const codes: ErrorCode[] = [
    ...(query || body ? (['badRequest'] as const) : []),
    ...(needs === 'session' ? (['notSignedIn'] as const) : needs === 'admin' ? (['notFound'] as const) : []),
    ...refuses,
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
function operationId(route: string, path: string): string {
  const words = path.split(/[/:\-?]+/).filter((word) => word !== '' && word !== 'api')
  const method = (route.split(' ')[0] ?? '').toLowerCase()
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
