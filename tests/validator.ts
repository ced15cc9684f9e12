// Agave's own validator, on a ledger of its own: it can be lost, continue from an older ledger, and forget its history.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import { expect } from 'vitest'
import { copyFolder, emptyFolder } from './fresh-folder.ts'

export const VALIDATOR = 'solana-test-validator'
const SHARED = resolve('../shared/validator/start')
/** All of a test's history fits. */
const SHREDS_ALL = 50_000_000
/** The latest blocks alone. */
const SHREDS_FEW = 50
/** It looks for blocks to forget whenever its root has moved by 512 slots. */
const WARP_SLOTS = 1_000
/** Slots of 200 ms, half of a cluster's: snapshots and finality come in half the time. */
const TICKS = 32
const START_MS = 120_000

/** How it is started; undefined where there is none. */
export const findValidator = (): string | undefined =>
  existsSync(SHARED)
    ? SHARED
    : (process.env['PATH'] ?? '')
        .split(delimiter)
        .map((folder) => join(folder, VALIDATOR))
        .find((file) => existsSync(file))

/** Ports that nobody has at this moment: RPC and its WebSocket are neighbours. */
async function freePorts(): Promise<{
  readonly rpc: number
  readonly faucet: number
  readonly gossip: number
}> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  const rpc = 20_000 + (port % 10_000)
  return { rpc, faucet: rpc + 2, gossip: rpc + 10 }
}

export type Validator = Awaited<ReturnType<typeof openValidator>>

/** Not yet started. */
export async function openValidator(file: string) {
  const folder = emptyFolder()
  const [ledger, copy] = [join(folder, 'ledger'), join(folder, 'copy')]
  const { rpc, faucet, gossip } = await freePorts()
  const rpcUrl = `http://127.0.0.1:${rpc}`
  const settings = {
    ledger,
    'rpc-port': rpc,
    'faucet-port': faucet,
    'gossip-port': gossip,
    'dynamic-port-range': `${gossip + 1}-${gossip + 40}`,
    'limit-ledger-size': SHREDS_ALL,
    'ticks-per-slot': TICKS,
  }
  let child: ChildProcess | undefined
  let isFirst = true

  const ask = async <T>(method: string, params: readonly unknown[] = []): Promise<T | undefined> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body }).catch(() => undefined)
    return ((await answer?.json()) as { readonly result?: T } | undefined)?.result
  }
  const slot = async (commitment = 'confirmed') => (await ask<number>('getSlot', [{ commitment }])) ?? 0
  const snapshotSlot = async () => {
    const highest = await ask<{ full: number; incremental?: number | null }>('getHighestSnapshotSlot')
    return highest?.incremental ?? highest?.full ?? 0
  }
  const balance = async (address: string) =>
    (await ask<{ value: number }>('getBalance', [address, { commitment: 'confirmed' }]))?.value ?? 0

  /** Resolves when slots come. */
  const start = async (more: Readonly<Record<string, number>> = {}): Promise<void> => {
    const options = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ])
    child = spawn(file, [...options, ...(isFirst ? ['--reset'] : [])], { cwd: folder, stdio: 'ignore' })
    isFirst = false
    await expect.poll(slot, { timeout: START_MS }).toBeGreaterThan(0)
    const first = await slot()
    await expect.poll(slot, { timeout: START_MS }).toBeGreaterThan(first + 1)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const gone = new Promise((ended) => ending.once('exit', ended))
    ending.kill(signal)
    await gone
  }
  return {
    rpcUrl,
    wsUrl: `ws://127.0.0.1:${rpc + 1}`,
    start,
    end,
    fund: async (address: string, sol: number): Promise<void> => {
      const before = await balance(address)
      await ask('requestAirdrop', [address, sol * 1e9])
      await expect.poll(() => balance(address)).toBeGreaterThan(before)
    },
    knows: async (signature: string): Promise<boolean> => {
      const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
      return Boolean(await ask('getTransaction', [signature, config]))
    },
    /** Continues; what its ledger held is kept for `fork`. */
    keepCopy: async (): Promise<void> => {
      await end('SIGTERM')
      copyFolder(ledger, copy)
      await start()
    },
    /** Continues from the copy: what it confirmed after that is gone, and later blocks have lower slots. */
    fork: async (): Promise<void> => {
      await end('SIGTERM')
      rmSync(ledger, { recursive: true })
      renameSync(copy, ledger)
      await start()
    },
    /** Continues a thousand slots later, and forgets the blocks of before. */
    forget: async (): Promise<void> => {
      const last = await slot()
      // It continues from its latest snapshot, made every 100 slots.
      await expect.poll(snapshotSlot, { timeout: START_MS }).toBeGreaterThanOrEqual(last)
      await end('SIGTERM')
      await start({ 'warp-slot': last + WARP_SLOTS, 'limit-ledger-size': SHREDS_FEW })
      await expect
        .poll(() => ask<number>('getFirstAvailableBlock'), { timeout: START_MS })
        .toBeGreaterThan(last)
    },
    remove: async (): Promise<void> => {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
