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

/** "p50, p99" in milliseconds of so many GETs, one at a time and then four at once, after a tenth of them to warm up. */
export async function measure(
  client: Client,
  requests: number,
  pathOf: (request: number) => string,
): Promise<string> {
  const timesOf = async (atOnce: number) => {
    const samples: number[] = []
    const run = async (lane: number) => {
      for (let request = lane; request < requests * 1.1; request += atOnce) {
        const began = performance.now()
        await client.get(pathOf(request))
        if (request >= requests / 10) samples.push(performance.now() - began)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, (_, lane) => run(lane)))
    return `${percentile(samples, 50).toFixed(1)}, ${percentile(samples, 99).toFixed(1)}`
  }
  return `${await timesOf(1)}; ${await timesOf(4)}`
}
