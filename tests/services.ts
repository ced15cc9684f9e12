// Services that the product can use and does not need: tests and benchmarks against them run where they answer, and say so
// where they do not.
import { connect } from 'node:net'
import pg from 'pg'

interface Service {
  readonly url: string
  /** Why what needs it is skipped; undefined where it answers. */
  readonly missing: string | undefined
}

async function lookFor(name: string, url: string): Promise<Service> {
  const { hostname, port, host } = new URL(url)
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
  })
  return { url, missing: answers ? undefined : `no ${name} at ${host}` }
}

export const postgres = await mayCreateDatabases(
  await lookFor('PostgreSQL', process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'),
)
export const redis = await lookFor('Redis', process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379')

async function mayCreateDatabases(found: Service): Promise<Service> {
  if (found.missing !== undefined) return found
  const client = new pg.Client({ connectionString: found.url })
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      'select rolsuper or rolcreatedb as may from pg_roles where rolname = current_user',
    )
    const missing = rows[0]?.may === true ? undefined : `no right to create databases at ${found.url}`
    return { ...found, missing }
  } finally {
    await client.end()
  }
}

/**
 * An empty schema, which begins with that name, for `work`, gone afterwards: `url` is the PostgreSQL's with the schema in it, `client` a
 * connection that works there.
 */
export async function withSchema<T>(
  name: string,
  work: (url: string, client: pg.Client) => Promise<T>,
): Promise<T> {
  // Another run of the tests on this machine has one of its own.
  const schema = `${name}_${process.pid}`
  const url = `${postgres.url}?options=-csearch_path%3D${schema},public`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
    return await work(url, client)
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
}
