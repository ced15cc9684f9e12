// A server that is asked to stop under load: it says first that it is not ready, and no call that it took fails.
import { Agent, get } from 'node:http'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBalancer } from '../balancer.ts'
import { createClient } from '../client.ts'
import { readLive } from '../live.ts'
import { plainPicture } from '../pictures.ts'
import { postgres } from '../services.ts'
import { type Fleet, openFleet } from '../several-servers.ts'
import { size } from '../soak.ts'

const TRADERS = size(4, 12)
const STOPS = size(1, 4)
const DRAIN = { DRAIN_SECONDS: '2' }

/** What a new connection hears when it asks whether the server is ready: status and `Connection`, or that it is refused. */
const askReady = (origin: string) =>
  new Promise<string>((resolve) => {
    const agent = new Agent({ keepAlive: true })
    get(`${origin}/api/ready`, { agent }, (response) => {
      response.resume().on('close', () => agent.destroy())
      resolve(`${response.statusCode} ${response.headers.connection}`)
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
  })

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  let fleet: Fleet
  let coin: Collection
  beforeAll(async () => {
    fleet = await openFleet()
    await fleet.fund(10)
    coin = await fleet.clientOf(fleet.node).launch({ symbol: 'ROLL' }, await plainPicture())
  })
  afterAll(() => fleet.close())

  test('what is under way is answered, after the server said that it is not ready and takes nothing more', async () => {
    const server = await fleet.start(DRAIN)
    const trader = fleet.clientOf(server)
    const buy = () => trader.trade('BUY', coin.id, '0.01', 50)
    await buy()
    const reader = await readLive(server.origin, 'market')
    const sent = fleet.line.calls.get('sendTransaction') ?? 0
    const release = fleet.line.hold('sendTransaction')
    const trading = buy()
    trading.catch(() => {})
    await expect.poll(() => fleet.line.calls.get('sendTransaction')).toBeGreaterThan(sent)
    const heard = [await askReady(server.origin)]
    const stopped = server.stop()
    while (heard.at(-1) !== 'ECONNREFUSED') {
      const answer = await askReady(server.origin)
      if (answer !== heard.at(-1)) heard.push(answer)
    }
    release()
    expect((await trading).trade.type).toBe('BUY')
    // This asks without a pause: its connection may be the one that comes as the listener closes, and is reset.
    const answers = heard.filter((each) => !each.startsWith('ECONN'))
    expect([answers[0], answers.at(-1)]).toEqual(['200 keep-alive', '503 close'])
    expect([await reader.ended, reader.retriesMs().length]).toEqual([true, 2])
    expect(await stopped).toBe(0)
  })

  test('servers behind a proxy are stopped one after the other, and every trade is answered', async () => {
    const servers = [await fleet.start(DRAIN), await fleet.start(DRAIN)]
    const balancer = await openBalancer(servers.map(({ origin }) => origin))
    const traders = Array.from({ length: TRADERS }, () => createClient(balancer.origin))
    await Promise.all(traders.map(({ keypair }) => createClient(fleet.node.origin, keypair).airdrop(10)))
    const failures: unknown[] = []
    let isOver = false
    const loads = traders.map(async (trader) => {
      while (!isOver)
        await trader.trade('BUY', coin.id, '0.001', 50).catch((error: unknown) => failures.push(error))
    })
    const statuses = () => balancer.statuses('/api/trades/execute')
    const more = async () => {
      const had = statuses().length
      await expect.poll(() => statuses().length, { timeout: 150_000 }).toBeGreaterThan(had + TRADERS * 2)
    }
    for (let stops = 0; stops < STOPS; stops++) {
      const at = stops % 2
      await more()
      expect(await servers[at]?.stop()).toBe(0)
      await more()
      if (stops + 1 === STOPS) break
      const next = await fleet.start(DRAIN)
      servers[at] = next
      balancer.setServer(at, next.origin)
    }
    isOver = true
    await Promise.all(loads)
    balancer.close()
    expect(failures).toEqual([])
    expect(statuses().filter((status) => status !== 200)).toEqual([])
  })
}
