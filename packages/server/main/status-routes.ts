// For those who run the server and those who wonder: does it answer, is it ready, how is it doing, and figures over time.
import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  CHECKS_FOR,
  type Check,
  checkSchema,
  healthSchema,
  readyQuerySchema,
  readySchema,
  type Status,
  statusSchema,
} from '@twinmint/sdk/internal/api/platform/status-contract'
import type { DayBudget } from '@twinmint/sdk/internal/core/day-budget'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import type { ContentStore } from '../content/storage/store.ts'
import type { Database } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { errorBody, errorSchema } from '../http/http.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { rememberFor } from '../http/remember.ts'
import type { WriterState } from '../index/service/writer-state.ts'
import { loadHistoryFigures } from '../index/store.ts'
import { chainCheck, indexCheck, streamCheck, writesCheck } from './checks.ts'
import type { Drain } from './fleet/drain.ts'
import type { Servers } from './fleet/servers.ts'
import type { Metrics } from './metrics.ts'
import { keysReader, PRODUCT_VERSION, versionsReader } from './versions.ts'

export interface StatusDeps {
  readonly db: Database
  readonly chain: Chain
  readonly index: {
    /** Of the server that writes the index; undefined while none does. */
    readonly state: WriterState | undefined
    readonly isWriter: boolean
  }
  readonly live: Pick<LiveHub, 'readerCount' | 'counts' | 'bus'>
  readonly drain: Pick<Drain, 'hasBegun'>
  readonly servers: Pick<Servers, 'beat' | 'checks' | 'offsets'>
  readonly day: Pick<DayBudget, 'today'>
  readonly store: Pick<ContentStore, 'kind' | 'check'>
  readonly metrics: Metrics
  /** Asked for by `GET /api/metrics`, which is there for nobody where it is not set. */
  readonly metricsToken: string | undefined
  readonly showVersions: boolean
}

const notReadySchema = errorSchema.extend({ checks: z.array(checkSchema) })
const LOOK_EVERY_MS = 1_000
const ANSWER_MS = 2_000
/** A store of others may count how often it is asked. */
const CONTENT_EVERY_MS = 10_000

export function statusRoutes(app: App, deps: StatusDeps): void {
  const { metrics } = deps
  app.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  const readVersions = versionsReader(deps.chain, deps.showVersions)
  const keys = keysReader(deps.chain)
  const content = rememberFor(CONTENT_EVERY_MS, () => readContent(deps.store))
  const lookAtDatabase = sharedLook(() => readDatabase(deps), LOOK_EVERY_MS)
  const look = sharedLook(() => readStatus(deps, { readVersions, readKeys: keys, content }), LOOK_EVERY_MS)

  app.get(
    '/api/health',
    { schema: { tags: ['Site'], summary: 'The process answers', response: { 200: healthSchema } } },
    async () => ({ status: 'ok' as const, uptimeSeconds: Math.floor(process.uptime()) }),
  )

  app.get(
    '/api/ready',
    {
      schema: {
        tags: ['Site'],
        summary: 'Whether visitors can read here, or trade',
        description:
          'For reading the database answers and holds the index. For trading it also takes writes, the network answers, and a server writes the index and is not behind. Otherwise 503, in the shape of errors with the same `checks`.',
        querystring: readyQuerySchema,
        response: { 200: readySchema, 503: notReadySchema },
        refuses: ['notReady'],
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      // At once: a look may take seconds, and after the drain nobody can ask any more.
      if (deps.drain.hasBegun)
        return reply
          .code(503)
          .send({ ...errorBody('notReady', 'This server is about to stop.', request.id), checks: [] })
      // A balancer that asks for reading does not wait for a node.
      const checks =
        request.query.for === 'reading'
          ? [(await lookAtDatabase()).check]
          : checksFor('trading', (await look()).checks)
      const wrong = checks.filter(({ ok }) => !ok).map(({ sentence }) => sentence)
      if (wrong.length === 0) return { ready: true as const, checks }
      return reply.code(503).send({ ...errorBody('notReady', wrong.join(' '), request.id), checks })
    },
  )

  app.get(
    '/api/status',
    { schema: { tags: ['Site'], summary: 'How this server is doing', response: { 200: statusSchema } } },
    async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
      return look()
    },
  )

  app.get(
    '/api/metrics',
    {
      schema: {
        tags: ['Site'],
        summary: 'Figures for Prometheus',
        description:
          'Only to `Authorization: Bearer …` with the setting METRICS_TOKEN; without it there is nothing.',
        answerType: 'text/plain',
      },
    },
    async (request, reply) => {
      if (!mayRead(deps.metricsToken, request.headers.authorization)) throw new Refusal('notFound')
      const { chain, index, clock, servers, ready, readyForTrading } = await look()
      const text = metrics.text({
        ...chain,
        ...index,
        ...clock,
        servers,
        stream: deps.live,
        today: deps.day.today,
        connections: deps.db.load(),
        nodeCalls: deps.chain.nodeCalls(),
        readyFor: { reading: ready, trading: readyForTrading },
        product: PRODUCT_VERSION,
      })
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
}

function mayRead(token: string | undefined, authorization: string | undefined): boolean {
  if (token === undefined) return false
  const [said, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return said.length === wanted.length && timingSafeEqual(said, wanted)
}

/** Nobody gets a look that began before he asked: whoever asks within a second of one shares the next. */
export function sharedLook<T>(look: () => Promise<T>, everyMs: number): () => Promise<T> {
  let beganMs = Number.NEGATIVE_INFINITY
  let next: Promise<T> | undefined
  return () =>
    (next ??= new Promise<void>((begin) => {
      setTimeout(begin, Math.max(0, beganMs + everyMs - performance.now()))
    }).then(() => {
      next = undefined
      beganMs = performance.now()
      return look()
    }))
}

async function readStatus(
  deps: StatusDeps,
  {
    readVersions,
    readKeys,
    content: askContent,
  }: {
    readonly readVersions: ReturnType<typeof versionsReader>
    readonly readKeys: ReturnType<typeof keysReader>
    readonly content: () => Promise<Status['content']>
  },
): Promise<Status> {
  const { db, chain, index, live, servers } = deps
  const [slot, { check: databaseCheck, history }, write, versions, keys, content] = await Promise.all([
    timed(readSlot(chain)),
    readDatabase(deps),
    timed(
      servers.beat().then(
        (seen) => ({ seen, failure: undefined }),
        (failure: unknown) => ({ seen: undefined, failure }),
      ),
    ),
    readVersions(ANSWER_MS),
    readKeys(ANSWER_MS),
    askContent(),
  ])
  const { state } = index
  const seen = write?.value.seen
  const fleetChecks = servers.checks(seen)
  const { databaseMs, chainMs } = servers.offsets(seen)
  const secondsBehind = round((state?.lag.waitingMs ?? 0) / 1_000)
  const checks: Check[] = [
    databaseCheck,
    writesCheck(write),
    chainCheck(slot, chain),
    indexCheck(state, secondsBehind),
  ]
  return {
    ready: databaseCheck.ok,
    readyForTrading: checks.every(({ ok }) => ok),
    // A server whose readers hear late can do everything else, so it is ready nevertheless.
    checks: [...checks, streamCheck(live.bus, index.isWriter), ...fleetChecks],
    checkedAt: new Date().toISOString(),
    startedAt: new Date(performance.timeOrigin).toISOString(),
    uptimeSeconds: Math.floor(process.uptime()),
    chain: {
      slot: slot?.value.slot ?? null,
      slotAgeSeconds: slot?.value.ageSeconds ?? null,
      roundTripMs: slot?.tookMs ?? null,
      deafSince: chain.deafSince?.toISOString() ?? null,
    },
    index: {
      isWriter: index.isWriter,
      transactionsBehind: state?.lag.transactions ?? 0,
      eventsWaiting: state?.lag.events ?? 0,
      secondsBehind,
      cursorAgeSeconds: state?.readThroughMs ? round((Date.now() - state.readThroughMs) / 1_000) : null,
      transactionsSetAside: state?.setAside ?? 0,
      cutHistories: history?.value.cut ?? null,
      readSlot: history?.value.readSlot ?? null,
      // What only this process writes needs no second look.
      finalizedSlot: (chain.watchIsComplete ? undefined : history?.value.finalizedSlot) ?? null,
      ...(state?.repairs ?? { mismatches: 0, rollbacks: 0, gaps: 0 }),
    },
    database: { kind: db.kind, roundTripMs: history?.tookMs ?? null },
    content,
    clock: {
      databaseOffsetSeconds: databaseMs === undefined ? null : round(databaseMs / 1_000),
      chainOffsetSeconds: chainMs === undefined ? null : round(chainMs / 1_000),
    },
    live: { readers: live.readerCount },
    servers: seen?.servers.length ?? null,
    keys,
    versions,
  }
}

const checksFor = (purpose: keyof typeof CHECKS_FOR, checks: readonly Check[]): Check[] => {
  const names: readonly Check['name'][] = CHECKS_FOR[purpose]
  return checks.filter(({ name }) => names.includes(name))
}

async function readDatabase({ db, chain }: Pick<StatusDeps, 'db' | 'chain'>) {
  const history = await timed(loadHistoryFigures(db, chain.programAddress))
  const sentence =
    history === undefined
      ? 'The database does not answer.'
      : history.value.readSlot === null
        ? 'The index has not been read from the chain yet.'
        : undefined
  const check: Check = {
    name: 'database',
    ok: sentence === undefined,
    sentence: sentence ?? `Answers in ${history?.tookMs} ms.`,
  }
  return { check, history }
}

/** Without it the site trades on, so a server whose store is away is ready nevertheless. */
async function readContent(store: StatusDeps['store']): Promise<Status['content']> {
  const answer = await timed(store.check())
  return {
    kind: store.kind,
    roundTripMs: answer?.tookMs ?? null,
    sentence:
      answer === undefined
        ? 'The store of the pictures does not answer: pictures may be missing, and nothing can be launched.'
        : `Answers in ${answer.tookMs} ms.`,
  }
}

async function readSlot({ rpc }: Chain) {
  const abortSignal = AbortSignal.timeout(ANSWER_MS)
  const slot = await rpc.getSlot({ commitment: 'confirmed' }).send({ abortSignal })
  // A node does not know the time of every slot.
  const time = await rpc
    .getBlockTime(slot)
    .send({ abortSignal })
    .catch(() => null)
  const ageSeconds = time === null ? null : Math.max(0, Math.round(Date.now() / 1_000 - Number(time)))
  return { slot: Number(slot), ageSeconds }
}

const round = (figure: number): number => Math.round(figure * 10) / 10

/** What it answers and how long that took; undefined when it fails or takes too long. */
async function timed<T>(
  answer: Promise<T>,
): Promise<{ readonly value: T; readonly tookMs: number } | undefined> {
  const begin = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  })
  try {
    const value = await Promise.race([answer, late])
    return { value, tookMs: round(performance.now() - begin) }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
