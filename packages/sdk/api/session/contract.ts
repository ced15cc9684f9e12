// Signing in as the wire carries it.
import { z } from 'zod'

/** `POST /api/session/nonce`: for which wallet. */
export const signInRequestSchema = z.object({ walletAddress: z.string().min(1).max(44) })

/**
 * Answer of `POST /api/session/nonce`: the fields of the text to sign, which are the input of a wallet's `solana:signIn`.
 * The nonce is good for one sign-in within ten minutes.
 */
export const signInFieldsSchema = z.object({
  domain: z.string(),
  address: z.string(),
  statement: z.string(),
  uri: z.string(),
  version: z.string(),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string(),
})

const base64 = (charactersMax: number) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')

/** `POST /api/session`: the text that was signed and its Ed25519 signature, both base64. Answers `sessionSchema`. */
export const signedInSchema = z.object({
  walletAddress: z.string().min(1).max(44),
  message: base64(4_096),
  signature: base64(88),
})
export type SignedIn = z.infer<typeof signedInSchema>

/** `GET /api/session`: who the cookie says is here; visitors are told so with nulls, not refused. */
export const sessionSchema = z.object({
  walletAddress: z.string().nullable(),
  isAdmin: z.boolean(),
  /** Where this wallet is signed in, the latest seen first; empty for visitors. */
  sessions: z.array(
    z.object({
      /** Names the session, and opens nothing: `DELETE /api/session/{id}` ends it. */
      id: z.string(),
      /** "Firefox on Linux". */
      device: z.string(),
      createdAt: z.string(),
      /** To five minutes. */
      lastSeenAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
})
export type Session = z.infer<typeof sessionSchema>

/** `DELETE /api/session/{id}`; `DELETE /api/session` without an id signs this browser out. Both answer 204. */
export const sessionParamsSchema = z.object({ id: z.uuid().meta({ description: 'The session’s id.' }) })

/** `GET /admin/enter?token=`: the link that the server prints. Its page's button posts the token, which is good once. */
export const adminEnterSchema = z.object({ token: z.string().max(64).default('') })

/** `GET /api/admin/sessions` */
export const allSessionsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(60),
  cursor: z.string().max(200).optional(),
})
/** `GET /api/admin/sessions`: everybody's, the last seen first. `DELETE /api/admin/sessions/{id}` ends one. */
export const allSessionsPageSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Null for one that the admin link gave. */
      walletAddress: z.string().nullable(),
      device: z.string(),
      isAdmin: z.boolean(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type AllSessionsPage = z.infer<typeof allSessionsPageSchema>
