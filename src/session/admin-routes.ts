// Live sessions as admins see them: all of them, and any can be ended.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AdminAction } from '../admin/contract.ts'
import { Refusal } from '../core/errors.ts'
import type { Database, Queryable } from '../database/database.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse, requireAdmin } from '../wire/http.ts'
import { type AllSessionsPage, allSessionsQuerySchema, sessionParamsSchema } from './contract.ts'
import type { Sessions } from './sessions.ts'
import { listAllSessions } from './store.ts'

export interface AdminSessionDeps {
  readonly db: Database
  readonly sessions: Sessions
  readonly adminWallets: ReadonlySet<string>
  readonly recordAdminAction: (tx: Queryable, action: AdminAction) => Promise<void>
}

const cursorSchema = z.tuple([z.string().regex(/^[\d:.+ -]{1,40}$/), z.uuid()])

export function adminSessionRoutes(app: FastifyInstance, deps: AdminSessionDeps): void {
  const { db, sessions, adminWallets } = deps
  app.get('/api/admin/sessions', async (request): Promise<AllSessionsPage> => {
    requireAdmin(request)
    const { limit, cursor } = parse(allSessionsQuerySchema, request.query)
    const rows = await listAllSessions(db, {
      limit,
      after: cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor),
    })
    const last = rows.at(-1)
    return {
      sessions: rows.map(({ sortKey: _sortKey, isAdminByLink, ...session }) => ({
        ...session,
        isAdmin: isAdminByLink || (session.walletAddress !== null && adminWallets.has(session.walletAddress)),
        isThis: session.id === request.session?.id,
      })),
      nextCursor: last && rows.length === limit ? encodeCursor([last.sortKey, last.id]) : null,
    }
  })

  app.delete('/api/admin/sessions/:id', async (request, reply) => {
    const actor = requireAdmin(request)
    const { id } = parse(sessionParamsSchema, request.params)
    const isEnded = await sessions.revoke(id, (tx, { walletAddress, device }) =>
      deps.recordAdminAction(tx, {
        actor,
        action: 'session.end',
        subject: walletAddress ?? 'admin link',
        before: { device },
      }),
    )
    if (!isEnded) throw new Refusal('notFound')
    return reply.code(204).send()
  })
}
