// How fast an empty index is filled from a chain (`npm run reindex`), in the embedded database and in PostgreSQL where there
// is one. The chain is real: 20 coins traded by 64 wallets, made here transaction by transaction, some 2,000 a second.
// `npm run bench -- rebuild` takes 50,000 trades; `BENCH_TRADES=1000000 npm run bench -- rebuild` a quarter of an hour.

import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert } from '@twinmint/sdk/core/assert'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { deriveAssociatedAddress, deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { createCoinAccountInstruction } from '@twinmint/sdk/program/token-2022'
import { type EmbeddedChain, openEmbeddedChain } from '../packages/localnet/chain.ts'
import { signedTransaction } from '../packages/localnet/test-wallet.ts'
import { type Client, createClient } from '../tests/client.ts'
import { emptyFolder } from '../tests/fresh-folder.ts'
import { plainPicture } from '../tests/pictures.ts'
import { postgres, withSchema } from '../tests/services.ts'
import { startMeasuredServer } from './server.ts'

const COINS = 20
const WALLETS = 64
const TRADES = Number(process.env['BENCH_TRADES'] ?? 50_000)

interface Market {
  readonly folder: string
  readonly programAddress: Client['keypair']['address']
  readonly mints: readonly Client['keypair']['address'][]
  readonly wallets: readonly Client[]
}

/** Coins and wallets with SOL, in a folder whose server has stopped. */
async function openMarket(): Promise<Market> {
  const server = await startMeasuredServer({ folder: emptyFolder() })
  const programAddress = /Program +(\S+)/.exec(server.output())?.[1] as Market['programAddress']
  const creator = createClient(server.origin)
  await creator.airdrop(10)
  const picture = await plainPicture()
  const mints: Market['mints'][number][] = []
  for (let i = 0; i < COINS; i++)
    mints.push((await creator.launch({ symbol: `C${i}` }, picture)).mintAddress as Market['mints'][number])
  const wallets = Array.from({ length: WALLETS }, () => createClient(server.origin))
  await Promise.all(wallets.map((wallet) => wallet.airdrop(10)))
  await server.stop()
  return { folder: server.folder, programAddress, mints, wallets }
}

/** Buys, and a sell after every second one, of each wallet in one coin after the other. */
async function trade(chain: EmbeddedChain, { programAddress, mints, wallets }: Market): Promise<void> {
  let made = 0
  await Promise.all(
    wallets.map(async ({ keypair }, at) => {
      for (let round = 0; made < TRADES; round++) {
        const mint = mints[(at + round) % COINS]
        assert(mint, 'a coin of the list')
        made++
        const who = {
          user: keypair.address,
          userCoins: await deriveAssociatedAddress(keypair.address, mint),
          ...(await deriveMarketAddresses(programAddress, mint)),
        }
        const isFirst = round < COINS
        const isSell = !isFirst && round % 3 === 2
        const instructions = [
          ...(isFirst
            ? [await createCoinAccountInstruction({ payer: keypair.address, wallet: keypair.address, mint })]
            : []),
          isSell
            ? buildInstruction(programAddress, 'sell', who, {
                baseUnitsIn: baseUnits(BigInt(100_000_000 + made)),
                lamportsOutMin: lamports(0n),
              })
            : buildInstruction(programAddress, 'buy', who, {
                lamportsIn: lamports(BigInt(100_000 + (made % 1_000_000))),
                baseUnitsOutMin: baseUnits(0),
              }),
        ]
        const { blockhash } = chain.latestBlockhash()
        const { err, logs } = await chain.sendTransaction(
          signedTransaction([keypair], blockhash, instructions),
        )
        assert(err === null, logs.join('\n'))
      }
    }),
  )
}

/** Runs `npm run reindex`'s program; the seconds that it says it took, and the most memory that it had (Linux alone says it). */
async function rebuild(
  folder: string,
  url: string,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const child = spawn(process.execPath, [resolve('dist/server/reindex.js')], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url, SOLANA_RPC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  let bytes = 0
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      // Its own: what is mapped of the chain's file belongs to the system, and goes when others need room. One that has just ended has none.
      bytes = Math.max(bytes, Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024)
    } catch {
      // It has ended, or this is no Linux.
    }
  }, 100)
  const code = await new Promise((done) => child.once('exit', done))
  clearInterval(timer)
  assert(code === 0, output)
  const seconds = Number(/in ([\d.]+) s/.exec(output)?.[1])
  return { seconds, megabytes: Math.round(bytes / 1e6) }
}

export async function benchRebuild(): Promise<Record<string, number | string>> {
  const market = await openMarket()
  try {
    const chain = await openEmbeddedChain({ folder: join(market.folder, 'chain') })
    await trade(chain, market)
    await chain.close()
    // What the stopped server noted of its folder is so no longer.
    rmSync(join(market.folder, 'inventory'), { force: true })
    const figures = async (name: string, url: string) => {
      const { seconds, megabytes } = await rebuild(market.folder, url)
      return {
        [`${name}: trades per second`]: Math.round(TRADES / seconds),
        [`${name}: seconds`]: seconds,
        [`${name}: MB of its own at the most`]: megabytes,
      }
    }
    return {
      trades: TRADES,
      ...(await figures('embedded', '')),
      ...(postgres.missing === undefined
        ? await withSchema('bench_rebuild', (url) => figures('PostgreSQL', url))
        : { PostgreSQL: postgres.missing }),
    }
  } finally {
    rmSync(market.folder, { recursive: true, force: true })
  }
}
