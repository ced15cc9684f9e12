// The embedded chain as the server starts it: opened, with the program deployed by the real loader and set up, and
// brought to this version's program where the folder holds an older one.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ChainSource } from '../chain/chain.ts'
import { type EmbeddedChain, openEmbeddedChain } from '../chain/embedded/chain.ts'
import { embeddedDoor } from '../chain/embedded/door.ts'
import { FolderInUseError } from '../chain/embedded/lock.ts'
import { STORE_FILE } from '../chain/embedded/store.ts'
import { embeddedTransport } from '../chain/embedded/transport.ts'
import { createKeypair, type Keypair, keypairOfText, keypairText, signTransaction } from '../chain/keypair.ts'
import {
  deployProgram,
  fillBuffer,
  PROGRAM_DATA_HEADER_BYTES,
  type Send,
  upgradeProgram,
} from '../chain/loader.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../chain/program/addresses.ts'
import { initializeConfigInstruction, STANDARD_TERMS } from '../chain/program/instructions.ts'
import { encodeTransaction } from '../chain/program/message.ts'
import { addressOf } from '../core/address.ts'
import { assert } from '../core/assert.ts'
import { DamageError } from '../core/damage.ts'
import { lamports } from '../core/money.ts'

const STORE_CHECK = fileURLToPath(new URL('./check-store.js', import.meta.url))
const PROGRAM_FILE = new URL('../../program/twinmint.so', import.meta.url)

interface Keys {
  readonly program: Keypair
  readonly authority: Keypair
}

const keysFileOf = (folder: string): string => join(folder, 'chain-keys.json')

/** A first start got so far that there is a chain, and all that it needs, in the folder. */
export const hasChain = (folder: string): boolean => existsSync(keysFileOf(folder))

/** Opens the chain inside `folder` and makes sure that this version's program runs on it. */
export async function startEmbeddedChain(options: {
  readonly folder: string
  /** The folder is as it was closed: the chain need not be read whole. */
  readonly isAsClosed: boolean
  /** Before the first start writes anything that a later one must find. Rejects where this is no first start. */
  readonly beforeFirst: () => Promise<void>
  readonly onFailure: (sentence: string) => void
}): Promise<{
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
    await ensureProgram(chain, keys, keysFile)
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
function readKeys(file: string): Keys | undefined {
  if (!existsSync(file)) return undefined
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Keys, string>
    return { program: keypairOfText(stored.program), authority: keypairOfText(stored.authority) }
  } catch (cause) {
    throw new DamageError(`${file} is damaged`, { cause })
  }
}

function writeKeys(file: string): Keys {
  const keys = { program: createKeypair(), authority: createKeypair() }
  const text = JSON.stringify({ program: keypairText(keys.program), authority: keypairText(keys.authority) })
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  return keys
}

/** Chunks of the program that wait for the disk together. */
const WRITES_AT_ONCE = 32

async function ensureProgram(chain: EmbeddedChain, keys: Keys, keysFile: string): Promise<void> {
  const { program, authority } = keys
  const buffer = createKeypair()
  const signersByAddress = new Map([program, authority, buffer].map((keypair) => [keypair.address, keypair]))
  const send: Send = async (instructions, signers) => {
    const { blockhash } = chain.latestBlockhash()
    const wire = encodeTransaction({ feePayer: authority.address, recentBlockhash: blockhash, instructions })
    const keypairs = [...new Set([authority.address, ...signers])].map((address) => {
      const keypair = signersByAddress.get(address)
      assert(keypair, `the key of ${address} is known`)
      return keypair
    })
    const { err, logs } = await chain.sendTransaction(signTransaction(wire, keypairs))
    assert(
      err === null,
      `setting up the program failed: ${JSON.stringify(err)} ${logs.slice(-3).join(' | ')}`,
    )
  }
  const elf = new Uint8Array(readFileSync(PROGRAM_FILE))
  const programData = await deriveProgramDataAddress(program.address)
  const deployed = chain.getAccount(programData)
  const head = deployed?.data.subarray(0, PROGRAM_DATA_HEADER_BYTES)
  if (head && addressOf(head.subarray(-32)) !== authority.address)
    throw new DamageError(`${keysFile} does not hold this chain's keys`)
  const plan = {
    payer: authority.address,
    authority: authority.address,
    program: program.address,
    buffer: buffer.address,
    elf,
    bytesMax: elf.length * 2,
    rent: async (bytes: number) => chain.rentExemptLamports(bytes),
  }
  if (chain.getBalance(authority.address) < 5_000_000_000n)
    await chain.airdrop(authority.address, lamports(10_000_000_000n))
  if (!deployed) await deployProgram({ ...plan, send, atOnce: WRITES_AT_ONCE })
  else if (!elf.every((byte, i) => deployed.data[PROGRAM_DATA_HEADER_BYTES + i] === byte)) {
    await fillBuffer(send, plan, undefined, WRITES_AT_ONCE)
    const upgrade = upgradeProgram({
      programData,
      program: program.address,
      buffer: buffer.address,
      spill: authority.address,
      authority: authority.address,
    })
    await send([upgrade], [authority.address])
  }
  const config = await deriveConfigAddress(program.address)
  if (!chain.getAccount(config)) {
    const values = { admin: authority.address, treasury: authority.address, ...STANDARD_TERMS }
    const initialize = initializeConfigInstruction(program.address, {
      upgradeAuthority: authority.address,
      config,
      programData,
      values,
    })
    // A program can be called from the slot after the one that deployed it.
    await new Promise((resolve) => setTimeout(resolve, 450))
    await send([initialize], [authority.address])
  }
}
