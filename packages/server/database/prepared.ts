// How statements are handed to the driver, for both databases: each text under a name of its own, so that a connection
// parses and plans it once.
import pg from 'pg'
import { PLANNED_ANEW } from './plan-once.ts'

export type SqlValue = string | number | boolean | null | Date | readonly (string | number | null)[]

/** What fits a pattern may be one row or most of them: such a statement is planned anew for every value. */
const dependsOnValue = (text: string) => / like \$\d/.test(text) || text.includes(PLANNED_ANEW)
/** The product's own texts are some hundred; one beyond these is planned anew at every call. */
const NAMES_MAX = 1_000
const names = new Map<string, string>()

/** A statement for `pg`, named after its text. */
export function prepared(text: string, values: readonly SqlValue[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < NAMES_MAX && !dependsOnValue(text)) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { ...(name !== undefined && { name }), text, values: [...values] }
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins
const dateOf = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date

/** What a column's text becomes, where the driver has it otherwise. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  // Counts and sequences stay far below 2^53; money is numeric, which pg leaves as text.
  [INT8]: Number,
  // The wire's text, to the millisecond. A cursor to the microsecond takes the column's own text (`created_at::text`).
  [TIMESTAMPTZ]: (text) => dateOf(text).toISOString(),
}
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
