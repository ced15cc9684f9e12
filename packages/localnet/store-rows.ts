// How the store's accounts and transactions stand on disk. What is written once is read for ever. Large accounts are
// read from the store's own buffer: 10 µs for half a megabyte, where a copy takes 50 µs and creates garbage.

import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import type { Database } from 'lmdb'
import type { TransactionError } from './transaction-error.ts'
import type { InnerInstruction } from './vm.ts'
import { type AccountView, asView, type ChainAccount } from './vm.ts'

/** A transaction as it was executed. */
export interface RecordedTransaction {
  /** 1 for the chain's first transaction, then one more each. */
  readonly sequence: number
  readonly slot: number
  readonly signature: string
  readonly wire: Uint8Array
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly computeUnits: number
  readonly feeLamports: bigint
  readonly balancesBefore: readonly bigint[]
  readonly balancesAfter: readonly bigint[]
  readonly tokensBefore: readonly TokenBalance[]
  readonly tokensAfter: readonly TokenBalance[]
  readonly innerInstructions: readonly {
    readonly index: number
    readonly instructions: readonly InnerInstruction[]
  }[]
  readonly returnData: { readonly programAddress: Address; readonly data: Uint8Array } | null
}

export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly program: Address
  readonly amount: bigint
  readonly decimals: number
}

const ACCOUNT_HEAD = 49

export function packAccount(account: ChainAccount): Buffer {
  const out = Buffer.allocUnsafe(ACCOUNT_HEAD + account.data.length)
  out.writeBigUInt64LE(account.lamports, 0)
  out.writeBigUInt64LE(account.rentEpoch, 8)
  out.set(addressBytes(account.owner), 16)
  out[48] = account.executable ? 1 : 0
  out.set(account.data, ACCOUNT_HEAD)
  return out
}

export function unpackAccount(packed: Buffer): ChainAccount {
  const { bytes: _, ...head } = unpackHead(packed)
  return { ...head, data: packed.subarray(ACCOUNT_HEAD) }
}

/** Everything except the data. */
function unpackHead(packed: Buffer): Omit<ChainAccount, 'data'> & { readonly bytes: number } {
  return {
    lamports: packed.readBigUInt64LE(0),
    rentEpoch: packed.readBigUInt64LE(8),
    owner: addressOf(packed.subarray(16, 48)),
    executable: packed[48] === 1,
    bytes: packed.length - ACCOUNT_HEAD,
  }
}

/** Copies a part of the data. */
const unpackPart = (packed: Buffer, offset: number, length: number): Uint8Array =>
  Uint8Array.prototype.slice.call(packed, ACCOUNT_HEAD + offset, ACCOUNT_HEAD + offset + length)

type PackedToken = [number, string, string, string, string, number]
export type PackedTransaction = [
  sequence: number,
  slot: number,
  signature: string,
  wire: Uint8Array,
  err: TransactionError | null,
  logs: readonly string[],
  computeUnits: number,
  fee: string,
  before: Uint8Array,
  after: Uint8Array,
  tokensBefore: PackedToken[],
  tokensAfter: PackedToken[],
  inner: [number, [number, Uint8Array, Uint8Array, number][]][],
  returned: [string, Uint8Array] | null,
]

export function packTransaction(record: RecordedTransaction): PackedTransaction {
  return [
    record.sequence,
    record.slot,
    record.signature,
    record.wire,
    record.err,
    record.logs,
    record.computeUnits,
    record.feeLamports.toString(),
    packBalances(record.balancesBefore),
    packBalances(record.balancesAfter),
    record.tokensBefore.map(packToken),
    record.tokensAfter.map(packToken),
    record.innerInstructions.map(({ index, instructions }) => [
      index,
      instructions.map((step) => [step.programIndex, step.accountIndexes, step.data, step.stackHeight]),
    ]),
    record.returnData && [record.returnData.programAddress, record.returnData.data],
  ]
}

export const unpackTransaction = (packed: PackedTransaction): RecordedTransaction =>
  new StoredTransaction(packed)

/**
 * Balances are unpacked for who asks for them: an index that is rebuilt does not. By getters of a class: those of a literal take
 * 0.6 µs each to make, and what they hold is kept until the next full collection.
 */
class StoredTransaction implements RecordedTransaction {
  readonly #packed: PackedTransaction
  readonly sequence
  readonly slot
  readonly signature
  readonly wire
  readonly err
  readonly logs
  readonly computeUnits
  readonly innerInstructions
  readonly returnData

  constructor(packed: PackedTransaction) {
    const [sequence, slot, signature, wire, err, logs, computeUnits] = packed
    const [inner, returned] = [packed[12], packed[13]]
    this.#packed = packed
    this.sequence = sequence
    this.slot = slot
    this.signature = signature
    this.wire = wire
    this.err = err
    this.logs = logs
    this.computeUnits = computeUnits
    this.innerInstructions = inner.map(([index, instructions]) => ({
      index,
      instructions: instructions.map(([programIndex, accountIndexes, data, stackHeight]) => ({
        programIndex,
        accountIndexes,
        data,
        stackHeight,
      })),
    }))
    this.returnData = returned && { programAddress: returned[0] as Address, data: returned[1] }
  }

  get feeLamports() {
    return BigInt(this.#packed[7])
  }
  get balancesBefore() {
    return unpackBalances(this.#packed[8])
  }
  get balancesAfter() {
    return unpackBalances(this.#packed[9])
  }
  get tokensBefore() {
    return this.#packed[10].map(unpackToken)
  }
  get tokensAfter() {
    return this.#packed[11].map(unpackToken)
  }
}

function packBalances(balances: readonly bigint[]): Uint8Array {
  const out = Buffer.allocUnsafe(balances.length * 8)
  balances.forEach((balance, index) => out.writeBigUInt64LE(balance, index * 8))
  return out
}

function unpackBalances(packed: Uint8Array): bigint[] {
  const buffer = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  return Array.from({ length: buffer.length / 8 }, (_, index) => buffer.readBigUInt64LE(index * 8))
}

function packToken(balance: TokenBalance): PackedToken {
  const { accountIndex, mint, owner, program, amount, decimals } = balance
  return [accountIndex, mint, owner, program, amount.toString(), decimals]
}

function unpackToken([accountIndex, mint, owner, program, amount, decimals]: PackedToken): TokenBalance {
  return {
    accountIndex,
    mint: mint as Address,
    owner: owner as Address,
    program: program as Address,
    amount: BigInt(amount),
    decimals,
  }
}

/** Whoever prepares a trade reads the same few accounts, which the trade before has written: the small ones are kept. */
const KEPT_MAX = 5_000
const KEPT_DATA_BYTES_MAX = 1_024

export type AccountTable = Database<Buffer, Uint8Array>

/** The value of a key, in a buffer that the next read overwrites. */
export function peek(table: AccountTable, key: Uint8Array): Buffer | undefined {
  const found = table.getBinaryFast(key)
  // LMDB's buffer is larger than the value: `length` is the value's.
  return found?.subarray(0, found.length)
}

export interface AccountReader {
  readonly find: (address: Address) => ChainAccount | undefined
  readonly lookAt: (address: Address) => AccountView | undefined
  /** Updates the cache with the accounts of a written group. */
  readonly written: (accounts: ReadonlyMap<Address, ChainAccount | undefined>) => void
}

export function openAccountReader(table: AccountTable): AccountReader {
  /** As they are on disk. */
  const kept = new Map<Address, ChainAccount>()
  const keep = (address: Address, account: ChainAccount): void => {
    if (account.data.length > KEPT_DATA_BYTES_MAX) return
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(address, account)
  }
  const find = (address: Address): ChainAccount | undefined => {
    const known = kept.get(address)
    if (known) return known
    const packed = table.get(addressBytes(address))
    const account = packed && unpackAccount(packed)
    if (account) keep(address, account)
    return account
  }
  return {
    find,
    lookAt: (address) => {
      const known = kept.get(address)
      if (known) return asView(known)
      const key = addressBytes(address)
      const packed = peek(table, key)
      if (!packed) return undefined
      const head = unpackHead(packed)
      if (head.bytes <= KEPT_DATA_BYTES_MAX) {
        const account = find(address)
        return account && asView(account)
      }
      return {
        ...head,
        read: (offset, length) => {
          const now = length > 0 ? peek(table, key) : undefined
          return now ? unpackPart(now, offset, length) : new Uint8Array(0)
        },
      }
    },
    written: (accounts) => {
      for (const [address, account] of accounts) {
        kept.delete(address)
        if (account) keep(address, account)
      }
    },
  }
}
