// Three servers on one PostgreSQL, one Redis and one node, each behind lines of its own to all three, while each wallet
// trades by whichever answers. Everything that an operator fears happens in turn. At the end nothing that was acknowledged is lost or
// there twice, and every server's index is the node's own.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { expect, onTestFinished, test } from 'vitest'
import { Random, testSeed } from '../program/test/random.ts'
import { type Client, createClient, HttpFailure } from './client.ts'
import { openDatabaseLine } from './database-line.ts'
import { openNodeProxy } from './node-proxy.ts'
import { withoutConnections } from './older-database.ts'
import { plainPicture } from './pictures.ts'
import { ownRedis, redisProgramMissing } from './redis-server.ts'
import type { ServerProcess } from './server-process.ts'
import { postgres } from './services.ts'
import { type Fleet, openFleet, statusOf } from './several-servers.ts'

/** CI has each fault once. */
const LASTS_MS = testSeed() === 'ci' ? 0 : 600_000
const SERVERS = 3
/** A fault's servers trade again within this. */
const HEALED = { timeout: 120_000, interval: 300 }

const missing = postgres.missing ?? redisProgramMissing

interface Place {
  readonly node: Awaited<ReturnType<typeof openNodeProxy>>
  readonly database: Awaited<ReturnType<typeof openDatabaseLine>>
  readonly redis: Awaited<ReturnType<typeof openDatabaseLine>>
  server: ServerProcess
}

/** What wallets did: signatures that were acknowledged, and how often something else was answered. */
interface Load {
  readonly acknowledged: Set<string>
  readonly answers: Map<string, number>
  stop(): Promise<void>
}

/** One trade after the other by each wallet, by a place of its own, and by the next one where that fails. */
function trade(
  places: readonly Place[],
  coins: readonly Collection[],
  keypairs: readonly Client['keypair'][],
  random: Random,
): Load {
  const acknowledged = new Set<string>()
  const answers = new Map<string, number>()
  let isStopped = false
  async function run(keypair: Client['keypair'], own: number): Promise<void> {
    for (let at = own; !isStopped; ) {
      const coin = coins[random.below(coins.length)]
      const origin = places[at % places.length]?.server.origin ?? ''
      if (!coin) return
      const isSell = random.below(3) === 0
      const trading = createClient(origin, keypair)
      const outcome = await trading
        .trade(isSell ? 'SELL' : 'BUY', coin.id, isSell ? '1000' : '0.002', 50)
        .then(({ signature }) => {
          acknowledged.add(signature)
          return '200'
        })
        .catch((error: unknown) =>
          error instanceof HttpFailure ? `${error.status} ${error.code}` : 'no answer',
        )
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
      if (outcome !== '200') at++
      await sleep(outcome === '200' ? 50 : 300)
    }
  }
  const running = keypairs.map(run)
  return {
    acknowledged,
    answers,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

/** The faults, in the order in which they happen. */
function faultsOf(
  fleet: Fleet,
  places: readonly Place[],
  redis: Awaited<ReturnType<typeof ownRedis>>,
  restart: (place: Place) => Promise<void>,
): readonly [name: string, happen: () => Promise<void>][] {
  const database = new URL(fleet.databaseUrl).pathname.slice(1)
  /** The place of the server that writes the index; any where none says so. */
  const writer = async (): Promise<Place> => {
    for (const place of places) {
      const status = await statusOf(place.server).catch(() => undefined)
      if (status?.index.isWriter) return place
    }
    const [first] = places
    if (!first) throw new Error('there are places')
    return first
  }
  return [
    [
      'the writer is killed',
      async () => {
        const place = await writer()
        await place.server.kill()
        await sleep(5_000)
        await restart(place)
      },
    ],
    [
      'the writer is frozen',
      async () => {
        const { server } = await writer()
        server.child.kill('SIGSTOP')
        await sleep(12_000)
        server.child.kill('SIGCONT')
      },
    ],
    ['the writer’s database falls silent', async () => (await writer()).database.silence()],
    [
      'the database falls silent, and hears',
      async () => (await writer()).database.silence({ isHeard: true }),
    ],
    [
      'the writer’s node is cut off',
      async () => {
        const { node } = await writer()
        await node.cut()
        await sleep(8_000)
        await node.mend()
      },
    ],
    [
      'the writer’s node says nothing',
      async () => {
        const { node } = await writer()
        node.setSilent(true)
        await sleep(8_000)
        node.setSilent(false)
      },
    ],
    [
      'all nodes are slow',
      async () => {
        for (const { node } of places) node.setDelay(300)
        await sleep(8_000)
        for (const { node } of places) node.setDelay(0)
      },
    ],
    [
      'all databases are slow',
      async () => {
        for (const each of places) each.database.setDelay(30)
        await sleep(8_000)
        for (const each of places) each.database.setDelay(0)
      },
    ],
    ['the writer’s Redis falls silent', async () => (await writer()).redis.silence()],
    [
      'Redis is killed',
      async () => {
        await redis.kill()
        await sleep(4_000)
        await redis.start()
      },
    ],
    [
      'Redis is frozen',
      async () => {
        redis.freeze()
        await sleep(6_000)
        redis.thaw()
      },
    ],
    [
      'the database comes back older',
      async () => {
        await withoutConnections(database, [
          `create database ${database}_older template ${database}`,
          `alter database ${database} allow_connections true`,
        ])
        await sleep(8_000)
        await withoutConnections(database, [
          `drop database ${database}`,
          `alter database ${database}_older rename to ${database}`,
          `alter database ${database} allow_connections true`,
        ])
      },
    ],
    [
      'each server is restarted',
      async () => {
        for (const place of places) {
          expect(await place.server.stop()).toBe(0)
          await restart(place)
        }
      },
    ],
  ]
}

const listTrades = async (client: Client, coinId: string): Promise<Trade[]> => {
  const all: Trade[] = []
  for (let cursor: number | null = Number.MAX_SAFE_INTEGER; cursor !== null; ) {
    const page: { readonly trades: Trade[]; readonly nextCursor: number | null } = await client.get(
      `/api/collections/${coinId}/trades?limit=100&cursor=${cursor}`,
    )
    all.push(...page.trades)
    cursor = page.nextCursor
  }
  return all
}

if (missing !== undefined) test.skip(`skipped: ${missing}`)
else
  test('three servers go on through everything that happens to them, and lose nothing', async () => {
    const fleet = await openFleet()
    const redis = await ownRedis()
    await redis.start()
    const places: Place[] = []
    onTestFinished(async () => {
      for (const { server, node, database, redis: line } of places) {
        server.child.kill('SIGCONT')
        await server.kill()
        await node.cut()
        await database.close()
        await line.close()
      }
      redis.thaw()
      await redis.remove()
      await fleet.close()
    })
    const startAt = (on: Omit<Place, 'server'>) =>
      fleet.start({
        SOLANA_RPC_URL: on.node.rpcUrl,
        SOLANA_WS_URL: on.node.wsUrl,
        DATABASE_URL: on.database.url,
        REDIS_URL: on.redis.url,
      })
    for (let count = 0; count < SERVERS; count++) {
      const on = {
        node: await openNodeProxy(fleet.node.origin),
        database: await openDatabaseLine(fleet.databaseUrl),
        redis: await openDatabaseLine(redis.url),
      }
      places.push({ ...on, server: await startAt(on) })
    }
    const near = createClient(fleet.node.origin)
    await near.airdrop(10)
    const keypairs = [near.keypair]
    for (let count = 1; count < SERVERS; count++) {
      const wallet = createClient(fleet.node.origin)
      await wallet.airdrop(10)
      keypairs.push(wallet.keypair)
    }
    const coins: Collection[] = []
    for (const symbol of ['FLEETA', 'FLEETB'])
      coins.push(
        await createClient(places[0]?.server.origin ?? '', near.keypair).launch(
          { symbol },
          await plainPicture(),
        ),
      )
    const load = trade(places, coins, keypairs, new Random(testSeed()))
    const faults = faultsOf(fleet, places, redis, async (place) => {
      place.server = await startAt(place)
    })
    const endsMs = performance.now() + LASTS_MS
    for (let at = 0; at < faults.length || performance.now() < endsMs; at++) {
      const [name, happen] = faults[at % faults.length] ?? []
      await happen?.()
      // Each server takes a trade again.
      for (const [number, { server }] of places.entries()) {
        const coin = coins[number % coins.length]
        const client = createClient(server.origin, keypairs[number])
        await expect
          .poll(
            () =>
              client.trade('BUY', coin?.id ?? '', '0.002', 50).then(
                ({ signature }) => load.acknowledged.add(signature) !== undefined,
                (error: unknown) => String(error),
              ),
            { ...HEALED, message: `${name}: server ${number} trades again` },
          )
          .toBe(true)
      }
      console.log(`${name}: healed; ${load.acknowledged.size} trades acknowledged so far`)
    }
    await load.stop()
    console.log(Object.fromEntries(load.answers))
    const found: string[] = []
    for (const { id } of coins) {
      const own = await listTrades(near, id)
      found.push(...own.map(({ txSignature }) => txSignature))
      for (const { server } of places)
        await expect
          .poll(async () => await listTrades(createClient(server.origin), id).catch(String), HEALED)
          .toEqual(own)
    }
    expect(new Set(found).size).toBe(found.length)
    expect([...load.acknowledged].filter((signature) => !found.includes(signature))).toEqual([])
    const { index } = await statusOf(places[0]?.server ?? fleet.node)
    expect(index).toMatchObject({ gaps: 0, mismatches: 0, rollbacks: 0 })
  })
