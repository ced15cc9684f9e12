// Deploys the program to a cluster and writes its Config: `SOLANA_RPC_URL=... npm run program:deploy -- --payer FILE`.
// Says first what it costs; an interrupted run goes on where it ended, since the buffer's and the program's keys are
// kept in files. Keys are in the Solana CLI's format, a JSON array of 64 bytes.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  type Rpc,
  type Signature,
  type SolanaRpcApi,
} from '@solana/kit'
import { createKeypair, type Keypair, signTransaction } from '../src/chain/keypair.ts'
import {
  BUFFER_HEADER_BYTES,
  CHUNK_BYTES,
  type DeployPlan,
  deployBuffer,
  deploymentCost,
  fillBuffer,
  PROGRAM_DATA_HEADER_BYTES,
  type Send,
  upgradeProgram,
} from '../src/chain/loader.ts'
import { decodeConfig } from '../src/chain/program/accounts.ts'
import { deriveConfigAddress, deriveProgramDataAddress } from '../src/chain/program/addresses.ts'
import { initializeConfigInstruction, STANDARD_TERMS } from '../src/chain/program/instructions.ts'
import { addressBytes, addressOf, encodeTransaction, isAddress } from '../src/chain/program/message.ts'
import { encodeBase58 } from '../src/core/base58.ts'
import { lamports, solText } from '../src/core/money.ts'

const CONFIRM_MS = 90_000
const WRITES_AT_ONCE = 8

/** Reads a keypair file, or makes one when `create` is set. */
function loadKeypair(path: string, create: boolean): Keypair {
  if (!existsSync(path)) {
    if (!create) throw new Error(`There is no keypair file at ${path}.`)
    const { seed, address } = createKeypair()
    const bytes = [...seed, ...addressBytes(address)]
    writeFileSync(path, JSON.stringify(bytes), { mode: 0o600, flag: 'wx' })
  }
  const bytes: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(bytes) || bytes.length !== 64)
    throw new Error(`${path} is not a keypair file: it should hold 64 numbers.`)
  const all = Uint8Array.from(bytes, Number)
  const keypair = createKeypair(all.subarray(0, 32))
  if (keypair.address !== addressOf(all.subarray(32)))
    throw new Error(`The two halves of ${path} do not belong together.`)
  return keypair
}

/** Sends through the cluster and resolves when confirmed; an expired transaction is signed anew, three times. */
function sender(rpc: Rpc<SolanaRpcApi>, keypairs: readonly [Keypair, ...Keypair[]], pollMs: number): Send {
  const [payer] = keypairs
  const keys = new Map(keypairs.map((pair) => [pair.address, pair]))
  const once = async (...[instructions, signers]: Parameters<Send>): Promise<boolean> => {
    const { value: latest } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const wire = encodeTransaction({
      feePayer: payer.address,
      recentBlockhash: latest.blockhash,
      instructions,
    })
    const signing = [...new Set([payer.address, ...signers])].map((address) => {
      const keypair = keys.get(address)
      if (!keypair) throw new Error(`Nobody here can sign for ${address}.`)
      return keypair
    })
    signTransaction(wire, signing)
    const signature = encodeBase58(wire.subarray(1, 65)) as Signature
    const base64 = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction
    const deadline = Date.now() + CONFIRM_MS
    for (let round = 0; Date.now() < deadline; round++) {
      if (round % 4 === 0)
        await rpc.sendTransaction(base64, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
      await new Promise((wake) => setTimeout(wake, pollMs))
      const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
      if (status?.err) throw new Error(`Transaction ${signature} failed: ${JSON.stringify(status.err)}`)
      if (status && status.confirmationStatus !== 'processed') return true
      const { value: valid } = await rpc
        .isBlockhashValid(latest.blockhash, { commitment: 'confirmed' })
        .send()
      if (!valid && !status) return false
    }
    return false
  }
  return async (instructions, signers) => {
    for (let attempt = 0; attempt < 3; attempt++) if (await once(instructions, signers)) return
    throw new Error(
      'The cluster did not confirm a transaction. Run the command again: it goes on where it ended.',
    )
  }
}

async function loadAccount(rpc: Rpc<SolanaRpcApi>, address: Address): Promise<Uint8Array | undefined> {
  const { value } = await rpc.getAccountInfo(address, { encoding: 'base64', commitment: 'confirmed' }).send()
  return value ? Buffer.from(value.data[0], 'base64') : undefined
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

async function confirm(question: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

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
  const buffer = loadKeypair(`${options.programFile}.buffer-${build}.json`, true)
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
    await sayCost(options, plan, { build, upgrade: deployed !== undefined })
    if (!(await options.confirm('Go on?'))) return undefined
    const most = Math.ceil(elf.length / CHUNK_BYTES) + 2
    let sent = 0
    const counted: Send = async (instructions, signers) => {
      await send(instructions, signers)
      options.progress(++sent, most)
    }
    await fillBuffer(counted, plan, await loadAccount(rpc, buffer.address), WRITES_AT_ONCE)
    if (deployed) {
      const { authority, payer: spill } = plan
      const accounts = { programData, program: program.address, buffer: buffer.address, spill, authority }
      await counted([upgradeProgram(accounts)], [payer.address])
    } else await deployBuffer(counted, plan)
    say(`Program ${program.address} is ${deployed ? 'upgraded' : 'deployed'}.`)
  }
  await writeConfig(options, { send, payer: payer.address, program: program.address, programData })
  return program.address
}

async function sayCost(
  { rpc, say }: DeployOptions,
  plan: DeployPlan,
  { build, upgrade }: { readonly build: string; readonly upgrade: boolean },
): Promise<void> {
  const { lockedLamports, transactions } = await deploymentCost(plan)
  const { value: balance } = await rpc.getBalance(plan.payer, { commitment: 'confirmed' }).send()
  const lent = await plan.rent(BUFFER_HEADER_BYTES + plan.elf.length)
  const sol = (amount: bigint) => `${solText(lamports(amount))} SOL`
  say(`${upgrade ? 'Upgrade' : 'Deploy'} ${plan.program}: ${plan.elf.length} bytes, sha256 ${build}…`)
  say(`  paid by   ${plan.payer}, which has ${sol(balance)}`)
  if (upgrade) say(`  lent      ${sol(lent)} to the buffer; they come back`)
  else say(`  locked    ${sol(lockedLamports)} in the program's accounts, room for ${plan.bytesMax} bytes`)
  say(`  fees      about ${sol(BigInt(transactions) * 10_000n)} in ${transactions} transactions`)
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

async function main(folder: string): Promise<void> {
  const url = process.env['SOLANA_RPC_URL']
  const payerFile = option('payer')
  if (!url || !payerFile) {
    console.error(
      'Usage: SOLANA_RPC_URL=<cluster> npm run program:deploy -- --payer <keypair file>\n' +
        '  [--program <keypair file>]   made when it is not there; default beside the payer\n' +
        '  [--treasury <address>] [--admin <address>]   default: the payer\n' +
        '  [--room <bytes>]             for later upgrades; default twice the program\n' +
        '  [--yes]                      do not ask',
    )
    process.exitCode = 2
    return
  }
  const elf = new Uint8Array(readFileSync(join(folder, 'twinmint.so')))
  const bytesMax = Number(option('room') ?? elf.length * 2)
  if (!Number.isSafeInteger(bytesMax) || bytesMax < elf.length)
    throw new Error(`--room must be a number of bytes, at least the ${elf.length} of the program.`)
  const address = await deployToCluster({
    rpc: createSolanaRpc(url),
    elf,
    payerFile,
    programFile: option('program') ?? join(dirname(payerFile), 'twinmint-program.json'),
    treasury: addressOption('treasury'),
    admin: addressOption('admin'),
    bytesMax,
    say: (line) => console.log(line),
    confirm,
    progress: (sent, most) =>
      process.stdout.write(`\r  transaction ${sent} of at most ${most}${sent === most ? '\n' : ''}`),
    pollMs: 1_000,
  })
  if (address) console.log(`\nPROGRAM_ADDRESS=${address}`)
}

function addressOption(name: string): Address | undefined {
  const text = option(name)
  if (text === undefined) return undefined
  if (!isAddress(text)) throw new Error(`--${name} is not an address: ${text}`)
  return text
}

const self = process.argv[1] ?? ''
if (self.endsWith('program/deploy.ts'))
  main(dirname(resolve(self))).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
