// A server that is frozen inside a transaction (SIGSTOP, a paused virtual machine) holds locks that all others need.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { listDifferences } from '../as-read.ts'
import { createClient, HttpFailure } from '../client.ts'
import { plainPicture } from '../pictures.ts'
import { postgres } from '../services.ts'
import { openFleet, statusOf } from '../several-servers.ts'
import { size } from '../soak.ts'

const HEALED = { timeout: 150_000, interval: 200 }

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else
  test('the others trade on with the same coin, and the frozen server recovers when it goes on', async () => {
    const fleet = await openFleet()
    onTestFinished(() => fleet.close())
    await fleet.fund(10)
    const start = async (name: string) => {
      const url = new URL(fleet.databaseUrl)
      url.searchParams.set('application_name', name)
      return { name, ...(await fleet.start({ DATABASE_URL: url.href })) }
    }
    const servers = [await start('one'), await start('other')]
    const connect = async () => {
      const connection = new pg.Client({ connectionString: fleet.databaseUrl })
      await connection.connect()
      onTestFinished(() => connection.end())
      return connection
    }
    // A transaction sees who does what as it was at its first look.
    const [holder, watch] = [await connect(), await connect()]
    const client = fleet.clientOf(fleet.node)
    const coin = await client.launch({ symbol: 'FROZEN' }, await plainPicture())
    let trades = 0
    const tradeBy = async (server: { readonly origin: string }) => {
      trades++
      // One that has just taken over may answer later than it waits: then the trade has gone through.
      await createClient(server.origin, client.keypair)
        .trade('BUY', coin.id, '0.01', 50)
        .catch((error: unknown) => {
          if (!(error instanceof HttpFailure && error.code === 'indexBehind')) throw error
        })
    }
    const subjects = { coins: [coin.id], wallets: [client.address] }
    const holdsAll = ({ origin }: { readonly origin: string }) =>
      expect.poll(() => listDifferences(client, createClient(origin), subjects), HEALED).toEqual([])
    for (const server of servers) await holdsAll(server)

    /** Of the servers' connections in this state, whose they are. */
    const namesWhere = async (state: string): Promise<string[]> => {
      const { rows } = await watch.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity
         where datname = current_database() and application_name <> '' and ${state}`,
      )
      return rows.map(({ name }) => name)
    }
    for (let freezes = 0; freezes < size(1, 5); freezes++) {
      // The writer waits for this row in the middle of a transaction. Frozen then, it holds the row as soon as it gets it.
      await holder.query('begin')
      await holder.query('select from bonding_curves where collection_id = $1 for update', [coin.id])
      await tradeBy(fleet.node)
      let waiting: string | undefined
      await expect
        .poll(
          async () => ([waiting] = await namesWhere(`wait_event_type = 'Lock' and xact_start < query_start`)),
          { interval: 20 },
        )
        .not.toEqual([])
      const frozen = servers.find(({ name }) => name === waiting)
      const other = servers.find(({ name }) => name !== waiting)
      if (!frozen || !other) throw new Error(`${waiting} is none of the servers`)
      frozen.child.kill('SIGSTOP')
      await holder.query('commit')
      await expect
        .poll(() => namesWhere(`state = 'idle in transaction'`), { interval: 20 })
        .toContain(frozen.name)

      for (let at = 0; at < size(3, 20); at++) await tradeBy(other)
      await tradeBy(fleet.node)
      await holdsAll(other)

      frozen.child.kill('SIGCONT')
      await expect.poll(async () => (await statusOf(frozen)).ready, HEALED).toBe(true)
      for (const server of servers) await tradeBy(server)
      for (const server of servers) await holdsAll(server)
    }
    const { rows } = await watch.query<{ sequence: string }>(
      'select sequence from coin_events where collection_id = $1 order by sequence',
      [coin.id],
    )
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: trades + 1 }, (_, at) => at + 1),
    )
  })
