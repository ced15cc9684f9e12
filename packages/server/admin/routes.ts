// What admins see and do, and the log of it. Reports are of community/, sessions of session/.
import { Readable } from 'node:stream'
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  adminCollectionSchema,
  adminCollectionsPageSchema,
  adminCollectionsQuerySchema,
  auditPageSchema,
  exportQuerySchema,
  type LandingSwitchState,
  landingSwitchSchema,
  markParamsSchema,
  markSchema,
  pageQuerySchema,
  rereadSchema,
  setLandingSchema,
  type WaitlistEntry,
  waitlistPageSchema,
} from '@twinmint/sdk/internal/api/admin/contract'
import { CSV_HEAD, csvLines, exportName, usernameLines } from '@twinmint/sdk/internal/api/admin/rules'
import { z } from 'zod'
import type { Database, Queryable } from '../database/database.ts'
import type { App } from '../http/calls.ts'
import { decodeCursor, encodeCursor, timeCursor } from '../http/cursor.ts'
import { requireAdmin } from '../http/http.ts'
import { recordAdminAction } from '../session/audit.ts'
import {
  type After,
  countWaitlist,
  listActions,
  listForAdmin,
  listWaitlist,
  markCollection,
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
  /**
   * Reads a coin again from the chain. Resolves with its mint; undefined where the chain does not say it at this moment. Refuses
   * collectionNotFound.
   */
  readonly reread: (collectionId: string) => Promise<string | undefined>
}

const EXPORT_ROWS = 5_000

export function adminRoutes(app: App, deps: AdminDeps): void {
  waitlistRoutes(app, deps)
  landingRoutes(app, deps)
  markRoutes(app, deps)
  app.get(
    '/api/admin/audit',
    {
      schema: {
        tags: ['Admin'],
        summary: 'What admins did, the latest first',
        querystring: pageQuerySchema,
        response: { 200: auditPageSchema },
        needs: 'admin',
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const rows = await listActions(deps.db, page)
      return { actions: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
    },
  )
}

function waitlistRoutes(app: App, { db }: AdminDeps): void {
  app.get(
    '/api/admin/waitlist',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Who has joined the waitlist, the latest first',
        querystring: pageQuerySchema,
        response: { 200: waitlistPageSchema },
        needs: 'admin',
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const [total, rows] = await Promise.all([countWaitlist(db), listWaitlist(db, page)])
      return { total, entries: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
    },
  )

  app.get(
    '/api/admin/waitlist/export',
    {
      schema: {
        tags: ['Admin'],
        summary: 'The whole waitlist as CSV, or as one "@username" a line',
        querystring: exportQuerySchema,
        answerType: 'text/csv',
        needs: 'admin',
      },
    },
    async (request, reply) => {
      const actor = requireAdmin(request)
      const { format } = request.query
      const after = { entries: await countWaitlist(db) }
      await recordAdminAction(db, { actor, action: 'waitlist.export', subject: format, after })
      const isCsv = format === 'csv'
      void reply
        .type(isCsv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
      if (isCsv) void reply.header('content-disposition', `attachment; filename="${exportName(new Date())}"`)
      return reply.send(Readable.from(isCsv ? csvOf(db) : usernamesOf(db)))
    },
  )
}

function landingRoutes(app: App, { db, landing }: AdminDeps): void {
  const landingState = (): LandingSwitchState => ({
    landingEnabled: landing.isOn,
    updatedBy: landing.setting?.updatedBy ?? null,
    updatedAt: landing.setting?.updatedAt ?? null,
  })
  app.get(
    '/api/admin/landing',
    {
      schema: {
        tags: ['Admin'],
        summary: 'The landing’s switch',
        response: { 200: landingSwitchSchema },
        needs: 'admin',
      },
    },
    async () => {
      await landing.look()
      return landingState()
    },
  )

  app.put(
    '/api/admin/landing',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Put the landing up, or take it down',
        body: setLandingSchema,
        response: { 200: landingSwitchSchema },
        needs: 'admin',
      },
    },
    async (request) => {
      const actor = requireAdmin(request)
      const { landingEnabled } = request.body
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
    },
  )
}

function markRoutes(app: App, { db, onMarked, reread }: AdminDeps): void {
  app.get(
    '/api/admin/collections',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Coins with their marks, hidden ones too, the latest first',
        querystring: adminCollectionsQuerySchema,
        response: { 200: adminCollectionsPageSchema },
        needs: 'admin',
      },
    },
    async ({ query }) => {
      const page = pageOf(query)
      const rows = await listForAdmin(db, { ...page, search: query.search, marked: query.marked })
      return { collections: rows.map(withoutKey), nextCursor: nextCursor(rows, page.limit) }
    },
  )

  app.put(
    '/api/admin/collections/:id',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Verify a coin, or hide it from lists and searches',
        params: markParamsSchema,
        body: markSchema,
        response: { 200: adminCollectionSchema },
        needs: 'admin',
        refuses: ['collectionNotFound'],
      },
    },
    async (request) => {
      const actor = requireAdmin(request)
      const { id } = request.params
      const collection = await db.transaction(async (tx) => {
        const marked = await markCollection(tx, id, request.body)
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

  app.post(
    '/api/admin/collections/:id/reread',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Read a coin again from the chain, and make all that is shown of it of that',
        params: markParamsSchema,
        response: { 200: rereadSchema },
        needs: 'admin',
        refuses: ['collectionNotFound', 'chainUnavailable'],
      },
    },
    async (request) => {
      const actor = requireAdmin(request)
      const mintAddress = await reread(request.params.id)
      if (mintAddress === undefined) throw new Refusal('chainUnavailable')
      await recordAdminAction(db, { actor, action: 'collection.reread', subject: mintAddress })
      return { mintAddress }
    },
  )
}

function pageOf({ limit, cursor }: z.output<typeof pageQuerySchema>): {
  readonly limit: number
  readonly after: After
} {
  return { limit, after: cursor === undefined ? undefined : decodeCursor(timeCursor, cursor) }
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
