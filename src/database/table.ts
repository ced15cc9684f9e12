// A kind of row that is written in batches: each column once, and from the columns the parts of statements that name them
// all. In SQL a column has its name here in snake case. Must not know a single table.

/** What a value of SQL's is here: money and times are the wire's texts. */
interface Values {
  readonly uuid: string
  readonly text: string
  readonly numeric: string
  readonly timestamptz: string
  readonly bigint: number
  readonly int: number
  readonly boolean: boolean
  /** Digits, the first first. */
  readonly 'bit(1000)': string
}

/** What becomes of a value where its row exists already, given what stands there and what the batch says. */
const MERGED = {
  /** Tells which row it is. */
  key: undefined,
  /** Stays as it was written first. */
  once: undefined,
  replace: (_: string, given: string) => given,
  add: (stored: string, given: string) => `${stored} + ${given}`,
  greatest: (stored: string, given: string) => `greatest(${stored}, ${given})`,
  least: (stored: string, given: string) => `least(${stored}, ${given})`,
  /** Null leaves it as it is. */
  coalesce: (stored: string, given: string) => `coalesce(${given}, ${stored})`,
}

interface Column<Value> {
  readonly type: keyof Values
  readonly merge: keyof typeof MERGED
  /** For the type of a row alone: never there. */
  readonly value?: Value
}
type Columns = Readonly<Record<string, Column<unknown>>>

/** A row with these columns. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never
}

export interface Table {
  readonly name: string
  /** What a row that exists already does: its batch fails, it is passed over, or both become one. */
  readonly again: 'fails' | 'passes' | 'merges'
  readonly columns: Columns
}

const columnThat =
  (merge: keyof typeof MERGED) =>
  <Type extends keyof Values, Value extends Values[Type] = Values[Type]>(type: Type): Column<Value> => ({
    type,
    merge,
  })
export const key = columnThat('key')
export const once = columnThat('once')
export const replace = columnThat('replace')
export const add = columnThat('add')
export const greatest = columnThat('greatest')
export const least = columnThat('least')
export const coalesce = columnThat('coalesce')
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => column

export const sqlName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const keysOf = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, { merge }]) => merge === 'key'))

/** The select list of expressions by the names that they get. */
export const selectAs = (expressions: Readonly<Record<string, string>>): string =>
  Object.entries(expressions)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ')

/** The select list of all columns, of the table with this alias. */
export function select(columns: Columns, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  return selectAs(Object.fromEntries(Object.keys(columns).map((name) => [name, `${prefix}${sqlName(name)}`])))
}

/** A JSON array of rows as the table `r`. */
export const recordset = (columns: Columns, json: string): string =>
  `jsonb_to_recordset(${json}) as r(${Object.entries(columns)
    .map(([name, { type }]) => `"${name}" ${type}`)
    .join(', ')})`

/** That the table with this alias has the row that `r` names. */
export const hasKeys = (columns: Columns, alias: string): string =>
  Object.keys(keysOf(columns))
    .map((name) => `${alias}.${sqlName(name)} = r."${name}"`)
    .join(' and ')

const merges = ({ name: table, columns }: Table, given: (name: string) => string): string[] =>
  Object.entries(columns).flatMap(([name, { merge }]) => {
    const merged = MERGED[merge]?.(`${table}.${sqlName(name)}`, given(name))
    return merged === undefined ? [] : [`${sqlName(name)} = ${merged}`]
  })

/** Inserts the rows that `input` has in its JSON object `j` under `field`, and what else `more` says of each. */
export function insertRows(
  table: Table,
  field: string,
  more: {
    /** Columns beside the rows' own, as expressions, and the join that these need. */
    readonly columns?: Readonly<Record<string, string>>
    readonly join?: string
    /** Assignments where the row exists. */
    readonly set?: string
  } = {},
): string {
  const names = Object.keys(table.columns)
  const { columns = {}, join = '', set } = more
  const conflict = {
    fails: '',
    passes: 'on conflict do nothing',
    merges: `on conflict (${Object.keys(keysOf(table.columns)).map(sqlName).join(', ')}) do update set ${[
      ...merges(table, (name) => `excluded.${sqlName(name)}`),
      ...(set === undefined ? [] : [set]),
    ].join(', ')}`,
  }
  return `insert into ${table.name} (${[...names.map(sqlName), ...Object.keys(columns)].join(', ')})
    select ${[...names.map((name) => `r."${name}"`), ...Object.values(columns)].join(', ')}
    from input, ${recordset(table.columns, `j->'${field}'`)} ${join} ${conflict[table.again]}`
}

/** Updates the rows of a JSON array that exist; `set` assigns more. */
export const updateRows = (table: Table, json: string, set: readonly string[] = []): string =>
  `update ${table.name} set ${[...merges(table, (name) => `r."${name}"`), ...set].join(', ')}
   from ${recordset(table.columns, json)} where ${hasKeys(table.columns, table.name)}`

/** Deletes the rows whose keys `input` has in its JSON object `j` under `field`. */
export const deleteRows = ({ name, columns }: Table, field: string): string =>
  `delete from ${name} using input, ${recordset(keysOf(columns), `j->'${field}'`)} where ${hasKeys(columns, name)}`
