// The alerts of the wallet that is signed in, and what came of them.

import {
  ALERTS_MAX,
  alertSchema,
  alertsSchema,
  idParamsSchema,
  type NewAlert,
  NOTIFICATIONS_MAX,
  newAlertSchema,
  notificationsSchema,
  OFFER_NEWS_MINUTES,
  OFFER_NOTES_MAX,
  readUntilSchema,
} from '@twinmint/sdk/api/alerts/contract'
import { type AlertTerms, parseTarget, refusalOf } from '@twinmint/sdk/api/alerts/rules'
import { Refusal } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import type { Database } from '../../database/database.ts'
import { type App, nothingSchema } from '../../http/calls.ts'
import { requireSignedIn } from '../../http/http.ts'
import type { Coins } from '../../index/coins.ts'
import { clearNotifications, listNotifications, markRead } from './notification-store.ts'
import { alertOf, notificationOf } from './records.ts'
import { addAlert, listAlerts, removeAlert } from './store.ts'

const CHANGES_LIMIT = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

interface AlertDeps {
  readonly db: Database
  readonly collections: Pick<Coins, 'load'>
  readonly config: { readonly solUsd: number }
}

/** What is asked for, or a refusal in the words that the page has for it. */
function termsOf(asked: NewAlert): AlertTerms {
  if (asked.kind === 'graduation') return { kind: 'graduation', direction: null, targetUnits: null }
  const read = parseTarget(asked.kind, asked.target)
  if ('problem' in read) throw new Refusal('badRequest', read.problem)
  return { kind: asked.kind, direction: asked.direction, targetUnits: read.units }
}

export function alertRoutes(app: App, { db, collections, config }: AlertDeps): void {
  app.get(
    '/api/user/alerts',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The alerts of the signed-in wallet that wait, the latest first',
        response: { 200: alertsSchema },
        needs: 'session',
      },
    },
    async (request) => ({ alerts: (await listAlerts(db, requireSignedIn(request))).map(alertOf) }),
  )

  app.post(
    '/api/user/alerts',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Be told once when a coin’s price or market cap gets somewhere, or when it graduates',
        description: `The same alert again is the one that is there. At most ${ALERTS_MAX} wait for a wallet.`,
        body: newAlertSchema,
        response: { 200: alertSchema },
        needs: 'session',
        refuses: ['collectionNotFound', 'tooManyAlerts', 'alertReached'],
      },
    },
    async (request) => {
      const walletAddress = requireSignedIn(request)
      const { collectionId } = request.body
      const terms = termsOf(request.body)
      await collections.load(collectionId)
      const row = await addAlert(
        db,
        { walletAddress, collectionId, ...terms, targetUnits: terms.targetUnits?.toString() ?? null },
        ({ reserveLamports, reserveBaseUnits, isGraduated }) => {
          const point = {
            reserveLamports: lamports(BigInt(reserveLamports)),
            reserveBaseUnits: baseUnits(BigInt(reserveBaseUnits)),
          }
          const refusal = refusalOf(terms, { point, isGraduated }, config.solUsd)
          if (refusal !== undefined) throw new Refusal('alertReached', refusal)
        },
      )
      if (row === undefined) throw new Refusal('tooManyAlerts')
      return alertOf(row)
    },
  )

  app.delete(
    '/api/user/alerts/:id',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'Delete an alert of the signed-in wallet',
        params: idParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['notFound'],
      },
    },
    async (request, reply) => {
      if (!(await removeAlert(db, requireSignedIn(request), request.params.id))) throw new Refusal('notFound')
      return reply.code(204).send()
    },
  )
  notificationRoutes(app, db)
}

function notificationRoutes(app: App, db: Database): void {
  app.get(
    '/api/user/notifications',
    {
      schema: {
        tags: ['Wallets'],
        summary:
          'What fired for the signed-in wallet, what wallets it follows traded, and offers for and sales of its NFTs, the latest first',
        description: `The last ${NOTIFICATIONS_MAX} are kept. A followed wallet is told of once a minute, with the number of its trades; offers for NFTs of one coin once in ${OFFER_NEWS_MINUTES} minutes, with the best of them, and only where it brings at least what release and sell would. Of offers the last ${OFFER_NOTES_MAX} are kept, whatever else there is; hidden coins' are not told.`,
        response: { 200: notificationsSchema },
        needs: 'session',
      },
    },
    async (request) => {
      const rows = await listNotifications(db, requireSignedIn(request))
      return {
        notifications: rows.map(notificationOf),
        unreadCount: rows.filter(({ isRead }) => !isRead).length,
      }
    },
  )

  app.post(
    '/api/user/notifications/read',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Mark a notification, and all before it, as read',
        body: readUntilSchema,
        response: { 204: nothingSchema },
        needs: 'session',
      },
    },
    async (request, reply) => {
      await markRead(db, requireSignedIn(request), request.body.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/user/notifications',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'Delete all notifications of the signed-in wallet',
        response: { 204: nothingSchema },
        needs: 'session',
      },
    },
    async (request, reply) => {
      await clearNotifications(db, requireSignedIn(request))
      return reply.code(204).send()
    },
  )
}
