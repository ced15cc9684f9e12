// What the holders of the program's keys did, as the wire carries it.
import { z } from 'zod'
import { CONFIG_EVENT_KINDS } from '../../program/config-events.ts'

/** What may change: addresses, a time, terms of later launches (lamports as decimal texts, seconds, basis points). */
export const KEY_FIELDS = [
  'admin',
  'pendingAdmin',
  'treasury',
  'pauseKey',
  'pausedUntil',
  'graduationMarketCapLamports',
  'boostPriceLamports',
  'boostSeconds',
  'sellFeeBps',
  'creatorShareBps',
  'royaltyBps',
  'marketFeeBps',
] as const
export type KeyField = (typeof KEY_FIELDS)[number]

const changeSchema = z.object({
  field: z.enum(KEY_FIELDS),
  /** Null where there was none, or where nothing before it is known. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type KeyChange = z.infer<typeof changeSchema>

/** One act: an event of the Config. */
export const keyEventSchema = z.object({
  /** Of the Config: 1, then one more each. Of claims, which anybody may send, only the latest are kept. */
  sequence: z.number(),
  /** The instruction. */
  kind: z.enum(CONFIG_EVENT_KINDS),
  /** Who did it; for `claimTreasuryFees` the treasury that was paid. */
  who: z.string(),
  /** What the treasury was paid by it, in lamports. */
  lamports: z.string(),
  changes: z.array(changeSchema),
  txSignature: z.string(),
  createdAt: z.string(),
})
export type KeyEvent = z.infer<typeof keyEventSchema>

export const keyEventsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  /** The `sequence` after whose event to go on: the `nextCursor` of the page before. */
  cursor: z.coerce.number().int().positive().optional(),
  /** With the payments to the treasury, which anybody may send, any number of times. */
  claims: z.enum(['true', 'false']).default('false'),
})

export const keyEventsSchema = z.object({
  /** Newest first. */
  events: z.array(keyEventSchema),
  nextCursor: z.number().nullable(),
})
export type KeyEvents = z.infer<typeof keyEventsSchema>
