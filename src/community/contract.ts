// Comments, the chat and reports as the wire carries them. Texts are plain: whoever shows them must not read them as
// anything else.
import { z } from 'zod'

/** Far above what is kept, which is measured after cleaning. */
const typedText = z.string().max(5_000)
const cursor = z.uuid().optional()

/** A message of the chat. */
export const chatMessageSchema = z.object({
  id: z.string(),
  /** The author's, or the short form of the address where there is none. */
  username: z.string(),
  message: z.string(),
  timestamp: z.string(),
  /** Twinmint's own, which nobody wrote. */
  isSystem: z.boolean(),
  /** Null for the system's. */
  walletAddress: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** An answer to a comment. */
export const replySchema = chatMessageSchema.extend({
  collectionId: z.string(),
  parentId: z.string().nullable(),
  /** `hidden` (by a moderator) and `deleted` (by its author) ones have neither text nor author: replies hang on them. */
  state: z.enum(['shown', 'hidden', 'deleted']),
})
export type Reply = z.infer<typeof replySchema>

export const commentSchema = replySchema.extend({
  replyCount: z.number(),
  /** The latest ones, oldest first. */
  replies: z.array(replySchema),
})
export type Comment = z.infer<typeof commentSchema>

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

/**
 * `DELETE /api/collections/{id}/comments/{messageId}`, `DELETE /api/chat/{messageId}` (one's own; deleting again answers the
 * same; answer 204) and `POST /api/admin/reports/{messageId}`
 */
export const messageParamsSchema = z.object({ messageId: z.uuid() })

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

/** What the live stream says of texts: of comments on `collection:{id}`, of the chat on `chat`. */
export type CommunityEvent =
  /** A comment or an answer is there, or is shown again; for an answer, with how many its comment has now. */
  | { readonly type: 'comment'; readonly comment: Comment; readonly parentReplyCount: number | null }
  /** It is gone, or was an answer and is hidden. */
  | {
      readonly type: 'commentGone'
      readonly collectionId: string
      readonly id: string
      readonly parentId: string | null
      readonly parentReplyCount: number | null
    }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  | { readonly type: 'chatGone'; readonly id: string }
