// Whether the landing is up, as the wire carries it.
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
