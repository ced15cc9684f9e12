// A server whose demo market trades, with a coin that is on its curve.
import { setTimeout } from 'node:timers/promises'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { createClient } from '../tests/client.ts'
import type { ServerProcess } from '../tests/server-process.ts'
import { startMeasuredServer } from './server.ts'

/** Until the demo market has coins with a past. */
const WARM_UP_MS = 45_000

export async function startDemoMarket(): Promise<{ server: ServerProcess; coin: Collection }> {
  const server = await startMeasuredServer({ env: { DEMO_MARKET: 'on' } })
  try {
    await setTimeout(WARM_UP_MS)
    const trending = await createClient(server.origin).get<Collection[]>('/api/collections/trending')
    const coin = trending.find(({ isGraduated }) => !isGraduated)
    if (coin === undefined) throw new Error('the demo market has no coin on its curve')
    return { server, coin }
  } catch (error) {
    await server.remove()
    throw error
  }
}
