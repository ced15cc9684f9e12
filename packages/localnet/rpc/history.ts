// The methods that answer with what happened: signatures, transactions, blocks.

import type { EmbeddedChain } from '../chain.ts'
import { SLOT_FIRST } from '../slots.ts'
import type { Pause } from '../slow-calls.ts'
import type { RecordedTransaction } from '../store-rows.ts'
import { bytesOfRecord, encodeTransactionEntry, memoOf, statusOf, TRANSACTION_ENCODINGS } from './encode.ts'
import { configAt, type Method, withContext } from './method.ts'
import {
  type Config,
  invalidParams,
  RPC_INVALID_REQUEST,
  RpcError,
  readAddress,
  readConfig,
  readInteger,
  readList,
  readSignature,
} from './params.ts'

const SIGNATURES_MAX = 1_000
const BLOCK_TRANSACTIONS_MAX = 1_000
/** The most bytes of a block's transactions in one answer, before base58 makes them a third more: any one of them is less. */
const BLOCK_BYTES_MAX = 3 * 1024 * 1024

const getSignaturesForAddress: Method = async (chain, params, pause) => {
  const address = readAddress(params[0], 'the address')
  const config = configAt(chain, params, 1)
  const limit =
    config.get('limit') === undefined || config.get('limit') === null
      ? SIGNATURES_MAX
      : readInteger(config.get('limit'), 'limit', 1, SIGNATURES_MAX)
  const signatureAt = (name: string): { [key: string]: string } => {
    const value = config.get(name)
    return value === undefined || value === null ? {} : { [name]: readSignature(value, name) }
  }
  const range = { ...signatureAt('before'), ...signatureAt('until'), limit }
  const found: Record<string, unknown>[] = []
  for (const record of chain.recordsFor(address, range)) {
    found.push({
      signature: record.signature,
      slot: record.slot,
      err: record.err,
      memo: memoOf(record),
      blockTime: chain.slots.secondsOf(record.slot),
      confirmationStatus: 'finalized',
    })
    await pause()
  }
  return found
}

const getSignatureStatuses: Method = async (chain, params, pause) => {
  const signatures = readList(params[0], 'the signatures', 256, readSignature)
  readConfig(params[1], chain.slots.current()).boolean('searchTransactionHistory')
  const statuses = new Map<string, Record<string, unknown> | null>()
  // Each is read once, however often it is asked for.
  for (const signature of new Set(signatures)) {
    await pause()
    const record = chain.getTransaction(signature)
    statuses.set(signature, record ? statusEntry(record) : null)
  }
  return withContext(
    chain,
    signatures.map((signature) => statuses.get(signature) ?? null),
  )
}

const statusEntry = ({ slot, err }: RecordedTransaction): Record<string, unknown> => ({
  slot,
  confirmations: null,
  err,
  status: statusOf(err),
  confirmationStatus: 'finalized',
})

/** The configuration of getTransaction and getBlock, which may also be only an encoding. */
function readTransactionConfig(
  chain: EmbeddedChain,
  value: unknown,
): { config: Config; versionMax?: number } {
  const config = readConfig(typeof value === 'string' ? { encoding: value } : value, chain.slots.current())
  const version = config.get('maxSupportedTransactionVersion')
  if (version === undefined || version === null) return { config }
  return { config, versionMax: readInteger(version, 'maxSupportedTransactionVersion', 0, 255) }
}

const getTransaction: Method = async (chain, params, pause) => {
  const signature = readSignature(params[0], 'the signature')
  const { config, versionMax } = readTransactionConfig(chain, params[1])
  const encoding = config.oneOf('encoding', TRANSACTION_ENCODINGS) ?? 'json'
  const record = chain.getTransaction(signature)
  if (!record) return null
  return {
    slot: record.slot,
    blockTime: chain.slots.secondsOf(record.slot),
    transactionIndex: record.sequence - (chain.store.findBlock(record.slot)?.first ?? record.sequence),
    ...(await encodeTransactionEntry(record, { encoding, versionMax }, pause)),
  }
}

const getBlock: Method = async (chain, params, pause) => {
  const slot = readInteger(params[0], 'the slot', 0, Number.MAX_SAFE_INTEGER)
  const { config, versionMax } = readTransactionConfig(chain, params[1])
  const encoding = config.oneOf('encoding', TRANSACTION_ENCODINGS) ?? 'json'
  const details = config.oneOf('transactionDetails', ['full', 'accounts', 'signatures', 'none']) ?? 'full'
  if (details === 'accounts')
    throw new RpcError(RPC_INVALID_REQUEST, 'transactionDetails accounts is not supported here; use full.')
  config.boolean('rewards')
  if (slot < SLOT_FIRST || slot > chain.slots.current())
    throw new RpcError(-32_004, `Block not available for slot ${slot}`)
  const block = chain.store.findBlock(slot)
  const count = block?.count ?? 0
  if (details === 'full' && count > BLOCK_TRANSACTIONS_MAX) throw blockTooLarge()
  const places = { first: block?.first ?? 0, count }
  const records = details === 'full' ? await readBlock(chain, places, pause) : []
  const transactions: Record<string, unknown>[] = []
  for (const record of records)
    transactions.push(await encodeTransactionEntry(record, { encoding, versionMax }, pause))
  const signatures = details === 'signatures' ? await readSignatures(chain, places, pause) : []
  return {
    blockhash: chain.slots.blockhashOf(slot),
    previousBlockhash: chain.slots.blockhashOf(slot - 1),
    parentSlot: slot - 1,
    blockHeight: slot,
    blockTime: chain.slots.secondsOf(slot),
    rewards: [],
    ...(details === 'signatures' ? { signatures } : {}),
    ...(details === 'full' ? { transactions } : {}),
  }
}

const blockTooLarge = (): RpcError =>
  new RpcError(RPC_INVALID_REQUEST, 'The block is too large for one answer; ask for its signatures.')

interface Places {
  readonly first: number
  readonly count: number
}

/** A block's transactions. Refuses those that are too large for one answer before one of them is encoded. */
async function readBlock(
  chain: EmbeddedChain,
  { first, count }: Places,
  pause: Pause,
): Promise<RecordedTransaction[]> {
  const records: RecordedTransaction[] = []
  let bytes = 0
  for (let at = first; at < first + count; at++) {
    await pause()
    const record = requireRecord(chain, at)
    bytes += bytesOfRecord(record)
    if (bytes > BLOCK_BYTES_MAX) throw blockTooLarge()
    records.push(record)
  }
  return records
}

async function readSignatures(
  chain: EmbeddedChain,
  { first, count }: Places,
  pause: Pause,
): Promise<string[]> {
  const signatures: string[] = []
  for (let at = first; at < first + count; at++) {
    await pause()
    signatures.push(requireRecord(chain, at).signature)
  }
  return signatures
}

function requireRecord(chain: EmbeddedChain, sequence: number): RecordedTransaction {
  const record = chain.store.findTransactionAt(sequence)
  if (!record) throw new RpcError(-32_004, 'Block not available')
  return record
}

const getBlocks: Method = (chain, params) => {
  const first = readInteger(params[0], 'the first slot', 0, Number.MAX_SAFE_INTEGER)
  const slot = chain.slots.current()
  const lastGiven = typeof params[1] === 'number' || typeof params[1] === 'bigint'
  const last = lastGiven ? readInteger(params[1], 'the last slot', 0, Number.MAX_SAFE_INTEGER) : slot
  readConfig(lastGiven ? params[2] : params[1], slot)
  if (last - first > 500_000) throw invalidParams('at most 500000 slots at a time.')
  return chain.store.slotsWithTransactions({ first, last: Math.min(last, slot), limit: 500_000 })
}

const getBlockTime: Method = (chain, params) => {
  const slot = readInteger(params[0], 'the slot', 0, Number.MAX_SAFE_INTEGER)
  if (slot < SLOT_FIRST || slot > chain.slots.current())
    throw new RpcError(-32_004, `Block not available for slot ${slot}`)
  return chain.slots.secondsOf(slot)
}

export const HISTORY_METHODS: readonly (readonly [string, Method])[] = [
  ['getSignatureStatuses', getSignatureStatuses],
  ['getSignaturesForAddress', getSignaturesForAddress],
  ['getTransaction', getTransaction],
  ['getBlock', getBlock],
  ['getBlocks', getBlocks],
  ['getBlockTime', getBlockTime],
]
