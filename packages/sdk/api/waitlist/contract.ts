// The waitlist and the landing's switch as the wire carries them.
import { z } from 'zod'

/** `GET /api/waitlist/check/{username}` */
export const usernameParamsSchema = z.object({ username: z.string() })
/** `GET /api/waitlist/check/{username}` */
export const availabilitySchema = z.object({ available: z.boolean() })
export type Availability = z.infer<typeof availabilitySchema>

/** `POST /api/waitlist`; what a username may be is of rules.ts. */
export const joinSchema = z.object({ username: z.string().max(200) })
/** The same answer however often somebody joins. */
export const joinedSchema = z.object({ success: z.literal(true), username: z.string() })
export type Joined = z.infer<typeof joinedSchema>
