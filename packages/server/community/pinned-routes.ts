// The comment that a coin's creator has pinned above the others: one of their own, which they may give another text there.
// Reports and moderation are those of all comments; what is hidden or deleted is not pinned any more.

import { pinnedSchema, pinSchema, postedCommentSchema } from '@twinmint/sdk/api/community/contract'
import {
  cleanMessage,
  commentOf,
  decidePost,
  pinRefusal,
  REPLIES_SHOWN,
} from '@twinmint/sdk/api/community/rules'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { requireSignedIn } from '../http/http.ts'
import type { LiveHub } from '../http/live/hub.ts'
import { findMessage, findPinned, latestReplies, pinMessage, unpinMessage } from './store.ts'

export interface CommunityDeps {
  readonly db: Database
  readonly collections: {
    mintOf(idOrMint: string): Promise<{ readonly id: string }>
    load(id: string): Promise<{ readonly creatorAddress: string }>
  }
  readonly live: Pick<LiveHub, 'publish'>
  /** The number of these coins' comments has changed. */
  readonly onCounted: (collectionIds: readonly string[]) => void
}

const PIN_LIMIT = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

export function pinnedRoutes(app: App, deps: CommunityDeps): void {
  const { db, collections } = deps

  app.get(
    '/api/collections/:id/pinned',
    {
      schema: {
        tags: ['Community'],
        summary: 'The comment that the coin’s creator has pinned above the others',
        params: coinParamsSchema,
        response: { 200: pinnedSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params }) => {
      const { id } = await collections.mintOf(params.id)
      const row = await findPinned(db, id)
      return { pinned: row ? commentOf(row, await latestReplies(db, [row.id], REPLIES_SHOWN)) : null }
    },
  )

  app.put(
    '/api/collections/:id/pinned',
    {
      ...PIN_LIMIT,
      schema: {
        tags: ['Community'],
        summary: 'Pin one of one’s own comments on a coin that one launched, in place of the former one',
        description:
          'With `message` it is given another text, and shown as edited. Doing the same again changes nothing.',
        params: coinParamsSchema,
        body: pinSchema,
        response: { 200: postedCommentSchema },
        needs: 'session',
        refuses: [
          'collectionNotFound',
          'notCreator',
          'messageNotFound',
          'notYourMessage',
          'messageBlank',
          'messageTooLong',
          'messageReported',
        ],
      },
    },
    async (request) => {
      const creatorAddress = requireSignedIn(request)
      const collectionId = await ownCoin(deps, request.params.id, creatorAddress)
      const { messageId: id, message } = request.body
      const text = message === undefined ? undefined : cleanMessage(message)
      // Only the text is judged: how often is the call's limit.
      const decision = text === undefined ? undefined : decidePost(text, [])
      if (decision?.kind === 'refused') throw new Refusal(decision.code, decision.detail)
      const pin = { id, collectionId, creatorAddress, text, now: new Date() }
      const formerId = await pinMessage(db, pin, (found, evadesReports) => {
        const refusal = pinRefusal(found, pin, evadesReports)
        if (refusal !== undefined) throw new Refusal(refusal)
      })
      if (formerId !== undefined) await tell(deps, formerId)
      const comment = await tell(deps, id)
      if (comment === undefined) throw new Error(`message ${id} is not there right after it was pinned`)
      return { comment }
    },
  )

  app.delete(
    '/api/collections/:id/pinned',
    {
      ...PIN_LIMIT,
      schema: {
        tags: ['Community'],
        summary: 'Unpin what is pinned on a coin that one launched; the comment stays',
        params: coinParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['collectionNotFound', 'notCreator'],
      },
    },
    async (request, reply) => {
      const collectionId = await ownCoin(deps, request.params.id, requireSignedIn(request))
      const formerId = await unpinMessage(db, collectionId)
      if (formerId !== undefined) await tell(deps, formerId)
      return reply.code(204).send()
    },
  )
}

/** The coin's id. Refuses notCreator to whoever did not launch it. */
async function ownCoin(
  { collections }: CommunityDeps,
  idOrMint: string,
  walletAddress: string,
): Promise<string> {
  const { id } = await collections.mintOf(idOrMint)
  if ((await collections.load(id)).creatorAddress !== walletAddress) throw new Refusal('notCreator')
  return id
}

/** Tells the coin's readers of a comment as it stands now. */
async function tell({ db, live }: CommunityDeps, id: string) {
  const row = await findMessage(db, id)
  if (!row) return undefined
  const comment = commentOf(row, await latestReplies(db, [id], REPLIES_SHOWN))
  live.publish({ type: 'comment', comment, parentReplyCount: null })
  return comment
}
