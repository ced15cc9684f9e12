// Deploys the program to a cluster, or upgrades it and migrates its accounts, writes its Config and hands its keys on:
// `SOLANA_RPC_URL=... npm run program:deploy -- --payer FILE`.
// Looks first whether it can succeed, and says what it costs and who will hold the keys. An interrupted run goes on where it
// ended, since the buffer's and the program's keys are kept in files; `--reclaim` gives back what such a buffer holds. Keys
// are in the Solana CLI's format, a JSON array of 64 bytes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Address, createSolanaRpcFromTransport, type Rpc, type SolanaRpcApi } from '@solana/kit'
import {
  CHUNK_BYTES,
  closeBuffer,
  type DeployPlan,
  deployBuffer,
  fillBuffer,
  holdsCode,
  loaderAuthority,
  type Send,
  upgradeToBuffer,
} from '@twinmint/sdk/internal/program/loader'
import type { AccountKinds } from '@twinmint/sdk/program/accounts'
import { deriveConfigAddress, deriveProgramDataAddress } from '@twinmint/sdk/program/addresses'
import { MIGRATIONS_AT_A_TIME } from '@twinmint/server/chain/migrate'
import { addressesIn, nodesTransport } from '@twinmint/server/chain/nodes'
import { helpOf } from '@twinmint/server/main/commands'
import { type ActOptions, act } from './acts.ts'
import { readArguments } from './arguments.ts'
import { decideKeys, type KeyOptions, sayKeys, settleKeys } from './keys.ts'
import { lookBefore, requireUpgrade, sol } from './look.ts'
import { listOutdated, migrateOutdated, nextSlot } from './migrate.ts'
import { loadAccount, loadKeypair, reasonOf, sender } from './send.ts'

const WRITES_AT_ONCE = 8
/** Between the program's key file and the build, in the name of a buffer's key file. */
const BUFFER = '.buffer-'

export interface DeployOptions extends ActOptions {
  readonly elf: Uint8Array
  /** Made when it is not there; the buffer's key is kept beside it. */
  readonly programFile: string
  readonly keyOptions: KeyOptions
  readonly kinds?: AccountKinds
  /** Room for later upgrades. */
  readonly bytesMax: number
  readonly confirm: (question: string) => Promise<boolean>
  /** Asked once more where the program becomes final. */
  readonly confirmFinal: (program: Address) => Promise<boolean>
  /** Told after every transaction. */
  readonly progress: (sent: number, most: number) => void
}

/**
 * Deploys or upgrades, migrates what an earlier version left, writes the Config, and hands the upgrade authority on. Whatever of it is done already is left alone, so
 * that a run which was broken off goes on. Resolves to the program, or undefined when not confirmed.
 */
export async function deployToCluster(options: DeployOptions): Promise<Address | undefined> {
  const { rpc, elf, kinds, bytesMax, say } = options
  const payer = loadKeypair(options.payerFile, false)
  const program = loadKeypair(options.programFile, true)
  // A buffer for this build alone: another build must not go on in it.
  const build = createHash('sha256').update(elf).digest('hex').slice(0, 12)
  const buffer = loadKeypair(`${options.programFile}${BUFFER}${build}.json`, true)
  const plan: DeployPlan = {
    payer: payer.address,
    authority: payer.address,
    program: program.address,
    buffer: buffer.address,
    elf,
    bytesMax,
    rent: rentReader(rpc),
  }
  const programData = await deriveProgramDataAddress(program.address)
  const configAddress = await deriveConfigAddress(program.address)
  const place = {
    rpc,
    say,
    kinds,
    payer: payer.address,
    program: program.address,
    programData,
    configAddress,
  }
  const deployed = await loadAccount(rpc, programData)
  const isUpToDate = deployed !== undefined && holdsCode(deployed, elf)
  const written = isUpToDate ? undefined : await loadAccount(rpc, buffer.address)
  if (deployed && !isUpToDate) requireUpgrade(plan, deployed)
  const keys = await decideKeys({ ...place, deployed, keyOptions: options.keyOptions })
  const outdated = deployed ? await listOutdated(place) : []
  if (isUpToDate) say(`Program ${program.address} is deployed and up to date.`)
  await lookBefore({ rpc, plan, build, say, deployed, isUpToDate, written, outdated, kinds })
  const changesKeys = keys.config !== 'keep' || keys.offeredTo !== undefined || keys.handsOn
  if (!isUpToDate || outdated.length > 0 || changesKeys) {
    await sayKeys(rpc, keys, say)
    if (!(await options.confirm('Go on?'))) return undefined
    const isLast = keys.handsOn && keys.upgradeAuthority === 'nobody'
    if (isLast && !(await options.confirmFinal(program.address))) return undefined
  }
  const send = sender(rpc, [payer, program, buffer], options.pollMs)
  const most = Math.ceil(elf.length / CHUNK_BYTES) + Math.ceil(outdated.length / MIGRATIONS_AT_A_TIME) + 6
  let sent = 0
  const counted: Send = async (instructions, signers) => {
    await send(instructions, signers)
    options.progress(++sent, most)
  }
  if (!isUpToDate) {
    await fillBuffer(counted, plan, written, WRITES_AT_ONCE)
    if (deployed) await upgradeToBuffer(counted, plan, deployed, () => nextSlot(rpc, options.pollMs))
    else await deployBuffer(counted, plan)
    say(`Program ${program.address} is ${deployed ? 'upgraded' : 'deployed'}, with ${sent} transactions.`)
    await nextSlot(rpc, options.pollMs)
  }
  if (outdated.length > 0) await migrateOutdated({ ...place, send: counted })
  await settleKeys({ ...place, send: counted, elf, keys, pollMs: options.pollMs })
  return program.address
}

/** Asks for each size once. */
function rentReader(rpc: Rpc<SolanaRpcApi>): (bytes: number) => Promise<bigint> {
  const rents = new Map<number, Promise<bigint>>()
  return (bytes) => {
    const known = rents.get(bytes) ?? rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send()
    rents.set(bytes, known)
    return known
  }
}

/** Closes the buffers that interrupted runs left, whatever the build; what they hold goes to the payer. Resolves to how much. */
export async function reclaimBuffers(
  options: Pick<DeployOptions, 'rpc' | 'payerFile' | 'programFile' | 'say' | 'confirm' | 'pollMs'>,
): Promise<bigint> {
  const { rpc, say, programFile } = options
  const payer = loadKeypair(options.payerFile, false)
  const folder = dirname(programFile)
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(programFile) + BUFFER))
  const left: { readonly address: Address; readonly lamports: bigint }[] = []
  for (const file of files) {
    const { address } = loadKeypair(join(folder, file), false)
    const held = await loadAccount(rpc, address)
    if (!held) continue
    const lamports = (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value
    const authority = loaderAuthority(held)
    if (authority === payer.address) left.push({ address, lamports })
    else say(`Buffer ${address} holds ${sol(lamports)}, and ${authority ?? 'nobody'} may close it.`)
  }
  for (const { address, lamports } of left) say(`Buffer ${address} holds ${sol(lamports)}.`)
  if (left.length === 0) say(`No buffer of ${payer.address} is left beside ${programFile}.`)
  else if (!(await options.confirm('Close and give back?'))) return 0n
  const send = sender(rpc, [payer], options.pollMs)
  let total = 0n
  for (const { address, lamports } of left) {
    await send(
      [closeBuffer({ buffer: address, recipient: payer.address, authority: payer.address })],
      [payer.address],
    )
    total += lamports
  }
  if (left.length > 0) say(`${sol(total)} are back with ${payer.address}.`)
  return total
}

/** Progress is one line, written over; where nobody watches, there is only what is said in the end. */
export function teller(out: {
  readonly isTTY: boolean
  write(text: string): unknown
}): Pick<DeployOptions, 'say' | 'progress'> {
  return {
    say: (line) => void out.write(out.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`),
    progress: (sent, most) => void (out.isTTY && out.write(`\r  transaction ${sent} of at most ${most}`)),
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return answer.trim()
}

const confirm = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await ask(`${question} [y/N] `))

/** What is typed, or given by a script, must be the program's own address. */
export const finalConfirmer =
  (given: string | undefined, typed: (question: string) => Promise<string>) =>
  async (program: Address): Promise<boolean> => {
    if (given !== undefined && given !== program)
      throw new Error(`--confirm-final names ${given}, and the program is ${program}.`)
    const question = `Nobody will ever be able to upgrade ${program}, or to mend it.\nType its address to make it final: `
    return (given ?? (await typed(question))) === program
  }

async function main(folder: string): Promise<void> {
  const values = readArguments(process.argv.slice(2))
  if (values === undefined) return console.log(helpOf('program:deploy'))
  const urls = addressesIn(process.env['SOLANA_RPC_URL'] ?? '')
  if (urls.length === 0) throw new Error(`SOLANA_RPC_URL is not set.\n\n${helpOf('program:deploy')}`)
  const { payer: payerFile, keyOptions } = values
  const elf = new Uint8Array(readFileSync(join(folder, 'twinmint.so')))
  const bytesMax = Number(values.room ?? elf.length * 2)
  if (!Number.isSafeInteger(bytesMax) || bytesMax < elf.length)
    throw new Error(`--room must be a number of bytes, at least the ${elf.length} of the program.`)
  const options: DeployOptions = {
    rpc: createSolanaRpcFromTransport(nodesTransport(urls)),
    elf,
    payerFile,
    programFile: values.program ?? join(dirname(payerFile), 'twinmint-program.json'),
    keyOptions,
    bytesMax,
    ...teller(process.stdout),
    confirm: values.yes ? async () => true : confirm,
    confirmFinal: finalConfirmer(values['confirm-final'], ask),
    pollMs: 1_000,
  }
  if (values.reclaim) return void (await reclaimBuffers(options))
  if (values.act) return act(values.act, options)
  const address = await deployToCluster(options)
  if (address) console.log(`\nPROGRAM_ADDRESS=${address}`)
}

const self = process.argv[1] ?? ''
if (self.endsWith('program/deploy/deploy.ts'))
  main(dirname(dirname(resolve(self)))).catch((error: unknown) => {
    console.error(reasonOf(error))
    process.exitCode = 1
  })
