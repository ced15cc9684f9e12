// LiteSVM behind a narrow door. It aborts the whole process on bytes that are not whole, so only what decodeTransaction
// has read to its last byte comes here, and only keys of 32 bytes. Must not know of the store, of JSON or of time.
import { hash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { areSameBytes } from '@twinmint/sdk/core/same-bytes'
import {
  Account,
  type AddressAndAccount,
  Clock,
  FailedTransactionMetadata,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js'
import { type TransactionError, transactionErrorOf } from './transaction-error.ts'

export interface ChainAccount {
  readonly lamports: bigint
  readonly owner: Address
  readonly executable: boolean
  readonly rentEpoch: bigint
  readonly data: Uint8Array
}

/**
 * An account whose data is read in parts. Use it before the next await: the next transaction may change what `read` returns.
 */
export interface AccountView extends Omit<ChainAccount, 'data'> {
  readonly bytes: number
  /** A part of the data; shared, do not write into it. */
  read(offset: number, length: number): Uint8Array
}

export function asView(account: ChainAccount): AccountView {
  const { lamports, owner, executable, rentEpoch, data } = account
  return {
    lamports,
    owner,
    executable,
    rentEpoch,
    bytes: data.length,
    read: (offset, length) => data.subarray(offset, offset + length),
  }
}

/** An account without the data of large accounts. */
export interface AccountSummary extends Omit<ChainAccount, 'data'> {
  readonly bytes: number
  /** All data of a small account; the first HEAD_BYTES of a large one. */
  readonly head: Uint8Array
  /** SHA-256 of a large account's data, once it was read. */
  readonly digest: string | undefined
}

export interface InnerInstruction {
  readonly programIndex: number
  readonly accountIndexes: Uint8Array
  readonly data: Uint8Array
  readonly stackHeight: number
}

export interface Execution {
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly computeUnits: number
  /** By the index of the outer instruction; empty lists are left out. A dozen calls each, and simulations ask for none. */
  innerInstructions(): readonly {
    readonly index: number
    readonly instructions: readonly InnerInstruction[]
  }[]
  readonly returnData: { readonly programAddress: Address; readonly data: Uint8Array } | null
}

export interface Simulation extends Execution {
  /** As it would be afterwards; undefined for those that the transaction does not name, and where it fails. */
  accountAfter(address: Address): ChainAccount | undefined
}

export interface Vm {
  /** The largest size to which a transaction may grow an account. */
  readonly accountBytesMax: number
  /** Sets the clock sysvar. */
  setTime(slot: number, seconds: number): void
  /** An account as the last execution left it. Its data is shared: do not write into it. */
  getAccount(address: Address): ChainAccount | undefined
  /** Like getAccount, without reading large accounts. `read` is the account if getAccount just returned it. */
  summaryOf(address: Address, read?: ChainAccount): AccountSummary | undefined
  setAccount(address: Address, account: ChainAccount): void
  /** Executes a transaction; `writable` are the accounts that it may change. */
  execute(wire: Uint8Array, writable: readonly Address[]): Execution
  simulate(wire: Uint8Array, verifySignatures: boolean): Simulation
  rentExemptLamports(dataBytes: number): bigint
  /** The accounts of a fresh VM: the built-in programs, their data, the sysvars. */
  readonly nativeAddresses: ReadonlySet<Address>
}

/** The largest size of an account; a program of half a megabyte fits. */
export const ACCOUNT_BYTES_MAX = 512 * 1024

/** Owners of everything that a fresh VM holds. */
const NATIVE_OWNERS = [
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'Feature111111111111111111111111111111111111',
] as const
const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111'

/** Reading an account out of LiteSVM takes 10 µs, and most transactions name the same few: the small ones are kept. */
const KEPT_MAX = 20_000
const KEPT_DATA_BYTES_MAX = 1_024

/**
 * Reading a large account takes milliseconds: its bytes are copied three times into newly allocated memory. So summaries of
 * large accounts are cached, without a limit on their number: each summary is small compared with its account.
 */
const LARGE_BYTES = 16 * 1024
/** Mints and token accounts are told apart by their first 166 bytes. */
const HEAD_BYTES = 256

/** Solana's epochs have 432,000 slots after a warm-up that doubles from 32: LiteSVM's schedule is the same. */
export const EPOCH_SLOTS = 432_000
const EPOCH_NORMAL_FIRST = 14
const EPOCH_NORMAL_SLOT_FIRST = 524_256

export function epochOf(slot: number): number {
  return EPOCH_NORMAL_FIRST + Math.floor((slot - EPOCH_NORMAL_SLOT_FIRST) / EPOCH_SLOTS)
}

export function epochStartOf(epoch: number): number {
  return EPOCH_NORMAL_SLOT_FIRST + (epoch - EPOCH_NORMAL_FIRST) * EPOCH_SLOTS
}

export function openVm({ accountBytesMax = ACCOUNT_BYTES_MAX } = {}): Vm {
  const svm = new LiteSvm()
  // Both checks look back only one blockhash and 32 transactions in LiteSVM; the chain has its own.
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  // A cluster's node cuts logs at 10,000 bytes, and what is cut an index never hears of. Compute units bound them here.
  svm.setLogBytesLimit(null)
  // LiteSVM's own faucet: a key made anew with every VM would not survive a restart.
  for (const { address, account } of list(svm, SYSTEM_PROGRAM))
    svm.setAccount(
      addressBytes(address),
      new Account(0n, new Uint8Array(0), addressBytes(SYSTEM_PROGRAM), false, account.rentEpoch),
    )
  const kept = new Map<Address, ChainAccount>()
  const large = new Map<Address, AccountSummary>()
  const noteSize = (address: Address, account: ChainAccount): void => {
    if (account.data.length > LARGE_BYTES) large.set(address, summaryOf(account))
    else large.delete(address)
  }
  const nativeAddresses = new Set<Address>()
  for (const owner of NATIVE_OWNERS)
    for (const { address, account } of list(svm, owner)) {
      nativeAddresses.add(address)
      noteSize(address, account)
    }
  const getAccount = (address: Address): ChainAccount | undefined => {
    const known = kept.get(address)
    if (known) return known
    const found = svm.getAccount(addressBytes(address))
    if (!found) return undefined
    const account = accountOf(found)
    if (account.data.length > LARGE_BYTES && !large.has(address))
      large.set(address, summaryOf(account, hash('sha256', account.data)))
    // The clock changes sysvars beside any transaction.
    if (account.data.length <= KEPT_DATA_BYTES_MAX && account.owner !== SYSVAR_OWNER) {
      if (kept.size >= KEPT_MAX) kept.clear()
      kept.set(address, account)
    }
    return account
  }

  return {
    accountBytesMax,
    nativeAddresses,
    setTime: (slot, seconds) => {
      const epoch = epochOf(slot)
      svm.setClock(
        new Clock(BigInt(slot), BigInt(seconds), BigInt(epoch), BigInt(epoch + 1), BigInt(seconds)),
      )
    },
    getAccount,
    summaryOf: (address, read) => {
      const known = large.get(address)
      if (known) return known
      const account = read ?? getAccount(address)
      return account && summaryOf(account)
    },
    setAccount: (address, account) => {
      const { lamports, data, owner, executable, rentEpoch } = account
      kept.delete(address)
      noteSize(address, account)
      svm.setAccount(
        addressBytes(address),
        new Account(lamports, data, addressBytes(owner), executable, rentEpoch),
      )
    },
    execute: (wire, writable) => {
      for (const address of writable) kept.delete(address)
      const result = svm.sendVersionedTransaction(wire)
      const failed = result instanceof FailedTransactionMetadata
      if (!failed) for (const address of writable) large.delete(address)
      return executionOf(failed ? result.meta() : result, failed ? transactionErrorOf(result.err()) : null)
    },
    simulate: (wire, verifySignatures) => {
      if (!verifySignatures) svm.setSigverify(false)
      try {
        const result = svm.simulateVersionedTransaction(wire)
        if (result instanceof FailedTransactionMetadata)
          return Object.assign(executionOf(result.meta(), transactionErrorOf(result.err())), {
            accountAfter: () => undefined,
          })
        return Object.assign(executionOf(result.meta(), null), { accountAfter: readerAfter(result) })
      } finally {
        if (!verifySignatures) svm.setSigverify(true)
      }
    },
    rentExemptLamports: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),
  }
}

/** Reads lazily: a launch names two dozen accounts, and only one of them is requested. */
function readerAfter(result: SimulatedTransactionInfo): Simulation['accountAfter'] {
  let found: AddressAndAccount[] | undefined
  return (address) => {
    const bytes = addressBytes(address)
    found ??= result.postAccounts()
    const after = found.find((each) => areSameBytes(each.address, bytes))
    return after && accountOf(after.account())
  }
}

function summaryOf(account: ChainAccount, digest?: string): AccountSummary {
  const { lamports, owner, executable, rentEpoch, data } = account
  const head = data.length > LARGE_BYTES ? data.slice(0, HEAD_BYTES) : data
  return { lamports, owner, executable, rentEpoch, bytes: data.length, head, digest }
}

function list(svm: LiteSvm, owner: string): { address: Address; account: ChainAccount }[] {
  return svm.getProgramAccounts(addressBytes(owner)).map((found) => ({
    address: addressOf(found.address),
    account: accountOf(found.account()),
  }))
}

/**
 * A copy of bytes that are the library's, for what is kept: Node.js frees the library's one by one, on this thread, and those
 * that have become old all at once (0.1 s for nine seconds of trades).
 */
const owned = (bytes: Uint8Array): Uint8Array => bytes.slice()

function accountOf(account: Account): ChainAccount {
  return {
    lamports: account.lamports(),
    owner: addressOf(account.owner()),
    executable: account.executable(),
    rentEpoch: account.rentEpoch(),
    data: owned(account.data()),
  }
}

function executionOf(meta: TransactionMetadata, err: TransactionError | null): Execution {
  const logs = meta.logs()
  return {
    err,
    logs,
    computeUnits: Number(meta.computeUnitsConsumed()),
    innerInstructions: () => innerOf(meta),
    // A program that returns data is logged with it.
    returnData: logs.some((line) => line.startsWith('Program return: ')) ? returnDataOf(meta) : null,
  }
}

function returnDataOf(meta: TransactionMetadata): Execution['returnData'] {
  const returned = meta.returnData()
  const data = owned(returned.data())
  return data.length === 0 ? null : { programAddress: addressOf(returned.programId()), data }
}

const innerOf = (meta: TransactionMetadata): ReturnType<Execution['innerInstructions']> =>
  meta.innerInstructions().flatMap((inner, index) =>
    inner.length === 0
      ? []
      : [
          {
            index,
            instructions: inner.map((step) => {
              const instruction = step.instruction()
              return {
                programIndex: instruction.programIdIndex(),
                accountIndexes: owned(instruction.accounts()),
                data: owned(instruction.data()),
                stackHeight: step.stackHeight(),
              }
            }),
          },
        ],
  )
