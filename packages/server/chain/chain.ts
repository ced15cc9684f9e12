// The product's only door to Solana: reads accounts, submits transactions and tells of the program's. It speaks JSON-RPC
// through kit and to nothing else; whether a cluster or the embedded chain answers is decided where `rpc` is made.

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  type Base64EncodedWireTransaction,
  createSolanaRpcFromTransport,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_FILTER_TRANSACTION_NOT_FOUND as FILTER_TRANSACTION_NOT_FOUND,
  isSolanaError,
  type Rpc,
  type RpcTransport,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE as SIGNATURE_VERIFICATION_FAILURE,
  type Signature,
  type SolanaRpcApi,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION as UNSUPPORTED_VERSION,
} from '@solana/kit'
import { decodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import {
  type DecodedTransaction,
  decodeTransaction,
  TransactionFormatError,
} from '@twinmint/sdk/program/message'
import { refusalOf, type TransactionFailure } from '@twinmint/sdk/program/transaction-failure'
import type { GenesisGuard } from './genesis.ts'
import type { NodeCalls } from './nodes.ts'
import type { ConfirmedTransaction, SignedTransaction } from './submit.ts'
import { submitter } from './submit.ts'

export interface ChainAccount {
  readonly lamports: bigint
  readonly owner: Address
  readonly data: Uint8Array
}

export interface Chain {
  readonly programAddress: Address
  readonly rpc: Rpc<SolanaRpcApi>
  /** JSON-RPC as it is written, for what passes it on. */
  readonly transport: RpcTransport
  /** Of the last second; `isFresh`, of this moment. */
  latestBlockhash(options?: {
    readonly isFresh?: boolean
  }): Promise<{ readonly blockhash: string; readonly lastValidBlockHeight: bigint }>
  /**
   * In the order of `addresses`; undefined for an account that does not exist. Reads the first `bytesMax` bytes of each account's
   * data, 10 KiB by default: strangers' accounts can be a thousand times as large as the program's.
   */
  loadAccounts(
    addresses: readonly Address[],
    options?: { readonly bytesMax?: number },
  ): Promise<(ChainAccount | undefined)[]>
  /**
   * Submits a signed transaction and resolves when it is confirmed and has succeeded. Submitting it twice resolves twice
   * with the same. Refuses with the program's reason, transactionExpired, transactionUnconfirmed, signatureInvalid …; on the
   * embedded chain it counts against `writer`'s daily limit and is refused dayLimit and noRoom.
   */
  submit(signed: SignedTransaction, writer?: Writer): Promise<ConfirmedTransaction>
  /**
   * What an unsigned transaction would take from `payer`, fee included, by running it without consequences.
   * Refuses as submit would.
   */
  simulateCost(wire: Uint8Array, payer: Address): Promise<bigint>
  /**
   * Compute units that an unsigned transaction would use, under whatever blockhash; undefined where it would fail, and where
   * the node does not say so within a few seconds.
   */
  simulateUnits(wire: Uint8Array): Promise<bigint | undefined>
  /** One confirmed transaction, or undefined while the chain does not know it. */
  findTransaction(signature: string): Promise<ConfirmedTransaction | undefined>
  /** As the chain recorded it, without text between; undefined where a node is asked, which sends calls of 10 KB as base58. */
  readonly findNamed?: (signature: string) => NamedTransaction | undefined
  /** Those of the transactions that the node does not have, in its whole history. */
  listForgotten(signatures: readonly string[]): Promise<string[]>
  /**
   * Signatures of the program's transactions, or of those that name an `account`, newest first, down to but without `until`.
   * Refuses a ForgottenTransaction where the node does not have `until` or `before`.
   */
  loadProgramSignatures(range: {
    readonly account?: Address | undefined
    readonly until: string | undefined
    readonly before: string | undefined
  }): Promise<{ readonly signature: string; readonly slot: bigint; readonly failed: boolean }[]>
  /**
   * The program's transactions after a signature, oldest first, whole, failed ones too; all of them where it is unknown, as
   * after none. Each is read when it is asked for. Undefined where a node is asked, which lists the newest first.
   */
  readonly listAfter?: (signature: string | undefined, limit: number) => Iterable<ConfirmedTransaction>
  /**
   * Calls `listener` with the program's transactions as they are confirmed, also those that others sent. Best effort: gaps
   * are found by sequence; `onGap` is called when there may be one.
   */
  watch(listener: (transaction: ConfirmedTransaction) => void, onGap?: () => void): () => void
  /** Hears only of transactions that this process submits, which confirms them sooner than polling. Returns how to stop. */
  hearSubmitted(): () => void
  /** Since when nothing is heard of the network's news. */
  readonly deafSince: Date | undefined
  /** The genesis of another network, where the nodes are of one: every call is refused until they are of ours. */
  readonly otherGenesis: string | undefined
  /** Since the start; none where the chain is in this process. */
  readonly nodeCalls: () => readonly NodeCalls[]
  /** The watch leaves nothing out and keeps the chain's order, as only the embedded chain's does. */
  readonly watchIsComplete: boolean
}

interface NamedInstruction {
  readonly programIndex: number
  readonly accountIndexes: Iterable<number>
  readonly data: Uint8Array
}

/** A transaction with the accounts that it names, by whose places all else names them. */
export interface NamedTransaction {
  readonly slot: bigint
  readonly blockTimeSeconds: number
  readonly named: readonly string[]
  readonly instructions: readonly NamedInstruction[]
  /** What each instruction called, however deep. */
  readonly inner: readonly { readonly index: number; readonly instructions: readonly NamedInstruction[] }[]
  readonly tokens: readonly {
    readonly accountIndex: number
    readonly mint: string
    readonly owner?: string | undefined
  }[]
}

/** A node may tell of a transaction a moment before it can show it; what is never shown the sweep finds. */
const LOOK_AGAIN_MS = 400
const LOOKS_MAX = 5
/** What a node answers at most. */
const ACCOUNTS_PER_CALL = 100
const STATUSES_PER_CALL = 256
/** Default number of bytes read from an account's data. */
export const ACCOUNT_BYTES_READ = 10 * 1024

/** What a cluster tells by itself: the signatures of the program's transactions, as they are confirmed. */
export interface News {
  /** `onBegin` is called each time that they begin to come: what was before that was not told. */
  listen(heard: (signature: string, succeeded: boolean) => void, onBegin: () => void): () => void
  readonly deafSince: Date | undefined
}

/** A transaction of a later version than is known here: the chain holds it, and it can't be read. Nothing of ours makes such. */
export class UnreadableTransaction extends Refusal {
  constructor(options?: ErrorOptions) {
    super('wrongTransaction', 'The transaction is of a later version than this server reads.', options)
  }
}

/** A transaction that the index has read and the node does not have any more: its history is shorter, or its ledger another. */
export class ForgottenTransaction extends Refusal {
  constructor(options?: ErrorOptions) {
    super('chainUnavailable', 'The node’s history does not reach back so far.', options)
  }
}

/** What differs between a cluster and the embedded chain. */
export interface ClusterSource {
  readonly transport: RpcTransport
  readonly news: News
  /** Absent in tests that have no network. */
  readonly genesis?: GenesisGuard
  readonly nodeCalls?: () => readonly NodeCalls[]
  readonly door?: undefined
}
export type ChainSource =
  | ClusterSource
  /** Ways around JSON-RPC for what every trade asks, where the chain is in this process. */
  | {
      readonly transport: RpcTransport
      readonly news?: undefined
      readonly genesis?: undefined
      readonly nodeCalls?: undefined
      readonly door: Pick<
        Chain,
        'loadAccounts' | 'simulateCost' | 'submit' | 'findTransaction' | 'findNamed' | 'listAfter' | 'watch'
      >
    }

export function openChain(
  { transport, news, genesis, nodeCalls = () => [], door }: ChainSource,
  programAddress: Address,
): Chain {
  const rpc = createSolanaRpcFromTransport(transport)
  const findTransaction: Chain['findTransaction'] = (signature) =>
    readTransaction(rpc, programAddress, signature)
  /** Those that were heard of, under their signatures. */
  const heard = new EventEmitter().setMaxListeners(0)
  return {
    programAddress,
    rpc,
    transport,
    hearSubmitted: () =>
      news === undefined
        ? () => {}
        : watchNews({ news, findTransaction, heard, listener: undefined, onBegin: () => genesis?.recheck() }),
    watch: (listener, onGap = () => {}) => {
      if (news === undefined) return () => {}
      const onBegin = () => {
        genesis?.recheck()
        onGap()
      }
      return watchNews({ news, findTransaction, heard, listener, onBegin })
    },
    watchIsComplete: door !== undefined,
    get deafSince() {
      return news?.deafSince
    },
    nodeCalls,
    get otherGenesis() {
      return genesis?.other
    },
    findTransaction,
    submit: submitter({
      transport,
      rpc,
      findTransaction,
      heard,
      isHearingOf: ({ addresses }) =>
        news !== undefined && news.deafSince === undefined && addresses.includes(programAddress),
    }),
    latestBlockhash: blockhashReader(rpc),
    loadAccounts: (addresses, options) => loadAccounts(rpc, addresses, options),
    simulateCost: (wire, payer) => simulateCost(rpc, wire, payer),
    simulateUnits: (wire) => simulateUnits(rpc, wire),
    listForgotten: (signatures) => listForgotten(rpc, signatures),
    loadProgramSignatures: (range) => loadProgramSignatures(rpc, programAddress, range),
    ...door,
  }
}

/** A node that is only read from, for what the others have forgotten. */
export function openArchive(
  transport: RpcTransport,
  programAddress: Address,
): Pick<Chain, 'loadProgramSignatures' | 'findTransaction'> {
  const rpc = createSolanaRpcFromTransport(transport)
  return {
    loadProgramSignatures: (range) => loadProgramSignatures(rpc, programAddress, range),
    findTransaction: (signature) => readTransaction(rpc, programAddress, signature),
  }
}

/** Looks for what the news name, and tells of it. Returns how to stop. */
function watchNews({
  news,
  findTransaction,
  heard,
  listener,
  onBegin,
}: {
  readonly news: News
  readonly findTransaction: Chain['findTransaction']
  readonly heard: EventEmitter
  readonly listener: ((transaction: ConfirmedTransaction) => void) | undefined
  readonly onBegin: () => void
}): () => void {
  let stopped = false
  const tell = async (signature: string, succeeded: boolean) => {
    // Of those that failed only who sent them wants to know.
    if ((!succeeded || listener === undefined) && heard.listenerCount(signature) === 0) return
    for (let look = 0; look < LOOKS_MAX && !stopped; look++) {
      const found = await findTransaction(signature).catch(() => undefined)
      if (found) {
        heard.emit(signature, found)
        if (succeeded) listener?.(found)
        return
      }
      await sleep(LOOK_AGAIN_MS, undefined, { ref: false })
    }
  }
  const stop = news.listen((signature, succeeded) => void tell(signature, succeeded), onBegin)
  return () => {
    stopped = true
    stop()
  }
}

/** Of the last second, unless it must be fresh. */
function blockhashReader(rpc: Rpc<SolanaRpcApi>): Chain['latestBlockhash'] {
  let blockhash:
    | { readonly value: Awaited<ReturnType<Chain['latestBlockhash']>>; readonly readAtMs: number }
    | undefined
  return async ({ isFresh = false } = {}) => {
    if (!isFresh && blockhash && Date.now() - blockhash.readAtMs < 1_000) return blockhash.value
    const { value } = await foreign(rpc.getLatestBlockhash({ commitment: 'confirmed' }).send())
    blockhash = { value, readAtMs: Date.now() }
    return value
  }
}

async function loadAccounts(
  rpc: Rpc<SolanaRpcApi>,
  addresses: readonly Address[],
  { bytesMax = ACCOUNT_BYTES_READ }: { readonly bytesMax?: number } = {},
): ReturnType<Chain['loadAccounts']> {
  const config = {
    encoding: 'base64',
    commitment: 'confirmed',
    dataSlice: { offset: 0, length: bytesMax },
  } as const
  const pages = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS_PER_CALL) }, (_, page) =>
    addresses.slice(page * ACCOUNTS_PER_CALL, (page + 1) * ACCOUNTS_PER_CALL),
  )
  const answers = await Promise.all(
    pages.map((page) => foreign(rpc.getMultipleAccounts(page, config).send())),
  )
  return answers.flatMap(({ value }) =>
    value.map((account) =>
      account
        ? {
            lamports: account.lamports,
            owner: account.owner,
            data: Buffer.from(account.data[0], 'base64'),
          }
        : undefined,
    ),
  )
}

async function simulateCost(rpc: Rpc<SolanaRpcApi>, wire: Uint8Array, payer: Address): Promise<bigint> {
  const base64 = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction
  const before = (await foreign(rpc.getBalance(payer, { commitment: 'confirmed' }).send())).value
  const { value } = await foreign(
    rpc
      .simulateTransaction(base64, {
        commitment: 'confirmed',
        encoding: 'base64',
        sigVerify: false,
        accounts: { addresses: [payer], encoding: 'base64' },
      })
      .send(),
  )
  if (value.err !== null) throw refusalOf(value.err, value.logs ?? [])
  return before - (value.accounts[0]?.lamports ?? 0n)
}

/** Nothing depends on it but how much is asked for, so it is not waited for as long as for other answers. */
const SIMULATE_UNITS_MS = 3_000

async function simulateUnits(rpc: Rpc<SolanaRpcApi>, wire: Uint8Array): Promise<bigint | undefined> {
  const base64 = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction
  try {
    const { value } = await rpc
      .simulateTransaction(base64, {
        commitment: 'confirmed',
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
      })
      .send({ abortSignal: AbortSignal.timeout(SIMULATE_UNITS_MS) })
    return value.err === null ? value.unitsConsumed : undefined
  } catch {
    return undefined
  }
}

async function listForgotten(rpc: Rpc<SolanaRpcApi>, signatures: readonly string[]): Promise<string[]> {
  const forgotten: string[] = []
  for (let at = 0; at < signatures.length; at += STATUSES_PER_CALL) {
    const page = signatures.slice(at, at + STATUSES_PER_CALL)
    const { value } = await foreign(
      rpc.getSignatureStatuses(page as Signature[], { searchTransactionHistory: true }).send(),
    )
    forgotten.push(...page.filter((_, index) => !value[index]))
  }
  return forgotten
}

async function loadProgramSignatures(
  rpc: Rpc<SolanaRpcApi>,
  programAddress: Address,
  { account = programAddress, until, before }: Parameters<Chain['loadProgramSignatures']>[0],
): ReturnType<Chain['loadProgramSignatures']> {
  const found = await foreign(
    rpc
      .getSignaturesForAddress(account, {
        commitment: 'confirmed',
        limit: 1_000,
        ...(until === undefined ? {} : { until: until as Signature }),
        ...(before === undefined ? {} : { before: before as Signature }),
      })
      .send(),
  )
  return found.map(({ signature, slot, err }) => ({ signature, slot, failed: err !== null }))
}

/**
 * One confirmed transaction, or undefined while the node behind `rpc` does not know it. Refuses an UnreadableTransaction. Calls of other programs are left
 * out unread: sixty of 10 KB each fit a transaction of 5,000 lamports.
 */
export async function readTransaction(
  rpc: Rpc<SolanaRpcApi>,
  programAddress: Address,
  signature: string,
): Promise<ConfirmedTransaction | undefined> {
  const found = await foreign(
    rpc
      .getTransaction(signature as Signature, {
        commitment: 'confirmed',
        encoding: 'base64',
        maxSupportedTransactionVersion: 0,
      })
      .send(),
  )
  if (!found) return undefined
  if (!found.meta?.innerInstructions)
    throw new Refusal('chainUnavailable', 'The node does not record inner instructions, where events are.')
  const { addresses } = decodeFound(Buffer.from(found.transaction[0], 'base64'))
  const loaded = found.meta.loadedAddresses
  const named = [...addresses, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])]
  const steps = found.meta.err === null ? found.meta.innerInstructions : []
  return {
    signature,
    slot: found.slot,
    blockTimeSeconds: Number(found.blockTime ?? 0),
    inner: steps
      .flatMap(({ instructions }) => instructions)
      .filter(({ programIdIndex }) => named[programIdIndex] === programAddress)
      .map(({ data }) => ({ programAddress, data: decodeBase58(data) ?? new Uint8Array() })),
    logs: found.meta.logMessages ?? [],
    failure: found.meta.err as TransactionFailure | null,
  }
}

function decodeFound(wire: Uint8Array): DecodedTransaction {
  try {
    return decodeTransaction(wire)
  } catch (cause) {
    throw cause instanceof TransactionFormatError ? new UnreadableTransaction({ cause }) : cause
  }
}

/** Reads a submitted transaction whole; refuses invalidTransaction, and signatureInvalid while one is missing. */
export function decodeSigned(wire: Uint8Array): SignedTransaction {
  try {
    const decoded = decodeTransaction(wire)
    if (decoded.signatures.some((signature) => signature.every((byte) => byte === 0)))
      throw new Refusal('signatureInvalid')
    return { ...decoded, wire }
  } catch (error) {
    if (error instanceof TransactionFormatError)
      throw new Refusal(
        'invalidTransaction',
        `The bytes are not one whole Solana transaction: ${error.message}.`,
      )
    throw error
  }
}

/** A failure of the network or the node behind it, wrapped once. */
async function foreign<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (isSolanaError(cause, SIGNATURE_VERIFICATION_FAILURE))
      throw new Refusal('signatureInvalid', undefined, { cause })
    if (isSolanaError(cause, UNSUPPORTED_VERSION)) throw new UnreadableTransaction({ cause })
    if (isSolanaError(cause, FILTER_TRANSACTION_NOT_FOUND)) throw new ForgottenTransaction({ cause })
    throw new Refusal('chainUnavailable', undefined, { cause })
  }
}
