// Time limits of statements. Must not load a driver: stores import it.

/** Limits of a transaction or script that differ from the defaults. */
export interface Limits {
  /** How long each statement may take. */
  readonly statementMs?: number
  /** How long a statement may wait for a lock, on a server; else 5 s. */
  readonly lockMs?: number
  /** How long a transaction may ask for nothing, on a server; else 4 s. */
  readonly idleMs?: number
}
/** On a server, unless a transaction asks for more. Longer than PostgreSQL waits for a lock (5 s), since its refusal says more than silence. */
export const ANSWER_MS = 5_500
/** The same of the embedded database, which has one thread for everybody. */
export const EMBEDDED_MS = 30_000
/** How long a call waits there for the transaction before it: longer than a statement may take. */
export const LINE_MS = 40_000
/** For statements that go through all of one coin. The index's writer may wait for them. */
export const LONG: Limits = { statementMs: 60_000 }
/** For migrations and commands, whose statements go through whole tables. */
export const UNLIMITED: Limits = { statementMs: Number.POSITIVE_INFINITY }
