// The admin pages as the wire carries them. Every call answers strangers as if it did not exist.
import { z } from 'zod'

/** A page of a list; `cursor` is the `nextCursor` of the page before. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(60),
  cursor: z.string().max(200).optional(),
})

export const waitlistEntrySchema = z.object({
  id: z.string(),
  username: z.string(),
  submittedAt: z.string(),
  /** Null where none is stored, or 30 days have passed. */
  ipAddress: z.string().nullable(),
})
export type WaitlistEntry = z.infer<typeof waitlistEntrySchema>
/** `GET /api/admin/waitlist`: the latest first. */
export const waitlistPageSchema = z.object({
  total: z.number(),
  entries: z.array(waitlistEntrySchema),
  nextCursor: z.string().nullable(),
})
export type WaitlistPage = z.infer<typeof waitlistPageSchema>

/** `GET /api/admin/waitlist/export`: all of it, as CSV, or as one "@username" a line. */
export const exportQuerySchema = z.object({ format: z.enum(['csv', 'usernames']).default('csv') })

/** `GET /api/admin/landing`, and the answer of `PUT /api/admin/landing` */
export const landingSwitchSchema = z.object({
  landingEnabled: z.boolean(),
  /** Who set it last and when; null while the configuration holds. */
  updatedBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
})
export type LandingSwitchState = z.infer<typeof landingSwitchSchema>
/** `PUT /api/admin/landing` */
export const setLandingSchema = z.object({ landingEnabled: z.boolean() })

export const COLLECTION_MARKS = ['all', 'verified', 'hidden'] as const
/** `GET /api/admin/collections`: by name, symbol, or the beginning of an address; the latest first. */
export const adminCollectionsQuerySchema = pageQuerySchema.extend({
  search: z.string().trim().max(100).default(''),
  marked: z.enum(COLLECTION_MARKS).default('all'),
})
export type CollectionMarkFilter = (typeof COLLECTION_MARKS)[number]
/** A coin as admins see it, hidden or not. */
export const adminCollectionSchema = z.object({
  id: z.string(),
  mintAddress: z.string(),
  name: z.string(),
  symbol: z.string(),
  creatorAddress: z.string(),
  thumbnailUrl: z.string().nullable(),
  createdAt: z.string(),
  isVerified: z.boolean(),
  isHidden: z.boolean(),
})
export type AdminCollection = z.infer<typeof adminCollectionSchema>
/** `GET /api/admin/collections` */
export const adminCollectionsPageSchema = z.object({
  collections: z.array(adminCollectionSchema),
  nextCursor: z.string().nullable(),
})
export type AdminCollectionsPage = z.infer<typeof adminCollectionsPageSchema>
/** `PUT /api/admin/collections/{id}`, `POST /api/admin/collections/{id}/reread` */
export const markParamsSchema = z.object({ id: z.uuid().meta({ description: 'The coin’s id.' }) })
/** `PUT /api/admin/collections/{id}`; what is left out stays. Answers `adminCollectionSchema`. */
export const markSchema = z
  .object({ isVerified: z.boolean().optional(), isHidden: z.boolean().optional() })
  .refine(
    (marks) => Object.values(marks).some((mark) => mark !== undefined),
    'Say isVerified, isHidden or both.',
  )
export type Marks = z.infer<typeof markSchema>
export const rereadSchema = z.object({ mintAddress: z.string() })
export type Reread = z.infer<typeof rereadSchema>

export const auditEntrySchema = z.object({
  id: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
/** `GET /api/admin/audit`: the latest first. */
export const auditPageSchema = z.object({
  actions: z.array(auditEntrySchema),
  nextCursor: z.string().nullable(),
})
export type AuditPage = z.infer<typeof auditPageSchema>
