// What benchmarks of reading share.
import type { Client } from '../tests/client.ts'
import { percentile } from './percentile.ts'

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
