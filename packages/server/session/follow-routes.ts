// Whom the wallet that is signed in follows. Nobody else is told.

import {
  followChangeSchema,
  followingSchema,
  followParamsSchema,
  followSchema,
} from '@twinmint/sdk/api/follows/contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { parseAddress, requireSignedIn } from '../http/http.ts'
import { listFollowed, removeFollow, setFollow } from './follow-store.ts'

const CHANGES_LIMIT = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

export function followRoutes(app: App, { db }: { readonly db: Database }): void {
  app.get(
    '/api/user/following',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The wallets that the signed-in wallet follows, the latest first',
        response: { 200: followingSchema },
        needs: 'session',
      },
    },
    async (request) => ({ following: await listFollowed(db, requireSignedIn(request)) }),
  )

  app.put(
    '/api/user/following/:walletAddress',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Follow a wallet, or change whether to be told of its trades',
        description: `A wallet follows ${FOLLOWED_MAX} others at most. Whom it follows is shown to nobody else.`,
        params: followParamsSchema,
        body: followChangeSchema,
        response: { 200: followSchema },
        needs: 'session',
        refuses: ['invalidAddress', 'followingFull'],
      },
    },
    async (request) => {
      const follower = requireSignedIn(request)
      const followed = parseAddress(request.params.walletAddress)
      if (followed === follower) throw new Refusal('badRequest', 'This is your own wallet. Follow others.')
      const follow = await setFollow(db, { follower, followed, notify: request.body.notify })
      if (!follow) throw new Refusal('followingFull')
      return follow
    },
  )

  app.delete(
    '/api/user/following/:walletAddress',
    {
      ...CHANGES_LIMIT,
      schema: {
        tags: ['Wallets'],
        summary: 'Follow a wallet no longer',
        params: followParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['invalidAddress'],
      },
    },
    async (request, reply) => {
      await removeFollow(db, {
        follower: requireSignedIn(request),
        followed: parseAddress(request.params.walletAddress),
      })
      return reply.code(204).send()
    },
  )
}
