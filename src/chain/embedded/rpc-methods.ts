// The methods of Solana's JSON-RPC that the embedded chain answers: parameters in, a result out, an RpcError thrown.
// Must not know how a request came.
import type { Address } from '@solana/kit'
import { lamports } from '../../core/money.ts'
import {
  addressOf,
  decodeTransaction,
  TRANSACTION_BYTES_MAX,
  TransactionFormatError,
} from '../program/message.ts'
import { AIRDROP_LAMPORTS_MAX, type ChainAccount, type EmbeddedChain } from './chain.ts'
import { ChainRefusal } from './refusal.ts'
import {
  ACCOUNT_ENCODINGS,
  type AccountEncoding,
  encodeAccount,
  encodeInner,
  encodeReturnData,
  encodeTransactionEntry,
  memoOf,
  statusOf,
  TRANSACTION_ENCODINGS,
  u64,
} from './rpc-encode.ts'
import {
  type Config,
  invalidParams,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RpcError,
  readAddress,
  readBytes,
  readConfig,
  readDataSlice,
  readInteger,
  readList,
  readObject,
  readSignature,
} from './rpc-params.ts'
import { SLOT_FIRST, SLOT_MS } from './slots.ts'
import type { RecordedTransaction } from './store.ts'
import { findMint, findTokenAccount, isTokenProgram, uiTokenAmount } from './tokens.ts'
import { sentenceOf, type TransactionError } from './transaction-error.ts'
import { EPOCH_SLOTS, epochOf, epochStartOf, type Simulation } from './vm.ts'

/** The most that one answer lists of a program's or a wallet's accounts. */
export const ACCOUNTS_MAX = 10_000
/** The most accounts of a program that one call looks at: some 0.2 s. */
const SCANNED_MAX = 50_000
const LARGEST_MAX = 20
const SIGNATURES_MAX = 1_000
const BLOCK_TRANSACTIONS_MAX = 1_000
/** The most bytes of account data in one answer. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
const SOLANA_VERSION = '3.1.0-twinmint'

type Params = readonly unknown[]
type Method = (chain: EmbeddedChain, params: Params) => unknown

function withContext(chain: EmbeddedChain, value: unknown): Record<string, unknown> {
  return { context: { apiVersion: SOLANA_VERSION, slot: chain.slots.current() }, value }
}

const configAt = (chain: EmbeddedChain, params: Params, index: number): Config =>
  readConfig(params[index], chain.slots.current())

/** Most methods that answer with one figure take nothing but a configuration. */
const plain =
  (answer: (chain: EmbeddedChain) => unknown): Method =>
  (chain, params) => {
    configAt(chain, params, 0)
    return answer(chain)
  }

const accountEncoding = (config: Config): AccountEncoding =>
  config.oneOf('encoding', ACCOUNT_ENCODINGS) ?? 'binary'

function decimalsOf(chain: EmbeddedChain, mint: Address): number {
  const account = chain.getAccount(mint)
  return (account && findMint(account)?.decimals) ?? 0
}

/** Encodes accounts the way a configuration asks for; also for subscriptions. */
export function accountEncoder(
  chain: EmbeddedChain,
  config: Config,
): (account: ChainAccount) => Record<string, unknown> {
  const encoding = accountEncoding(config)
  const slice = readDataSlice(config)
  return (account) =>
    encodeAccount(account, encoding, { slice, decimalsOf: (mint) => decimalsOf(chain, mint) })
}

function requireRoom(config: Config, accounts: readonly (ChainAccount | undefined)[]): void {
  const most = readDataSlice(config)?.length ?? Number.MAX_SAFE_INTEGER
  const bytes = accounts.reduce((total, account) => total + Math.min(account?.data.length ?? 0, most), 0)
  if (bytes > ANSWER_BYTES_MAX)
    throw new RpcError(
      RPC_INVALID_REQUEST,
      `The accounts have ${bytes} bytes; ${ANSWER_BYTES_MAX} are the most in one answer. Use dataSlice, or ask for fewer.`,
    )
}

function encodeKeyed(
  chain: EmbeddedChain,
  config: Config,
  found: readonly (readonly [Address, ChainAccount])[],
): Record<string, unknown>[] {
  const encode = accountEncoder(chain, config)
  requireRoom(
    config,
    found.map(([, account]) => account),
  )
  return found.map(([pubkey, account]) => ({ pubkey, account: encode(account) }))
}

interface Filter {
  readonly accepts: (account: ChainAccount) => boolean
  /** The 32 bytes that must stand at an offset: a mint (0) or a wallet (32) of a token account, which are indexed. */
  readonly key?: { readonly offset: number; readonly address: Address }
}

/** `filters` of getProgramAccounts and programSubscribe. */
export function readFilters(config: Config): {
  readonly accepts: (account: ChainAccount) => boolean
  readonly filters: readonly Filter[]
} {
  const value = config.get('filters')
  if (value === undefined || value === null) return { accepts: () => true, filters: [] }
  const filters = readList(value, 'filters', 4, readFilter)
  return { accepts: (account) => filters.every((filter) => filter.accepts(account)), filters }
}

function readFilter(value: unknown): Filter {
  const isTokenAccount = { accepts: (account: ChainAccount) => findTokenAccount(account) !== undefined }
  if (value === 'tokenAccountState') return isTokenAccount
  const filter = readObject(value, 'each of filters')
  const dataSize = filter.get('dataSize')
  if (dataSize !== undefined) {
    const size = readInteger(dataSize, 'dataSize', 0, Number.MAX_SAFE_INTEGER)
    return { accepts: ({ data }) => data.length === size }
  }
  if (filter.get('tokenAccountState') !== undefined) return isTokenAccount
  if (filter.get('memcmp') === undefined)
    throw invalidParams('a filter is dataSize, memcmp or tokenAccountState.')
  const compare = readObject(filter.get('memcmp'), 'memcmp')
  const offset = readInteger(compare.get('offset'), 'memcmp.offset', 0, Number.MAX_SAFE_INTEGER)
  const encoding =
    compare.oneOf('encoding', ['base58', 'base64', 'binary']) === 'base64' ? 'base64' : 'base58'
  const bytes = Buffer.from(readBytes(compare.get('bytes'), 'memcmp.bytes', encoding, 128))
  const accepts = ({ data }: ChainAccount): boolean =>
    offset + bytes.length <= data.length && bytes.equals(data.subarray(offset, offset + bytes.length))
  return bytes.length === 32 ? { accepts, key: { offset, address: addressOf(bytes) } } : { accepts }
}

/** The accounts of a program that can match: for token accounts of one mint or one wallet, only those. */
function candidates(chain: EmbeddedChain, program: Address, filters: readonly Filter[]): Iterable<Address> {
  const all = chain.index.ofProgram(program)
  if (isTokenProgram(program))
    for (const { key } of filters) {
      if (key?.offset === 0) return chain.index.ofMint(key.address).keys()
      if (key?.offset === 32) return chain.index.ofWallet(key.address).keys()
    }
  if (all.size > SCANNED_MAX)
    throw new RpcError(
      -32_010,
      `${program} has ${all.size} accounts; more than ${SCANNED_MAX} are not searched. For tokens, filter by mint or wallet.`,
    )
  return all
}

const getProgramAccounts: Method = (chain, params) => {
  const program = readAddress(params[0], 'the program')
  const config = configAt(chain, params, 1)
  const { accepts, filters } = readFilters(config)
  const found: (readonly [Address, ChainAccount])[] = []
  for (const address of candidates(chain, program, filters)) {
    const account = chain.getAccount(address)
    if (!account || account.owner !== program || !accepts(account)) continue
    if (found.length === ACCOUNTS_MAX)
      throw new RpcError(
        RPC_INVALID_REQUEST,
        `More than ${ACCOUNTS_MAX} accounts match; add filters or ask for the accounts themselves.`,
      )
    found.push([address, account])
  }
  const keyed = encodeKeyed(chain, config, found)
  return config.boolean('withContext') ? withContext(chain, keyed) : keyed
}

const getTokenAccountsByOwner: Method = (chain, params) => {
  const wallet = readAddress(params[0], 'the owner')
  const wanted = readObject(params[1], 'the second parameter')
  const config = configAt(chain, params, 2)
  const mint = wanted.get('mint') === undefined ? undefined : readAddress(wanted.get('mint'), 'mint')
  const program =
    wanted.get('programId') === undefined ? undefined : readAddress(wanted.get('programId'), 'programId')
  if ((mint === undefined) === (program === undefined))
    throw invalidParams('the second parameter must have either mint or programId.')
  if (program !== undefined && !isTokenProgram(program))
    throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: unrecognized Token program id')
  const found: (readonly [Address, ChainAccount])[] = []
  for (const [address, holding] of chain.index.ofWallet(wallet)) {
    if (mint === undefined ? holding.program !== program : holding.mint !== mint) continue
    const account = chain.getAccount(address)
    if (account) found.push([address, account])
    if (found.length > ACCOUNTS_MAX)
      throw new RpcError(
        RPC_INVALID_REQUEST,
        `The wallet has more than ${ACCOUNTS_MAX} accounts; ask by mint.`,
      )
  }
  return withContext(chain, encodeKeyed(chain, config, found))
}

function requireMint(chain: EmbeddedChain, address: Address): { supply: bigint; decimals: number } {
  const account = chain.getAccount(address)
  const mint = account && findMint(account)
  if (!mint) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: not a Token mint')
  return mint
}

const getTokenLargestAccounts: Method = (chain, params) => {
  const address = readAddress(params[0], 'the mint')
  configAt(chain, params, 1)
  const { decimals } = requireMint(chain, address)
  // A mint may have many holders: one pass that keeps the 20 largest, not a sort of all.
  const largest: [Address, bigint][] = []
  for (const [account, amount] of chain.index.ofMint(address)) {
    const least = largest.at(-1)
    if (least && largest.length >= LARGEST_MAX && least[1] >= amount) continue
    const above = largest.findIndex(([, other]) => other < amount)
    largest.splice(above < 0 ? largest.length : above, 0, [account, amount])
    if (largest.length > LARGEST_MAX) largest.pop()
  }
  return withContext(
    chain,
    largest.map(([account, amount]) => ({ address: account, ...uiTokenAmount(amount, decimals) })),
  )
}

const getTokenAccountBalance: Method = (chain, params) => {
  const account = chain.getAccount(readAddress(params[0], 'the token account'))
  configAt(chain, params, 1)
  if (!account) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: could not find account')
  const token = findTokenAccount(account)
  if (!token) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: not a Token account')
  return withContext(chain, uiTokenAmount(token.amount, decimalsOf(chain, token.mint)))
}

/** What is wrong with a transaction, as validators answer it. */
function refusalError(chain: EmbeddedChain, error: unknown): unknown {
  if (!(error instanceof ChainRefusal)) return error
  if (error.code === 'busy' || error.code === 'stopped')
    return new RpcError(-32_005, `Node is unhealthy: ${error.message}`, { numSlotsBehind: null })
  if (error.code !== 'notProcessed' || error.err === null)
    return new RpcError(RPC_INVALID_PARAMS, `invalid transaction: ${error.message}`)
  return failure(chain, error.err, error.message, { logs: error.logs, computeUnits: 0 })
}

function failure(
  chain: EmbeddedChain,
  err: TransactionError,
  sentence: string,
  outcome: { readonly logs: readonly string[]; readonly computeUnits: number },
): RpcError {
  if (err === 'SignatureFailure') return new RpcError(-32_003, 'Transaction signature verification failure')
  return new RpcError(-32_002, `Transaction simulation failed: ${sentence}`, {
    accounts: null,
    context: { slot: chain.slots.current() },
    err,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    logs: outcome.logs,
    replacementBlockhash: null,
    returnData: null,
    unitsConsumed: outcome.computeUnits,
  })
}

const readWire = (value: unknown, config: Config): Uint8Array =>
  readBytes(
    value,
    'the transaction',
    config.oneOf('encoding', ['base58', 'base64', 'binary']) === 'base64' ? 'base64' : 'base58',
    TRANSACTION_BYTES_MAX,
  )

const sendTransaction: Method = async (chain, params) => {
  const config = configAt(chain, params, 1)
  config.oneOf('preflightCommitment', ['processed', 'confirmed', 'finalized', 'recent', 'single', 'max'])
  if (config.get('maxRetries') !== undefined && config.get('maxRetries') !== null)
    readInteger(config.get('maxRetries'), 'maxRetries', 0, Number.MAX_SAFE_INTEGER)
  const wire = readWire(params[0], config)
  try {
    if (!config.boolean('skipPreflight')) {
      const simulated = chain.simulateTransaction(wire)
      if (simulated.err !== null) throw failure(chain, simulated.err, sentenceOf(simulated.err), simulated)
    }
    return (await chain.sendTransaction(wire)).signature
  } catch (error) {
    throw refusalError(chain, error)
  }
}

const simulateTransaction: Method = (chain, params) => {
  const config = configAt(chain, params, 1)
  const wire = readWire(params[0], config)
  const verifySignatures = config.boolean('sigVerify')
  const replaceBlockhash = config.boolean('replaceRecentBlockhash')
  if (verifySignatures && replaceBlockhash)
    throw new RpcError(RPC_INVALID_PARAMS, 'sigVerify may not be used with replaceRecentBlockhash')
  const inner = config.boolean('innerInstructions')
  const wanted = config.get('accounts')
  const readWanted = (): { config: Config; addresses: Address[] } => {
    const accounts = readObject(wanted, 'accounts')
    const addresses = readList(accounts.get('addresses'), 'accounts.addresses', 64, readAddress)
    return { config: accounts, addresses }
  }
  const asked = wanted === undefined || wanted === null ? undefined : readWanted()
  const encode = asked && accountEncoder(chain, asked.config)
  let simulated: Simulation
  let err: TransactionError | null
  try {
    simulated = chain.simulateTransaction(wire, { verifySignatures, checkBlockhash: !replaceBlockhash })
    err = simulated.err
  } catch (error) {
    if (!(error instanceof ChainRefusal) || error.err === null) throw refusalError(chain, error)
    // A blockhash that is too old is the answer of a simulation, not an error of the call.
    err = error.err
    simulated = { ...NOTHING_SIMULATED, logs: error.logs }
  }
  if (err === 'SignatureFailure') throw failure(chain, err, '', simulated)
  const encodeAsked = (): unknown => {
    if (!asked || !encode) return null
    const found = asked.addresses.map((address) =>
      err === null ? (simulated.accountsAfter.get(address) ?? chain.getAccount(address)) : undefined,
    )
    requireRoom(asked.config, found)
    return found.map((account) => (account && account.lamports > 0n ? encode(account) : null))
  }
  const latest = chain.latestBlockhash()
  return withContext(chain, {
    err,
    logs: simulated.logs,
    accounts: encodeAsked(),
    unitsConsumed: simulated.computeUnits,
    returnData: simulated.returnData && encodeReturnData(simulated.returnData),
    innerInstructions: inner ? encodeInner(simulated.innerInstructions) : null,
    ...(replaceBlockhash
      ? {
          replacementBlockhash: {
            blockhash: latest.blockhash,
            lastValidBlockHeight: latest.lastValidBlockHeight,
          },
        }
      : {}),
  })
}

const NOTHING_SIMULATED: Simulation = {
  err: null,
  logs: [],
  computeUnits: 0,
  innerInstructions: [],
  returnData: null,
  accountsAfter: new Map(),
}

const requestAirdrop: Method = async (chain, params) => {
  const address = readAddress(params[0], 'the address')
  const amount = readInteger(params[1], 'lamports', 1, Number(AIRDROP_LAMPORTS_MAX))
  configAt(chain, params, 2)
  try {
    const { signature, err } = await chain.airdrop(address, lamports(amount))
    if (err !== null) throw new RpcError(-32_002, `The airdrop failed: ${sentenceOf(err)}`, { err })
    return signature
  } catch (error) {
    throw refusalError(chain, error)
  }
}

const getFeeForMessage: Method = (chain, params) => {
  configAt(chain, params, 1)
  const message = readBytes(params[0], 'the message', 'base64', TRANSACTION_BYTES_MAX)
  const signers = message[(message[0] ?? 0) & 0x80 ? 1 : 0] ?? 0
  if (signers === 0 || signers > 18) throw invalidParams('the message is not valid.')
  const wire = new Uint8Array(1 + signers * 64 + message.length)
  wire[0] = signers
  wire.set(message, 1 + signers * 64)
  try {
    const decoded = decodeTransaction(wire)
    if (!chain.isBlockhashValid(decoded.recentBlockhash)) return withContext(chain, null)
    return withContext(chain, u64(feeOf(decoded)))
  } catch (error) {
    if (error instanceof TransactionFormatError) throw invalidParams(error.message)
    throw error
  }
}

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
const PRECOMPILES = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])
const COMPUTE_UNITS_DEFAULT = 200_000
const COMPUTE_UNITS_MAX = 1_400_000

/** 5,000 lamports a signature, and the priority price of the compute units asked for, rounded up. */
function feeOf(decoded: ReturnType<typeof decodeTransaction>): bigint {
  let signatures = decoded.signerCount
  let unitsAsked: number | undefined
  let priceMicroLamports = 0n
  let unitsDefault = 0
  for (const { programIndex, data } of decoded.instructions) {
    const program = decoded.addresses[programIndex] ?? ''
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (PRECOMPILES.has(program)) signatures += data[0] ?? 0
    if (program !== COMPUTE_BUDGET_PROGRAM) unitsDefault += COMPUTE_UNITS_DEFAULT
    else if (data[0] === 2 && data.length >= 5) unitsAsked = view.getUint32(1, true)
    else if (data[0] === 3 && data.length >= 9) priceMicroLamports = view.getBigUint64(1, true)
  }
  const units = BigInt(Math.min(unitsAsked ?? unitsDefault, COMPUTE_UNITS_MAX))
  return BigInt(signatures) * 5_000n + (units * priceMicroLamports + 999_999n) / 1_000_000n
}

const getSignaturesForAddress: Method = (chain, params) => {
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
  return chain.recordsFor(address, range).map((record) => ({
    signature: record.signature,
    slot: record.slot,
    err: record.err,
    memo: memoOf(record),
    blockTime: chain.slots.secondsOf(record.slot),
    confirmationStatus: 'finalized',
  }))
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
  return chain.store.slotsWithTransactions(first, Math.min(last, slot), 500_000)
}

const getBlockTime: Method = (chain, params) => {
  const slot = readInteger(params[0], 'the slot', 0, Number.MAX_SAFE_INTEGER)
  if (slot < SLOT_FIRST || slot > chain.slots.current())
    throw new RpcError(-32_004, `Block not available for slot ${slot}`)
  return chain.slots.secondsOf(slot)
}

const getEpochInfo = (chain: EmbeddedChain): Record<string, unknown> => {
  const slot = chain.slots.current()
  const epoch = epochOf(slot)
  return {
    absoluteSlot: slot,
    blockHeight: slot,
    epoch,
    slotIndex: slot - epochStartOf(epoch),
    slotsInEpoch: EPOCH_SLOTS,
    transactionCount: chain.store.sequenceLast,
  }
}

/** Every method by its name. */
export const RPC_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'getHealth',
    (chain) => {
      if (chain.stopped !== undefined)
        throw new RpcError(-32_005, `Node is unhealthy: ${chain.stopped}`, { numSlotsBehind: null })
      return 'ok'
    },
  ],
  ['getVersion', () => ({ 'solana-core': SOLANA_VERSION, 'feature-set': 0 })],
  ['getGenesisHash', (chain) => chain.genesisHash],
  ['getIdentity', (chain) => ({ identity: chain.faucetAddress })],
  ['getSlot', plain((chain) => chain.slots.current())],
  ['getBlockHeight', plain((chain) => chain.slots.current())],
  ['getTransactionCount', plain((chain) => chain.store.sequenceLast)],
  ['getEpochInfo', plain(getEpochInfo)],
  [
    'getEpochSchedule',
    () => ({
      slotsPerEpoch: EPOCH_SLOTS,
      leaderScheduleSlotOffset: EPOCH_SLOTS,
      warmup: true,
      firstNormalEpoch: epochOf(524_256),
      firstNormalSlot: 524_256,
    }),
  ],
  ['getFirstAvailableBlock', () => SLOT_FIRST],
  ['minimumLedgerSlot', () => SLOT_FIRST],
  ['getBlockTime', getBlockTime],
  ['getBlock', getBlock],
  ['getBlocks', getBlocks],
  [
    'getLatestBlockhash',
    plain((chain) => {
      const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
      return withContext(chain, { blockhash, lastValidBlockHeight })
    }),
  ],
  [
    'isBlockhashValid',
    (chain, params) => {
      const blockhash = readAddress(params[0], 'the blockhash')
      configAt(chain, params, 1)
      return withContext(chain, chain.isBlockhashValid(blockhash))
    },
  ],
  ['getFeeForMessage', getFeeForMessage],
  [
    'getRecentPrioritizationFees',
    (chain, params) => {
      if (params[0] !== undefined) readList(params[0], 'the addresses', 128, readAddress)
      return [{ slot: chain.slots.current(), prioritizationFee: 0 }]
    },
  ],
  [
    'getRecentPerformanceSamples',
    (chain) => [
      { slot: chain.slots.current(), numTransactions: 0, numSlots: 1, samplePeriodSecs: SLOT_MS / 1000 },
    ],
  ],
  [
    'getMinimumBalanceForRentExemption',
    (chain, params) => {
      const bytes = readInteger(params[0], 'the size', 0, 10 * 1024 * 1024)
      configAt(chain, params, 1)
      return u64(chain.rentExemptLamports(bytes))
    },
  ],
  [
    'getBalance',
    (chain, params) => {
      const address = readAddress(params[0], 'the address')
      configAt(chain, params, 1)
      return withContext(chain, u64(chain.getBalance(address)))
    },
  ],
  [
    'getAccountInfo',
    (chain, params) => {
      const address = readAddress(params[0], 'the address')
      const encode = accountEncoder(chain, configAt(chain, params, 1))
      const account = chain.getAccount(address)
      return withContext(chain, account ? encode(account) : null)
    },
  ],
  [
    'getMultipleAccounts',
    (chain, params) => {
      const addresses = readList(params[0], 'the addresses', 100, readAddress)
      const config = configAt(chain, params, 1)
      const encode = accountEncoder(chain, config)
      const accounts = addresses.map((address) => chain.getAccount(address))
      requireRoom(config, accounts)
      return withContext(
        chain,
        accounts.map((account) => (account ? encode(account) : null)),
      )
    },
  ],
  ['getProgramAccounts', getProgramAccounts],
  ['getTokenAccountsByOwner', getTokenAccountsByOwner],
  ['getTokenAccountBalance', getTokenAccountBalance],
  [
    'getTokenSupply',
    (chain, params) => {
      const mint = requireMint(chain, readAddress(params[0], 'the mint'))
      configAt(chain, params, 1)
      return withContext(chain, uiTokenAmount(mint.supply, mint.decimals))
    },
  ],
  ['getTokenLargestAccounts', getTokenLargestAccounts],
  ['requestAirdrop', requestAirdrop],
  ['sendTransaction', sendTransaction],
  ['simulateTransaction', simulateTransaction],
  ['getSignatureStatuses', getSignatureStatuses],
  ['getSignaturesForAddress', getSignaturesForAddress],
  ['getTransaction', getTransaction],
])
