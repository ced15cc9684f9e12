// Whether a server is ready, for reading and for trading, while the database takes no writes, the node is away, or nobody writes the index.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '../pictures.ts'
import type { ServerProcess } from '../server-process.ts'
import { postgres } from '../services.ts'
import { type Fleet, openFleet } from '../several-servers.ts'

const PATIENT = { timeout: 120_000, interval: 200 }

/** The status, and the sentences of what is wrong. */
async function askReady({ origin }: ServerProcess, purpose: 'reading' | 'trading'): Promise<string> {
  const answer = await fetch(`${origin}/api/ready${purpose === 'reading' ? '' : `?for=${purpose}`}`)
  const { message = '' } = (await answer.json()) as { readonly message?: string }
  return `${answer.status} ${message}`.trimEnd()
}

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  let fleet: Fleet
  let server: ServerProcess
  let coin: Collection
  beforeAll(async () => {
    fleet = await openFleet()
    await fleet.fund(10)
    server = await fleet.start()
    coin = await fleet.clientOf(server).launch({ symbol: 'READY' }, await plainPicture())
  })
  afterAll(() => fleet.close())

  const trading = () => askReady(server, 'trading')
  async function expectReadable(): Promise<void> {
    expect(await askReady(server, 'reading')).toBe('200')
    expect(await fleet.clientOf(server).get<Collection>(`/api/collections/${coin.id}`)).toMatchObject({
      symbol: 'READY',
    })
  }

  /** As a failover to a standby does it: connections are cut, and new ones may only read. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const name = new URL(fleet.databaseUrl).pathname.slice(1)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(
      `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    )
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await client.end()
  }

  test('a database that takes no writes is ready for reading', async () => {
    expect(await trading()).toBe('200')
    await setReadOnly(true)
    await expect.poll(trading, PATIENT).toMatch(/^503 The database takes no writes.* It is read-only/)
    await expectReadable()
    await setReadOnly(false)
    await expect.poll(trading, PATIENT).toBe('200')
  })

  test('a node that is away takes nobody out who reads', async () => {
    await fleet.line.cut()
    await expect.poll(trading, PATIENT).toMatch(/^503 The network does not answer/)
    await expectReadable()
    await fleet.line.mend()
    await expect.poll(trading, PATIENT).toBe('200')
  })

  test('without a server that writes the index nobody trades', async () => {
    await server.stop()
    server = await fleet.start({ ROLES: 'web' })
    await expect.poll(trading, PATIENT).toMatch(/^503 No server writes the index/)
    await expectReadable()
  })
}
