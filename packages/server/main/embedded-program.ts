// The program of this version on the embedded chain: deployed by the real loader at the first start, and brought up to date
// by it at a later one, with every account that an earlier version left. All of it can be broken off anywhere: the next start
// looks at what the chain holds and does what is left.

import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { EmbeddedChain } from '@twinmint/localnet/chain'
import { createKeypair, type Keypair, signTransaction } from '@twinmint/localnet/keypair'
import { SLOT_MS } from '@twinmint/localnet/slots'
import { assert } from '@twinmint/sdk/core/assert'
import { lamports } from '@twinmint/sdk/core/money'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import {
  type DeployPlan,
  deployBuffer,
  deployedSlot,
  fillBuffer,
  holdsCode,
  loaderAuthority,
  type Send,
  upgradeToBuffer,
} from '@twinmint/sdk/internal/program/loader'
import {
  ACCOUNT_KINDS,
  type AccountKinds,
  migrationLamports,
  outdatedKind,
} from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { buildInstruction } from '@twinmint/sdk/program/instructions'
import { encodeTransaction, type Instruction } from '@twinmint/sdk/program/message'
import { STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { migrateAll } from '../chain/migrate.ts'

export interface ProgramKeys {
  readonly program: Keypair
  readonly authority: Keypair
}

/** Transactions that wait for the disk together. */
const AT_ONCE = 32
const SAID_EVERY_MS = 1_000
/** What the authority should have at least, and what it is given at a time: the most that the faucet gives. */
const LAMPORTS_MIN = 5_000_000_000n
const LAMPORTS_GIVEN = 10_000_000_000n

/** What an upgrade needs to know of the rest of the server. */
export interface UpgradeWatch {
  /** Before the program or an account of an earlier version is touched. Rejects where the folder is of a newer server. */
  readonly beforeUpgrade: () => Promise<void>
  /** Of an upgrade, for whoever waits for the start. */
  readonly say: (sentence: string) => void
}

interface Place extends UpgradeWatch {
  readonly chain: EmbeddedChain
  readonly plan: DeployPlan
  readonly send: Send
  readonly kinds: AccountKinds
}

/** `elf` is this version's program. Throws a DamageError where the keys are another chain's, or the chain a newer server's. */
export async function ensureProgram(
  chain: EmbeddedChain,
  on: UpgradeWatch & {
    readonly keys: ProgramKeys
    readonly keysFile: string
    readonly elf: Uint8Array
    readonly kinds?: AccountKinds
  },
): Promise<void> {
  const { elf, kinds = ACCOUNT_KINDS } = on
  const { program, authority } = on.keys
  const buffer = bufferOf(authority, elf)
  const plan: DeployPlan = {
    payer: authority.address,
    authority: authority.address,
    program: program.address,
    buffer: buffer.address,
    elf,
    bytesMax: elf.length * 2,
    rent: async (bytes: number) => chain.rentExemptLamports(bytes),
  }
  const place: Place = { ...on, kinds, chain, plan, send: sender(chain, [authority, program, buffer]) }
  const programData = await deriveProgramDataAddress(program.address)
  const deployed = chain.getAccount(programData)?.data
  if (deployed && loaderAuthority(deployed) !== authority.address)
    throw new DamageError(`${on.keysFile} does not hold this chain's keys`)
  const config = await deriveConfigAddress(program.address)
  requireKnown(chain.getAccount(config)?.data, kinds)
  await untilCallable(chain, programData)
  await ensureCode(place, deployed)
  await untilCallable(chain, programData)
  if (chain.getAccount(config)) await ensureAccounts(place)
  else await place.send([await initialize(place, { config, programData })], [authority.address])
}

/** A newer server's accounts mean something to a newer program alone: this one's must not take its place. */
function requireKnown(config: Uint8Array | undefined, kinds: AccountKinds): void {
  const version = config?.[1] ?? 0
  if (version > kinds.config.version)
    throw new DamageError(
      `The chain was brought to version ${version} of the program by a newer Twinmint, and this one knows version ${kinds.config.version}`,
      {
        remedy:
          'Start the newer one, or restore the whole data folder from a backup of before; docs/operations.md says how.',
      },
    )
}

async function ensureCode(place: Place, deployed: Uint8Array | undefined): Promise<void> {
  const { chain, plan, send } = place
  if (deployed && holdsCode(deployed, plan.elf)) return
  if (deployed) {
    await place.beforeUpgrade()
    place.say('The chain holds the program of another version; it is brought up to date.')
  }
  await fund(place, LAMPORTS_MIN)
  await fillBuffer(send, plan, chain.getAccount(plan.buffer)?.data, AT_ONCE)
  if (deployed) await upgradeToBuffer(send, plan, deployed, nextSlot)
  else await deployBuffer(send, plan)
}

async function initialize(
  { plan }: Place,
  { config, programData }: { readonly config: Address; readonly programData: Address },
): Promise<Instruction> {
  const { program, authority } = plan
  const accounts = { upgradeAuthority: authority, config, programData, treasury: authority }
  const values = { admin: authority, pauseKey: authority, terms: STANDARD_TERMS }
  return buildInstruction(program, 'initializeConfig', accounts, values)
}

/** Migrates what an earlier version left, paid by the authority. */
async function ensureAccounts(place: Place): Promise<void> {
  const { chain, plan, send, kinds } = place
  const { program, payer } = plan
  const list = () => {
    const addresses = [...chain.index.ofProgram(program)]
    return addresses.flatMap((address) => {
      const account = chain.getAccount(address)
      return account ? [{ address, data: account.data }] : []
    })
  }
  const left = list().filter(({ data }) => outdatedKind(data, kinds) !== undefined).length
  if (left === 0) return
  await place.beforeUpgrade()
  const rent = (bytes: number) => chain.rentExemptLamports(bytes)
  const [config, market] = [migrationLamports(kinds.config, rent), migrationLamports(kinds.market, rent)]
  await fund(place, LAMPORTS_MIN + config + BigInt(left) * market)
  let saidAt = Date.now()
  const onProgress = (migrated: number, of: number) => {
    if (migrated < of && Date.now() - saidAt < SAID_EVERY_MS) return
    saidAt = Date.now()
    place.say(`The program’s accounts are migrated: ${migrated} of ${of}.`)
  }
  await migrateAll({ send, program, payer, list: async () => list(), atOnce: AT_ONCE, onProgress, kinds })
}

async function fund({ chain, plan }: Place, most: bigint): Promise<void> {
  while (chain.getBalance(plan.payer) < most) await chain.airdrop(plan.payer, lamports(LAMPORTS_GIVEN))
}

/** The buffer of this build alone, and always the same one: a start that was broken off left it half written. */
function bufferOf(authority: Keypair, elf: Uint8Array): Keypair {
  const code = createHash('sha256').update(elf).digest()
  return createKeypair(createHash('sha256').update('buffer').update(authority.seed).update(code).digest())
}

/** A program can be called, extended or upgraded from the slot after the one that deployed it: waits for that, two slots at most. */
async function untilCallable(chain: EmbeddedChain, programData: Address): Promise<void> {
  const data = chain.getAccount(programData)?.data
  const isTooSoon = () => data !== undefined && BigInt(chain.slots.current()) <= deployedSlot(data)
  for (let tries = 0; tries < 8 && isTooSoon(); tries++) await setTimeout(SLOT_MS / 4)
}

const nextSlot = (): Promise<void> => setTimeout(SLOT_MS + 50)

function sender(chain: EmbeddedChain, keypairs: readonly [Keypair, ...Keypair[]]): Send {
  const [payer] = keypairs
  return async (instructions, signers) => {
    const { blockhash } = chain.latestBlockhash()
    const wire = encodeTransaction({ feePayer: payer.address, recentBlockhash: blockhash, instructions })
    const signing = new Set([payer.address, ...signers])
    signTransaction(
      wire,
      keypairs.filter(({ address }) => signing.has(address)),
    )
    const { err, logs } = await chain.sendTransaction(wire, { refuseFailing: true })
    assert(
      err === null,
      `setting up the program failed: ${JSON.stringify(err)} ${logs.slice(-3).join(' | ')}`,
    )
  }
}
