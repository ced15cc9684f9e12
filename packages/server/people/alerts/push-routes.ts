// The browsers that hear of a wallet's notifications while no page of the site is open.
import { ECDH } from 'node:crypto'
import {
  idParamsSchema,
  newPushSchema,
  PUSH_SUBSCRIPTIONS_MAX,
  pushSchema,
  pushSubscriptionSchema,
  pushTestSchema,
} from '@twinmint/sdk/api/alerts/contract'
import { afterPush, pushTarget, TEST_WORDS } from '@twinmint/sdk/api/alerts/rules'
import { Refusal } from '@twinmint/sdk/core/errors'
import { deviceOf } from '@twinmint/sdk/internal/api/session/rules'
import type { Database } from '../../database/database.ts'
import { type App, nothingSchema } from '../../http/calls.ts'
import { requireSignedIn } from '../../http/http.ts'
import { addSubscription, findSubscription, listSubscriptions, removeSubscription } from './push-store.ts'
import type { PushSender } from './send-push.ts'

const CHANGES_LIMIT = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }
const TEST_LIMIT = { config: { rateLimit: { max: 6, timeWindow: '1 minute' } } }

interface PushDeps {
  readonly db: Database
  readonly config: { readonly pushHosts: readonly string[] }
  readonly pushSender: PushSender
}

/** Whether the bytes are a point of the curve: a message for any other could not be made. */
function isPushKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length === 65
  } catch {
    return false
  }
}

export function pushRoutes(app: App, { db, config, pushSender }: PushDeps): void {
  app.get(
    '/api/user/push',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The key that browsers subscribe to, and those of the signed-in wallet that have',
        response: { 200: pushSchema },
        needs: 'session',
      },
    },
    async (request) => ({
      publicKey: pushSender.publicKey,
      subscriptions: await listSubscriptions(db, requireSignedIn(request)),
    }),
  )

  app.post(
    '/api/user/push',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Have a browser told: what its PushSubscription says of itself',
        description: `A browser is told of one wallet: of the one that subscribed it last. A wallet has ${PUSH_SUBSCRIPTIONS_MAX} at most; one more takes the place of the oldest.`,
        body: newPushSchema,
        response: { 200: pushSubscriptionSchema },
        needs: 'session',
        refuses: ['unknownPushService'],
      },
    },
    async (request) => {
      const walletAddress = requireSignedIn(request)
      const { session } = request
      if (!session) throw new Refusal('notSignedIn')
      const { endpoint, keys } = request.body
      const target = pushTarget(endpoint, config.pushHosts)
      if (target === undefined) throw new Refusal('unknownPushService')
      if (!isPushKey(keys.p256dh)) throw new Refusal('badRequest', 'keys.p256dh is no key of P-256.')
      const device = deviceOf(request.headers['user-agent'] ?? '')
      const added = await addSubscription(db, {
        walletAddress,
        endpoint: target.url.href,
        ...keys,
        device,
        sessionId: session.id,
      })
      if (added === undefined) throw new Error('the subscription was not stored')
      return added
    },
  )

  app.delete(
    '/api/user/push/:id',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'Tell a browser of the signed-in wallet nothing more',
        params: idParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['notFound'],
      },
    },
    async (request, reply) => {
      if (!(await removeSubscription(db, request.params.id, requireSignedIn(request))))
        throw new Refusal('notFound')
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/user/push/:id/test',
    {
      ...TEST_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary:
          'Send a browser of the signed-in wallet a notification, and say what its push service answered',
        params: idParamsSchema,
        response: { 200: pushTestSchema },
        needs: 'session',
        refuses: ['notFound'],
      },
    },
    async (request) => {
      const { id } = request.params
      const subscription = await findSubscription(db, id, requireSignedIn(request))
      if (subscription === undefined) throw new Refusal('notFound')
      const { status } = await pushSender.send({ ...subscription, message: TEST_WORDS, topic: 'test' })
      const next = afterPush(status, 1)
      if (next.kind === 'gone') await removeSubscription(db, id)
      return { isSent: next.kind === 'sent', reason: next.kind === 'sent' ? null : reasonOf(status) }
    },
  )
}

function reasonOf(status: number | undefined): string {
  if (status === undefined) return 'The browser’s push service did not answer. Try again later.'
  if (status === 404 || status === 410)
    return 'The browser’s push service does not know this browser any more. Turn notifications on again.'
  return `The browser’s push service refused it (status ${status}). Try again later.`
}
