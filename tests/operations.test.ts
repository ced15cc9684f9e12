// What those need who run a server or build on it: whether it is well, its figures, and a description of the API that is
// true. The built server, a real PostgreSQL whose connection is cut, real answers.
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { CHECKS_FOR, readySchema, statusSchema } from '@twinmint/sdk/internal/api/platform/status-contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { Random, withSeed } from '../program/test/random.ts'
import { type Client, createClient, makeOffer, swap } from './client.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { complaintsAbout, promtoolMissing } from './promtool.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { postgres, withSchema } from './services.ts'
import { isSoak, size } from './soak.ts'

interface Operation {
  readonly summary: string
  readonly 'x-undescribed'?: true
  readonly 'x-needs'?: 'session' | 'admin'
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
    readonly schema: { readonly enum?: readonly string[] }
  }[]
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
}
interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, object> }
}

let server: ServerProcess
let trader: Client
let coin: Collection

beforeAll(async () => {
  const keypair = createKeypair()
  server = await startServerProcess({
    env: { METRICS_TOKEN: 'a-token-of-this-test', SHOW_VERSIONS: 'on', ADMIN_WALLETS: keypair.address },
  })
  trader = createClient(server.origin, keypair)
  await trader.fund()
  await trader.airdrop(10)
  const image = await plainPicture()
  coin = await trader.launch({ devBuyAmount: '0.2' }, image)
  await trader.trade('BUY', coin.id, '0.3')
  await trader.trade('SELL', coin.id, '1000')
  await swap(trader, 'capture', coin.id, { count: 1 })
})
afterAll(() => server.remove())

const fetchMetrics = (origin: string) =>
  fetch(`${origin}/api/metrics`, { headers: { authorization: 'Bearer a-token-of-this-test' } })

/** Name and labels to value; throws on a line that is not of the format. */
async function readMetrics(origin: string): Promise<Map<string, number>> {
  const response = await fetchMetrics(origin)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const families = new Set<string>()
  const samples = new Map<string, number>()
  for (const line of (await response.text()).trimEnd().split('\n')) {
    const kind = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    if (kind) families.add(kind[1] ?? '')
    if (/^# (HELP|TYPE) [a-z_]+ \S/.test(line)) continue
    const sample = /^([a-z_]+)(\{(?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*\})? (-?[\d.e+-]+)$/.exec(line)
    expect([line, sample !== null]).toEqual([line, true])
    const [, name = '', labels = '', value] = sample ?? []
    expect(families).toContain(families.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))
    samples.set(`${name}${labels}`, Number(value))
  }
  return samples
}

describe('a server that is well', () => {
  test('answers that it lives, that it is ready, and how it is doing', async () => {
    expect(await trader.get('/api/health')).toMatchObject({ status: 'ok' })
    for (const [purpose, names] of Object.entries(CHECKS_FOR)) {
      const answer = await trader.get(`/api/ready?for=${purpose}`)
      const { checks } = z.strictObject(readySchema.shape).parse(answer)
      expect(checks.map(({ name, ok }) => [name, ok])).toEqual(names.map((name) => [name, true]))
    }
    const status = statusSchema.parse(await trader.get('/api/status'))
    expect(status.chain.slot).toBeGreaterThan(447_552_000)
    expect(status.chain.slotAgeSeconds).toBeLessThan(60)
    expect(status.index).toEqual({
      isWriter: true,
      transactionsBehind: 0,
      eventsWaiting: 0,
      secondsBehind: 0,
      cursorAgeSeconds: expect.any(Number),
      transactionsSetAside: 0,
      cutHistories: 0,
      readSlot: expect.any(Number),
      // No node can take back what is in this process.
      finalizedSlot: null,
      mismatches: 0,
      rollbacks: 0,
      gaps: 0,
    })
    // On the embedded chain the server's own key is all three.
    const { upgradeAuthority, admin, treasury } = status.keys ?? {}
    expect(upgradeAuthority).toMatchObject({ kind: 'wallet', program: null })
    expect([admin, treasury]).toEqual([upgradeAuthority, upgradeAuthority])
    expect(status.versions).toMatchObject({
      product: '0.2.0',
      programOnChain: 'same',
      programSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      productSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('counts requests, trades and readers in Prometheus’ format', async () => {
    const before = await readMetrics(server.origin)
    await trader.trade('BUY', coin.id, '0.01')
    await makeOffer(trader, coin.id, [7], 5n)
    await expect(trader.get('/api/collections/00000000-0000-8000-8000-000000000000')).rejects.toMatchObject({
      status: 404,
    })
    const live = await readLive(server.origin, 'market')
    const after = await readMetrics(server.origin)
    live.stop()
    expect(after.get('twinmint_live_readers')).toBe(1)
    const grown = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
    const executed = 'method="POST",route="/api/trades/execute"'
    expect(grown(`twinmint_http_requests_total{${executed},status="200"}`)).toBe(1)
    expect(grown(`twinmint_http_request_duration_seconds_count{${executed}}`)).toBe(1)
    expect(grown(`twinmint_http_request_duration_seconds_bucket{${executed},le="+Inf"}`)).toBe(1)
    expect(grown(`twinmint_http_request_duration_seconds_sum{${executed}}`)).toBeGreaterThan(0)
    expect(
      grown('twinmint_http_requests_total{method="GET",route="/api/collections/:id",status="404"}'),
    ).toBe(1)
    expect(grown('twinmint_trades_applied_total{type="BUY"}')).toBe(1)
    expect(after.get('twinmint_trades_applied_total{type="SWAP_TO_NFT"}')).toBe(1)
    expect(grown('twinmint_activity_applied_total{kind="OFFER"}')).toBe(1)
    expect(grown('twinmint_index_batch_size_sum')).toBe(2)
    expect(grown('twinmint_index_batch_size_bucket{le="2"}')).toBe(grown('twinmint_index_batch_size_count'))
    expect(after.get('twinmint_index_cursor_age_seconds')).toBeLessThan(60)
    for (const purpose of Object.keys(CHECKS_FOR))
      expect(after.get(`twinmint_ready{for="${purpose}"}`)).toBe(1)
    expect(after.get('twinmint_database_connections{state="idle"}')).toBeDefined()
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(after.get('nodejs_eventloop_delay_seconds{percentile="99"}')).toBeGreaterThanOrEqual(0)
  })

  if (promtoolMissing !== undefined) test.skip(`skipped: ${promtoolMissing}`)
  else
    test('has figures of which Prometheus’ own check finds nothing wrong', async () => {
      expect(complaintsAbout(await (await fetchMetrics(server.origin)).text())).toBe('')
    })

  test('keeps its figures from those without the token', async () => {
    for (const authorization of ['', 'Bearer wrong', 'a-token-of-this-test'])
      expect((await fetch(`${server.origin}/api/metrics`, { headers: { authorization } })).status).toBe(404)
  })
})

if (isSoak)
  describe('a server whose database goes away', () => {
    if (postgres.missing !== undefined) {
      test.skip(`skipped: ${postgres.missing}`)
      return
    }
    test('lives on, says that it is not ready and why, and is ready again when it is back', () =>
      withSchema('twinmint_operations_test', async (url) => {
        const through = new URL(url)
        const line = await openLine(new URL(url))
        through.hostname = '127.0.0.1'
        through.port = String(line.port)
        const cut = await startServerProcess({ env: { DATABASE_URL: through.href } })
        const ready = () => fetch(`${cut.origin}/api/ready`)
        try {
          expect((await ready()).status).toBe(200)
          await line.cut()
          await expect.poll(async () => (await ready()).status, { timeout: 30_000, interval: 300 }).toBe(503)
          expect(await (await ready()).json()).toMatchObject({
            code: 'notReady',
            message: expect.stringContaining('The database does not answer.'),
            requestId: expect.any(String),
            checks: expect.arrayContaining([expect.objectContaining({ name: 'database', ok: false })]),
          })
          expect((await fetch(`${cut.origin}/api/health`)).status).toBe(200)
          expect(statusSchema.parse(await (await fetch(`${cut.origin}/api/status`)).json())).toMatchObject({
            ready: false,
            database: { roundTripMs: null },
          })
          await line.mend()
          await expect.poll(async () => (await ready()).status, { timeout: 60_000, interval: 300 }).toBe(200)
        } finally {
          await line.mend()
          await cut.remove()
          await line.cut()
        }
      }))
  })

/** A wire to the database that can be cut and mended. */
async function openLine(to: URL) {
  const sockets = new Set<Socket>()
  const dial = () => connect(Number(to.port || 5432), to.hostname)
  const open = (at: number) =>
    new Promise<Server>((resolve) => {
      const listener = createServer((near) => {
        const far = dial()
        for (const [socket, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(socket)
          socket.on('error', () => other.destroy()).on('close', () => other.destroy())
          socket.pipe(other)
        }
      }).listen(at, '127.0.0.1', () => resolve(listener))
    })
  let listener: Server | undefined = await open(0)
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    async cut() {
      const closing = listener
      listener = undefined
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()))
    },
    async mend() {
      listener ??= await open(port)
    },
  }
}

describe('the description of the API', () => {
  let document: Document
  beforeAll(async () => {
    document = await trader.get<Document>('/api/docs')
  })
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

  test('says what every route is for', () => {
    const undescribed = operations().filter(({ operation }) => operation['x-undescribed'])
    expect(
      undescribed.map(({ path, method }) => `${method.toUpperCase()} ${path}`),
      'give its schema a summary (packages/server/http/calls.ts)',
    ).toEqual([])
    expect(operations().length).toBeGreaterThan(80)
    const open = operations().filter(
      ({ path, operation }) => path.startsWith('/api/admin/') && operation['x-needs'] !== 'admin',
    )
    expect(
      open.map(({ path, method }) => `${method} ${path}`),
      'admins alone',
    ).toEqual([])
  })

  test('lists the daily limit and the full disk for every call that writes, and for no other', () => {
    for (const { path, method, operation } of operations()) {
      const described = JSON.stringify(operation.responses)
      const isWrite = path.startsWith('/api/') && !['get', 'delete'].includes(method)
      expect([method, path, described.includes('`dayLimit`')]).toEqual([method, path, isWrite])
      // Other calls may refuse noRoom for reasons of their own.
      expect([method, path, !isWrite || described.includes('`noRoom`')]).toEqual([method, path, true])
    }
  })

  test('is OpenAPI 3.1 whose references all lead somewhere', () => {
    expect(document.openapi).toBe('3.1.0')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)
    expect(references.length).toBeGreaterThan(20)
    const lost = references.filter(
      (to) => !(to.replace('#/components/schemas/', '') in document.components.schemas),
    )
    expect(lost).toEqual([])
    const ids = operations().map(({ operation }) => (operation as { operationId?: string }).operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  /** An example value of every parameter. */
  let values: Record<string, string> = {}
  const filledPath = (path: string) =>
    path.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
      expect(values, `an example of {${name}} for ${path}`).toHaveProperty([name])
      return encodeURIComponent(values[name] ?? '')
    })
  const filledQuery = ({ parameters }: Operation) =>
    new URLSearchParams(
      parameters
        .filter((parameter) => parameter.in === 'query' && parameter.required)
        .map(({ name }) => [name, values[name] ?? '']),
    )

  test('says of every JSON that is read what really comes', async () => {
    // An admin with a profile may read everything there is.
    await trader.signIn()
    await trader.put('/api/user/profile', { walletAddress: trader.address, username: 'Reader', bio: '' })
    const { comment } = await trader.post<{ comment: { id: string } }>(
      `/api/collections/${coin.id}/comments`,
      { message: 'First' },
    )
    const { nfts } = await trader.get<{ nfts: { tokenId: number }[] }>(
      `/api/user/nfts/${coin.id}/${trader.address}`,
    )
    values = {
      id: coin.id,
      projectId: coin.id,
      collectionId: coin.id,
      mint: coin.mintAddress,
      edition: String(nfts[0]?.tokenId),
      part: String(nfts[0]?.tokenId),
      address: trader.address,
      wallet: trader.address,
      walletAddress: trader.address,
      recipientAddress: trader.address,
      wallets: trader.address,
      q: 'test',
      messageId: comment.id,
      username: 'somebody',
    }
    let count = 0
    for (const { path, method, operation } of operations()) {
      const schema = operation.responses['200']?.content?.['application/json']?.schema
      if (method !== 'get' || schema === undefined) continue
      const filled = filledPath(path)
      const answer = await trader.get(`${filled}?${filledQuery(operation)}`)
      const whole = JSON.parse(
        JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
          '"#/components/schemas/',
          '"#/$defs/',
        ),
      ) as Parameters<typeof z.fromJSONSchema>[0]
      const checked = z.fromJSONSchema(whole).safeParse(answer)
      expect(checked.error?.issues.slice(0, 3), `GET ${filled}`).toBeUndefined()
      count++
    }
    expect(count).toBeGreaterThan(20)
  })

  test('a forged cursor is never answered with a server error', () =>
    withSeed(async (seed) => {
      const random = new Random(seed)
      const cookie = { cookie: trader.cookie() ?? '' }
      const failed: string[] = []
      const ask = async (path: string, query: URLSearchParams) => {
        const response = await fetch(`${server.origin}${path}?${query}`, { headers: cookie })
        const { nextCursor = null } = (await response.json()) as { nextCursor?: unknown }
        if (response.status >= 500) failed.push(`${path}?${query}: ${response.status}`)
        return response.headers.get('x-next-cursor') ?? nextCursor
      }
      const lists = operations().filter(({ operation }) =>
        operation.parameters.some(({ name }) => name === 'cursor'),
      )
      let read = 0
      for (const { path, operation } of lists) {
        const given = new Set<unknown>([null])
        const variants = operation.parameters.flatMap(({ name, schema }) =>
          (schema.enum ?? []).map((value) => [name, value] as const),
        )
        for (const [name, value] of [['limit', '1'] as const, ...variants]) {
          const query = filledQuery(operation)
          query.set('limit', '1')
          query.set(name, value)
          const cursor = await ask(filledPath(path), query)
          const isNew = !given.has(cursor) || name === 'limit'
          given.add(cursor)
          if (cursor !== null) read++
          for (const hostile of hostileCursors(cursor, random, isNew ? CURSORS : CURSORS / 10)) {
            query.set('cursor', hostile)
            await ask(filledPath(path), query)
          }
        }
      }
      expect(failed.slice(0, 20)).toEqual([])
      expect(lists.length).toBeGreaterThan(15)
      expect(read).toBeGreaterThan(20)
    }))
})

/** Forged cursors per list and variant. */
const CURSORS = size(12, 2_000)
const PARTS: readonly unknown[] = [
  '', ':', '-', '.', '1', '1e999', '1e-999', '9'.repeat(40), '-1', 'abc', '\0', 'NaN', 'infinity', '2026-13-01 00:00:00+00',
  '2026-02-30T00:00:00Z', '2026-02-30 00:00:00+00', '2026-01-01 00:00:00+23', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00Z',
  '00000000-0000-4000-8000-000000000000', 'sale', 'rest', null, true, -1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, [], {}, ['1', '2', '3'],
] // biome-ignore format: a list to read at a glance

/** Real cursors with replaced parts, and invalid texts. */
function hostileCursors(cursor: unknown, random: Random, count: number): string[] {
  const part = () => PARTS[random.below(PARTS.length)]
  const real = typeof cursor === 'string' ? partsOf(cursor) : undefined
  return Array.from({ length: count }, (_, at) => {
    if (at % 8 === 7) return String(part())
    const parts = real?.slice() ?? Array.from({ length: 1 + random.below(4) }, part)
    parts[random.below(parts.length)] = part()
    const text = JSON.stringify(parts)
    return Buffer.from(at % 16 === 6 ? text.slice(0, random.below(text.length)) : text).toString('base64url')
  })
}

function partsOf(cursor: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : undefined
  } catch {
    return undefined
  }
}
