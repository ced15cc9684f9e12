// Durable swaps per second as the page makes them: prepared, signed, handed to the server. 64 at a time, by 512 wallets on 20
// coins, load generator and server on the same machine. A swap counts when the index holds it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import sharp from 'sharp'
import { createClient, swap } from '../tests/client.ts'
import { runLoops } from './loops.ts'
import { startMeasuredServer } from './server.ts'

const LOOPS = 64
/**
 * By turns: a wallet that captures the same NFT again within a slot asks for the same bytes, which waits for the next one
 * (packages/server/signing/prepare.ts). One wallet a loop made five swaps a second at the most, whatever the server could do.
 */
const WALLETS_A_LOOP = 8
const COINS = 20
/** A second, as it is aimed at; `BENCH_RATE` where a machine can't. */
const RATE = Number(process.env['BENCH_RATE'] ?? 500)

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
    const wallets = Array.from({ length: LOOPS * WALLETS_A_LOOP }, () => createClient(server.origin))
    await Promise.all(wallets.map((wallet) => wallet.airdrop(10)))
    return await runLoops(
      { seconds, count: LOOPS, rate: RATE, kinds: ['capture', 'release'], what: 'swaps' },
      async (at, { isRunning, timed }) => {
        const own = wallets.filter((_, index) => index % LOOPS === at)
        const id = coins[at % COINS]?.id ?? ''
        for (const wallet of own) await wallet.trade('BUY', id, '0.05', 50)
        for (let round = 0; isRunning(); round++) {
          const wallet = own[round % own.length] ?? creator
          // NFTs that the escrow holds come round: only the first captures mint.
          const captured = await timed('capture', () => swap(wallet, 'capture', id, { count: 1 }))
          const nftMints = (captured?.confirmed ?? []).flatMap(({ nfts }) =>
            nfts.map((nft) => nft.mintAddress),
          )
          if (nftMints.length > 0) await timed('release', () => swap(wallet, 'release', id, { nftMints }))
        }
      },
    )
  } finally {
    await server.remove()
  }
}
