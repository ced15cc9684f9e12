// How many durable two-instruction token transactions a second one process takes from 64 callers at once:
//   node scripts/run.mjs bench/chain.ts --seconds 5
// Each is a Token-2022 transfer and a memo-sized SOL transfer, signed by its own wallet; answered when on disk.
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addressBytes } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import { openEmbeddedChain } from '../packages/localnet/chain.ts'
import { makeWallet, signedTransaction, transferSol } from '../packages/localnet/test-wallet.ts'
import {
  createAccount,
  initializeAccount,
  signs,
  token,
  transferTokens,
  writes,
} from '../program/test/tokens.ts'

const CALLERS = 64

export interface ChainFigures {
  readonly transactionsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly transactions: number
}

/** Runs the load in a folder of its own for `seconds` and returns what it measured. */
export async function benchChain(seconds: number): Promise<ChainFigures> {
  const cache = resolve('node_modules/.cache')
  const folder = mkdtempSync(join(cache, 'bench-chain-'))
  const chain = await openEmbeddedChain({ folder })
  try {
    const wallets = Array.from({ length: CALLERS }, makeWallet)
    const accounts = wallets.map(makeWallet)
    const mint = makeWallet()
    const [first] = wallets
    if (!first) throw new Error('no wallets')
    await Promise.all(wallets.map(({ address }) => chain.airdrop(address, lamports(1_000_000_000n))))
    const blockhash = (): string => chain.latestBlockhash().blockhash
    await chain.sendTransaction(
      signedTransaction([first, mint], blockhash(), [
        createAccount({
          payer: first.address,
          account: mint.address,
          lamports: chain.rentExemptLamports(82),
          size: 82,
        }),
        token([writes(mint.address)], [20, 6, ...addressBytes(first.address), 0]),
      ]),
    )
    await Promise.all(
      wallets.map(async (wallet, at) => {
        const account = accounts[at] ?? wallet
        const amount = Buffer.alloc(9)
        amount[0] = 7
        amount.writeBigUInt64LE(1_000_000_000n, 1)
        const { err, logs } = await chain.sendTransaction(
          signedTransaction(wallet === first ? [wallet, account] : [wallet, account, first], blockhash(), [
            createAccount({
              payer: wallet.address,
              account: account.address,
              lamports: chain.rentExemptLamports(165),
              size: 165,
            }),
            initializeAccount(account.address, mint.address, wallet.address),
            token([writes(mint.address), writes(account.address), signs(first.address)], amount),
          ]),
        )
        if (err !== null) throw new Error(logs.join('\n'))
      }),
    )
    const took: number[] = []
    const started = performance.now()
    const end = started + seconds * 1000
    let made = 0n
    await Promise.all(
      wallets.map(async (wallet, at) => {
        const from = accounts[at] ?? wallet
        const to = accounts[(at + 1) % CALLERS] ?? wallet
        while (performance.now() < end) {
          const wire = signedTransaction([wallet], blockhash(), [
            transferTokens({
              from: from.address,
              to: to.address,
              mint: mint.address,
              authority: wallet.address,
              amount: 1n + (made++ % 1000n),
            }),
            // A different amount each time makes each a different transaction.
            transferSol(wallet.address, first.address, made),
          ])
          const sent = performance.now()
          const { err, logs } = await chain.sendTransaction(wire)
          took.push(performance.now() - sent)
          if (err !== null) throw new Error(logs.join('\n'))
        }
      }),
    )
    const elapsed = (performance.now() - started) / 1000
    took.sort((a, b) => a - b)
    return {
      transactionsPerSecond: Math.round(took.length / elapsed),
      p50Ms: took[Math.floor(took.length * 0.5)] ?? 0,
      p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
      transactions: took.length,
    }
  } finally {
    await chain.close()
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1]?.endsWith('bench/chain.ts')) {
  const at = process.argv.indexOf('--seconds')
  const { transactionsPerSecond, p50Ms, p99Ms, transactions } = await benchChain(
    at < 0 ? 5 : Number(process.argv[at + 1]),
  )
  console.log(
    `embedded chain: ${transactionsPerSecond} durable token transactions/s from ${CALLERS} callers, ` +
      `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${transactions} in all)`,
  )
}
