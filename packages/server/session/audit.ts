// The log of what admins did: whoever does something for an admin writes it here.
import type { Queryable } from '../database/database.ts'

/** What an admin did, for the log. */
export interface AdminAction {
  /** The admin's wallet, or "admin link". */
  readonly actor: string
  /** What was done: `landing.set`, `collection.mark`, `report.hide`. */
  readonly action: string
  /** To what: an address, an id, a name. */
  readonly subject: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes what an admin does into the log; in the transaction that does it, so that neither is without the other. */
export async function recordAdminAction(tx: Queryable, entry: AdminAction): Promise<void> {
  await tx.query(
    `insert into admin_actions (actor, action, subject, before, after)
     values ($1, $2, $3, $4::text::jsonb, $5::text::jsonb)`,
    [
      entry.actor,
      entry.action,
      entry.subject,
      JSON.stringify(entry.before ?? null),
      JSON.stringify(entry.after ?? null),
    ],
  )
}
