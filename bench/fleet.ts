// The cost of a second and a third server on one PostgreSQL and one node: RPC calls and commits a trade, and the latency of a trade. Each server is asked in turn. A PostgreSQL has to answer (TEST_DATABASE_URL).
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@twinmint/sdk/core/assert'
import pg from 'pg'
import { createClient } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { postgres } from '../tests/services.ts'
import { openFleet } from '../tests/several-servers.ts'
import { percentile } from './percentile.ts'

const TRADES = Number(process.env['BENCH_TRADES'] ?? 200)
/** PostgreSQL counts what a session did half a second after it was done. */
const COUNTED_MS = 2_000

export async function benchFleet(): Promise<Record<string, number | string>> {
  if (postgres.missing !== undefined) return { skipped: postgres.missing }
  const figures: Record<string, number> = {}
  const fleet = await openFleet()
  const stats = new pg.Client({ connectionString: fleet.databaseUrl })
  try {
    await stats.connect()
    await fleet.fund(10)
    const commits = async () => {
      const { rows } = await stats.query<{ commits: string }>(
        'select xact_commit as commits from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.commits)
    }
    const calls = () => [...fleet.line.calls.values()].reduce((sum, each) => sum + each, 0)
    const servers = [await fleet.start()]
    const near = fleet.clientOf(servers[0] ?? fleet.node)
    const coin = await near.launch({ symbol: 'FLEET' }, await plainPicture())
    const countRest = async () => {
      await sleep(COUNTED_MS)
      const before = [calls(), await commits()] as const
      await sleep(5 * COUNTED_MS)
      return [(calls() - before[0]) / 10, ((await commits()) - before[1]) / 10] as const
    }
    for (const count of [1, 2, 3]) {
      while (servers.length < count) servers.push(await fleet.start())
      const rest = await countRest()
      const before = [calls(), await commits()] as const
      const beganMs = performance.now()
      const took: number[] = []
      for (let at = 0; at < TRADES; at++) {
        const server = servers[at % count]
        assert(server, 'there are so many servers')
        const sentMs = performance.now()
        await createClient(server.origin, near.keypair).trade('BUY', coin.id, '0.001', 50)
        took.push(performance.now() - sentMs)
      }
      const seconds = (performance.now() - beganMs) / 1_000
      await sleep(COUNTED_MS)
      // Without what they do at rest.
      figures[`callsATrade${count}`] = (calls() - before[0] - rest[0] * seconds) / TRADES
      figures[`commitsATrade${count}`] = ((await commits()) - before[1] - rest[1] * (seconds + 2)) / TRADES
      figures[`commitsASecondAtRest${count}`] = rest[1]
      figures[`tradeMsP50With${count}`] = percentile(took, 50)
      figures[`tradeMsP95With${count}`] = percentile(took, 95)
    }
  } finally {
    await stats.end()
    await fleet.close()
  }
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, Math.round(figure * 100) / 100]),
  )
}
