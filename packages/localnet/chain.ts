// The embedded chain: LiteSVM with a durable store and real time. Transactions run one after the other as they come and
// are answered when the group they were written with is on disk. Must not know JSON, HTTP, or what any program is for.

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { errorRecord, Refusal } from '@twinmint/sdk/core/errors'
import { type Lamports, lamports as lamportsOf, solText } from '@twinmint/sdk/core/money'
import { DamageError } from '@twinmint/sdk/internal/core/damage'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import {
  type DecodedTransaction,
  decodeTransaction,
  TransactionFormatError,
} from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { type AccountIndex, openAccountIndex } from './account-index.ts'
import { requireGrowth, requireSizes } from './account-sizes.ts'
import type { ConfirmedTransaction, DurableGroup } from './commit-queue.ts'
import { openCommits } from './commit-queue.ts'
import { execute } from './execute.ts'
import { openTurns } from './execution-queue.ts'
import { type Faucet, openFaucet } from './faucet.ts'
import { lockFolder } from './lock.ts'
import { ChainRefusal, notProcessed } from './refusal.ts'
import { BLOCKHASH_SLOTS, openSlots, type Slots } from './slots.ts'
import { type ChainStore, type Genesis, openStore, STORE_FILE, signatureText } from './store.ts'
import type { RecordedTransaction } from './store-rows.ts'
import type { TransactionError } from './transaction-error.ts'
import { type AccountView, type ChainAccount, openVm, type Simulation, type Vm } from './vm.ts'
import { writtenBytes } from './write-bytes.ts'

const RENT_EPOCH_EXEMPT = (1n << 64n) - 1n
const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n
/** More than this many transactions waiting for the disk, and new ones are refused. */
const WAITING_MAX = 4_096
/** Bytes of waiting transactions above which new ones are refused: one transaction can log a megabyte. */
const WAITING_BYTES_MAX = 64 * 1024 * 1024

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

export interface EmbeddedChain {
  /**
   * Executes a signed transaction and resolves when it is on disk, also when it failed and only paid its fee (`err`).
   * Throws a ChainRefusal, and leaves nothing behind, when it can't be taken.
   */
  sendTransaction(
    wire: Uint8Array,
    options?: {
      /** Refuses a failing transaction, with its error and logs, instead of recording it and charging its fee. */
      readonly refuseFailing?: boolean
      /** Counts the written bytes; without a writer nothing is counted. */
      readonly writer?: Writer | undefined
      /** The caller already has its turn: the transaction is executed before this returns. */
      readonly isTurn?: boolean
    },
  ): Promise<ConfirmedTransaction>
  /** Runs a transaction without consequences. Throws a ChainRefusal when it can't be taken at all. */
  simulateTransaction(
    wire: Uint8Array,
    options?: { readonly verifySignatures?: boolean; readonly checkBlockhash?: boolean },
  ): Simulation
  /**
   * Sends lamports (at most 10 SOL) from the faucet in an ordinary transaction. With `isOnce`, or for a writer with
   * `isAirdropOnce`, a wallet that already received an airdrop is refused.
   */
  airdrop(
    address: Address,
    lamports: Lamports,
    options?: { readonly writer?: Writer | undefined; readonly isOnce?: boolean },
  ): Promise<ConfirmedTransaction>
  /** True once the faucet has sent this wallet an airdrop, or is sending one. */
  hadAirdrop(address: Address): boolean
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
  /** An account as it is on disk. Its data is shared: do not write into it. */
  getAccount(address: Address): ChainAccount | undefined
  /** Like getAccount, but reads only the requested parts of the data. */
  lookAt(address: Address): AccountView | undefined
  getBalance(address: Address): Lamports
  /** Transactions that name an address, newest first, older than `before` and newer than `until`; 1,000 by default. */
  signaturesFor(address: Address, range?: SignatureRange): SignatureEntry[]
  /** As signaturesFor, whole; each is read when it is asked for. */
  recordsFor(address: Address, range?: SignatureRange): Iterable<RecordedTransaction>
  /** Those after a signature, oldest first; all of them where it is unknown, as after none. */
  recordsAfter(address: Address, after: string | undefined, limit: number): Iterable<RecordedTransaction>
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
    'findBlock' | 'findTransactionAt' | 'slotsWithTransactions' | 'sequenceLast' | 'today'
  >
  readonly index: Pick<AccountIndex, 'ofProgram' | 'ofWallet' | 'ofMint'>
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
  /** Tests set a smaller limit. */
  readonly accountBytesMax?: number
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
      vm: openVm(options),
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
  await store.writeGenesis(genesis, new Map([[openFaucet(genesis.faucetSeed).address, faucet]]))
  // LMDB syncs what is in its files; that the files are in the folder is for us to sync.
  for (const path of [join(folder, 'lmdb'), folder]) {
    const directory = openSync(path, 'r')
    fsyncSync(directory)
    closeSync(directory)
  }
  return genesis
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

/** Says the slot of this moment, and sets the VM's clock to it. */
function openClock(vm: Vm, slots: Slots): () => number {
  let slotOfVm = -1
  return () => {
    const slot = slots.current()
    if (slot !== slotOfVm) {
      vm.setTime(slot, slots.secondsOf(slot))
      slotOfVm = slot
    }
    return slot
  }
}

function restoreChain(input: {
  readonly store: ChainStore
  readonly genesis: Genesis
  readonly file: string
  readonly unlock: () => void
  readonly now: () => number
  readonly onFailure: (sentence: string) => void
  readonly vm: Vm
}): EmbeddedChain {
  const { store, genesis, unlock, vm } = input
  const slots = openSlots({
    genesisMs: genesis.genesisMs,
    secret: genesis.secret,
    slotLast: store.slotLast,
    now: input.now,
  })
  const index = openAccountIndex()
  const faucet = openFaucet(genesis.faucetSeed)
  const tick = openClock(vm, slots)
  tick()
  checkSum(store, loadAccounts(vm, store, index), input.file)
  const commits = openCommits({ store, index, slots, onFailure: input.onFailure })
  const turns = openTurns()
  let closing: Promise<void> | undefined

  const checkWorks = (): void => {
    if (commits.stopped !== undefined) throw new ChainRefusal('stopped', commits.stopped)
  }
  const checkOpen = (): void => {
    checkWorks()
    if (closing) throw new ChainRefusal('stopped', 'The chain is closed.')
  }
  const checkNew = (decoded: DecodedTransaction, signature: string): void => {
    if (slots.findSlotOf(decoded.recentBlockhash) === undefined) throw notProcessed('BlockhashNotFound')
    if (commits.isWaiting(signature) || store.hasTransaction(signature))
      throw notProcessed('AlreadyProcessed')
  }
  const send = async (
    wireOfCaller: Uint8Array,
    { refuseFailing = false, isTurn = false, writer, airdropTo }: Sending,
  ): Promise<ConfirmedTransaction> => {
    checkOpen()
    if (commits.waiting + turns.waiting >= WAITING_MAX || commits.waitingBytes >= WAITING_BYTES_MAX)
      throw new ChainRefusal('busy', 'Too many transactions wait for the disk. Try again in a second.')
    // A copy: what is written later must be what was executed.
    const wire = Uint8Array.from(wireOfCaller)
    if (!isTurn) await turns.take()
    checkWorks()
    const decoded = decodeForChain(wire)
    const signature = signatureOf(decoded)
    checkNew(decoded, signature)
    // No await between this check and the charge: of concurrent transactions only one can exceed a limit.
    limited(() => writer?.requireRoom())
    const executed = execute(vm, { wire, decoded, signature, slot: tick(), refuseFailing })
    const bytes = writtenBytes(executed)
    writer?.charge(bytes)
    return commits.add(executed, { bytes, airdropTo })
  }
  return {
    ...readsOf({ store, vm, slots, tick }),
    sendTransaction: (wire, options = {}) => send(wire, options),
    simulateTransaction: (wire, { verifySignatures = true, checkBlockhash = true } = {}) => {
      checkOpen()
      const decoded = decodeForChain(wire)
      if (checkBlockhash) checkNew(decoded, signatureOf(decoded))
      tick()
      const growing = requireSizes(vm, decoded)
      const simulated = vm.simulate(wire, verifySignatures)
      requireGrowth(vm, decoded, growing, simulated)
      return simulated
    },
    ...airdropsOf({ store, slots, faucet, send }),
    onTransaction: commits.onTransaction,
    onGroup: commits.onGroup,
    close: () => {
      closing ??= (async () => {
        // Whoever waits has had a turn when this comes to its own.
        await turns.take()
        await commits.settled()
        await store.close()
        unlock()
      })()
      return closing
    },
    get stopped() {
      return commits.stopped ?? (closing ? 'The chain is closed.' : undefined)
    },
    faucetAddress: faucet.address,
    genesisHash: slots.blockhashOf(-1),
    slots,
    store,
    index,
  }
}

interface Sending {
  readonly refuseFailing?: boolean | undefined
  readonly isTurn?: boolean | undefined
  readonly writer?: Writer | undefined
  readonly airdropTo?: Address
}

function airdropsOf({
  store,
  slots,
  faucet,
  send,
}: {
  readonly store: ChainStore
  readonly slots: Slots
  readonly faucet: Faucet
  readonly send: (wire: Uint8Array, sending: Sending) => Promise<ConfirmedTransaction>
}): Pick<EmbeddedChain, 'airdrop' | 'hadAirdrop'> {
  /** Wallets whose airdrop is not on disk yet. */
  const givenTo = new Set<Address>()
  const hadAirdrop = (wallet: Address): boolean => givenTo.has(wallet) || store.hadAirdrop(wallet)
  return {
    hadAirdrop,
    async airdrop(to, lamports, { writer, isOnce } = {}) {
      if ((isOnce ?? writer?.isAirdropOnce) && hadAirdrop(to))
        throw new ChainRefusal('hadAirdrop', errorRecord.faucetUsed.sentence)
      const recentBlockhash = slots.blockhashOf(slots.current())
      const wire = faucet.airdropWire({ to, lamports, recentBlockhash })
      limited(() => writer?.takeAirdrop())
      givenTo.add(to)
      try {
        return await send(wire, { writer, airdropTo: to })
      } finally {
        givenTo.delete(to)
      }
    },
  }
}

function limited(check: () => void): void {
  try {
    check()
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw new ChainRefusal('limited', cause.message, { cause })
  }
}

function decodeForChain(wire: Uint8Array): DecodedTransaction {
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

const signatureOf = ({ signatures }: DecodedTransaction): string =>
  signatureText(signatures[0] ?? new Uint8Array(64))

type Reads = Pick<
  EmbeddedChain,
  | 'latestBlockhash'
  | 'isBlockhashValid'
  | 'getAccount'
  | 'lookAt'
  | 'getBalance'
  | 'recordsFor'
  | 'recordsAfter'
  | 'signaturesFor'
  | 'getTransaction'
  | 'rentExemptLamports'
>

/** What changes nothing: the chain as it is on disk, and its slots. */
function readsOf({
  store,
  vm,
  slots,
  tick,
}: {
  readonly store: ChainStore
  readonly vm: Vm
  readonly slots: Slots
  readonly tick: () => number
}): Reads {
  const sequenceOf = (signature: string | undefined, otherwise: number): number | undefined =>
    signature === undefined ? otherwise : store.findSequence(signature)

  const getAccount: Reads['getAccount'] = (address) => {
    const stored = store.findAccount(address)
    if (stored) return stored
    if (!vm.nativeAddresses.has(address)) return undefined
    tick()
    return vm.getAccount(address)
  }
  const lookAt: Reads['lookAt'] = (address) => {
    const stored = store.lookAt(address)
    if (stored) return stored
    if (!vm.nativeAddresses.has(address)) return undefined
    tick()
    const native = vm.summaryOf(address)
    return (
      native && {
        ...native,
        read: (offset, length) =>
          length > 0
            ? (vm.getAccount(address)?.data.subarray(offset, offset + length) ?? new Uint8Array(0))
            : new Uint8Array(0),
      }
    )
  }
  function* recordsFor(address: Address, { before, until, limit = 1000 }: SignatureRange = {}) {
    const from = sequenceOf(before, store.sequenceLast + 1)
    // As on a validator: after an unknown signature there is nothing, and an unknown end is no end.
    if (from === undefined) return
    const to = sequenceOf(until, 0) ?? 0
    for (const at of store.sequencesOf(address, { before: from, until: to, limit })) {
      const record = store.findTransactionAt(at)
      if (record) yield record
    }
  }
  return {
    latestBlockhash: () => {
      const slot = slots.current()
      return { blockhash: slots.blockhashOf(slot), slot, lastValidBlockHeight: slot + BLOCKHASH_SLOTS }
    },
    isBlockhashValid: (blockhash) => slots.findSlotOf(blockhash) !== undefined,
    getAccount,
    lookAt,
    getBalance: (address) => lamportsOf(lookAt(address)?.lamports ?? 0n),
    recordsFor,
    *recordsAfter(address, after, limit) {
      for (const at of store.sequencesAfter(address, { after: sequenceOf(after, 0) ?? 0, limit })) {
        const record = store.findTransactionAt(at)
        if (record) yield record
      }
    },
    signaturesFor: (address, range) =>
      Array.from(recordsFor(address, range), ({ signature, slot, err }) => ({
        signature,
        slot,
        blockTimeSeconds: slots.secondsOf(slot),
        err,
      })),
    getTransaction: (signature) => store.findTransaction(signature),
    rentExemptLamports: (dataBytes) => lamportsOf(vm.rentExemptLamports(dataBytes)),
  }
}

export type { ChainAccount, RecordedTransaction, Simulation, TransactionError }
