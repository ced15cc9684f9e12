// Comments, answers and the chat's messages as the wire carries them. Texts are plain: whoever shows them must not read them
// as anything else.
import { z } from 'zod'
import { isoTime } from './fields.ts'

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
  /** When the coin's creator, who wrote it, pinned it above the others; null for all but one. */
  pinnedAt: isoTime.nullable(),
  /** When a pinned one was given the text that it has. */
  editedAt: isoTime.nullable(),
  /** The latest ones, oldest first. */
  replies: z.array(replySchema),
})
export type Comment = z.infer<typeof commentSchema>
