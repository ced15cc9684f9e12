// Durable trades per second through HTTP: prepare, sign, submit, in the index. 64 wallets on 20 coins, load generator and
// server on the same machine. A trade counts when the server has answered, which is when it is on disk and in the index.

import { assert } from '@twinmint/sdk/core/assert'
import sharp from 'sharp'
import { createClient } from '../tests/client.ts'
import { runLoops } from './loops.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const WALLETS = 64
const COINS = 20
/** A second, as it is aimed at; `BENCH_RATE` where a machine can't. */
const RATE = Number(process.env['BENCH_RATE'] ?? 1_000)

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

    const figures = await runLoops(
      { seconds, count: WALLETS, rate: RATE, kinds: ['trade'], what: 'trades' },
      async (at, { isRunning, timed }) => {
        const wallet = wallets[at]
        assert(wallet, 'a wallet of the list')
        const coinOf = (round: number) => coins[(at + round) % COINS] ?? ''
        for (let round = 0; isRunning(); round++)
          // Two buys of a coin, then a sell of a little, so that both sides and first buys are among them.
          await timed('trade', () =>
            round % 3 === 2
              ? wallet.trade('SELL', coinOf(round - 1), '10', 50)
              : wallet.trade('BUY', coinOf(round), '0.001', 50),
          )
      },
    )
    return {
      ...figures,
      'launch p50 ms': Math.round(percentile(launchMs, 50)),
      'launch p95 ms': Math.round(percentile(launchMs, 95)),
    }
  } finally {
    await server.remove()
  }
}
