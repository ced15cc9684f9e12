// Comments, the chat and reports as the wire carries them. Texts are plain: whoever shows them must not read them as
// anything else.
import { z } from 'zod'
import { coinParamsSchema } from '../records/coin.ts'
import { chatMessageSchema, commentSchema, replySchema } from '../records/message.ts'

/** Far above what is kept, which is measured after cleaning. */
const typedText = z.string().max(5_000)
const cursor = z.uuid().optional()

/** `GET /api/collections/{id}/comments` */
export const commentsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor,
})
/** `GET /api/collections/{id}/comments`: newest first. */
export const commentsPageSchema = z.object({
  comments: z.array(commentSchema),
  /** Pass as `cursor` for older ones; null when there are none. */
  nextCursor: z.string().nullable(),
})
export type CommentsPage = z.infer<typeof commentsPageSchema>

/** `GET /api/collections/{id}/comments/{messageId}/replies` */
export const repliesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(30),
  cursor,
})
/** `GET /api/collections/{id}/comments/{messageId}/replies`: newest first. */
export const repliesPageSchema = z.object({
  replies: z.array(replySchema),
  nextCursor: z.string().nullable(),
})
export type RepliesPage = z.infer<typeof repliesPageSchema>

/** `POST /api/collections/{id}/comments`, signed in: 1 to 500 characters after trimming. */
export const postCommentSchema = z.object({
  message: typedText,
  /** The comment that it answers; an answer itself has no answers. */
  parentId: z.uuid().optional(),
})
export type PostComment = z.input<typeof postCommentSchema>
/** `POST /api/collections/{id}/comments` */
export const postedCommentSchema = z.object({ comment: commentSchema })
export type PostedComment = z.infer<typeof postedCommentSchema>

/** `GET /api/collections/{id}/pinned` */
export const pinnedSchema = z.object({ pinned: commentSchema.nullable() })
export type Pinned = z.infer<typeof pinnedSchema>

/** `PUT /api/collections/{id}/pinned`, as the coin's creator; answers as `POST …/comments` does. */
export const pinSchema = z.object({
  /** One of the creator's own comments on the coin; no answer. */
  messageId: z.uuid(),
  /** Another text for it, within the same limits. */
  message: typedText.optional(),
})
export type Pin = z.input<typeof pinSchema>

/** `GET /api/chat` */
export const chatQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor,
})
/** `GET /api/chat`: newest first. */
export const chatPageSchema = z.object({
  messages: z.array(chatMessageSchema),
  /** What everybody is told who comes in; not part of the history. */
  welcome: z.array(chatMessageSchema),
  nextCursor: z.string().nullable(),
})
export type ChatPage = z.infer<typeof chatPageSchema>

/** `POST /api/chat`, signed in: 1 to 500 characters after trimming. */
export const postChatSchema = z.object({ message: typedText })
/** `POST /api/chat` */
export const postedChatSchema = z.object({ message: chatMessageSchema })
export type PostedChat = z.infer<typeof postedChatSchema>

/** `DELETE /api/chat/{messageId}` (one's own; deleting again answers the same; 204), `POST /api/admin/reports/{messageId}` */
export const messageParamsSchema = z.object({
  messageId: z.uuid().meta({ description: 'The comment’s, the answer’s or the chat message’s id.' }),
})
/** `GET /api/collections/{id}/comments/{messageId}/replies`, `DELETE /api/collections/{id}/comments/{messageId}` */
export const commentParamsSchema = coinParamsSchema.extend(messageParamsSchema.shape)

/** `POST /api/reports`, signed in. Reporting again answers the same. */
export const reportSchema = z.object({
  kind: z.enum(['comment', 'chat']),
  id: z.uuid(),
  reason: z.string().trim().max(200),
})
export type Report = z.input<typeof reportSchema>
/** `POST /api/reports` */
export const reportedSchema = z.object({ id: z.string(), reported: z.literal(true) })

/** `GET /api/admin/reports` */
export const reportsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})
/** What was reported, with what was said about it. */
export const reportedMessageSchema = z.object({
  id: z.string(),
  kind: z.enum(['comment', 'chat']),
  /** Of a comment; null in the chat. */
  collection: z.object({ id: z.string(), name: z.string(), symbol: z.string() }).nullable(),
  /** Empty where the author has deleted it. */
  message: z.string(),
  username: z.string(),
  walletAddress: z.string(),
  timestamp: z.string(),
  state: z.enum(['shown', 'hidden', 'deleted']),
  /** Nobody has decided since the last report. */
  isOpen: z.boolean(),
  reportCount: z.number(),
  lastReportedAt: z.string(),
  /** The latest ones. */
  reports: z.array(z.object({ walletAddress: z.string(), reason: z.string(), timestamp: z.string() })),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
})
export type ReportedMessage = z.infer<typeof reportedMessageSchema>
/** `GET /api/admin/reports`: open ones first, then the last reported first. */
export const reportsPageSchema = z.object({
  reports: z.array(reportedMessageSchema),
  openCount: z.number(),
  nextCursor: z.string().nullable(),
})
export type ReportsPage = z.infer<typeof reportsPageSchema>

/** `POST /api/admin/reports/{messageId}`, by the message's id, reported or not. */
export const reportDecisionSchema = z.object({ action: z.enum(['hide', 'dismiss', 'restore']) })
export type ReportDecision = z.infer<typeof reportDecisionSchema>
/** `POST /api/admin/reports/{messageId}` */
export const reportDecidedSchema = z.object({
  id: z.string(),
  state: z.enum(['shown', 'hidden', 'deleted']),
})
export type ReportDecided = z.infer<typeof reportDecidedSchema>
