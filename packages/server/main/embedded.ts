// The embedded chain as the server starts it: opened, with this version's program on it (embedded-program.ts), and with the
// keys that put it there.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type EmbeddedChain, openEmbeddedChain } from '@twinmint/localnet/chain'
import { createKeypair, type Keypair, keypairOfText, keypairText } from '@twinmint/localnet/keypair'
import { FolderInUseError } from '@twinmint/localnet/lock'
import { STORE_FILE } from '@twinmint/localnet/store'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import type { ChainSource } from '../chain/chain.ts'
import { embeddedDoor, embeddedTransport } from '../chain/local-chain.ts'
import { ensureProgram, type ProgramKeys, type UpgradeWatch } from './embedded-program.ts'
import { ROOT } from './root.ts'

const STORE_CHECK = fileURLToPath(new URL('./check-store.js', import.meta.url))
const PROGRAM_FILE = join(ROOT, 'program', 'twinmint.so')

const keysFileOf = (folder: string): string => join(folder, 'chain-keys.json')

/** A first start got so far that there is a chain, and all that it needs, in the folder. */
export const hasChain = (folder: string): boolean => existsSync(keysFileOf(folder))

/** Opens the chain inside `folder` and makes sure that this version's program runs on it. */
export async function startEmbeddedChain(
  options: UpgradeWatch & {
    readonly folder: string
    /** The folder is as it was closed: the chain need not be read whole. */
    readonly isAsClosed: boolean
    /** Before the first start writes anything that a later one must find. Rejects where this is no first start. */
    readonly beforeFirst: () => Promise<void>
    readonly onFailure: (sentence: string) => void
  },
): Promise<{
  readonly chain: EmbeddedChain
  readonly source: ChainSource
  readonly programAddress: Keypair['address']
}> {
  const keysFile = keysFileOf(options.folder)
  const stored = readKeys(keysFile)
  const chain = await openChecked(options, stored !== undefined)
  try {
    // The keys come before the first transaction, and after everything else that must be there.
    if (!stored && chain.store.sequenceLast > 0) throw new DamageError(`${keysFile} is missing`)
    const isDeployed = stored && chain.getAccount(stored.program.address) !== undefined
    if (!isDeployed) await options.beforeFirst()
    const keys = stored ?? writeKeys(keysFile)
    const elf = new Uint8Array(readFileSync(PROGRAM_FILE))
    await ensureProgram(chain, { ...options, keys, keysFile, elf })
    return {
      chain,
      programAddress: keys.program.address,
      source: { transport: embeddedTransport(chain), door: embeddedDoor(chain, keys.program.address) },
    }
  } catch (error) {
    await chain.close()
    throw error
  }
}

async function openChecked(
  { folder, isAsClosed, onFailure }: Parameters<typeof startEmbeddedChain>[0],
  mustExist: boolean,
): Promise<EmbeddedChain> {
  const chainFolder = join(folder, 'chain')
  const file = join(chainFolder, STORE_FILE)
  try {
    // Reading beyond the end of a file that was cut kills the process (SIGBUS): so another one reads it first.
    if (!isAsClosed && statSync(file, { throwIfNoEntry: false })?.size)
      await promisify(execFile)(process.execPath, [STORE_CHECK, chainFolder])
    return await openEmbeddedChain({ folder: chainFolder, mustExist, onFailure })
  } catch (error) {
    if (error instanceof DamageError || error instanceof FolderInUseError) throw error
    const { signal, stderr, message } = error as Error & { signal?: string; stderr?: string }
    const reason = signal ? 'it ends too early' : (stderr ?? message).split('\n')[0]
    throw new DamageError(`${file} can't be read (${reason})`, { cause: error })
  }
}

/** The keys that deployed the program on this folder's chain. They hold nothing but this chain's play money. */
function readKeys(file: string): ProgramKeys | undefined {
  if (!existsSync(file)) return undefined
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof ProgramKeys, string>
    return { program: keypairOfText(stored.program), authority: keypairOfText(stored.authority) }
  } catch (cause) {
    throw new DamageError(`${file} is damaged`, { cause })
  }
}

function writeKeys(file: string): ProgramKeys {
  const keys = { program: createKeypair(), authority: createKeypair() }
  const text = JSON.stringify({ program: keypairText(keys.program), authority: keypairText(keys.authority) })
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  return keys
}
