// The embedded chain as the server starts it: opened, with the program deployed by the real loader and set up, and
// brought to this version's program where the folder holds an older one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainSource } from '../chain/chain.ts'
import { type EmbeddedChain, openEmbeddedChain } from '../chain/embedded/chain.ts'
import { embeddedDoor } from '../chain/embedded/door.ts'
import { embeddedTransport } from '../chain/embedded/transport.ts'
import { createKeypair, type Keypair, signTransaction } from '../chain/keypair.ts'
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
import { assert } from '../core/assert.ts'
import { lamports } from '../core/money.ts'

const PROGRAM_FILE = new URL('../../program/twinmint.so', import.meta.url)

interface Keys {
  readonly program: Keypair
  readonly authority: Keypair
}

/** Opens the chain inside `folder` and makes sure that this version's program runs on it. */
export async function startEmbeddedChain(
  folder: string,
  onFailure: (sentence: string) => void,
): Promise<{
  readonly chain: EmbeddedChain
  readonly source: ChainSource
  readonly programAddress: Keypair['address']
}> {
  const chain = await openEmbeddedChain({ folder: join(folder, 'chain'), onFailure })
  const keys = readKeys(join(folder, 'chain-keys.json'))
  await ensureProgram(chain, keys)
  return {
    chain,
    programAddress: keys.program.address,
    source: { transport: embeddedTransport(chain), door: embeddedDoor(chain, keys.program.address) },
  }
}

/** The keys that deployed the program on this folder's chain. They hold nothing but this chain's play money. */
function readKeys(file: string): Keys {
  if (!existsSync(file)) {
    const seeds = { program: createKeypair().seed, authority: createKeypair().seed }
    const text = JSON.stringify(
      Object.fromEntries(
        Object.entries(seeds).map(([name, seed]) => [name, Buffer.from(seed).toString('hex')]),
      ),
    )
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  }
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Keys, string>
  return {
    program: createKeypair(Buffer.from(stored.program, 'hex')),
    authority: createKeypair(Buffer.from(stored.authority, 'hex')),
  }
}

/** Chunks of the program that wait for the disk together. */
const WRITES_AT_ONCE = 32

async function ensureProgram(chain: EmbeddedChain, keys: Keys): Promise<void> {
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
