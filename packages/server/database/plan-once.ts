// How often PostgreSQL plans a statement. Must not load a driver: stores that only write SQL import it.

/** A condition that is always true: the statement is planned for its values, since they decide how it is best read. */
export const PLANNED_ANEW = "'planned' = 'planned'"

/**
 * A statement is planned for its values as long as that looks cheaper than one plan for any, which PostgreSQL makes for ten keys:
 * for so many it does not.
 */
const KEYS_MIN = 16

/**
 * `keys` for `= any($1)`, some of them more than once if they are few, which finds nothing twice: so the statement is planned
 * once and not at every call, which takes longer than reading a few rows does.
 */
export const plannedOnce = (keys: readonly string[]): string[] =>
  Array.from(
    { length: keys.length === 0 ? 0 : Math.max(keys.length, KEYS_MIN) },
    (_, at) => keys[at % keys.length] ?? '',
  )
