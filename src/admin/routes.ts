// What admins see and do, and the log of it. Reports are of community/, sessions of session/.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../core/errors.ts'
import type { Database, Queryable } from '../database/database.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse, requireAdmin } from '../wire/http.ts'
import {
  type AdminCollection,
  type AdminCollectionsPage,
  type AuditPage,
  adminCollectionsQuerySchema,
  exportQuerySchema,
  type LandingSwitchState,
  markSchema,
  pageQuerySchema,
  setLandingSchema,
  type WaitlistEntry,
  type WaitlistPage,
} from './contract.ts'
import { CSV_HEAD, csvLines, exportName, usernameLines } from './rules.ts'
import {
  type After,
  countWaitlist,
  listActions,
  listForAdmin,
  listWaitlist,
  markCollection,
  recordAdminAction,
} from './store.ts'

export interface AdminDeps {
  readonly db: Database
  readonly landing: {
    readonly isOn: boolean
    readonly setting: { readonly updatedBy: string; readonly updatedAt: string } | undefined
    save(tx: Queryable, landingEnabled: boolean, updatedBy: string): Promise<void>
    look(): Promise<void>
  }
  /** The marks of these coins have changed. */
  readonly onMarked: (collectionIds: readonly string[]) => void
}

const EXPORT_ROWS = 5_000
const cursorSchema = z.tuple([z.string().regex(/^[\d:.+ -]{1,40}$/), z.uuid()])

export function adminRoutes(app: FastifyInstance, { db, landing, onMarked }: AdminDeps): void {
  // Before a body is read: a stranger hears the same whatever is sent, and whichever part of the server answers.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/api/admin/') === true && !request.isAdmin)
      return done(new Refusal('notFound'))
    done()
  })

  app.get('/api/admin/waitlist', async (request): Promise<WaitlistPage> => {
    requireAdmin(request)
    const page = readPage(request.query)
    const [total, rows] = await Promise.all([countWaitlist(db), listWaitlist(db, page)])
    return { total, entries: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
  })

  app.get('/api/admin/waitlist/export', async (request, reply) => {
    const actor = requireAdmin(request)
    const { format } = parse(exportQuerySchema, request.query)
    const after = { entries: await countWaitlist(db) }
    await recordAdminAction(db, { actor, action: 'waitlist.export', subject: format, after })
    const isCsv = format === 'csv'
    void reply
      .type(isCsv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
    if (isCsv) void reply.header('content-disposition', `attachment; filename="${exportName(new Date())}"`)
    return reply.send(Readable.from(isCsv ? csvOf(db) : usernamesOf(db)))
  })

  const landingState = (): LandingSwitchState => ({
    landingEnabled: landing.isOn,
    updatedBy: landing.setting?.updatedBy ?? null,
    updatedAt: landing.setting?.updatedAt ?? null,
  })
  app.get('/api/admin/landing', async (request) => {
    requireAdmin(request)
    await landing.look()
    return landingState()
  })

  app.put('/api/admin/landing', async (request) => {
    const actor = requireAdmin(request)
    const { landingEnabled } = parse(setLandingSchema, request.body)
    await db.transaction(async (tx) => {
      const before = { landingEnabled: landing.isOn }
      await landing.save(tx, landingEnabled, actor)
      await recordAdminAction(tx, {
        actor,
        action: 'landing.set',
        subject: 'landing',
        before,
        after: { landingEnabled },
      })
    })
    await landing.look()
    return landingState()
  })

  app.get('/api/admin/collections', async (request): Promise<AdminCollectionsPage> => {
    requireAdmin(request)
    const { search, marked } = parse(adminCollectionsQuerySchema, request.query)
    const page = readPage(request.query)
    const rows = await listForAdmin(db, { ...page, search, marked })
    return { collections: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
  })

  app.put<{ Params: { id: string } }>(
    '/api/admin/collections/:id',
    async (request): Promise<AdminCollection> => {
      const actor = requireAdmin(request)
      const { id } = parse(z.object({ id: z.uuid() }), request.params)
      const marks = parse(markSchema, request.body)
      const collection = await db.transaction(async (tx) => {
        const marked = await markCollection(tx, id, marks)
        if (!marked) throw new Refusal('collectionNotFound')
        const { isVerified, isHidden, mintAddress, name } = marked.collection
        await recordAdminAction(tx, {
          actor,
          action: 'collection.mark',
          subject: mintAddress,
          before: marked.before,
          after: { isVerified, isHidden, name },
        })
        return marked.collection
      })
      onMarked([id])
      return withoutKey(collection)
    },
  )

  app.get('/api/admin/audit', async (request): Promise<AuditPage> => {
    requireAdmin(request)
    const page = readPage(request.query)
    const rows = await listActions(db, page)
    return { actions: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
  })
}

function readPage(query: unknown): { readonly limit: number; readonly after: After } {
  const { limit, cursor } = parse(pageQuerySchema, query)
  return { limit, after: cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor) }
}

function nextCursor(
  rows: readonly { readonly id: string; readonly sortKey: string }[],
  limit: number,
): string | null {
  const last = rows.at(-1)
  return last && rows.length === limit ? encodeCursor([last.sortKey, last.id]) : null
}

function withoutKey<Row extends object>(row: Row): Row {
  const { sortKey: _sortKey, ...rest } = row as Row & { sortKey?: string }
  return rest as Row
}

/** All entries, some at a time, so that a long list is never in memory whole. */
async function* entriesOf(db: Database): AsyncGenerator<WaitlistEntry[]> {
  let after: After
  for (;;) {
    const rows = await listWaitlist(db, { limit: EXPORT_ROWS, after })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = [last.sortKey, last.id]
  }
}

async function* csvOf(db: Database): AsyncGenerator<string> {
  yield CSV_HEAD
  for await (const entries of entriesOf(db)) yield csvLines(entries)
}

async function* usernamesOf(db: Database): AsyncGenerator<string> {
  for await (const entries of entriesOf(db)) yield usernameLines(entries)
}
