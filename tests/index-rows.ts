// The rows of a stopped server's index, and the index rebuilt from its chain: to compare one with the other.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { INDEX_TABLES } from '../packages/server/database/migrations.ts'
import { SHORT_LIVED } from './server-process.ts'
import { openDatabaseOf } from './test-database.ts'

/**
 * The cursor has a time of its own; which network it is only a server of a cluster writes down; figures move with time alone, and are
 * worked out of the other tables; a creator's transfers are read when somebody looks at the coin.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'indexer_cursor',
  'index_genesis',
  'market_figures',
  'creator_transfers',
  'creator_reads',
])

/** Every row of every other table of the index in `folder`, as text. */
export async function dumpIndex(folder: string): Promise<Record<string, string[]>> {
  const database = await openDatabaseOf(folder)
  const tables: Record<string, string[]> = {}
  for (const table of INDEX_TABLES) {
    if (LEFT_OUT.has(table)) continue
    const rows = await database.query<{ row: string }>(`select (t.*)::text as row from ${table} t order by 1`)
    tables[table] = rows.map(({ row }) => row)
  }
  await database.close()
  return tables
}

/** `npm run reindex` on the folder of a stopped server, with its settings. Returns what it printed. */
export function rebuildIndex(folder: string, settings: Readonly<Record<string, string>> = {}): string {
  return execFileSync(process.execPath, [SHORT_LIVED, resolve('dist/server/reindex.js')], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: '',
      SOLANA_RPC_URL: '',
      HISTORY_RPC_URL: '',
      STANDING_SECONDS: '0',
      ...settings,
    },
    encoding: 'utf8',
  })
}
