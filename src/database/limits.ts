// How long a statement may take. Must not load a driver: stores import it.

/** For each statement of a transaction or script. */
export interface Limits {
  readonly statementMs: number
  /** How long it may wait for a lock, on a server; 5 s unless set. */
  readonly lockMs?: number
}
/** On a server, unless a transaction asks for more. Longer than PostgreSQL waits for a lock (5 s), since its refusal says more than silence. */
export const ANSWER_MS = 5_500
/** For statements that go through all of one coin. The index's writer may wait for them. */
export const LONG: Limits = { statementMs: 60_000 }
/** For migrations and commands, whose statements go through whole tables. */
export const UNLIMITED: Limits = { statementMs: Number.POSITIVE_INFINITY }
