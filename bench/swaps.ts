// Durable swaps per second as the page makes them: prepared, signed, sent to /rpc, confirmed to the server. 64 wallets on 20
// coins, load generator and server on the same machine. A swap counts when the index holds it.
import sharp from 'sharp'
import type { Collection } from '../src/wire/records/coin.ts'
import { createClient, swap } from '../tests/client.ts'
import { runLoops } from './loops.ts'
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
    return await runLoops(
      { seconds, count: WALLETS, kinds: ['capture', 'release'], what: 'swaps' },
      async (at, { isRunning, timed }) => {
        const wallet = wallets[at] ?? creator
        const id = coins[at % COINS]?.id ?? ''
        await wallet.trade('BUY', id, '0.05', 50)
        let held: string[] = []
        while (isRunning()) {
          // NFTs that the escrow holds come round: only the first captures mint.
          const nftMints = held
          held = []
          const done =
            nftMints.length > 0
              ? await timed('release', () => swap(wallet, 'release', id, { nftMints }))
              : await timed('capture', () => swap(wallet, 'capture', id, { count: 1 }))
          if (nftMints.length === 0)
            held = (done?.confirmed ?? []).flatMap(({ nfts }) => nfts.map((nft) => nft.mintAddress))
        }
      },
    )
  } finally {
    await server.remove()
  }
}
