// What benchmarks on a served PostgreSQL share.
import { connect } from 'node:net'
import type { Client } from '../tests/client.ts'
import { percentile } from './percentile.ts'

export const servedUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/test'

export const isReachable = (url: URL) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(url.port || 5432), url.hostname)
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false))
  })

const AT_ONCE = 4

/** "p50, p99" in milliseconds of so many GETs, four at a time, after a tenth of them to warm up. */
export async function measure(
  client: Client,
  requests: number,
  pathOf: (request: number) => string,
): Promise<string> {
  const samples: number[] = []
  const run = async (lane: number) => {
    for (let request = lane; request < requests * 1.1; request += AT_ONCE) {
      const began = performance.now()
      await client.get(pathOf(request))
      if (request >= requests / 10) samples.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => run(lane)))
  return `${percentile(samples, 50).toFixed(1)}, ${percentile(samples, 99).toFixed(1)}`
}
