// Comments of a coin, the chat, reports and what moderators decide on them. Reading is open; writing needs a signed-in
// wallet. Everything that changes is told to the readers of the live stream at once.

import {
  chatPageSchema,
  chatQuerySchema,
  commentParamsSchema,
  commentsPageSchema,
  commentsQuerySchema,
  messageParamsSchema,
  postChatSchema,
  postCommentSchema,
  postedChatSchema,
  postedCommentSchema,
  type ReportDecision,
  repliesPageSchema,
  repliesQuerySchema,
  reportDecidedSchema,
  reportDecisionSchema,
  reportedSchema,
  reportSchema,
  reportsPageSchema,
  reportsQuerySchema,
} from '@twinmint/sdk/api/community/contract'
import {
  chatMessageOf,
  cleanMessage,
  commentOf,
  decidePost,
  decideReview,
  type EarlierMessage,
  MESSAGES_PER_MINUTE_AND_ADDRESS,
  type MessageRow,
  REPLIES_SHOWN,
  REPORTS_PER_HOUR,
  replyOf,
  reportedOf,
} from '@twinmint/sdk/api/community/rules'
import { WELCOME } from '@twinmint/sdk/api/community/welcome'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { cursorText, decodeCursor, encodeCursor } from '../http/cursor.ts'
import { requireAdmin, requireSignedIn } from '../http/http.ts'
import { recordAdminAction } from '../session/audit.ts'
import type { CommunityDeps } from './pinned-routes.ts'
import { pinnedRoutes } from './pinned-routes.ts'
import {
  changeState,
  countOpenReports,
  findMessage,
  insertMessage,
  insertReport,
  latestReplies,
  listChat,
  listComments,
  listReplies,
  listReported,
  type StateChange,
} from './store.ts'

const OPEN_COUNT_MAX = 1_000
const reportKeySchema = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  cursorText.timestamptz,
  cursorText.uuid,
])

/** So much is written from one address in a minute, whichever wallets do; told apart from the limit of all requests. */
const perAddress = {
  config: {
    rateLimit: {
      max: MESSAGES_PER_MINUTE_AND_ADDRESS,
      timeWindow: '1 minute',
      errorResponseBuilder: () =>
        new Refusal(
          'tooManyMessages',
          `From your internet address ${MESSAGES_PER_MINUTE_AND_ADDRESS} messages were sent in the last minute. Wait a moment, then send it again.`,
        ),
    },
  },
}

/** What calls refuse that post a text. */
const POST_REFUSES = ['messageBlank', 'messageTooLong', 'messageRepeated', 'tooManyMessages'] as const

export function communityRoutes(app: App, deps: CommunityDeps): void {
  commentRoutes(app, deps)
  ownCommentRoutes(app, deps)
  pinnedRoutes(app, deps)
  chatRoutes(app, deps)
  reportRoutes(app, deps)
}

const nextCursorOf = (rows: readonly MessageRow[], limit: number): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null

function commentRoutes(app: App, { db, collections }: CommunityDeps): void {
  app.get(
    '/api/collections/:id/comments',
    {
      schema: {
        tags: ['Community'],
        summary: 'Comments of a coin, newest first, each with its latest answers',
        params: coinParamsSchema,
        querystring: commentsQuerySchema,
        response: { 200: commentsPageSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params, query: { limit, cursor } }) => {
      const { id } = await collections.mintOf(params.id)
      const rows = await listComments(db, id, { limit, before: cursor })
      const answered = rows.filter(({ replyCount }) => replyCount > 0).map((row) => row.id)
      const latest = await latestReplies(db, answered, REPLIES_SHOWN)
      return {
        comments: rows.map((row) => commentOf(row, latest)),
        nextCursor: nextCursorOf(rows, limit),
      }
    },
  )

  app.get(
    '/api/collections/:id/comments/:messageId/replies',
    {
      schema: {
        tags: ['Community'],
        summary: 'Answers to a comment, newest first',
        params: commentParamsSchema,
        querystring: repliesQuerySchema,
        response: { 200: repliesPageSchema },
        refuses: ['collectionNotFound', 'messageNotFound'],
      },
    },
    async ({ params, query: { limit, cursor } }) => {
      const parent = await findMessage(db, params.messageId)
      const { id } = await collections.mintOf(params.id)
      if (!parent || parent.collectionId !== id || parent.parentId !== null)
        throw new Refusal('messageNotFound')
      const rows = await listReplies(db, parent.id, { limit, before: cursor })
      return { replies: rows.map(replyOf), nextCursor: nextCursorOf(rows, limit) }
    },
  )
}

function ownCommentRoutes(app: App, deps: CommunityDeps): void {
  const { db, collections } = deps
  app.post(
    '/api/collections/:id/comments',
    {
      ...perAddress,
      schema: {
        tags: ['Community'],
        summary: 'Comment on a coin, or answer one of its comments',
        params: coinParamsSchema,
        body: postCommentSchema,
        response: { 200: postedCommentSchema },
        needs: 'session',
        refuses: ['collectionNotFound', 'messageNotFound', 'replyToReply', ...POST_REFUSES],
      },
    },
    async (request) => {
      const authorAddress = requireSignedIn(request)
      const { message, parentId = null } = request.body
      const { id: collectionId } = await collections.mintOf(request.params.id)
      const text = cleanMessage(message)
      const { row, parentReplyCount } = await insertMessage(
        db,
        { kind: 'comment', collectionId, parentId, authorAddress, text, nowMs: Date.now() },
        (earlier, parent) => {
          refuseUnlessPostable(text, earlier)
          if (parentId === null) return
          if (parent?.collectionId !== collectionId || parent.state !== 'shown')
            throw new Refusal('messageNotFound')
          if (parent.parentId !== null) throw new Refusal('replyToReply')
        },
      )
      return { comment: tellComment(deps, row, [], parentReplyCount) }
    },
  )

  app.delete(
    '/api/collections/:id/comments/:messageId',
    {
      schema: {
        tags: ['Community'],
        summary: 'Delete a comment of one’s own',
        params: commentParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['messageNotFound', 'notYourMessage'],
      },
    },
    async (request, reply) => {
      const { id, messageId } = request.params
      const { id: collectionId } = await collections.mintOf(id)
      await deleteOwn(deps, request, messageId, (message) => message.collectionId === collectionId)
      return reply.code(204).send()
    },
  )
}

function chatRoutes(app: App, deps: CommunityDeps): void {
  const { db, live } = deps

  app.get(
    '/api/chat',
    {
      schema: {
        tags: ['Community'],
        summary: 'The chat, newest first',
        querystring: chatQuerySchema,
        response: { 200: chatPageSchema },
      },
    },
    async ({ query: { limit, cursor } }) => {
      const rows = await listChat(db, { limit, before: cursor })
      return {
        messages: rows.map(chatMessageOf),
        welcome: [...WELCOME],
        nextCursor: nextCursorOf(rows, limit),
      }
    },
  )

  app.post(
    '/api/chat',
    {
      ...perAddress,
      schema: {
        tags: ['Community'],
        summary: 'Say something in the chat',
        body: postChatSchema,
        response: { 200: postedChatSchema },
        needs: 'session',
        refuses: POST_REFUSES,
      },
    },
    async (request) => {
      const authorAddress = requireSignedIn(request)
      const text = cleanMessage(request.body.message)
      const { row } = await insertMessage(
        db,
        { kind: 'chat', collectionId: null, parentId: null, authorAddress, text, nowMs: Date.now() },
        (earlier) => refuseUnlessPostable(text, earlier),
      )
      const message = chatMessageOf(row)
      live.publish({ type: 'chat', message })
      return { message }
    },
  )

  app.delete(
    '/api/chat/:messageId',
    {
      schema: {
        tags: ['Community'],
        summary: 'Delete a chat message of one’s own',
        params: messageParamsSchema,
        response: { 204: nothingSchema },
        needs: 'session',
        refuses: ['messageNotFound', 'notYourMessage'],
      },
    },
    async (request, reply) => {
      await deleteOwn(deps, request, request.params.messageId, (message) => message.kind === 'chat')
      return reply.code(204).send()
    },
  )
}

function reportRoutes(app: App, deps: CommunityDeps): void {
  const { db } = deps

  app.post(
    '/api/reports',
    {
      schema: {
        tags: ['Community'],
        summary: 'Report a comment or a chat message; again answers the same',
        body: reportSchema,
        response: { 200: reportedSchema },
        needs: 'session',
        refuses: ['messageNotFound', 'tooManyReports'],
      },
    },
    async (request) => {
      const reporterAddress = requireSignedIn(request)
      const { kind, id, reason } = request.body
      await insertReport(
        db,
        { id, reporterAddress, reason: cleanMessage(reason), now: new Date() },
        (message, lastHour) => {
          if (message?.kind !== kind || message.state !== 'shown') throw new Refusal('messageNotFound')
          if (lastHour >= REPORTS_PER_HOUR) throw new Refusal('tooManyReports')
        },
      )
      return { id, reported: true as const }
    },
  )

  app.get(
    '/api/admin/reports',
    {
      schema: {
        tags: ['Community'],
        summary: 'What was reported, open ones first',
        querystring: reportsQuerySchema,
        response: { 200: reportsPageSchema },
        needs: 'admin',
      },
    },
    async ({ query: { limit, cursor } }) => {
      const key = cursor === undefined ? undefined : decodeCursor(reportKeySchema, cursor)
      const [rows, openCount] = await Promise.all([
        listReported(db, { limit, after: key && [key[0] === 1, key[1], key[2]] }),
        countOpenReports(db, OPEN_COUNT_MAX),
      ])
      const last = rows.at(-1)
      return {
        reports: rows.map(reportedOf),
        openCount,
        nextCursor:
          last && rows.length === limit
            ? encodeCursor([last.isOpen ? 1 : 0, last.lastReportedAt, last.id])
            : null,
      }
    },
  )

  app.post(
    '/api/admin/reports/:messageId',
    {
      schema: {
        tags: ['Community'],
        summary: 'Hide a message, let it be, or show it again',
        params: messageParamsSchema,
        body: reportDecisionSchema,
        response: { 200: reportDecidedSchema },
        needs: 'admin',
        refuses: ['messageNotFound'],
      },
    },
    async (request) => {
      const { messageId } = request.params
      // The link that the server prints makes an admin without a wallet.
      const change = await review(db, requireAdmin(request), messageId, request.body.action)
      await tellChange(deps, change)
      return { id: messageId, state: change.state }
    },
  )
}

/** What a moderator decides about a message, and the note of it. */
async function review(
  db: Database,
  actor: string,
  messageId: string,
  action: ReportDecision['action'],
): Promise<StateChange> {
  const change = await changeState(
    db,
    messageId,
    ({ state }) => {
      const next = decideReview(state, action)
      if (next === undefined) throw new Refusal('messageNotFound', 'Its author has deleted this message.')
      return next
    },
    {
      moderator: actor,
      now: new Date(),
      record: (tx, { before, state }) =>
        recordAdminAction(tx, {
          actor,
          action: `report.${action}`,
          subject: messageId,
          before: { state: before.state, author: before.authorAddress },
          after: { state },
        }),
    },
  )
  if (!change) throw new Refusal('messageNotFound')
  return change
}

function refuseUnlessPostable(text: string, earlier: readonly EarlierMessage[]): void {
  const decision = decidePost(text, earlier)
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
}

/** Deletes a message of the signed-in wallet; one that is hidden, too, and deleting again changes nothing. */
async function deleteOwn(
  deps: CommunityDeps,
  request: FastifyRequest,
  messageId: string,
  isHere: (message: MessageRow) => boolean,
): Promise<void> {
  const walletAddress = requireSignedIn(request)
  const change = await changeState(
    deps.db,
    messageId,
    (message) => {
      if (!isHere(message)) throw new Refusal('messageNotFound')
      if (message.authorAddress !== walletAddress) throw new Refusal('notYourMessage')
      return 'deleted'
    },
    { moderator: null, now: new Date() },
  )
  if (!change) throw new Refusal('messageNotFound')
  await tellChange(deps, change)
}

/** Tells the coin's readers of a comment that is there, and answers it as they get it. */
function tellComment(
  { live, onCounted }: CommunityDeps,
  row: MessageRow,
  latest: readonly MessageRow[],
  parentReplyCount: number | null,
) {
  const comment = commentOf(row, latest)
  live.publish({ type: 'comment', comment, parentReplyCount })
  onCounted([comment.collectionId])
  return comment
}

/** Tells what another state of a message means for whoever has it on screen. */
async function tellChange(
  deps: CommunityDeps,
  { before, state, parentReplyCount }: StateChange,
): Promise<void> {
  const { id, kind, collectionId, parentId } = before
  if (state === before.state) return
  const row = await findMessage(deps.db, id)
  if (!row) return
  if (kind === 'chat' || collectionId === null) {
    deps.live.publish(
      state === 'shown' ? { type: 'chat', message: chatMessageOf(row) } : { type: 'chatGone', id },
    )
  } else if (state === 'shown' || row.replyCount > 0) {
    tellComment(deps, row, await latestReplies(deps.db, [id], REPLIES_SHOWN), parentReplyCount)
  } else {
    deps.live.publish({ type: 'commentGone', collectionId, id, parentId, parentReplyCount })
    deps.onCounted([collectionId])
    if (parentId !== null) await tellParent(deps, parentId)
  }
}

/**
 * Tells of a comment that has lost an answer. A comment that was only there for its answers goes with the last of them. Any
 * other is told again, so that the stream's history holds no state of it that has the lost answer.
 */
async function tellParent({ db, live }: CommunityDeps, parentId: string): Promise<void> {
  const parent = await findMessage(db, parentId)
  if (!parent || parent.collectionId === null) return
  if (parent.state === 'shown' || parent.replyCount > 0) {
    const comment = commentOf(parent, await latestReplies(db, [parentId], REPLIES_SHOWN))
    return live.publish({ type: 'comment', comment, parentReplyCount: null })
  }
  live.publish({
    type: 'commentGone',
    collectionId: parent.collectionId,
    id: parent.id,
    parentId: null,
    parentReplyCount: null,
  })
}
