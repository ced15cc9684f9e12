// A server over a node that is not ours: how soon one starts on an empty folder where the node has forgotten every launch, and how
// soon it has what it missed while it was away. Node, line and server are on this machine; `BENCH_DELAY_MS=50` puts the node that far away.

import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Address } from '@solana/kit'
import { assert } from '@twinmint/sdk/core/assert'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { decodeConfig } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintBaseAddress,
  type MarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { STANDARD_CHOICES, termsHash } from '@twinmint/sdk/program/terms'
import { createCoinAccountInstruction } from '@twinmint/sdk/program/token-2022'
import { type EmbeddedChain, openEmbeddedChain } from '../packages/localnet/chain.ts'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { signedTransaction } from '../packages/localnet/test-wallet.ts'
import { startAddressFinder } from '../packages/server/launch/address.ts'
import { createClient, nextSecond, rpc } from '../tests/client.ts'
import { copyFreshFolder, emptyFolder } from '../tests/fresh-folder.ts'
import { openNodeProxy } from '../tests/node-proxy.ts'
import type { ServerProcess } from '../tests/server-process.ts'
import { startMeasuredServer } from './server.ts'

const COINS = Number(process.env['BENCH_COINS'] ?? 1_000)
const MISSED = Number(process.env['BENCH_TRADES'] ?? 3_000)
const DELAY_MS = Number(process.env['BENCH_DELAY_MS'] ?? 0)
const AIRDROP = lamports(10_000_000_000n)
const AIRDROPS = 20
const COUNTED = 50
/** Until what the trades began is over. */
const SETTLED_MS = 20_000
const REST_MS = 60_000

type Line = Awaited<ReturnType<typeof openNodeProxy>>
interface Market {
  readonly folder: string
  readonly programAddress: Address
  readonly trader: ReturnType<typeof createKeypair>
  readonly coins: MarketAddresses[]
}

async function withChain<T>({ folder }: Market, work: (chain: EmbeddedChain) => Promise<T>): Promise<T> {
  const chain = await openEmbeddedChain({ folder: join(folder, 'chain') })
  try {
    return await work(chain)
  } finally {
    await chain.close()
    // What the stopped server noted of its folder is so no longer.
    rmSync(join(folder, 'inventory'), { force: true })
  }
}

async function send(chain: EmbeddedChain, { trader }: Market, instructions: readonly Instruction[]) {
  const { blockhash } = chain.latestBlockhash()
  const { err, logs } = await chain.sendTransaction(signedTransaction([trader], blockhash, instructions))
  assert(err === null, logs.join('\n'))
}

/** Launches, each with one buy. */
async function launchAll(chain: EmbeddedChain, market: Market): Promise<void> {
  const { programAddress, trader, coins } = market
  for (let airdrops = 0; airdrops < AIRDROPS; airdrops++) await chain.airdrop(trader.address, AIRDROP)
  const terms = decodeConfig(
    chain.getAccount(await deriveConfigAddress(programAddress))?.data ?? new Uint8Array(),
  )
  const mintBase = await deriveMintBaseAddress(programAddress, trader.address)
  const finder = startAddressFinder(pathToFileURL(resolve('dist/server/address-worker.js')))
  for (let number = 0; number < COINS; number++) {
    const { mintAddress, seed } = await finder.find(mintBase)
    const addresses = await deriveMarketAddresses(programAddress, mintAddress)
    const name = `Coin ${number}`
    const uri = 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
    const texts = { seed, name, symbol: `C${number}`, collectionName: `${name} twins`, uri }
    const of = { payer: trader.address, wallet: trader.address, mint: mintAddress }
    await send(chain, market, [
      buildInstruction(
        programAddress,
        'launch',
        { ...addresses, creator: trader.address, mintBase },
        { texts, choices: STANDARD_CHOICES, termsHash: termsHash(terms) },
      ),
      await createCoinAccountInstruction(of),
    ])
    coins.push(addresses)
  }
  await finder.close()
}

/** Another amount each time: else it would be the same transaction. */
let bought = 0
async function buy(chain: EmbeddedChain, market: Market, addresses: MarketAddresses): Promise<void> {
  const { programAddress, trader } = market
  await send(chain, market, [
    buildInstruction(
      programAddress,
      'buy',
      {
        ...addresses,
        user: trader.address,
        userCoins: await deriveAssociatedAddress(trader.address, addresses.mint),
      },
      { lamportsIn: lamports(BigInt(1_000_000 + ++bought)), baseUnitsOutMin: baseUnits(0) },
    ),
  ])
}

/** How many calls went through the line, and of which methods. */
function callsThrough({ calls }: Line): string {
  const counts = [...calls].sort(([, a], [, b]) => b - a)
  const sum = counts.reduce((total, [, count]) => total + count, 0)
  return `${sum}: ${counts.map(([method, count]) => `${method} ${count}`).join(', ')}`
}

/** How long a server takes until it answers, in seconds, and what it asks the node for meanwhile. */
async function timed(line: Line, folder: string, env: Record<string, string>) {
  line.calls.clear()
  const began = performance.now()
  const server = await startMeasuredServer({ folder, env })
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { server, seconds, calls: callsThrough(line) }
}

const countCut = async ({ origin }: ServerProcess) => {
  const { index } = (await (await fetch(`${origin}/api/status`)).json()) as {
    index: { cutHistories: number }
  }
  return index.cutHistories
}

/** Calls of the node in so many trades, one after the other, and in a minute of rest. */
async function callsOf(line: Line, server: ServerProcess, { trader }: Market) {
  const client = createClient(server.origin, trader)
  const [coin] = await client.get<readonly { readonly id: string }[]>('/api/collections?limit=1')
  line.calls.clear()
  for (let trades = 0; trades < COUNTED; trades++)
    await client.trade('BUY', coin?.id ?? '', `0.00${trades + 100}`, 50)
  const trading = callsThrough(line)
  await sleep(SETTLED_MS)
  line.calls.clear()
  await sleep(REST_MS)
  return { trading, resting: callsThrough(line) }
}

export async function benchNewServer(): Promise<Record<string, number | string>> {
  const first = await startMeasuredServer({ folder: emptyFolder() })
  const programAddress = /Program +(\S+)/.exec(first.output())?.[1] as Address
  await first.stop()
  const market: Market = { folder: first.folder, programAddress, trader: createKeypair(), coins: [] }
  await withChain(market, async (chain) => {
    await launchAll(chain, market)
    for (const coin of market.coins) await buy(chain, market, coin)
  })
  let node = await startMeasuredServer({ folder: market.folder })
  const line = await openNodeProxy(node.origin)
  const folder = await copyFreshFolder()
  try {
    line.setDelay(DELAY_MS)
    const env = { SOLANA_RPC_URL: line.rpcUrl, SOLANA_WS_URL: line.wsUrl, PROGRAM_ADDRESS: programAddress }
    const whole = await timed(line, await copyFreshFolder(), env)
    await whole.server.remove()
    await nextSecond()
    line.setFirstSlot(await rpc<number>(createClient(node.origin), 'getSlot', []))
    const forgotten = await timed(line, folder, env)
    const cut = await countCut(forgotten.server)
    assert(cut === COINS, `${cut} of ${COINS} coins begin with their accounts`)
    await forgotten.server.stop()

    await node.stop()
    await withChain(market, async (chain) => {
      for (let trades = 0; trades < MISSED; trades++) {
        const coin = market.coins[trades % 50]
        if (coin) await buy(chain, market, coin)
      }
    })
    node = await startMeasuredServer({ folder: market.folder })
    line.setNode(node.origin)
    const missed = await timed(line, folder, env)
    const { trading, resting } = await callsOf(line, missed.server, market)
    await missed.server.kill()
    return {
      coins: COINS,
      'ms to the node': DELAY_MS,
      'start with its whole history, s': whole.seconds,
      'its calls of the node': whole.calls,
      'start with every launch forgotten, s': forgotten.seconds,
      'calls of that': forgotten.calls,
      [`start after ${MISSED} trades, s`]: missed.seconds,
      'calls of that one': missed.calls,
      [`calls of ${COUNTED} trades`]: trading,
      'calls of a minute of rest': resting,
    }
  } finally {
    await line.cut()
    await node.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
