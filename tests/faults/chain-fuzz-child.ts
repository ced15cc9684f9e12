// The other half of chain-fuzz.test.ts: a chain in this process, fed with inputs that nobody should send. The process ends
// with 0 and a line of JSON when every one was answered as JSON-RPC; an abort of the VM is an exit by signal.
import { sign } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { lamports } from '@twinmint/sdk/core/money'
import { decodeTransaction, encodeTransaction, TransactionFormatError } from '@twinmint/sdk/program/message'
import { openEmbeddedChain } from '../../packages/localnet/chain.ts'
import { RPC_METHODS } from '../../packages/localnet/rpc/methods.ts'
import { answer, answerText } from '../../packages/localnet/rpc/rpc.ts'
import {
  makeWallet,
  SYSTEM_PROGRAM,
  signedTransaction,
  type Wallet,
} from '../../packages/localnet/test-wallet.ts'
import { auditFolder } from './chain-audit.ts'

const [folder, seedText, countText] = process.argv.slice(2)
if (!folder || !seedText || !countText) throw new Error('folder, seed and count are needed')
const count = Number(countText)

// mulberry32: small, and the same numbers for the same seed everywhere.
let state = Number(seedText) >>> 0
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let t = state
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const below = (max: number): number => Math.floor(random() * max)
const chance = (probability: number): boolean => random() < probability
function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T
}
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256))

const chain = await openEmbeddedChain({ folder })
const wallets = Array.from({ length: 6 }, makeWallet)
for (const { address } of wallets)
  for (let i = 0; i < 3; i++) await chain.airdrop(address, lamports(10_000_000_000n))

const PROGRAMS = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'ComputeBudget111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'ZkE1Gama1Proof11111111111111111111111111111',
  'ZkTokenProof1111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
  'Sysvar1nstructions1111111111111111111111111',
  'SysvarRecentB1ockHashes11111111111111111111',
  'SysvarS1otHashes111111111111111111111111111',
] as Address[]
const NATIVE = [...PROGRAMS, ...chain.index.ofProgram(PROGRAMS[7] ?? ('' as Address))]

function instructionData(): Uint8Array {
  const data = bytes(chance(0.1) ? below(700) : below(90))
  // Most programs start with a small number in 1 or 4 bytes: without it nearly everything stops at the first check.
  if (data.length > 0 && chance(0.8)) data[0] = below(50)
  if (data.length >= 4 && chance(0.6)) data.fill(0, 1, 4)
  if (data.length >= 12 && chance(0.5)) data.fill(0, 7, 12)
  if (data.length > 0 && chance(0.1)) data.fill(255, below(data.length))
  return data
}

function field(): Uint8Array {
  const kind = below(6)
  if (kind === 0) return bytes(1)
  if (kind === 1) return Uint8Array.of(below(8), 0, 0, 0)
  if (kind === 2) return Uint8Array.of(below(256), below(256), 0, 0, 0, 0, 0, 0)
  if (kind === 3) return new Uint8Array(8).fill(255)
  if (kind === 4) return addressBytes(pick([...pool, ...wallets]).address)
  const text = bytes(below(20))
  return Uint8Array.from([text.length, 0, 0, 0, 0, 0, 0, 0, ...text])
}

/** Accounts that belong to built-in programs, so that their instructions get past the check of the owner. */
const pool: Wallet[] = []
const poolOf = new Map<Address, Wallet[]>()
const SPACES = [0, 36, 37, 45, 56, 82, 165, 200, 234, 355, 1_000, 3_731, 3_762, 8_000]

function createAccountTransaction(): Uint8Array {
  const [payer, made, owner] = [pick(wallets), makeWallet(), pick(PROGRAMS)]
  const space = pick(SPACES)
  const data = Buffer.alloc(52)
  data.writeBigUInt64LE(chain.rentExemptLamports(space), 4)
  data.writeBigUInt64LE(BigInt(space), 12)
  data.set(addressBytes(owner), 20)
  pool.push(made)
  poolOf.set(owner, [...(poolOf.get(owner) ?? []), made])
  const accounts = [payer, made].map(({ address }) => ({ address, signer: true, writable: true }))
  const instructions = [{ programAddress: SYSTEM_PROGRAM, accounts, data }]
  return signedTransaction([payer, made], chain.latestBlockhash().blockhash, instructions)
}

/** Instructions that look like those of a built-in program: its own accounts, a tag, fields of the usual kinds. */
function signedLookalike(): Uint8Array {
  const payer = pick(wallets)
  const signers = new Map<Address, Wallet>([[payer.address, payer]])
  const instructions = Array.from({ length: 1 + below(3) }, () => {
    const programAddress = pick(PROGRAMS.slice(0, 20))
    const accounts = Array.from({ length: below(7) }, () => {
      const owned = poolOf.get(programAddress) ?? pool
      const wallet = chance(0.5) && owned.length > 0 ? pick(owned) : pick([payer, ...pool])
      const address = chance(0.7) ? wallet.address : pick(NATIVE)
      const signer = address === wallet.address && chance(0.4) && (signers.size < 3 || signers.has(address))
      if (signer) signers.set(address, wallet)
      return { address, signer, writable: chance(0.6) }
    })
    const tag = chance(0.5) ? [below(30)] : [below(20), 0, 0, 0]
    const data = Uint8Array.from([
      ...tag,
      ...Array.from({ length: below(5) }, field).flatMap((part) => [...part]),
    ])
    return { programAddress, accounts, data }
  })
  // The message lists signers in an order of its own; signatures must follow it.
  const unsigned = encodeTransaction({
    feePayer: payer.address,
    recentBlockhash: chain.latestBlockhash().blockhash,
    instructions,
  })
  const { addresses, message, signerCount } = decodeTransaction(unsigned)
  addresses.slice(0, signerCount).forEach((address, at) => {
    const wallet = signers.get(address)
    if (wallet) unsigned.set(sign(null, message, wallet.privateKey), 1 + 64 * at)
  })
  return unsigned
}

function nonsense(): Uint8Array {
  if (pool.length < 60 || chance(0.02)) return createAccountTransaction()
  if (chance(0.5)) return signedNonsense()
  try {
    return signedLookalike()
  } catch (error) {
    if (error instanceof TransactionFormatError) return signedNonsense() // above 1,232 bytes
    throw error
  }
}

/** A whole transaction with true signatures and nonsense inside: what reaches the VM. */
function signedNonsense(): Uint8Array {
  const signers = [...wallets].sort(() => random() - 0.5).slice(0, 1 + below(2))
  const others: Address[] = []
  for (let i = below(8) + 1; i > 0; i--) {
    const address = chance(0.7) ? pick(NATIVE) : chance(0.5) ? pick(wallets).address : addressOf(bytes(32))
    if (!others.includes(address) && !signers.some((signer) => signer.address === address))
      others.push(address)
  }
  const program = pick(PROGRAMS)
  if (!others.includes(program)) others.push(program)
  const addresses = [...signers.map(({ address }) => address), ...others]
  const message: number[] = chance(0.7) ? [0x80] : []
  const version0 = message.length > 0
  message.push(signers.length, below(signers.length), below(others.length + 1), addresses.length)
  for (const address of addresses) message.push(...addressBytes(address))
  const recent = chain.latestBlockhash().blockhash as Address
  message.push(...addressBytes(recent))
  const instructions = 1 + below(3)
  message.push(instructions)
  for (let i = 0; i < instructions; i++) {
    message.push(chance(0.8) ? addresses.indexOf(program) : 1 + below(addresses.length - 1))
    const accounts = below(8)
    message.push(accounts)
    for (let a = 0; a < accounts; a++) message.push(below(addresses.length))
    const data = instructionData()
    if (data.length < 128) message.push(data.length)
    else message.push((data.length & 127) | 128, data.length >> 7)
    message.push(...data)
  }
  if (version0) message.push(0)
  const wire = new Uint8Array(1 + 64 * signers.length + message.length)
  wire[0] = signers.length
  wire.set(message, 1 + 64 * signers.length)
  signers.forEach(({ privateKey }, at) =>
    wire.set(sign(null, Uint8Array.from(message), privateKey), 1 + 64 * at),
  )
  return wire
}

function mutated(wire: Uint8Array): Uint8Array {
  const kind = below(6)
  if (kind === 0) return wire.subarray(0, below(wire.length))
  if (kind === 1) return Buffer.concat([wire, bytes(1 + below(40))])
  if (kind === 2) return Buffer.concat([wire.subarray(0, below(wire.length)), bytes(below(200))])
  const out = Uint8Array.from(wire)
  for (let i = 1 + below(4); i > 0; i--) out[below(out.length)] = chance(0.5) ? below(256) : below(4)
  return out
}

const NASTY: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0,
  () => 1e308,
  () => 2 ** 53,
  () => 0.5,
  () => '',
  () => '\ud800',
  () => '__proto__',
  () => 'a'.repeat(below(5000)),
  () => 'jsonParsed',
  () => 'base64',
  () => 'finalized',
  () => [],
  () => ({}),
  () => JSON.parse('{"__proto__":{"encoding":"base64"},"constructor":1}') as unknown,
  () => Array.from({ length: below(300) }, () => pick(NATIVE)),
  () => nested(below(2000)),
  () => pick(wallets).address,
  () => pick(NATIVE),
  () => encodeBase58(bytes(below(70))),
  () => Buffer.from(bytes(below(300))).toString('base64'),
  () => Buffer.from(signedNonsense()).toString('base64'),
  () => encodeBase58(signedNonsense()),
  () => pick(signatures),
  () => below(1000),
  () => chain.slots.current() - below(200),
  () => ({
    [pick(KEYS)]: nasty(),
    [pick(KEYS)]: nasty(),
    encoding: pick(['base58', 'base64', 'jsonParsed', 'json', 'base64+zstd', 'binary', 7, null]),
    maxSupportedTransactionVersion: pick([0, undefined, 1, 'x', -1]),
  }),
]
const KEYS =
  `commitment minContextSlot dataSlice filters mint programId encoding limit before until sigVerify accounts
  replaceRecentBlockhash innerInstructions skipPreflight maxRetries preflightCommitment mentions addresses offset length
  memcmp bytes dataSize transactionDetails rewards withContext searchTransactionHistory hasOwnProperty toString`.split(
    /\s+/,
  )
const signatures = ['1'.repeat(64)]

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = chance(0.5) ? [value] : { a: value }
  return value
}

let nastyDepth = 0
function nasty(): unknown {
  if (++nastyDepth > 6) {
    nastyDepth--
    return 1
  }
  const made = pick(NASTY)()
  nastyDepth--
  return made
}

const codes = new Map<string, number>()
let executed = 0
let succeeded = 0
chain.onTransaction(({ signature, err }) => {
  executed++
  if (err === null) succeeded++
  if (signatures.length < 500) signatures.push(signature)
})

function check(what: string, text: string | undefined): void {
  if (text === undefined) return
  for (const response of [JSON.parse(text)].flat() as { error?: { code: number; message: string } }[]) {
    const key = response.error ? String(response.error.code) : 'result'
    codes.set(key, (codes.get(key) ?? 0) + 1)
    if (response.error?.code === -32_603) throw new Error(`internal error on ${what.slice(0, 3000)}`)
    if (response.error && typeof response.error.message !== 'string') throw new Error(`no message on ${what}`)
  }
}

const methods = [...RPC_METHODS.keys()]
async function one(): Promise<void> {
  const kind = below(100)
  let text: string
  if (kind < 55) {
    const whole = kind < 30
    const wire = whole ? nonsense() : kind < 45 ? mutated(nonsense()) : bytes(below(1400))
    const encoding = chance(0.8) ? 'base64' : 'base58'
    const payload = encoding === 'base64' ? Buffer.from(wire).toString('base64') : encodeBase58(wire)
    const method = chance(0.7) ? 'sendTransaction' : 'simulateTransaction'
    const options = chance(0.5)
      ? { encoding, skipPreflight: true }
      : { encoding, sigVerify: chance(0.5), replaceRecentBlockhash: chance(0.5), innerInstructions: true }
    text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [payload, options] })
  } else if (kind < 90) {
    const params = Array.from({ length: below(4) }, nasty)
    const request = { jsonrpc: '2.0', id: 1, method: pick(methods), params: chance(0.95) ? params : nasty() }
    text = JSON.stringify(request)
    if (chance(0.2)) {
      // In process, values that JSON can't hold arrive as well.
      const strange = [undefined, Symbol('x'), 1n << 70n, () => 1, new Map(), Number.NaN]
      check(
        text,
        JSON.stringify(
          (await answer(chain, { ...request, params: [...params, pick(strange)] })) ?? null,
          (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v),
        ),
      )
      return
    }
  } else if (kind < 95) {
    text = JSON.stringify(
      pick([nasty(), [nasty(), nasty()], { jsonrpc: '2.0', id: nasty(), method: nasty(), params: nasty() }]),
    )
  } else {
    const valid = JSON.stringify({ jsonrpc: '2.0', id: 1, method: pick(methods), params: [pick(NATIVE)] })
    const broken = Buffer.from(valid)
    for (let i = 0; i < 3; i++) broken[below(broken.length)] = below(256)
    text = broken.toString('utf8')
  }
  check(text, await answerText(chain, text))
}

console.error = () => undefined // Internal errors are found by their code.
for (let done = 0; done < count; ) {
  const together = Math.min(100, count - done)
  await Promise.all(Array.from({ length: together }, one))
  done += together
}
await chain.close()

// It opens again, and the books balance: every lamport that ever was is in an account or was a fee.
const again = await openEmbeddedChain({ folder })
await again.close()
const { difference } = await auditFolder(folder)
if (difference !== 0n) throw new Error(`${difference} lamports came from nowhere`)
process.stdout.write(`${JSON.stringify({ executed, succeeded, codes: Object.fromEntries(codes) })}
`)
