// The methods that answer with what happened: signatures, transactions, blocks.
import type { EmbeddedChain } from './chain.ts'
import { encodeTransactionEntry, memoOf, statusOf, TRANSACTION_ENCODINGS } from './rpc-encode.ts'
import { configAt, type Method, withContext } from './rpc-method.ts'
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
} from './rpc-params.ts'
import { SLOT_FIRST } from './slots.ts'
import type { RecordedTransaction } from './store.ts'

const SIGNATURES_MAX = 1_000
/** Read between two pauses: some 3 ms. */
const SIGNATURES_AT_ONCE = 50
const BLOCK_TRANSACTIONS_MAX = 1_000

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
  let before = signatureAt('before')
  const until = signatureAt('until')
  const found: Record<string, unknown>[] = []
  while (found.length < limit) {
    const most = Math.min(SIGNATURES_AT_ONCE, limit - found.length)
    const records = chain.recordsFor(address, { ...before, ...until, limit: most })
    for (const record of records)
      found.push({
        signature: record.signature,
        slot: record.slot,
        err: record.err,
        memo: memoOf(record),
        blockTime: chain.slots.secondsOf(record.slot),
        confirmationStatus: 'finalized',
      })
    if (records.length < most) break
    before = { before: records.at(-1)?.signature ?? '' }
    await pause()
  }
  return found
}

const getSignatureStatuses: Method = (chain, params) => {
  const signatures = readList(params[0], 'the signatures', 256, readSignature)
  readConfig(params[1], chain.slots.current()).boolean('searchTransactionHistory')
  return withContext(
    chain,
    signatures.map((signature) => {
      const record = chain.getTransaction(signature)
      if (!record) return null
      const { slot, err } = record
      return { slot, confirmations: null, err, status: statusOf(err), confirmationStatus: 'finalized' }
    }),
  )
}

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

const getTransaction: Method = (chain, params) => {
  const signature = readSignature(params[0], 'the signature')
  const { config, versionMax } = readTransactionConfig(chain, params[1])
  const encoding = config.oneOf('encoding', TRANSACTION_ENCODINGS) ?? 'json'
  const record = chain.getTransaction(signature)
  if (!record) return null
  return {
    slot: record.slot,
    blockTime: chain.slots.secondsOf(record.slot),
    transactionIndex: record.sequence - (chain.store.findBlock(record.slot)?.first ?? record.sequence),
    ...encodeTransactionEntry(record, encoding, versionMax),
  }
}

const getBlock: Method = (chain, params) => {
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
  if (details === 'full' && count > BLOCK_TRANSACTIONS_MAX)
    throw new RpcError(RPC_INVALID_REQUEST, 'The block is too large for one answer; ask for its signatures.')
  const records =
    details === 'none' ? [] : range(block?.first ?? 0, count).map((at) => requireRecord(chain, at))
  return {
    blockhash: chain.slots.blockhashOf(slot),
    previousBlockhash: chain.slots.blockhashOf(slot - 1),
    parentSlot: slot - 1,
    blockHeight: slot,
    blockTime: chain.slots.secondsOf(slot),
    rewards: [],
    ...(details === 'signatures' ? { signatures: records.map(({ signature }) => signature) } : {}),
    ...(details === 'full'
      ? { transactions: records.map((record) => encodeTransactionEntry(record, encoding, versionMax)) }
      : {}),
  }
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
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
