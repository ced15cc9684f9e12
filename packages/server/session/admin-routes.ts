// Live sessions as admins see them: all of them, and any can be ended.
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  allSessionsPageSchema,
  allSessionsQuerySchema,
  sessionParamsSchema,
} from '@twinmint/sdk/internal/api/session/contract'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { decodeCursor, encodeCursor, timeCursor } from '../http/cursor.ts'
import { requireAdmin } from '../http/http.ts'
import { recordAdminAction } from './audit.ts'
import type { Sessions } from './sessions.ts'
import { listAllSessions } from './store.ts'

export interface AdminSessionDeps {
  readonly db: Database
  readonly sessions: Sessions
  readonly adminWallets: ReadonlySet<string>
}

export function adminSessionRoutes(app: App, deps: AdminSessionDeps): void {
  const { db, sessions, adminWallets } = deps
  app.get(
    '/api/admin/sessions',
    {
      schema: {
        tags: ['Admin'],
        summary: 'Everybody’s sessions, the last seen first',
        querystring: allSessionsQuerySchema,
        response: { 200: allSessionsPageSchema },
        needs: 'admin',
      },
    },
    async (request) => {
      const { limit, cursor } = request.query
      const rows = await listAllSessions(db, {
        limit,
        after: cursor === undefined ? undefined : decodeCursor(timeCursor, cursor),
      })
      const last = rows.at(-1)
      return {
        sessions: rows.map(({ sortKey: _sortKey, isAdminByLink, ...session }) => ({
          ...session,
          isAdmin:
            isAdminByLink || (session.walletAddress !== null && adminWallets.has(session.walletAddress)),
          isThis: session.id === request.session?.id,
        })),
        nextCursor: last && rows.length === limit ? encodeCursor([last.sortKey, last.id]) : null,
      }
    },
  )

  app.delete(
    '/api/admin/sessions/:id',
    {
      schema: {
        tags: ['Admin'],
        summary: 'End anybody’s session',
        params: sessionParamsSchema,
        response: { 204: nothingSchema },
        needs: 'admin',
      },
    },
    async (request, reply) => {
      const actor = requireAdmin(request)
      const isEnded = await sessions.revoke(request.params.id, (tx, { walletAddress, device }) =>
        recordAdminAction(tx, {
          actor,
          action: 'session.end',
          subject: walletAddress ?? 'admin link',
          before: { device },
        }),
      )
      if (!isEnded) throw new Refusal('notFound')
      return reply.code(204).send()
    },
  )
}
