// A served database that is exchanged under its users.
import pg from 'pg'
import { postgres } from './services.ts'

/** Cuts every connection to the database `name` and runs statements while nobody can connect to it. */
export async function withoutConnections(name: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
