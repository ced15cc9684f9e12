// What runs here: the product and the program, each with a hash that anybody can compare, and who holds the program's keys.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { PROGRAM_DATA_HEADER_BYTES } from '@twinmint/sdk/internal/program/loader'
import { deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { type LoadHeads, readKeys } from '@twinmint/sdk/proof/keys'
import type { Chain } from '../chain/chain.ts'
import { ROOT } from './root.ts'

/** As package.json says. */
export const PRODUCT_VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version

/** The program's account has some hundred kilobytes, so it is not read for everybody who looks. */
const ON_CHAIN_MS = 600_000
const KEYS_MS = 60_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * What the program is, everybody may know; what else runs here, only where it is `shown`: it helps who attacks. Waits for the
 * chain's answer no longer than it is told to: `unknown` until then.
 */
export function versionsReader(
  chain: Chain,
  isShown: boolean,
): (waitMs: number) => Promise<Status['versions']> {
  const own = readOwn()
  own.catch(() => {})
  const compared = remembered(async () => compare(chain, (await own).elf), ON_CHAIN_MS)
  return async (waitMs) => {
    const { elf: _, ...versions } = await own
    const programOnChain = await compared(waitMs)
    return {
      ...versions,
      ...(isShown ? {} : { product: null, productSha256: null, node: null }),
      programAddress: chain.programAddress,
      programOnChain: programOnChain ?? 'unknown',
    }
  }
}

/** Who holds the program's keys, as the chain said lately; null while it does not answer. */
export function keysReader(chain: Chain): (waitMs: number) => Promise<Status['keys']> {
  const load: LoadHeads = async (addresses, bytes) => {
    const config = {
      encoding: 'base64',
      commitment: 'confirmed',
      dataSlice: { offset: 0, length: bytes },
    } as const
    const { value } = await chain.rpc.getMultipleAccounts([...addresses], config).send()
    return value.map((account) =>
      account === null
        ? undefined
        : {
            lamports: account.lamports,
            owner: account.owner,
            isExecutable: account.executable,
            data: Buffer.from(account.data[0], 'base64'),
          },
    )
  }
  const keys = remembered(() => readKeys(load, chain.programAddress), KEYS_MS)
  return async (waitMs) => (await keys(waitMs)) ?? null
}

/** Answers with what was read within `ms`, else reads; undefined where that fails or takes longer than it is waited for. */
function remembered<T>(read: () => Promise<T>, ms: number): (waitMs: number) => Promise<T | undefined> {
  let known: { readonly value: T; readonly atMs: number } | undefined
  let reading: Promise<void> | undefined
  return async (waitMs) => {
    if (!known || Date.now() - known.atMs > ms) {
      reading ??= read()
        .then((value) => void (known = { value, atMs: Date.now() }))
        .catch(() => void (known = undefined))
        .finally(() => (reading = undefined))
      await Promise.race([reading, sleep(waitMs, undefined, { ref: false })])
    }
    return known?.value
  }
}

async function readOwn() {
  const [elf, productSha256] = await Promise.all([
    readFile(join(ROOT, 'program', 'twinmint.so')),
    hashProduct(),
  ])
  return {
    elf: new Uint8Array(elf),
    product: PRODUCT_VERSION,
    productSha256,
    node: process.versions.node,
    programSha256: sha256(elf),
  }
}

/** The server's bundle in the order of its files' names, then the list of the pages' files, whose names carry their hashes. */
async function hashProduct(): Promise<string> {
  const server = join(ROOT, 'dist', 'server')
  const names = (await readdir(server)).filter((name) => name.endsWith('.js')).sort()
  const files = [
    ...names.map((name) => join(server, name)),
    join(ROOT, 'dist', 'web', '.vite', 'manifest.json'),
  ]
  return sha256(Buffer.concat(await Promise.all(files.map((file) => readFile(file)))))
}

/** Solana's own limit of an account's size. */
const PROGRAM_DATA_BYTES_MAX = 10 * 1024 * 1024

/** The loader leaves room behind the program, filled with zeros. */
async function compare(chain: Chain, elf: Uint8Array): Promise<'same' | 'other'> {
  const [account] = await chain.loadAccounts([await deriveProgramDataAddress(chain.programAddress)], {
    bytesMax: PROGRAM_DATA_BYTES_MAX,
  })
  const bytes = account?.data.subarray(PROGRAM_DATA_HEADER_BYTES) ?? new Uint8Array()
  const isSame = bytes.length >= elf.length && bytes.every((byte, at) => byte === (elf[at] ?? 0))
  return isSame ? 'same' : 'other'
}
