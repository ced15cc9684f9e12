// The embedded chain: LiteSVM with a durable store and real time. Transactions run one after the other as they come and
// are answered when the group they were written with is on disk. Must not know JSON, HTTP, or what any program is for.

import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { DamageError } from '../../core/damage.ts'
import { type Lamports, lamports as lamportsOf, solText } from '../../core/money.ts'
import {
  addressOf,
  type DecodedTransaction,
  decodeTransaction,
  encodeTransaction,
  TransactionFormatError,
} from '../program/message.ts'
import { type AccountIndex, openAccountIndex } from './account-index.ts'
import { lockFolder } from './lock.ts'
import { ChainRefusal, notProcessed } from './refusal.ts'
import { BLOCKHASH_SLOTS, openSlots, type Slots } from './slots.ts'
import {
  type ChainStore,
  type Genesis,
  openStore,
  type RecordedTransaction,
  STORE_FILE,
  signatureText,
  type TokenBalance,
} from './store.ts'
import { findMint, findTokenAccount, isTokenProgram } from './tokens.ts'
import type { TransactionError } from './transaction-error.ts'
import { type ChainAccount, openVm, type Simulation, type Vm } from './vm.ts'

const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
const RENT_EPOCH_EXEMPT = (1n << 64n) - 1n
const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n
/** The most that one airdrop gives: 10 SOL. */
export const AIRDROP_LAMPORTS_MAX = 10_000_000_000n
/** More than this many transactions waiting for the disk, and new ones are refused. */
const WAITING_MAX = 4_096

/** A transaction that is on disk. */
export interface ConfirmedTransaction {
  /** 1 for the chain's first transaction, then one more each. */
  readonly sequence: number
  readonly signature: string
  readonly slot: number
  readonly blockTimeSeconds: number
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly innerInstructions: RecordedTransaction['innerInstructions']
  readonly computeUnits: number
  readonly feeLamports: Lamports
  readonly addresses: readonly Address[]
  readonly wire: Uint8Array
}

export interface SignatureEntry {
  readonly signature: string
  readonly slot: number
  readonly blockTimeSeconds: number
  readonly err: TransactionError | null
}

/** Which of an address's transactions; the bounds are signatures and not part of it. */
export interface SignatureRange {
  readonly before?: string
  readonly until?: string
  readonly limit?: number
}

/** What became durable together. */
export interface DurableGroup {
  readonly slot: number
  readonly transactions: readonly ConfirmedTransaction[]
  readonly accounts: ReadonlyMap<Address, ChainAccount | undefined>
}

export interface EmbeddedChain {
  /**
   * Executes a signed transaction and resolves when it is on disk, also when it failed and only paid its fee (`err`).
   * Throws a ChainRefusal, and leaves nothing behind, when it can't be taken.
   */
  sendTransaction(
    wire: Uint8Array,
    /** One that would fail is refused (with its error and logs) instead of recorded at the cost of its fee. */
    options?: { readonly refuseFailing?: boolean },
  ): Promise<ConfirmedTransaction>
  /** Runs a transaction without consequences. Throws a ChainRefusal when it can't be taken at all. */
  simulateTransaction(
    wire: Uint8Array,
    options?: { readonly verifySignatures?: boolean; readonly checkBlockhash?: boolean },
  ): Simulation
  /** Gives lamports (at most 10 SOL) from the faucet in an ordinary transaction. */
  airdrop(address: Address, lamports: Lamports): Promise<ConfirmedTransaction>
  /** Calls `listener` for every transaction, in order, after it is on disk. Returns how to stop. */
  onTransaction(listener: (transaction: ConfirmedTransaction) => void): () => void
  /** As onTransaction, by groups and with the accounts that changed. */
  onGroup(listener: (group: DurableGroup) => void): () => void
  latestBlockhash(): {
    readonly blockhash: string
    readonly slot: number
    readonly lastValidBlockHeight: number
  }
  isBlockhashValid(blockhash: string): boolean
  /** An account as it is on disk. */
  getAccount(address: Address): ChainAccount | undefined
  getBalance(address: Address): Lamports
  /** Transactions that name an address, newest first, older than `before` and newer than `until`; 1,000 by default. */
  signaturesFor(address: Address, range?: SignatureRange): SignatureEntry[]
  /** As signaturesFor, whole. */
  recordsFor(address: Address, range?: SignatureRange): RecordedTransaction[]
  getTransaction(signature: string): RecordedTransaction | undefined
  rentExemptLamports(dataBytes: number): Lamports
  /** Writes what waits, closes the store and gives the folder back. */
  close(): Promise<void>
  /** Undefined while all is well; otherwise the sentence that says why nothing is acknowledged any more. */
  readonly stopped: string | undefined
  readonly faucetAddress: Address
  readonly genesisHash: string
  readonly slots: Slots
  readonly store: Pick<
    ChainStore,
    'findBlock' | 'findTransactionAt' | 'slotsWithTransactions' | 'sequenceLast'
  >
  readonly index: Pick<AccountIndex, 'ofProgram' | 'ofWallet' | 'ofMint'>
}

interface Waiting {
  readonly record: RecordedTransaction
  readonly addresses: readonly Address[]
  readonly resolve: (confirmed: ConfirmedTransaction) => void
  readonly reject: (refusal: ChainRefusal) => void
}

/**
 * Opens the chain in `folder`, or starts a new one there. Throws a FolderInUseError while another process has it.
 * `onFailure` is told once when the store failed: from then on every transaction is refused, and the process should end.
 */
export async function openEmbeddedChain(options: {
  readonly folder: string
  /** Milliseconds since 1970; the system's clock unless a test says otherwise. */
  readonly now?: () => number
  readonly onFailure?: (sentence: string) => void
  /** There was a chain in the folder: a new one must not take its place. */
  readonly mustExist?: boolean
  /** For fault tests. */
  readonly openStore?: (folder: string) => ChainStore
}): Promise<EmbeddedChain> {
  mkdirSync(options.folder, { recursive: true })
  const unlock = lockFolder(options.folder)
  const now = options.now ?? Date.now
  let store: ChainStore | undefined
  try {
    const file = join(options.folder, STORE_FILE)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (options.mustExist && !stat?.size) throw new DamageError(`${file} is ${stat ? 'empty' : 'missing'}`)
    store = (options.openStore ?? openStore)(options.folder)
    if (options.mustExist && !store.genesis) throw new DamageError(`${file} holds no chain`)
    const genesis = store.genesis ?? (await startChain(store, options.folder, now()))
    return restoreChain({
      store,
      genesis,
      file,
      unlock,
      now,
      onFailure: options.onFailure ?? (() => undefined),
    })
  } catch (error) {
    await store?.close()
    unlock()
    throw error
  }
}

async function startChain(store: ChainStore, folder: string, nowMs: number): Promise<Genesis> {
  const genesis: Genesis = {
    version: 1,
    genesisMs: nowMs,
    secret: randomBytes(32),
    faucetSeed: randomBytes(32),
  }
  const faucet: ChainAccount = {
    lamports: FAUCET_LAMPORTS,
    owner: SYSTEM_PROGRAM,
    executable: false,
    rentEpoch: RENT_EPOCH_EXEMPT,
    data: new Uint8Array(0),
  }
  await store.writeGenesis(genesis, new Map([[faucetKeys(genesis.faucetSeed).address, faucet]]))
  // LMDB syncs what is in its files; that the files are in the folder is for us to sync.
  for (const path of [join(folder, 'lmdb'), folder]) {
    const directory = openSync(path, 'r')
    fsyncSync(directory)
    closeSync(directory)
  }
  return genesis
}

function faucetKeys(seed: Uint8Array): { privateKey: KeyObject; address: Address } {
  // PKCS #8 of an Ed25519 key: a fixed head and the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, address: addressOf(spki.subarray(spki.length - 32)) }
}

/**
 * Puts every stored account into a fresh VM and builds the indexes. Returns what they hold together, less what the VM's own
 * accounts have from the start.
 */
function loadAccounts(vm: Vm, store: ChainStore, index: AccountIndex): bigint {
  for (const address of vm.nativeAddresses) index.apply(address, vm.getAccount(address))
  const programs: [Address, ChainAccount][] = []
  let lamports = 0n
  for (const [address, account] of store.accounts()) {
    lamports += account.lamports
    if (vm.nativeAddresses.has(address)) lamports -= vm.getAccount(address)?.lamports ?? 0n
    index.apply(address, account)
    // A program is compiled when its account is set, from data in another account that must be there by then.
    if (account.executable) programs.push([address, account])
    else vm.setAccount(address, account)
  }
  for (const [address, account] of programs) {
    try {
      vm.setAccount(address, account)
    } catch (error) {
      // One program that this VM can't compile must not keep everybody else from the chain.
      console.error(`The program ${address} can't be loaded and will refuse every call:`, error)
      vm.setAccount(address, { ...account, executable: false })
    }
  }
  return lamports
}

/** Nothing makes lamports but the chain's beginning, and nothing burns them but fees: so the sum is known. */
function checkSum(store: ChainStore, lamports: bigint, file: string): void {
  const expected = store.lamports
  if (expected === undefined) store.countFrom(lamports)
  else if (lamports !== expected)
    throw new DamageError(
      `The accounts in ${file} hold ${solText(lamportsOf(lamports))} SOL together where they must hold ${solText(lamportsOf(expected))}`,
    )
}

function restoreChain(input: {
  readonly store: ChainStore
  readonly genesis: Genesis
  readonly file: string
  readonly unlock: () => void
  readonly now: () => number
  readonly onFailure: (sentence: string) => void
}): EmbeddedChain {
  const { store, genesis, unlock } = input
  const slots = openSlots({
    genesisMs: genesis.genesisMs,
    secret: genesis.secret,
    slotLast: store.slotLast,
    now: input.now,
  })
  const vm = openVm()
  const index = openAccountIndex()
  const faucet = faucetKeys(genesis.faucetSeed)
  let slotOfVm = -1
  const tick = (): number => {
    const slot = slots.current()
    if (slot !== slotOfVm) {
      vm.setTime(slot, slots.secondsOf(slot))
      slotOfVm = slot
    }
    return slot
  }
  tick()
  checkSum(store, loadAccounts(vm, store, index), input.file)

  let sequence = store.sequenceLast
  let stopped: string | undefined
  let closing: Promise<void> | undefined
  let waiting: Waiting[] = []
  let changed = new Map<Address, ChainAccount | undefined>()
  let writing: Promise<void> | undefined
  const inFlight = new Set<string>()
  const transactionListeners = new Set<(transaction: ConfirmedTransaction) => void>()
  const groupListeners = new Set<(group: DurableGroup) => void>()

  const confirmedOf = (record: RecordedTransaction, addresses: readonly Address[]): ConfirmedTransaction => ({
    sequence: record.sequence,
    signature: record.signature,
    slot: record.slot,
    blockTimeSeconds: slots.secondsOf(record.slot),
    err: record.err,
    logs: record.logs,
    innerInstructions: record.innerInstructions,
    computeUnits: record.computeUnits,
    feeLamports: lamportsOf(record.feeLamports),
    addresses,
    wire: record.wire,
  })

  const stop = (sentence: string): void => {
    if (stopped !== undefined) return
    stopped = sentence
    input.onFailure(sentence)
  }

  /** Writes everything that waits as one group, again until nothing waits. */
  const flush = async (): Promise<void> => {
    // One turn of the event loop lets those who call at the same time share the write.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const group = waiting
      const accounts = changed
      waiting = []
      changed = new Map()
      try {
        if (stopped !== undefined) throw new Error(stopped)
        await store.write({ transactions: group, accounts })
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error)
        stop(`The chain's store could not be written, so nothing is acknowledged any more: ${cause}`)
        for (const { reject } of group) reject(new ChainRefusal('stopped', stopped ?? ''))
        continue
      }
      for (const [address, account] of accounts) index.apply(address, account)
      const transactions = group.map(({ record, addresses }) => confirmedOf(record, addresses))
      group.forEach(({ record, resolve }, at) => {
        inFlight.delete(record.signature)
        const confirmed = transactions[at]
        if (confirmed) resolve(confirmed)
      })
      for (const transaction of transactions) tell(transactionListeners, transaction)
      if (groupListeners.size > 0)
        tell(groupListeners, { slot: transactions.at(-1)?.slot ?? slots.current(), transactions, accounts })
    }
    writing = undefined
  }

  const decode = (wire: Uint8Array): DecodedTransaction => {
    if (stopped !== undefined) throw new ChainRefusal('stopped', stopped)
    if (closing) throw new ChainRefusal('stopped', 'The chain is closed.')
    let decoded: DecodedTransaction
    try {
      decoded = decodeTransaction(wire)
    } catch (error) {
      if (error instanceof TransactionFormatError) throw new ChainRefusal('malformed', error.message)
      throw error
    }
    if (decoded.usesLookupTables)
      throw new ChainRefusal('lookupTables', 'Address lookup tables are not supported on the embedded chain.')
    return decoded
  }
  const checkNew = (decoded: DecodedTransaction, signature: string): void => {
    if (slots.findSlotOf(decoded.recentBlockhash) === undefined) throw notProcessed('BlockhashNotFound')
    if (inFlight.has(signature) || store.hasTransaction(signature)) throw notProcessed('AlreadyProcessed')
  }

  const sendTransaction = (
    wireOfCaller: Uint8Array,
    refuseFailing = false,
  ): Promise<ConfirmedTransaction> => {
    // A copy: what is written later must be what was executed.
    const wire = Uint8Array.from(wireOfCaller)
    const decoded = decode(wire)
    const signature = signatureText(decoded.signatures[0] ?? new Uint8Array(64))
    checkNew(decoded, signature)
    if (waiting.length >= WAITING_MAX)
      throw new ChainRefusal('busy', 'Too many transactions wait for the disk. Try again in a second.')
    const slot = tick()
    const before = decoded.addresses.map((address) => vm.getAccount(address))
    const execution = vm.execute(
      wire,
      decoded.addresses.filter((_, at) => decoded.isWritable(at)),
    )
    const after = decoded.addresses.map((address, at) =>
      decoded.isWritable(at) ? vm.getAccount(address) : before[at],
    )
    // A failure changes nothing but what the fee is paid from; put back, it is as if it had never come.
    if (refuseFailing && execution.err !== null) {
      decoded.addresses.forEach((address, at) => {
        const account = before[at]
        if (account && !isSame(account, after[at])) vm.setAccount(address, account)
      })
      throw notProcessed(execution.err, execution.logs)
    }
    const balancesBefore = before.map((account) => account?.lamports ?? 0n)
    const balancesAfter = after.map((account) => account?.lamports ?? 0n)
    // A failure that did not even cost the fee is one that Solana would not record.
    if (execution.err !== null && balancesBefore[0] === balancesAfter[0])
      throw notProcessed(execution.err, execution.logs)
    decoded.addresses.forEach((address, at) => {
      if (!isSame(before[at], after[at])) changed.set(address, after[at])
    })
    const record: RecordedTransaction = {
      sequence: ++sequence,
      slot,
      signature,
      wire,
      err: execution.err,
      logs: execution.logs,
      computeUnits: execution.computeUnits,
      // Nothing inside a transaction makes or burns lamports, so what is missing is the fee.
      feeLamports: sum(balancesBefore) - sum(balancesAfter),
      balancesBefore,
      balancesAfter,
      tokensBefore: tokenBalances(vm, before),
      tokensAfter: tokenBalances(vm, after),
      innerInstructions: execution.innerInstructions,
      returnData: execution.returnData,
    }
    inFlight.add(signature)
    return new Promise((resolve, reject) => {
      waiting.push({ record, addresses: decoded.addresses, resolve, reject })
      writing ??= flush()
    })
  }

  const sequenceOf = (signature: string | undefined, otherwise: number): number | undefined =>
    signature === undefined ? otherwise : store.findTransaction(signature)?.sequence

  const chain: EmbeddedChain = {
    // A refusal is a rejection, never a throw in the caller's own turn.
    sendTransaction: async (wire, { refuseFailing } = {}) => sendTransaction(wire, refuseFailing),
    simulateTransaction: (wire, { verifySignatures = true, checkBlockhash = true } = {}) => {
      const decoded = decode(wire)
      if (checkBlockhash) checkNew(decoded, signatureText(decoded.signatures[0] ?? new Uint8Array(64)))
      tick()
      return vm.simulate(wire, verifySignatures)
    },
    airdrop: async (address, lamports) => {
      if (lamports < 1n || lamports > AIRDROP_LAMPORTS_MAX)
        throw new RangeError('An airdrop gives between 1 lamport and 10 SOL.')
      const transfer = Buffer.alloc(12)
      transfer.writeUInt32LE(2, 0)
      transfer.writeBigUInt64LE(lamports, 4)
      const wire = encodeTransaction({
        feePayer: faucet.address,
        recentBlockhash: slots.blockhashOf(slots.current()),
        instructions: [
          {
            programAddress: SYSTEM_PROGRAM,
            accounts: [
              { address: faucet.address, signer: true, writable: true },
              { address, signer: false, writable: true },
            ],
            data: transfer,
          },
          // Makes each airdrop another transaction, also when the same wallet asks twice in a slot.
          {
            programAddress: MEMO_PROGRAM,
            accounts: [],
            data: Buffer.from(`airdrop ${randomBytes(9).toString('base64url')}`),
          },
        ],
      })
      wire.set(sign(null, wire.subarray(65), faucet.privateKey), 1)
      return sendTransaction(wire)
    },
    onTransaction: (listener) => subscribe(transactionListeners, listener),
    onGroup: (listener) => subscribe(groupListeners, listener),
    latestBlockhash: () => {
      const slot = slots.current()
      return { blockhash: slots.blockhashOf(slot), slot, lastValidBlockHeight: slot + BLOCKHASH_SLOTS }
    },
    isBlockhashValid: (blockhash) => slots.findSlotOf(blockhash) !== undefined,
    getAccount: (address) => {
      const stored = store.findAccount(address)
      if (stored) return stored
      if (!vm.nativeAddresses.has(address)) return undefined
      tick()
      return vm.getAccount(address)
    },
    getBalance: (address) => lamportsOf(chain.getAccount(address)?.lamports ?? 0n),
    recordsFor: (address, { before, until, limit = 1000 } = {}) => {
      const from = sequenceOf(before, store.sequenceLast + 1)
      // As on a validator: after an unknown signature there is nothing, and an unknown end is no end.
      if (from === undefined) return []
      const to = sequenceOf(until, 0) ?? 0
      const sequences = store.sequencesOf(address, { before: from, until: to, limit })
      return sequences.flatMap((at) => store.findTransactionAt(at) ?? [])
    },
    signaturesFor: (address, range) =>
      chain.recordsFor(address, range).map(({ signature, slot, err }) => ({
        signature,
        slot,
        blockTimeSeconds: slots.secondsOf(slot),
        err,
      })),
    getTransaction: (signature) => store.findTransaction(signature),
    rentExemptLamports: (dataBytes) => lamportsOf(vm.rentExemptLamports(dataBytes)),
    close: () => {
      closing ??= (async () => {
        await writing
        await store.close()
        unlock()
      })()
      return closing
    },
    get stopped() {
      return stopped ?? (closing ? 'The chain is closed.' : undefined)
    },
    faucetAddress: faucet.address,
    genesisHash: slots.blockhashOf(-1),
    slots,
    store,
    index,
  }
  return chain
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  // A wrapper of its own, so that the same function subscribed twice is called twice.
  const own = (value: T): void => listener(value)
  listeners.add(own)
  return () => {
    listeners.delete(own)
  }
}

function tell<T>(listeners: ReadonlySet<(value: T) => void>, value: T): void {
  for (const listener of listeners) {
    try {
      listener(value)
    } catch (error) {
      // The transaction is on disk and answered: a listener's trouble is not the chain's, but must be seen.
      console.error('A listener of the embedded chain failed:', error)
    }
  }
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function isSame(a: ChainAccount | undefined, b: ChainAccount | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    a.rentEpoch === b.rentEpoch &&
    Buffer.compare(a.data, b.data) === 0
  )
}

function tokenBalances(vm: Vm, accounts: readonly (ChainAccount | undefined)[]): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    if (!account || !isTokenProgram(account.owner)) return []
    const token = findTokenAccount(account)
    if (!token) return []
    const mint = vm.getAccount(token.mint)
    const decimals = (mint && findMint(mint)?.decimals) ?? 0
    const { owner, amount } = token
    return [{ accountIndex, mint: token.mint, owner, program: account.owner, amount, decimals }]
  })
}

export type { ChainAccount, RecordedTransaction, Simulation, TransactionError }
