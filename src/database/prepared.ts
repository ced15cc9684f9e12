// How statements are handed to the driver, for both databases: each text under a name of its own, so that a connection
// parses and plans it once.
import pg from 'pg'
import type { SqlValue } from './database.ts'

/** What fits a pattern may be one row or most of them: such a statement is planned anew for every value. */
const DEPENDS_ON_VALUE = / like \$\d/
/** The product's own texts are some hundred; one beyond these is planned anew at every call. */
const NAMES_MAX = 1_000
const names = new Map<string, string>()

/** A statement for `pg`, named after its text. */
export function prepared(text: string, values: readonly SqlValue[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < NAMES_MAX && !DEPENDS_ON_VALUE.test(text)) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { ...(name !== undefined && { name }), text, values: [...values] }
}

const INT8 = 20

/** Counts and sequences stay far below 2^53; money is numeric, which pg leaves as text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
