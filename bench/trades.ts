// Durable trades per second through HTTP: prepare, sign, submit, in the index. 64 wallets on 20 coins, load generator and
// server on the same machine. A trade counts when the server has answered, which is when it is on disk and in the index.
import sharp from 'sharp'
import { createClient } from '../tests/client.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const WALLETS = 64
const COINS = 20

export async function benchTrades(seconds: number): Promise<Record<string, number>> {
  const server = await startMeasuredServer()
  try {
    const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#9a6bff' } })
      .png()
      .toBuffer()
    const creator = createClient(server.origin)
    await creator.airdrop(10)
    const coins: string[] = []
    const launchMs: number[] = []
    for (let i = 0; i < COINS; i++) {
      const prepared = await creator.prepareLaunch({ name: `Coin ${i}`, symbol: `C${i}` }, image)
      const signedTransaction = creator.sign(prepared.transaction)
      const began = performance.now()
      const { collection } = await creator.post<{ collection: { id: string } }>('/api/collections/launch', {
        signedTransaction,
      })
      launchMs.push(performance.now() - began)
      coins.push(collection.id)
    }
    const wallets = Array.from({ length: WALLETS }, () => createClient(server.origin))
    await Promise.all(wallets.map((wallet) => wallet.airdrop(10)))

    const latencies: number[] = []
    let failures = 0
    let measuring = false
    let running = true
    const run = async (wallet: (typeof wallets)[number], index: number) => {
      for (let round = 0; running; round++) {
        const coin = coins[(index + round) % COINS] ?? ''
        const began = performance.now()
        try {
          // Two buys of a coin, then a sell of a little, so that both sides and first buys are among them.
          if (round % 3 === 2) await wallet.trade('SELL', coins[(index + round - 1) % COINS] ?? '', '10', 50)
          else await wallet.trade('BUY', coin, '0.001', 50)
          if (measuring) latencies.push(performance.now() - began)
        } catch {
          if (measuring) failures++
        }
      }
    }
    const loops = Promise.all(wallets.map(run))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    measuring = true
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    const elapsed = (performance.now() - began) / 1_000
    measuring = false
    running = false
    await loops
    return {
      'trades per second': Math.round(latencies.length / elapsed),
      'p50 ms': Math.round(percentile(latencies, 50)),
      'p99 ms': Math.round(percentile(latencies, 99)),
      failures,
      'launch p50 ms': Math.round(percentile(launchMs, 50)),
      'launch p95 ms': Math.round(percentile(launchMs, 95)),
    }
  } finally {
    await server.remove()
  }
}
