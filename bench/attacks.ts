// How long a stranger's trade takes while others attack: prepared, signed, submitted and in the index, every third of a
// second, with the limits that the server has by itself. Attackers have ten addresses and a process of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Keypair } from '../packages/localnet/keypair.ts'
import { type Known, WRITES } from '../tests/attackers.ts'
import { createClient } from '../tests/client.ts'
import { emptyFolder } from '../tests/fresh-folder.ts'
import { plainPicture } from '../tests/pictures.ts'
import { residentBytes } from '../tests/server-process.ts'
import { percentile } from './percentile.ts'
import { startMeasuredServer } from './server.ts'

const COINS = 30
const BETWEEN_MS = 333
export const ATTACKS = [
  'nobody',
  'hostile inputs',
  '10,000 connections',
  '10,000 live streams',
  'unread answers',
  'slow bodies',
  'heavy batches',
  'upgrades to h2c',
  'large accounts',
  'pictures',
  ...WRITES,
  'airdrops',
]

/** All of `ATTACKS`, or `only` that one. */
export async function benchAttacks(
  seconds: number,
  only: string | undefined,
): Promise<Record<string, string>> {
  const figures: Record<string, string> = {}
  const folder = emptyFolder()
  const { keypair } = createClient('')
  const known = await makeMarket(folder, keypair)
  for (const attack of only === undefined ? ATTACKS : [only]) {
    // Each on a server that has just started: what one left in memory is not the next one's.
    const server = await startMeasuredServer({ folder, env: { RATE_LIMIT: 'on' } })
    const trader = createClient(server.origin, keypair)
    let attacker: ChildProcess | undefined
    try {
      await trader.trade('BUY', known.collectionId, '0.001', 50)
      const before = residentBytes(server)
      if (attack !== 'nobody')
        attacker = spawn(
          process.execPath,
          ['scripts/run.mjs', 'bench/attack-child.ts', attack, server.origin, JSON.stringify(known)],
          {
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        )
      await new Promise((begun) => setTimeout(begun, 2_000))
      const samples: number[] = []
      let failures = 0
      let most = 0
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
        const began = performance.now()
        try {
          await trader.trade('BUY', known.collectionId, '0.001', 50)
        } catch {
          failures++
        }
        samples.push(performance.now() - began)
        most = Math.max(most, residentBytes(server))
        await new Promise((next) => setTimeout(next, BETWEEN_MS))
      }
      figures[attack] =
        `p50 ${percentile(samples, 50).toFixed(0)}, p99 ${percentile(samples, 99).toFixed(0)} ms of ${samples.length} trades, ${failures} failed, memory +${((most - before) / 1e6).toFixed(0)} MB`
    } finally {
      attacker?.kill('SIGKILL')
      await server.stop()
    }
  }
  rmSync(folder, { recursive: true })
  return figures
}

/** Coins and a trade, so that whoever asks for everything gets much; and what an attacker may know of them. */
async function makeMarket(folder: string, keypair: Keypair): Promise<Known> {
  const server = await startMeasuredServer({ folder })
  try {
    const trader = createClient(server.origin, keypair)
    await trader.airdrop(10)
    const image = await plainPicture()
    const { id } = await trader.launch({ symbol: 'CALM' }, image)
    for (let made = 1; made < COINS; made++) await trader.launch({ symbol: `C${made}` }, image)
    const { signature } = await trader.trade('BUY', id, '0.01', 50)
    return { collectionId: id, wallet: trader.address, signature, transaction: '' }
  } finally {
    await server.stop()
  }
}
