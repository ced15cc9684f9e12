// Preparing launches, 20 at once: from the form and the picture to the unsigned transaction, over HTTP. Each creator has
// opened the form before, as people have who fill it in, so an address is found for them already; and once without.
import { type Client, createClient } from '../tests/client.ts'
import { drawPicture } from '../tests/pictures.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const AT_ONCE = 20
const ROUNDS = 10
/** A search takes 0.2 s on average; twenty of them, and some that take long. */
const FILLING_IN_MS = 12_000

export async function benchPrepare(): Promise<Record<string, number>> {
  const server = await startMeasuredServer()
  try {
    const image = await drawPicture('#9a6bff')
    const creators = Array.from({ length: AT_ONCE }, () => createClient(server.origin))
    for (const creator of creators) await creator.fund()
    let number = 0
    const prepare = async (creator: Client): Promise<number> => {
      const began = performance.now()
      await creator.prepareLaunch(
        { name: `Frog ${++number}`, description: 'A frog and its twins. '.repeat(10).trim() },
        image,
      )
      return performance.now() - began
    }
    const openForms = async () => {
      await Promise.all(
        creators.map((creator) =>
          creator.post('/api/collections/expect-launch', { creatorAddress: creator.address }),
        ),
      )
      await new Promise((resolve) => setTimeout(resolve, FILLING_IN_MS))
    }
    // Warm: code that ran a few times is compiled.
    await Promise.all(creators.map(prepare))
    const alone: number[] = []
    await openForms()
    for (const creator of creators) alone.push(await prepare(creator))
    const atOnce: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await openForms()
      atOnce.push(...(await Promise.all(creators.map(prepare))))
    }
    const unexpected = await Promise.all(creators.map(prepare))
    return {
      'one alone, p50 ms': Math.round(percentile(alone, 50)),
      '20 at once, p50 ms': Math.round(percentile(atOnce, 50)),
      '20 at once, p99 ms': Math.round(percentile(atOnce, 99)),
      '20 at once who never opened the form, p99 ms': Math.round(percentile(unexpected, 99)),
    }
  } finally {
    await server.remove()
  }
}
