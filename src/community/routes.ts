// Comments of a coin, the chat, reports and what moderators decide on them. Reading is open; writing needs a signed-in
// wallet. Everything that changes is told to the readers of the live stream at once.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AdminAction } from '../admin/contract.ts'
import { Refusal } from '../core/errors.ts'
import type { Database, Queryable } from '../database/database.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { parse, requireAdmin, requireSignedIn } from '../wire/http.ts'
import {
  type ChatPage,
  type CommentsPage,
  type CommunityEvent,
  chatQuerySchema,
  commentsQuerySchema,
  messageParamsSchema,
  type PostedChat,
  type PostedComment,
  postChatSchema,
  postCommentSchema,
  type RepliesPage,
  type ReportDecided,
  type ReportsPage,
  repliesQuerySchema,
  reportDecisionSchema,
  reportSchema,
  reportsQuerySchema,
} from './contract.ts'
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
} from './rules.ts'
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
import { WELCOME } from './welcome.ts'

export interface CommunityDeps {
  readonly db: Database
  readonly collections: { mintOf(idOrMint: string): Promise<{ readonly id: string }> }
  readonly live: { publish(topics: readonly string[], event: CommunityEvent): void }
  /** The number of these coins' comments has changed. */
  readonly onCounted: (collectionIds: readonly string[]) => void
  readonly recordAdminAction: (tx: Queryable, action: AdminAction) => Promise<void>
}

const OPEN_COUNT_MAX = 1_000
const reportKeySchema = z.tuple([
  z.union([z.literal(0), z.literal(1)]),
  z.iso.datetime().regex(/^2\d{3}-/),
  z.uuid(),
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

export function communityRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  commentRoutes(app, deps)
  chatRoutes(app, deps)
  reportRoutes(app, deps)
}

const nextCursorOf = (rows: readonly MessageRow[], limit: number): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null

function commentRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  const { db, collections } = deps

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/comments',
    async ({ params, query }): Promise<CommentsPage> => {
      const { limit, cursor } = parse(commentsQuerySchema, query)
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

  app.get<{ Params: { id: string } }>(
    '/api/collections/:id/comments/:messageId/replies',
    async ({ params, query }): Promise<RepliesPage> => {
      const { limit, cursor } = parse(repliesQuerySchema, query)
      const parent = await findMessage(db, parse(messageParamsSchema, params).messageId)
      const { id } = await collections.mintOf(params.id)
      if (!parent || parent.collectionId !== id || parent.parentId !== null)
        throw new Refusal('messageNotFound')
      const rows = await listReplies(db, parent.id, { limit, before: cursor })
      return { replies: rows.map(replyOf), nextCursor: nextCursorOf(rows, limit) }
    },
  )

  app.post<{ Params: { id: string } }>(
    '/api/collections/:id/comments',
    perAddress,
    async (request): Promise<PostedComment> => {
      const authorAddress = requireSignedIn(request)
      const { message, parentId = null } = parse(postCommentSchema, request.body)
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

  app.delete<{ Params: { id: string } }>(
    '/api/collections/:id/comments/:messageId',
    async (request, reply) => {
      const { id: collectionId } = await collections.mintOf(request.params.id)
      await deleteOwn(deps, request, (message) => message.collectionId === collectionId)
      return reply.code(204).send()
    },
  )
}

function chatRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  const { db, live } = deps

  app.get('/api/chat', async ({ query }): Promise<ChatPage> => {
    const { limit, cursor } = parse(chatQuerySchema, query)
    const rows = await listChat(db, { limit, before: cursor })
    return {
      messages: rows.map(chatMessageOf),
      welcome: [...WELCOME],
      nextCursor: nextCursorOf(rows, limit),
    }
  })

  app.post('/api/chat', perAddress, async (request): Promise<PostedChat> => {
    const authorAddress = requireSignedIn(request)
    const text = cleanMessage(parse(postChatSchema, request.body).message)
    const { row } = await insertMessage(
      db,
      { kind: 'chat', collectionId: null, parentId: null, authorAddress, text, nowMs: Date.now() },
      (earlier) => refuseUnlessPostable(text, earlier),
    )
    const message = chatMessageOf(row)
    live.publish(['chat'], { type: 'chat', message })
    return { message }
  })

  app.delete('/api/chat/:messageId', async (request, reply) => {
    await deleteOwn(deps, request, (message) => message.kind === 'chat')
    return reply.code(204).send()
  })
}

function reportRoutes(app: FastifyInstance, deps: CommunityDeps): void {
  const { db } = deps

  app.post('/api/reports', async (request) => {
    const reporterAddress = requireSignedIn(request)
    const { kind, id, reason } = parse(reportSchema, request.body)
    await insertReport(
      db,
      { id, reporterAddress, reason: cleanMessage(reason), now: new Date() },
      (message, lastHour) => {
        if (message?.kind !== kind || message.state !== 'shown') throw new Refusal('messageNotFound')
        if (lastHour >= REPORTS_PER_HOUR) throw new Refusal('tooManyReports')
      },
    )
    return { id, reported: true as const }
  })

  app.get('/api/admin/reports', async (request): Promise<ReportsPage> => {
    requireAdmin(request)
    const { limit, cursor } = parse(reportsQuerySchema, request.query)
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
  })

  app.post('/api/admin/reports/:messageId', async (request): Promise<ReportDecided> => {
    // The link that the server prints makes an admin without a wallet.
    const actor = requireAdmin(request)
    const { messageId } = parse(messageParamsSchema, request.params)
    const { action } = parse(reportDecisionSchema, request.body)
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
          deps.recordAdminAction(tx, {
            actor,
            action: `report.${action}`,
            subject: messageId,
            before: { state: before.state, author: before.authorAddress },
            after: { state },
          }),
      },
    )
    if (!change) throw new Refusal('messageNotFound')
    await tellChange(deps, change)
    return { id: messageId, state: change.state }
  })
}

function refuseUnlessPostable(text: string, earlier: readonly EarlierMessage[]): void {
  const decision = decidePost(text, earlier)
  if (decision.kind === 'refused') throw new Refusal(decision.code, decision.detail)
}

/** Deletes a message of the signed-in wallet; one that is hidden, too, and deleting again changes nothing. */
async function deleteOwn(
  deps: CommunityDeps,
  request: FastifyRequest,
  isHere: (message: MessageRow) => boolean,
): Promise<void> {
  const walletAddress = requireSignedIn(request)
  const { messageId } = parse(messageParamsSchema, request.params)
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
  live.publish([`collection:${comment.collectionId}`], { type: 'comment', comment, parentReplyCount })
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
      ['chat'],
      state === 'shown' ? { type: 'chat', message: chatMessageOf(row) } : { type: 'chatGone', id },
    )
  } else if (state === 'shown' || row.replyCount > 0) {
    tellComment(deps, row, await latestReplies(deps.db, [id], REPLIES_SHOWN), parentReplyCount)
  } else {
    const gone = { type: 'commentGone', collectionId, id, parentId, parentReplyCount } as const
    deps.live.publish([`collection:${collectionId}`], gone)
    deps.onCounted([collectionId])
    await tellEmptied(deps, parentId, parentReplyCount)
  }
}

/** A comment that was only there for its answers goes with the last of them. */
async function tellEmptied(
  { db, live }: CommunityDeps,
  parentId: string | null,
  parentReplyCount: number | null,
): Promise<void> {
  if (parentId === null || parentReplyCount !== 0) return
  const parent = await findMessage(db, parentId)
  if (!parent || parent.state === 'shown' || parent.collectionId === null) return
  live.publish([`collection:${parent.collectionId}`], {
    type: 'commentGone',
    collectionId: parent.collectionId,
    id: parent.id,
    parentId: null,
    parentReplyCount: null,
  })
}
