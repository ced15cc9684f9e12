// How this server is doing, as the wire carries it.
import { z } from 'zod'

export const checkSchema = z.object({
  name: z.enum(['database', 'writes', 'chain', 'index', 'stream', 'clock', 'servers']),
  ok: z.boolean(),
  /** What was found, for a person. */
  sentence: z.string(),
})
export type Check = z.infer<typeof checkSchema>

/** `GET /api/health`: the process answers. */
export const healthSchema = z.object({ status: z.literal('ok'), uptimeSeconds: z.number() })

/** What has to be well for each purpose. */
export const CHECKS_FOR = {
  reading: ['database'],
  trading: ['database', 'writes', 'chain', 'index'],
} as const
export const readyQuerySchema = z.object({
  for: z.enum(['reading', 'trading']).default('reading').describe('What the server is to be ready for.'),
})

/** `GET /api/ready`: the checks of the purpose; where one fails 503 in the shape of errors, with the same checks. */
export const readySchema = z.object({ ready: z.literal(true), checks: z.array(checkSchema) })

const keyHolderSchema = z.object({
  address: z.string(),
  /** What stands behind the address: somebody's key, an address for which only a program signs, or a program's account. */
  kind: z.enum(['wallet', 'programAddress', 'programAccount']),
  /** The program whose account it is; null for the other kinds. */
  program: z.string().nullable(),
})

/** Who holds the program's keys. */
const keysSchema = z.object({
  /** May replace the program; null where nobody can any more. */
  upgradeAuthority: keyHolderSchema.nullable(),
  /** May set the terms of later launches, name treasury and pause key, and end a pause. */
  admin: keyHolderSchema,
  /** To whom the admin's right is offered, and who has not accepted it yet; null where it is not. */
  offeredTo: keyHolderSchema.nullable(),
  /** Gets the platform's fees. */
  treasury: keyHolderSchema,
  /** May pause launches and buys, 72 hours at a time; null where nobody may. */
  pauseKey: keyHolderSchema.nullable(),
  /** Until when launches and buys are paused, or were; null where they never were. */
  pausedUntil: z.string().nullable(),
  /** Before this no pause can begin: 72 hours after the end of the last one; null where none was yet. */
  nextPauseFrom: z.string().nullable(),
})

/** `GET /api/status` */
export const statusSchema = z.object({
  /** For reading. */
  ready: z.boolean(),
  readyForTrading: z.boolean(),
  checks: z.array(checkSchema),
  /** After it was asked for. */
  checkedAt: z.string(),
  startedAt: z.string(),
  uptimeSeconds: z.number(),
  chain: z.object({
    /** Null while the chain does not answer. */
    slot: z.number().nullable(),
    /** How long ago that slot was; null where the node does not say. */
    slotAgeSeconds: z.number().nullable(),
    roundTripMs: z.number().nullable(),
    /** Since when a cluster tells nothing by itself: what others do is then found by looking. Null while it does. */
    deafSince: z.string().nullable(),
  }),
  index: z.object({
    /** This server writes it, for all that share its database. */
    isWriter: z.boolean(),
    /** Transactions of the chain that the index has heard of and does not hold yet. */
    transactionsBehind: z.number(),
    /** Events that wait for an earlier one. */
    eventsWaiting: z.number(),
    /** How long the first of all these has waited. */
    secondsBehind: z.number(),
    /** Since when the chain may have something that the index has not read; null while no server writes it. */
    cursorAgeSeconds: z.number().nullable(),
    /** Of a version that is not known here, since the start: passed over. */
    transactionsSetAside: z.number(),
    /** Coins whose history begins after their launch, since no node has the rest. Null while the database does not answer. */
    cutHistories: z.number().nullable(),
    /** Up to which slot the program's transactions were read; null before the first. */
    readSlot: z.number().nullable(),
    /** Up to which slot the index was compared with the finalized chain; null before that, and for the chain in this process. */
    finalizedSlot: z.number().nullable(),
    /** Coins that differ from the chain and are not yet read again. */
    mismatches: z.number(),
    /** Coins of which the chain took events back, since the start. */
    rollbacks: z.number(),
    /** Times that a coin went on without events that no node has, since the start. */
    gaps: z.number(),
  }),
  database: z.object({ kind: z.enum(['embedded', 'server']), roundTripMs: z.number().nullable() }),
  /** How far this machine's clock is ahead of others; null where there is no other, or it is not known. */
  clock: z.object({
    databaseOffsetSeconds: z.number().nullable(),
    /** A cluster's clock is some seconds late by itself. */
    chainOffsetSeconds: z.number().nullable(),
  }),
  /** The store of the pictures: a folder of the server, or an S3-compatible store. */
  content: z.object({
    kind: z.enum(['folder', 's3']),
    /** Null while it does not answer; asked every ten seconds at most. */
    roundTripMs: z.number().nullable(),
    /** What was found, for a person. */
    sentence: z.string(),
  }),
  live: z.object({ readers: z.number() }),
  /** Servers that use the database; null while it takes no writes. */
  servers: z.number().nullable(),
  /** As the chain said a minute ago at the most; null while it does not answer. */
  keys: keysSchema.nullable(),
  versions: z.object({
    /** Null, as the next two, unless the server is set to show them. */
    product: z.string().nullable(),
    /** Of the bundle that runs and the pages that it serves. */
    productSha256: z.string().nullable(),
    node: z.string().nullable(),
    programAddress: z.string(),
    /** Of the program that this version comes with. */
    programSha256: z.string(),
    /** Whether the bytes on the chain are the same. */
    programOnChain: z.enum(['same', 'other', 'unknown']),
  }),
})
export type Status = z.infer<typeof statusSchema>
