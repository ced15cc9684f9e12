// The waitlist and the landing's switch as the wire carries them.
import { z } from 'zod'

/** `GET /api/landing/status`; the document of a page that is shut carries the same. */
export const landingStatusSchema = z.object({
  /** True: visitors see the landing on every path, and calls are refused. */
  landingEnabled: z.boolean(),
  /** Admins who are signed in see the site as it is. */
  mayEnter: z.boolean(),
  /** The product's account on X; null where none is configured. */
  followUrl: z.string().nullable(),
  /** The presentation; null where none is configured. */
  deckUrl: z.string().nullable(),
})
export type LandingStatus = z.infer<typeof landingStatusSchema>

/** `GET /api/waitlist/check/{username}` */
export const availabilitySchema = z.object({ available: z.boolean() })
export type Availability = z.infer<typeof availabilitySchema>

/** `POST /api/waitlist`; what a username may be is of rules.ts. */
export const joinSchema = z.object({ username: z.string().max(200) })
/** The same answer however often somebody joins. */
export const joinedSchema = z.object({ success: z.literal(true), username: z.string() })
export type Joined = z.infer<typeof joinedSchema>
