// Redis is killed, hangs or is full, or is not there yet: each server's readers hear what it takes in, and all start over when
// Redis is back.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createClient as connectRedis } from '@redis/client'
import { statusSchema } from '@twinmint/sdk/internal/api/platform/status-contract'
import { openBudget } from '@twinmint/sdk/internal/core/budget'
import { afterAll, expect, test } from 'vitest'
import { RedisBus } from '../../packages/server/http/live/bus.ts'
import { LiveHub } from '../../packages/server/http/live/hub.ts'
import { createClient } from '../client.ts'
import { readLive } from '../live.ts'
import { plainPicture } from '../pictures.ts'
import { type OwnRedis, ownRedis, redisProgramMissing } from '../redis-server.ts'
import { startServerProcess } from '../server-process.ts'

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

async function newRedis(): Promise<OwnRedis> {
  const redis = await ownRedis()
  ended.push(() => redis.remove())
  return redis
}

/** The stream of a server, without the rest of it. */
async function openStream(url: string) {
  const bus = new RedisBus(url, 'a-test', { failure: () => {}, return: () => {} })
  const hub = new LiveHub({ bus, unsent: openBudget({ max: 1_000_000, byKeyMax: 1_000_000 }) })
  const server = createServer(({ headers }, response) => {
    const since = headers['last-event-id']
    hub.subscribe(response, { topics: ['chat'], lastEventId: since?.toString(), key: '' })
  }).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), hub.opened])
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  ended.push(() => {
    hub.close()
    server.close()
    return bus.close()
  })
  return {
    hub,
    tell: (id: string) => hub.publish({ type: 'chatGone', id }),
    read: (lastEventId?: string) => readLive(origin, 'chat', lastEventId),
  }
}

type Reader = Awaited<ReturnType<typeof readLive>>

const heard = (reader: Reader) =>
  reader
    .events()
    .flatMap((event) => (event.type === 'chatGone' ? event.id : event.type === 'reset' ? 'reset' : []))

const hasMemory = async ({ url }: OwnRedis, limit: string) => {
  const client = await connectRedis({ url }).connect()
  await client.configSet({ maxmemory: limit, 'maxmemory-policy': 'noeviction' })
  await client.close()
}

interface Fault {
  readonly begin: (redis: OwnRedis) => unknown
  readonly end: (redis: OwnRedis) => unknown
}

const FAULTS: Record<string, Fault> = {
  'is killed': { begin: (redis) => redis.kill(), end: (redis) => redis.start() },
  hangs: { begin: (redis) => redis.freeze(), end: (redis) => redis.thaw() },
  // An empty Redis takes as much.
  'is full': { begin: (redis) => hasMemory(redis, '1'), end: (redis) => hasMemory(redis, '0') },
}

if (redisProgramMissing !== undefined) test.skip(`skipped: ${redisProgramMissing}`)
else {
  test.concurrent.for(Object.entries(FAULTS))(
    'readers hear their own server while Redis %s, and start over when it is back',
    async ([, { begin, end }], { expect }) => {
      const redis = await newRedis()
      await redis.start()
      const [one, two] = [await openStream(redis.url), await openStream(redis.url)]
      const [atOne, atTwo] = [await one.read(), await two.read()]
      await expect.poll(() => atOne.types()).toEqual(['hello'])
      const atBeginning = atOne.lastId()
      one.tell('before')
      await expect.poll(() => [heard(atOne), heard(atTwo)]).toEqual([['before'], ['before']])
      // A server that starts later knows what came before.
      one.tell('and')
      await expect.poll(() => heard(atTwo)).toEqual(['before', 'and'])
      const later = await (await openStream(redis.url)).read(atBeginning)
      await expect.poll(() => heard(later)).toEqual(['before', 'and'])
      await begin(redis)
      one.tell('one alone')
      two.tell('two alone')
      await expect
        .poll(() => [heard(atOne), heard(atTwo)])
        .toEqual([
          ['before', 'and', 'one alone'],
          ['before', 'and', 'two alone'],
        ])
      one.tell('at once')
      await expect.poll(() => heard(atOne)).toContain('at once')
      expect([one.hub.bus?.isUp, two.hub.bus?.isUp]).toEqual([false, false])
      expect(one.hub.bus).toMatchObject({ sent: 2, alone: 2, failures: 1 })
      const idOfOutage = atOne.lastId()

      await end(redis)
      await expect.poll(() => [one.hub.bus?.isUp, two.hub.bus?.isUp]).toEqual([true, true])
      for (const reader of [atOne, atTwo]) await expect.poll(() => heard(reader)).toContain('reset')
      one.tell('after')
      for (const reader of [atOne, atTwo]) await expect.poll(() => heard(reader)).toContain('after')
      // Each once, and nothing of the outage later.
      const told = ['before', 'and', 'one alone', 'at once', 'after']
      expect(heard(atOne).filter((id) => id !== 'reset')).toEqual(told)
      expect(heard(atTwo).slice(-2)).toEqual(['reset', 'after'])
      expect(heard(atTwo)).not.toContain('at once')

      // No other server knows what was told during the outage; what came after it, all know.
      const lost = await two.read(idOfOutage)
      await expect.poll(() => heard(lost)).toEqual(['reset'])
      const resumed = await two.read(atOne.lastId())
      one.tell('last')
      await expect.poll(() => heard(resumed)).toEqual(['last'])
    },
  )

  test('a server starts without its Redis, says so, and joins it later', async () => {
    const redis = await newRedis()
    const server = await startServerProcess({
      env: { REDIS_URL: redis.url, METRICS_TOKEN: 'figures-of-this-test' },
    })
    ended.push(() => server.remove())
    const trader = createClient(server.origin)
    const streamCheck = async () => {
      const { ready, checks } = statusSchema.parse(await trader.get('/api/status'))
      return { ready, ok: checks.find(({ name }) => name === 'stream')?.ok }
    }
    const busFigures = async () => {
      const headers = { authorization: 'Bearer figures-of-this-test' }
      const answer = await fetch(`${server.origin}/api/metrics`, { headers })
      return (await answer.text()).match(/^twinmint_bus_(up|failures_total) \d+$/gm)
    }
    expect(server.output()).toContain('Redis fails')
    expect(await streamCheck()).toEqual({ ready: true, ok: false })
    expect(await busFigures()).toEqual(['twinmint_bus_up 0', 'twinmint_bus_failures_total 1'])
    await trader.airdrop(2)
    const coin = await trader.launch({ symbol: 'ALONE' }, await plainPicture())
    const reader = await readLive(server.origin, `collection:${coin.id}`)
    const { trade } = await trader.trade('BUY', coin.id, '0.01')
    await expect.poll(() => reader.trades()).toContain(trade.id)
    expect(reader.types()).not.toContain('reset')

    await redis.start()
    await expect.poll(() => reader.types()).toContain('reset')
    expect(await streamCheck()).toEqual({ ready: true, ok: true })
    expect(await busFigures()).toEqual(['twinmint_bus_up 1', 'twinmint_bus_failures_total 1'])
    const { trade: next } = await trader.trade('BUY', coin.id, '0.01')
    await expect.poll(() => reader.trades()).toContain(next.id)
    reader.stop()
  })
}
