// What the chain keeps on disk, in LMDB: accounts, transactions in their order, and the two ways to find one. A group of
// transactions is one LMDB transaction, so that after a crash each is there whole or not at all.
// Must not know how transactions are executed.

import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { assert } from '@twinmint/sdk/core/assert'
import { decodeBase58, encodeBase58 } from '@twinmint/sdk/core/base58'
import type { Today } from '@twinmint/sdk/internal/core/day-budget'
import { type Database, open } from 'lmdb'
import type { RecordedTransaction } from './store-rows.ts'
import {
  type AccountTable,
  openAccountReader,
  type PackedTransaction,
  packAccount,
  packTransaction,
  peek,
  unpackAccount,
  unpackTransaction,
} from './store-rows.ts'
import type { AccountView, ChainAccount } from './vm.ts'

export interface Genesis {
  readonly version: 1
  readonly genesisMs: number
  /** 32 bytes that the blockhashes are made from. */
  readonly secret: Uint8Array
  /** The faucet's Ed25519 seed. */
  readonly faucetSeed: Uint8Array
}

export interface Group {
  readonly transactions: readonly {
    readonly record: RecordedTransaction
    readonly addresses: readonly Address[]
    /** The wallet that receives an airdrop in this transaction. */
    readonly airdropTo?: Address | undefined
  }[]
  /** The newest state of every account that the group changed; undefined for one that is gone. */
  readonly accounts: ReadonlyMap<Address, ChainAccount | undefined>
}

export interface ChainStore {
  readonly genesis: Genesis | undefined
  readonly sequenceLast: number
  readonly slotLast: number
  /** What all accounts hold together: what the chain began with, less the fees. Undefined in a store that kept no count. */
  readonly lamports: bigint | undefined
  /** Counts of the day, changed by the day budget. Written with every group and restored at the next start. */
  readonly today: Today
  /** Whether the wallet received an airdrop. Chains of earlier versions did not record them. */
  hadAirdrop(wallet: Address): boolean
  /** Begins the count of a store that kept none. */
  countFrom(lamports: bigint): void
  writeGenesis(genesis: Genesis, accounts: ReadonlyMap<Address, ChainAccount>): Promise<void>
  /** Resolves when the group is synced to disk. After a rejection nothing more may be acknowledged. */
  write(group: Group): Promise<void>
  findAccount(address: Address): ChainAccount | undefined
  /** Like findAccount, but reads data only when parts of it are requested. */
  lookAt(address: Address): AccountView | undefined
  /** All of them. Throws at their end when they are not, bit by bit, as they were written. */
  accounts(): Iterable<readonly [Address, ChainAccount]>
  findTransaction(signature: string): RecordedTransaction | undefined
  /** The sequence of a transaction, without reading it. */
  findSequence(signature: string): number | undefined
  hasTransaction(signature: string): boolean
  findTransactionAt(sequence: number): RecordedTransaction | undefined
  /** Sequences of the transactions that name an address, newest first, below `before` and above `until`. */
  sequencesOf(address: Address, range: { before: number; until: number; limit: number }): number[]
  /** The same, oldest first. */
  sequencesAfter(address: Address, range: { after: number; limit: number }): number[]
  /** First sequence and count of a slot's transactions. */
  findBlock(slot: number): { readonly first: number; readonly count: number } | undefined
  /** Slots from `first` to `last`, both included, that have transactions. */
  slotsWithTransactions(range: {
    readonly first: number
    readonly last: number
    readonly limit: number
  }): number[]
  /** Reads everything once. Throws when transactions are missing. */
  readThrough(): void
  close(): Promise<void>
}

/** All that a chain's folder holds, but for locks. */
export const STORE_FILE = join('lmdb', 'data.mdb')

type Tables = ReturnType<typeof openTables>

function openTables(folder: string) {
  const root = open({
    path: join(folder, 'lmdb'),
    noSubdir: false,
    maxDbs: 8,
    // The default acknowledges before the disk has it ("flushed" comes later). Without overlap, a commit is: data
    // synced, then the root page that makes it visible, synced too. Readers and promises see only what is on disk.
    overlappingSync: false,
    eventTurnBatching: true,
  })
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const
  const packed = { keyEncoding: 'binary', encoding: 'msgpack' } as const
  const accounts: AccountTable = root.openDB('accounts', binary)
  const transactions: Database<PackedTransaction, Uint8Array> = root.openDB('transactions', packed)
  const signatures: Database<Buffer, Uint8Array> = root.openDB('signatures', binary)
  const mentions: Database<Buffer, Uint8Array> = root.openDB('mentions', binary)
  const blocks: Database<[number, number], Uint8Array> = root.openDB('blocks', packed)
  const airdrops: Database<Buffer, Uint8Array> = root.openDB('airdrops', binary)
  const meta: Database<unknown, string> = root.openDB('meta', { encoding: 'msgpack' })
  return { root, accounts, transactions, signatures, mentions, blocks, airdrops, meta }
}

/** What is written with every group. */
interface State {
  readonly sequenceLast: number
  readonly slotLast: number
  readonly lamports: bigint | undefined
  /** Of the checksums of all accounts; undefined in a store that kept none, until all were read. */
  readonly accountsSum: number | undefined
  readonly today: Today
}

function readState({ meta }: Tables): State {
  const [sequenceLast, slotLast, lamports, accountsSum, day = 0, bytes = 0, airdrops = 0] = (meta.get(
    'state',
  ) as [number, number, string?, number?, number?, number?, number?] | undefined) ?? [0, 0]
  return {
    sequenceLast,
    slotLast,
    lamports: lamports === undefined ? undefined : BigInt(lamports),
    accountsSum,
    today: { day, bytes, airdrops },
  }
}

const putState = (
  { meta }: Tables,
  { sequenceLast, slotLast, lamports, accountsSum, today: { day, bytes, airdrops } }: State,
): void =>
  void meta.put('state', [sequenceLast, slotLast, lamports?.toString(), accountsSum, day, bytes, airdrops])

/** Resolves with the state after it. */
async function writeGenesis(
  tables: Tables,
  made: Genesis,
  initial: ReadonlyMap<Address, ChainAccount>,
  { today }: State,
): Promise<State> {
  const { root, meta, accounts } = tables
  const rows = [...initial].map(
    ([address, account]) => [addressBytes(address), packAccount(account)] as const,
  )
  const after: State = {
    sequenceLast: 0,
    slotLast: 0,
    lamports: [...initial.values()].reduce((sum, account) => sum + account.lamports, 0n),
    accountsSum: rows.reduce((all, [key, packed]) => all + checksum(key, packed), 0),
    today,
  }
  await root.batch(() => {
    void meta.put('genesis', made)
    putState(tables, after)
    for (const [key, packed] of rows) void accounts.put(key, packed)
  })
  return after
}

/** Resolves with the state after it, when the group is synced to disk. */
async function writeGroup(tables: Tables, before: State, group: Group): Promise<State> {
  const { root, accounts, transactions, signatures, mentions, blocks, airdrops } = tables
  const slots = new Map<number, [number, number]>()
  // Everything is made ready first: were something to throw inside the batch, half of it would be written.
  const rows = group.transactions.map(({ record, addresses, airdropTo }) => {
    const key = keyOf(record.sequence)
    const signature = signatureKey(record.signature)
    assert(signature, 'a signature that was executed is 64 bytes in base58')
    const block = slots.get(record.slot) ?? blocks.get(keyOf(record.slot)) ?? [record.sequence, 0]
    slots.set(record.slot, [block[0], block[1] + 1])
    const mentioned = addresses.map((address) => Buffer.concat([addressBytes(address), key]))
    const given = airdropTo && record.err === null ? addressBytes(airdropTo) : undefined
    return { key, signature, packed: packTransaction(record), mentioned, given }
  })
  const changes = [...group.accounts].map(([address, account]) => ({
    key: addressBytes(address),
    packed: account && packAccount(account),
  }))
  const last = group.transactions.at(-1)?.record
  const burned = group.transactions.reduce((fees, { record }) => fees + record.feeLamports, 0n)
  const after: State = {
    sequenceLast: last?.sequence ?? before.sequenceLast,
    slotLast: last?.slot ?? before.slotLast,
    lamports: before.lamports === undefined ? undefined : before.lamports - burned,
    accountsSum:
      before.accountsSum === undefined
        ? undefined
        : changes.reduce(
            (all, { key, packed }) => all - checksum(key, peek(accounts, key)) + checksum(key, packed),
            before.accountsSum,
          ),
    today: before.today,
  }
  const committed = root.batch(() => {
    for (const { key, signature, packed, mentioned, given } of rows) {
      void transactions.put(key, packed)
      void signatures.put(signature, key)
      for (const mention of mentioned) void mentions.put(mention, PRESENT)
      if (given) void airdrops.put(given, PRESENT)
    }
    for (const { key, packed } of changes) void (packed ? accounts.put(key, packed) : accounts.remove(key))
    for (const [of, block] of slots) void blocks.put(keyOf(of), block)
    putState(tables, after)
  })
  try {
    await committed
  } catch (error) {
    throw await commitErrorOf(error)
  }
  return after
}

/** The value of a key that says all. */
const PRESENT = Buffer.from([1])

export function openStore(folder: string): ChainStore {
  const tables = openTables(folder)
  const finders = findersOf(tables)
  const reader = openAccountReader(tables.accounts)
  let genesis = tables.meta.get('genesis') as Genesis | undefined
  let state = readState(tables)
  return {
    ...finders,
    findAccount: reader.find,
    lookAt: reader.lookAt,
    get genesis() {
      return genesis
    },
    get sequenceLast() {
      return state.sequenceLast
    },
    get slotLast() {
      return state.slotLast
    },
    get lamports() {
      return state.lamports
    },
    today: state.today,
    countFrom: (lamports) => {
      state = { ...state, lamports }
    },
    writeGenesis: async (made, initial) => {
      state = await writeGenesis(tables, made, initial, state)
      genesis = made
    },
    write: async (group) => {
      state = await writeGroup(tables, state, group)
      reader.written(group.accounts)
    },
    accounts: function* () {
      let accountsSum = 0
      for (const { key, value } of tables.accounts.getRange()) {
        accountsSum += checksum(key, value)
        yield [addressOf(key), unpackAccount(value)] as const
      }
      if (state.accountsSum === undefined) state = { ...state, accountsSum }
      if (accountsSum !== state.accountsSum) throw new Error('its accounts are not as they were written')
    },
    readThrough: () => {
      const { accounts, transactions, signatures, mentions, blocks } = tables
      const counts = [accounts, transactions, signatures, mentions, blocks].map((table) => {
        let count = 0
        for (const key of (table as Database<unknown, Uint8Array>).getKeys()) {
          table.getBinary(key)
          count += 1
        }
        return count
      })
      if (counts[1] !== state.sequenceLast || counts[2] !== state.sequenceLast)
        throw new Error('transactions are missing')
    },
    close: () => tables.root.close(),
  }
}

type Finders = Pick<
  ChainStore,
  | 'findTransaction'
  | 'findSequence'
  | 'hasTransaction'
  | 'hadAirdrop'
  | 'findTransactionAt'
  | 'sequencesOf'
  | 'sequencesAfter'
  | 'findBlock'
  | 'slotsWithTransactions'
>

function findersOf({ transactions, signatures, mentions, blocks, airdrops }: Tables): Finders {
  return {
    hadAirdrop: (wallet) => airdrops.doesExist(addressBytes(wallet)),
    findTransaction: (signature) => {
      const key = signatureKey(signature)
      const at = key && signatures.get(key)
      const packed = at && transactions.get(at)
      return packed ? unpackTransaction(packed) : undefined
    },
    findSequence: (signature) => {
      const key = signatureKey(signature)
      const at = key && signatures.get(key)
      return at && numberOf(at)
    },
    hasTransaction: (signature) => {
      const key = signatureKey(signature)
      return key !== undefined && signatures.doesExist(key)
    },
    findTransactionAt: (sequence) => {
      const packed = transactions.get(keyOf(sequence))
      return packed ? unpackTransaction(packed) : undefined
    },
    sequencesOf: (address, { before, until, limit }) => {
      if (before <= until + 1) return []
      const bytes = addressBytes(address)
      const found: number[] = []
      for (const key of mentions.getKeys({
        start: Buffer.concat([bytes, keyOf(before - 1)]),
        end: Buffer.concat([bytes, keyOf(until)]),
        reverse: true,
        limit,
      }))
        found.push(numberOf(Buffer.from(key).subarray(32)))
      return found
    },
    sequencesAfter: (address, { after, limit }) => {
      const bytes = addressBytes(address)
      const found: number[] = []
      for (const key of mentions.getKeys({
        start: Buffer.concat([bytes, keyOf(after + 1)]),
        end: Buffer.concat([bytes, LAST]),
        limit,
      }))
        found.push(numberOf(Buffer.from(key).subarray(32)))
      return found
    },
    findBlock: (slot) => {
      const block = blocks.get(keyOf(slot))
      return block && { first: block[0], count: block[1] }
    },
    slotsWithTransactions: ({ first, last, limit }) =>
      [...blocks.getKeys({ start: keyOf(first), end: keyOf(last), inclusiveEnd: true, limit })].map((key) =>
        numberOf(Buffer.from(key)),
      ),
  }
}

/** lmdb rejects with a general error whose `commitError` is a promise that rejects with what happened. */
async function commitErrorOf(error: unknown): Promise<Error> {
  const general = error instanceof Error ? error : new Error(String(error))
  if (!('commitError' in general)) return general
  try {
    await general.commitError
    return general
  } catch (cause) {
    return cause instanceof Error ? cause : general
  }
}

/** A whole number as 8 big-endian bytes, so that LMDB's byte order is the order of the numbers. */
function keyOf(value: number): Buffer {
  const key = Buffer.allocUnsafe(8)
  key.writeBigUInt64BE(BigInt(value))
  return key
}

/** Behind every number that is a key. */
const LAST = Buffer.alloc(8, 0xff)

function numberOf(key: Buffer): number {
  return Number(key.readBigUInt64BE(0))
}

function signatureKey(signature: string): Uint8Array | undefined {
  const bytes = signature.length <= 88 ? decodeBase58(signature) : undefined
  return bytes?.length === 64 ? bytes : undefined
}

/** Of an account where it is; a million of them add up to less than a number holds exactly. */
const checksum = (key: Uint8Array, packed: Uint8Array | undefined): number =>
  packed ? crc32(packed, crc32(key)) : 0

/** The base58 text of a 64-byte signature. */
export function signatureText(bytes: Uint8Array): string {
  return encodeBase58(bytes)
}
