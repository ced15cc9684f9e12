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
  /** `\x` and hexadecimal digits. */
  readonly bytea: string
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

/** Rows of several kinds, as one statement takes them. */
export interface Batch<Kinds extends Readonly<Record<string, Columns>>> {
  /** What stands after `from`, `using` or `join` for the rows of a kind: the table `r`, with the columns as they are named here. */
  readonly from: { readonly [Kind in keyof Kinds]: string }
  /** The statement's values. */
  values(rows: { readonly [Kind in keyof Kinds]: readonly RowOf<Kinds[Kind]>[] }): string[]
}

/**
 * A statement's parameters from `$1` on: an array for each column of each kind. PostgreSQL reads arrays in half the time of JSON,
 * which says every column's name with every row.
 */
export function batchOf<const Kinds extends Readonly<Record<string, Columns>>>(kinds: Kinds): Batch<Kinds> {
  let number = 0
  const fromOf = (columns: Columns): string => {
    const arrays = Object.values(columns).map(({ type }) => `$${++number}::${ARRAY_OF[type] ?? type}[]`)
    return `unnest(${arrays.join(', ')}) as r(${Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(', ')})`
  }
  return {
    from: Object.fromEntries(
      Object.entries(kinds).map(([kind, columns]) => [kind, fromOf(columns)]),
    ) as Batch<Kinds>['from'],
    values: (rows) =>
      Object.entries(kinds).flatMap(([kind, columns]) => {
        const ofKind = rows[kind] as readonly Readonly<Record<string, SqlScalar>>[]
        return Object.keys(columns).map((name) => arrayText(ofKind, name))
      }),
  }
}

/** A cast to `bit(1000)` cuts what is longer; from `varbit` a row that is inserted must have the column's very length. */
const ARRAY_OF: { readonly [Type in keyof Values]?: string } = { 'bit(1000)': 'varbit' }

/** What `values` of a batch takes. */
export type RowsOf<Of extends { values(rows: never): string[] }> = Parameters<Of['values']>[0]

type SqlScalar = string | number | boolean | null

/** One column of the rows as PostgreSQL writes an array. */
function arrayText(rows: readonly Readonly<Record<string, SqlScalar>>[], name: string): string {
  return `{${rows.map((row) => elementText(row[name] ?? null)).join()}}`
}

function elementText(value: SqlScalar): string {
  if (value === null) return 'null'
  if (typeof value !== 'string') return String(value)
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
}

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

/** Inserts the rows of `from`, which is one of a batch's, and what else `more` says of each. */
export function insertRows(
  table: Table,
  from: string,
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
    from ${from} ${join} ${conflict[table.again]}`
}

/** Updates those rows of `from` that exist. */
export const updateRows = (table: Table, from: string): string =>
  `update ${table.name} set ${merges(table, (name) => `r."${name}"`).join(', ')}
   from ${from} where ${hasKeys(table.columns, table.name)}`

/** Deletes the rows whose keys `from` has. */
export const deleteRows = ({ name, columns }: Table, from: string): string =>
  `delete from ${name} using ${from} where ${hasKeys(columns, name)}`
