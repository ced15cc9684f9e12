// The columns that the index writes are those that the tables have.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { sqlName, type Table } from '../database/table.ts'
import * as marketRows from './nft-market/rows.ts'
import * as rows from './rows.ts'

const TABLES: readonly Table[] = [...Object.values(rows), ...Object.values(marketRows)].filter(
  (each) => 'again' in each,
)
const UDT_NAMES: Readonly<Record<string, string>> = {
  int: 'int4',
  bigint: 'int8',
  boolean: 'bool',
  'bit(1000)': 'bit',
}
let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

test.each(TABLES.map((table) => [table.name, table] as const))(
  'every column of %s is there, of its type, and its keys are the primary key',
  async (name, { columns }) => {
    const stored = await database.query<{ column: string; type: string }>(
      'select column_name as column, udt_name as type from information_schema.columns where table_name = $1',
      [name],
    )
    for (const [column, { type }] of Object.entries(columns))
      expect(stored).toContainEqual({ column: sqlName(column), type: UDT_NAMES[type] ?? type })
    const primary = await database.query<{ column: string }>(
      `select a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [name],
    )
    const keys = Object.entries(columns).flatMap(([column, { merge }]) =>
      merge === 'key' ? [sqlName(column)] : [],
    )
    expect(keys.sort()).toEqual(primary.map(({ column }) => column).sort())
  },
)
