// Who a request's cookie stands for. Remembered for a few seconds, so that a signed-in trader's calls cost one lookup in
// a while: a session that is ended here ends at once, one that another server ended, within that time.
import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Address } from '@solana/kit'
import type { Database, Queryable } from '../database/database.ts'
import { openMisses } from '../http/known-misses.ts'
import {
  addAdminLink,
  addSession,
  findSession,
  raiseSession,
  removeSession,
  type SessionRow,
  takeSession,
  touchSession,
} from './store.ts'

export interface SignedInSession {
  readonly id: string
  /** Undefined for a session that an admin link gave. */
  readonly walletAddress: Address | undefined
  readonly isAdmin: boolean
  readonly adminUntil: string | null
}

export interface Sessions {
  find(token: string): Promise<SignedInSession | undefined>
  /** Returns the token, which is nowhere else. */
  create(session: {
    readonly walletAddress: Address | null
    readonly device: string
    readonly adminUntil: string | null
  }): Promise<string>
  /** Gives a session admin rights and a new token, so that the old cookie has none. Undefined if the session has ended. */
  raise(id: string, adminUntil: string): Promise<string | undefined>
  /** Ends one session; only of `walletAddress` where it is given. False where there is none. */
  end(id: string, walletAddress?: Address): Promise<boolean>
  /** Ends anybody's session, and has it recorded in the same transaction. False where there is none. */
  revoke(
    id: string,
    record: (
      tx: Queryable,
      session: { readonly walletAddress: string | null; readonly device: string },
    ) => Promise<void>,
  ): Promise<boolean>
}

const REMEMBERED_MS = 5_000
const REMEMBERED_MAX = 20_000
/** Whom nobody gave a token has none later either. */
const MISSES = { ms: 600_000, max: 50_000 }

export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): string => hash('sha256', token)

/** The token of a link that makes an admin, once. */
export async function createAdminToken(db: Database): Promise<string> {
  const token = newToken()
  await addAdminLink(db, hashOf(token))
  return token
}

export function openSessions(
  db: Database,
  adminWallets: ReadonlySet<string>,
  /** Receives the ids of sessions that this server ends. */
  onEnded: (ids: ReadonlySet<string>) => void = () => {},
): Sessions {
  const remembered = new Map<
    string,
    { readonly row: Promise<SessionRow | undefined>; readonly atMs: number }
  >()

  const misses = openMisses(MISSES)

  const load = async (tokenHash: string): Promise<SessionRow | undefined> => {
    const row = await findSession(db, tokenHash)
    if (row === undefined) misses.add(tokenHash)
    if (row?.isStale === true) await touchSession(db, tokenHash)
    return row
  }

  const lookUp = (tokenHash: string): Promise<SessionRow | undefined> => {
    if (misses.has(tokenHash)) return Promise.resolve(undefined)
    const known = remembered.get(tokenHash)
    if (known && Date.now() - known.atMs < REMEMBERED_MS) return known.row
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    const row = load(tokenHash)
    remembered.set(tokenHash, { row, atMs: Date.now() })
    // A failure is not remembered, and a token that stands for nobody elsewhere.
    row.then(
      (found) => found ?? remembered.delete(tokenHash),
      () => remembered.delete(tokenHash),
    )
    return row
  }

  const noteEnded = (ids: readonly string[]) => {
    // Sessions rarely end, so the whole cache is cleared.
    remembered.clear()
    onEnded(new Set(ids))
  }

  return {
    async find(token) {
      const row = await lookUp(hashOf(token))
      if (!row || Date.parse(row.expiresAt) <= Date.now()) return undefined
      const { id, walletAddress, adminUntil } = row
      return {
        id,
        walletAddress: (walletAddress ?? undefined) as Address | undefined,
        isAdmin:
          (adminUntil !== null && Date.parse(adminUntil) > Date.now()) ||
          (walletAddress !== null && adminWallets.has(walletAddress)),
        adminUntil,
      }
    },
    async create(session) {
      const token = newToken()
      const ended = await addSession(db, { ...session, tokenHash: hashOf(token), id: randomUUID() })
      if (ended.length > 0) noteEnded(ended)
      return token
    },
    async raise(id, adminUntil) {
      const token = newToken()
      const isRaised = await raiseSession(db, { id, tokenHash: hashOf(token), adminUntil })
      remembered.clear()
      return isRaised ? token : undefined
    },
    async end(id, walletAddress) {
      const removed = await removeSession(db, id, walletAddress)
      if (removed) noteEnded([id])
      return removed
    },
    async revoke(id, record) {
      const session = await db.transaction(async (tx) => {
        const taken = await takeSession(tx, id)
        if (taken) await record(tx, taken)
        return taken
      })
      if (session) noteEnded([id])
      return session !== undefined
    },
  }
}
