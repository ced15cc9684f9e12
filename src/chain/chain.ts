// The product's only door to Solana: reads accounts, submits transactions and tells of the program's. It speaks JSON-RPC
// through kit and to nothing else; whether a cluster or the embedded chain answers is decided where `rpc` is made.
import {
  type Address,
  type Base64EncodedWireTransaction,
  isSolanaError,
  type Rpc,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE as SIGNATURE_VERIFICATION_FAILURE,
  type Signature,
  type SolanaRpcApi,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION as UNSUPPORTED_VERSION,
} from '@solana/kit'
import { decodeBase58, encodeBase58 } from '../core/base58.ts'
import { Refusal } from '../core/errors.ts'
import type { InnerInstruction } from './program/events.ts'
import { type DecodedTransaction, decodeTransaction, TransactionFormatError } from './program/message.ts'
import { refusalOf, type TransactionFailure } from './program/transaction-failure.ts'

export interface ChainAccount {
  readonly lamports: bigint
  readonly owner: Address
  readonly data: Uint8Array
}

/** A transaction that the chain holds for good. */
export interface ConfirmedTransaction {
  readonly signature: string
  readonly slot: bigint
  readonly blockTimeSeconds: number
  /** Calls of the program in its course, in order: its events are among them. */
  readonly inner: readonly InnerInstruction[]
  readonly logs: readonly string[]
  readonly failure: TransactionFailure | null
}

/** A submitted transaction, read whole, with a signature in every place. */
export interface SignedTransaction extends DecodedTransaction {
  readonly wire: Uint8Array
}

export interface Chain {
  readonly programAddress: Address
  readonly rpc: Rpc<SolanaRpcApi>
  /** Of the last second; `isFresh`, of this moment. */
  latestBlockhash(options?: {
    readonly isFresh?: boolean
  }): Promise<{ readonly blockhash: string; readonly lastValidBlockHeight: bigint }>
  /** In the order of `addresses`; undefined where nothing lives. */
  loadAccounts(addresses: readonly Address[]): Promise<(ChainAccount | undefined)[]>
  /**
   * Submits a signed transaction and resolves when it is confirmed and has succeeded. Submitting it twice resolves twice
   * with the same. Refuses with the program's reason, transactionExpired, transactionUnconfirmed, signatureInvalid …
   */
  submit(signed: SignedTransaction): Promise<ConfirmedTransaction>
  /**
   * What an unsigned transaction would take from `payer`, fee included, by running it without consequences.
   * Refuses as submit would.
   */
  simulateCost(wire: Uint8Array, payer: Address): Promise<bigint>
  /** One confirmed transaction, or undefined while the chain does not know it. */
  findTransaction(signature: string): Promise<ConfirmedTransaction | undefined>
  /** Signatures of the program's transactions, newest first, down to but without `until`. */
  loadProgramSignatures(range: {
    readonly until: string | undefined
    readonly before: string | undefined
  }): Promise<{ readonly signature: string; readonly slot: bigint; readonly failed: boolean }[]>
  /** Calls `listener` with the program's transactions as they are confirmed, also those that others sent. Best effort: gaps are found by sequence. */
  watch(listener: (transaction: ConfirmedTransaction) => void): () => void
  /** The watch leaves nothing out and keeps the chain's order, as only the embedded chain's does. */
  readonly watchIsComplete: boolean
}

const CONFIRM_MS = 60_000
const POLL_MS = 400
const RESEND_EVERY = 5
/** What a node answers at most. */
const ACCOUNTS_PER_CALL = 100

/** A transaction of a later version than is known here: the chain holds it, and it can't be read. Nothing of ours makes such. */
export class UnreadableTransaction extends Refusal {
  constructor(options?: ErrorOptions) {
    super('wrongTransaction', 'The transaction is of a later version than this server reads.', options)
  }
}

/** What differs between a cluster and the embedded chain. */
export interface ChainSource {
  readonly rpc: Rpc<SolanaRpcApi>
  readonly watch: Chain['watch']
  readonly watchIsComplete: boolean
  /** Ways around JSON-RPC for what every trade asks, where the chain is in this process. */
  readonly door?: Pick<Chain, 'loadAccounts' | 'submit' | 'findTransaction'>
}

export function openChain(
  { rpc, watch, watchIsComplete, door }: ChainSource,
  programAddress: Address,
): Chain {
  let blockhash:
    | { readonly value: Awaited<ReturnType<Chain['latestBlockhash']>>; readonly readAtMs: number }
    | undefined

  const findTransaction: Chain['findTransaction'] = (signature) =>
    readTransaction(rpc, programAddress, signature)

  async function send(wire: Uint8Array): Promise<void> {
    const base64 = Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction
    try {
      await rpc.sendTransaction(base64, { encoding: 'base64', skipPreflight: true }).send()
    } catch (cause) {
      // What is wrong with it was said by the simulation before; a node that is busy is asked again.
      if (!isSolanaError(cause)) throw new Refusal('chainUnavailable', undefined, { cause })
    }
  }

  return {
    programAddress,
    rpc,
    watch,
    watchIsComplete,
    findTransaction,

    async latestBlockhash({ isFresh = false } = {}) {
      if (!isFresh && blockhash && Date.now() - blockhash.readAtMs < 1_000) return blockhash.value
      const { value } = await foreign(rpc.getLatestBlockhash({ commitment: 'confirmed' }).send())
      blockhash = { value, readAtMs: Date.now() }
      return value
    },

    async loadAccounts(addresses) {
      const pages = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS_PER_CALL) }, (_, page) =>
        addresses.slice(page * ACCOUNTS_PER_CALL, (page + 1) * ACCOUNTS_PER_CALL),
      )
      const answers = await Promise.all(
        pages.map((page) =>
          foreign(rpc.getMultipleAccounts(page, { encoding: 'base64', commitment: 'confirmed' }).send()),
        ),
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
    },

    async submit({ wire, signatures, recentBlockhash }) {
      const signature = encodeBase58(signatures[0] ?? new Uint8Array())
      const simulated = await foreign(
        rpc
          .simulateTransaction(Buffer.from(wire).toString('base64') as Base64EncodedWireTransaction, {
            commitment: 'confirmed',
            encoding: 'base64',
            sigVerify: true,
          })
          .send(),
      )
      const failure = simulated.value.err as TransactionFailure | null
      if (failure !== null && failure !== 'AlreadyProcessed') {
        // One that is there already can't be run again, for reasons that are not its own.
        const landed = await findTransaction(signature)
        if (landed === undefined) throw refusalOf(failure, simulated.value.logs ?? [])
        if (landed.failure !== null) throw refusalOf(landed.failure, landed.logs)
        return landed
      }
      if (failure === null) await send(wire)
      const deadline = Date.now() + CONFIRM_MS
      for (let round = 1; ; round++) {
        const { value } = await foreign(rpc.getSignatureStatuses([signature as Signature]).send())
        const status = value[0]
        if (status && status.confirmationStatus !== 'processed') {
          const transaction = await findTransaction(signature)
          if (transaction?.failure) throw refusalOf(transaction.failure, transaction.logs)
          if (transaction) return transaction
        }
        if (Date.now() > deadline) throw new Refusal('transactionUnconfirmed')
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        if (round % RESEND_EVERY === 0 && !status) {
          const valid = await foreign(
            rpc.isBlockhashValid(recentBlockhash as never, { commitment: 'confirmed' }).send(),
          )
          if (!valid.value) throw new Refusal('transactionExpired')
          await send(wire)
        }
      }
    },

    async simulateCost(wire, payer) {
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
    },

    async loadProgramSignatures({ until, before }) {
      const found = await foreign(
        rpc
          .getSignaturesForAddress(programAddress, {
            commitment: 'confirmed',
            limit: 1_000,
            ...(until === undefined ? {} : { until: until as Signature }),
            ...(before === undefined ? {} : { before: before as Signature }),
          })
          .send(),
      )
      return found.map(({ signature, slot, err }) => ({ signature, slot, failed: err !== null }))
    },
    ...door,
  }
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
    throw new Refusal('chainUnavailable', undefined, { cause })
  }
}
