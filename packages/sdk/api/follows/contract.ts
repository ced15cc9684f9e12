// The wallets that a wallet follows, as the wire carries them.
import { z } from 'zod'
import { isoTime } from '../records/fields.ts'
import { FOLLOWED_MAX } from './rules.ts'

/** `PUT /api/user/following/{walletAddress}` answers it. */
export const followSchema = z.object({
  walletAddress: z.string(),
  /** Tell me when it trades. */
  notify: z.boolean(),
  createdAt: isoTime,
})
export type Follow = z.infer<typeof followSchema>

/** `GET /api/user/following`: the wallets that the signed-in wallet follows, the latest first. */
export const followingSchema = z.object({ following: z.array(followSchema).max(FOLLOWED_MAX) })
export type Following = z.infer<typeof followingSchema>

export const followParamsSchema = z.object({ walletAddress: z.string() })
/** `PUT /api/user/following/{walletAddress}`. Without `notify` it stays as it is, off for a wallet that was not followed. */
export const followChangeSchema = z.object({ notify: z.boolean().optional() })
export type FollowChange = z.infer<typeof followChangeSchema>
