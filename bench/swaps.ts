// Durable swaps per second as the page makes them: prepared, signed, sent to /rpc, confirmed to the server. 64 wallets on 20
// coins, load generator and server on the same machine. A swap counts when the index holds it.
import sharp from 'sharp'
import type { Collection } from '../src/wire/records/coin.ts'
import { createClient, swap } from '../tests/client.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const WALLETS = 64
const COINS = 20

export async function benchSwaps(seconds: number): Promise<Record<string, number>> {
  const server = await startMeasuredServer()
  try {
    const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#ffcf3a' } })
      .png()
      .toBuffer()
    const creator = createClient(server.origin)
    await creator.airdrop(10)
    const coins: Collection[] = []
    for (let i = 0; i < COINS; i++) coins.push(await creator.launch({ symbol: `C${i}` }, image))
    const wallets = Array.from({ length: WALLETS }, () => createClient(server.origin))
    await Promise.all(wallets.map((wallet) => wallet.airdrop(10)))
    const latencies = { capture: [] as number[], release: [] as number[] }
    let failures = 0
    let measuring = false
    let running = true
    const run = async (wallet: (typeof wallets)[number], at: number) => {
      const id = coins[at % COINS]?.id ?? ''
      await wallet.trade('BUY', id, '0.05', 50)
      const held: string[] = []
      while (running) {
        // NFTs that the escrow holds come round: only the first captures mint.
        const kind = held.length > 0 ? 'release' : 'capture'
        const began = performance.now()
        try {
          const wish = kind === 'release' ? { nftMints: held.splice(0) } : { count: 1 }
          const { confirmed } = await swap(wallet, kind, id, wish)
          if (kind === 'capture')
            held.push(...confirmed.flatMap(({ nfts }) => nfts.map((nft) => nft.mintAddress)))
          if (measuring) latencies[kind].push(performance.now() - began)
        } catch {
          if (measuring) failures++
        }
      }
    }
    const loops = Promise.all(wallets.map(run))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    measuring = true
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    const elapsed = (performance.now() - began) / 1_000
    measuring = false
    running = false
    await loops
    const all = [...latencies.capture, ...latencies.release]
    return {
      'swaps per second': Math.round(all.length / elapsed),
      'capture p50 ms': Math.round(percentile(latencies.capture, 50)),
      'capture p99 ms': Math.round(percentile(latencies.capture, 99)),
      'release p50 ms': Math.round(percentile(latencies.release, 50)),
      'release p99 ms': Math.round(percentile(latencies.release, 99)),
      failures,
    }
  } finally {
    await server.remove()
  }
}
