// Deploys the program to a cluster and writes its Config: `SOLANA_RPC_URL=... npm run program:deploy -- --payer FILE`.
// Looks first whether it can succeed, and says what it costs and who will hold the keys. An interrupted run goes on where it
// ended, since the buffer's and the program's keys are kept in files; `--reclaim` gives back what such a buffer holds. Keys
// are in the Solana CLI's format, a JSON array of 64 bytes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type Address, createSolanaRpcFromTransport, type Rpc, type SolanaRpcApi } from '@solana/kit'
import {
  CHUNK_BYTES,
  closeBuffer,
  type DeployPlan,
  deployBuffer,
  fillBuffer,
  loaderAuthority,
  PROGRAM_DATA_HEADER_BYTES,
  type Send,
  upgradeProgram,
} from '../src/chain/loader.ts'
import { addressesIn, nodesTransport } from '../src/chain/nodes.ts'
import { decodeConfig } from '../src/chain/program/accounts.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../src/chain/program/addresses.ts'
import { initializeConfigInstruction, STANDARD_TERMS } from '../src/chain/program/instructions.ts'
import { isAddress } from '../src/core/address.ts'
import { lookBefore, sol } from './deploy-look.ts'
import { loadAccount, loadKeypair, reasonOf, sender } from './deploy-send.ts'

const WRITES_AT_ONCE = 8
/** Between the program's key file and the build, in the name of a buffer's key file. */
const BUFFER = '.buffer-'

export interface DeployOptions {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly elf: Uint8Array
  readonly payerFile: string
  /** Made when it is not there; the buffer's key is kept beside it. */
  readonly programFile: string
  /** The payer when undefined. */
  readonly treasury: Address | undefined
  readonly admin: Address | undefined
  /** Room for later upgrades. */
  readonly bytesMax: number
  readonly say: (line: string) => void
  readonly confirm: (question: string) => Promise<boolean>
  /** Told after every transaction. */
  readonly progress: (sent: number, most: number) => void
  readonly pollMs: number
}

/** Deploys or upgrades, then writes the Config unless it is there. Resolves to the program, or undefined when not confirmed. */
export async function deployToCluster(options: DeployOptions): Promise<Address | undefined> {
  const { rpc, elf, bytesMax, say } = options
  const payer = loadKeypair(options.payerFile, false)
  const program = loadKeypair(options.programFile, true)
  // A buffer for this build alone: another build must not go on in it.
  const build = createHash('sha256').update(elf).digest('hex').slice(0, 12)
  const buffer = loadKeypair(`${options.programFile}${BUFFER}${build}.json`, true)
  const rents = new Map<number, Promise<bigint>>()
  const rent = (bytes: number): Promise<bigint> => {
    const known = rents.get(bytes) ?? rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send()
    rents.set(bytes, known)
    return known
  }
  const plan: DeployPlan = {
    payer: payer.address,
    authority: payer.address,
    program: program.address,
    buffer: buffer.address,
    elf,
    bytesMax,
    rent,
  }
  const send = sender(rpc, [payer, program, buffer], options.pollMs)
  const programData = await deriveProgramDataAddress(program.address)
  const deployed = await loadAccount(rpc, programData)
  const code = deployed?.subarray(PROGRAM_DATA_HEADER_BYTES, PROGRAM_DATA_HEADER_BYTES + elf.length)
  if (code && Buffer.from(code).equals(elf)) say(`Program ${program.address} is deployed and up to date.`)
  else {
    const config = await loadAccount(rpc, await deriveConfigAddress(program.address))
    const written = await loadAccount(rpc, buffer.address)
    const keys = { admin: options.admin ?? payer.address, treasury: options.treasury ?? payer.address }
    await lookBefore({ rpc, plan, build, say, deployed, written, keys: config ? decodeConfig(config) : keys })
    if (!(await options.confirm('Go on?'))) return undefined
    const most = Math.ceil(elf.length / CHUNK_BYTES) + 2
    let sent = 0
    const counted: Send = async (instructions, signers) => {
      await send(instructions, signers)
      options.progress(++sent, most)
    }
    await fillBuffer(counted, plan, written, WRITES_AT_ONCE)
    if (deployed) {
      const { authority, payer: spill } = plan
      const accounts = { programData, program: program.address, buffer: buffer.address, spill, authority }
      await counted([upgradeProgram(accounts)], [payer.address])
    } else await deployBuffer(counted, plan)
    say(`Program ${program.address} is ${deployed ? 'upgraded' : 'deployed'}, with ${sent} transactions.`)
  }
  await writeConfig(options, { send, payer: payer.address, program: program.address, programData })
  return program.address
}

async function writeConfig(
  { rpc, say, ...options }: DeployOptions,
  on: {
    readonly send: Send
    readonly payer: Address
    readonly program: Address
    readonly programData: Address
  },
): Promise<void> {
  const config = await deriveConfigAddress(on.program)
  if (!(await loadAccount(rpc, config))) {
    const values = {
      ...STANDARD_TERMS,
      admin: options.admin ?? on.payer,
      treasury: options.treasury ?? on.payer,
    }
    const accounts = { upgradeAuthority: on.payer, config, programData: on.programData }
    await on.send([initializeConfigInstruction(on.program, { ...accounts, values })], [on.payer])
  }
  const written = await loadAccount(rpc, config)
  if (!written) throw new Error('The cluster does not show the Config yet. Run the command again.')
  const { admin, treasury, paused } = decodeConfig(written)
  say(`Config: admin ${admin}, treasury ${treasury}${paused ? ', paused' : ''}.`)
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

const HELP = `Deploys the program to a Solana cluster, or upgrades it, and writes its configuration.

  SOLANA_RPC_URL=<cluster> npm run program:deploy -- --payer <keypair file>
    --program <keypair file>   made when it is not there; default beside the payer
    --treasury <address>       gets the platform's fees; default: the payer
    --admin <address>          may change terms and pause; default: the payer
    --room <bytes>             for later upgrades; default twice the program
    --yes                      do not ask
    --reclaim                  give back what the buffers of interrupted runs hold, and deploy nothing
    --help                     this text

It looks first whether the cluster can run the program and the payer can pay, says what it costs and who will hold the keys,
and asks. Interrupted, it goes on where it was when it is run again.`

/** Throws with what is wrong and the help. */
export function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        payer: text,
        program: text,
        treasury: text,
        admin: text,
        room: text,
        yes: flag,
        reclaim: flag,
        help: flag,
      },
    })
    if (!values.help && values.payer === undefined) throw new Error('--payer is missing.')
    for (const name of ['treasury', 'admin'] as const)
      if (values[name] !== undefined && !isAddress(values[name]))
        throw new Error(`--${name} is not an address: ${values[name]}`)
    return values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`, { cause: error })
  }
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

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function main(folder: string): Promise<void> {
  const values = readArguments(process.argv.slice(2))
  if (values.help) return console.log(HELP)
  const urls = addressesIn(process.env['SOLANA_RPC_URL'] ?? '')
  if (urls.length === 0) throw new Error(`SOLANA_RPC_URL is not set.\n\n${HELP}`)
  const { payer: payerFile = '', treasury, admin } = values
  const elf = new Uint8Array(readFileSync(join(folder, 'twinmint.so')))
  const bytesMax = Number(values.room ?? elf.length * 2)
  if (!Number.isSafeInteger(bytesMax) || bytesMax < elf.length)
    throw new Error(`--room must be a number of bytes, at least the ${elf.length} of the program.`)
  const options: DeployOptions = {
    rpc: createSolanaRpcFromTransport(nodesTransport(urls)),
    elf,
    payerFile,
    programFile: values.program ?? join(dirname(payerFile), 'twinmint-program.json'),
    treasury: treasury as Address | undefined,
    admin: admin as Address | undefined,
    bytesMax,
    ...teller(process.stdout),
    confirm: values.yes ? async () => true : confirm,
    pollMs: 1_000,
  }
  if (values.reclaim) return void (await reclaimBuffers(options))
  const address = await deployToCluster(options)
  if (address) console.log(`\nPROGRAM_ADDRESS=${address}`)
}

const self = process.argv[1] ?? ''
if (self.endsWith('program/deploy.ts'))
  main(dirname(resolve(self))).catch((error: unknown) => {
    console.error(reasonOf(error))
    process.exitCode = 1
  })
