// The methods that bring transactions: simulate, send, the faucet, and what one will cost.
import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import { lamports } from '@twinmint/sdk/core/money'
import {
  decodeTransaction,
  TRANSACTION_BYTES_MAX,
  TransactionFormatError,
} from '@twinmint/sdk/program/message'
import type { EmbeddedChain } from '../chain.ts'
import { AIRDROP_LAMPORTS_MAX } from '../faucet.ts'
import { ChainRefusal } from '../refusal.ts'
import { sentenceOf, type TransactionError } from '../transaction-error.ts'
import { asView, type Simulation } from '../vm.ts'
import { accountEncoder, encodeAll } from './accounts.ts'
import { encodeInner, encodeReturnData, u64 } from './encode.ts'
import { configAt, type Method, withContext } from './method.ts'
import {
  type Config,
  invalidParams,
  RPC_INVALID_PARAMS,
  RPC_LIMITED,
  RpcError,
  readAddress,
  readBytes,
  readInteger,
  readList,
  readObject,
} from './params.ts'

/** What is wrong with a transaction, as validators answer it. */
function refusalError(chain: EmbeddedChain, error: unknown): unknown {
  if (error instanceof Refusal) return new RpcError(RPC_LIMITED, error.message)
  if (!(error instanceof ChainRefusal)) return error
  if (error.code === 'limited' || error.code === 'hadAirdrop') return new RpcError(RPC_LIMITED, error.message)
  if (['busy', 'stopped', 'lost'].includes(error.code))
    return new RpcError(-32_005, `Node is unhealthy: ${error.message}`, { numSlotsBehind: null })
  if (error.code !== 'notProcessed' || error.err === null)
    return new RpcError(RPC_INVALID_PARAMS, `invalid transaction: ${error.message}`)
  return failure(chain, error.err, error.message, error)
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
    logs: shortened(outcome.logs),
    replacementBlockhash: null,
    returnData: null,
    unitsConsumed: outcome.computeUnits,
  })
}

/** As a cluster's node cuts them. Nobody pays for a refused transaction, which can log a megabyte each time. */
const REFUSED_LOG_BYTES_MAX = 10_000

function shortened(logs: readonly string[]): readonly string[] {
  let bytes = 0
  const cut = logs.findIndex((line) => {
    bytes += Buffer.byteLength(line)
    return bytes >= REFUSED_LOG_BYTES_MAX
  })
  return cut < 0 ? logs : [...logs.slice(0, cut), 'Log truncated']
}

const readWire = (value: unknown, config: Config): Uint8Array =>
  readBytes(
    value,
    'the transaction',
    config.oneOf('encoding', ['base58', 'base64', 'binary']) === 'base64' ? 'base64' : 'base58',
    TRANSACTION_BYTES_MAX,
  )

const sendTransaction: Method = async (chain, params, _pause, { writer, leave }) => {
  const config = configAt(chain, params, 1)
  config.oneOf('preflightCommitment', ['processed', 'confirmed', 'finalized', 'recent', 'single', 'max'])
  if (config.get('maxRetries') !== undefined && config.get('maxRetries') !== null)
    readInteger(config.get('maxRetries'), 'maxRetries', 0, Number.MAX_SAFE_INTEGER)
  const wire = readWire(params[0], config)
  try {
    // Preflight: execution itself refuses a failing transaction and undoes it, so no simulation is needed.
    const refuseFailing = !config.boolean('skipPreflight')
    const sent = chain.sendTransaction(wire, { refuseFailing, isTurn: true, writer })
    leave()
    return (await sent).signature
  } catch (error) {
    throw refusalError(chain, error)
  }
}

const simulateTransaction: Method = async (chain, params, pause) => {
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
  const encoder = asked && accountEncoder(chain, asked.config)
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
    if (!asked || !encoder) return null
    if (err !== null) return asked.addresses.map(() => null)
    return encodeAll(encoder, asked.addresses, (address) => {
      const after = simulated.accountAfter(address)
      if (after === undefined) return chain.lookAt(address)
      return after.lamports > 0n ? asView(after) : undefined
    })
  }
  const latest = chain.latestBlockhash()
  // The accounts of the same moment, before the first pause.
  const accounts = encodeAsked()
  const innerInstructions = inner ? await encodeInner(simulated.innerInstructions(), pause) : null
  return withContext(chain, {
    err,
    logs: simulated.logs,
    accounts,
    unitsConsumed: simulated.computeUnits,
    returnData: simulated.returnData && encodeReturnData(simulated.returnData),
    innerInstructions,
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
  innerInstructions: () => [],
  returnData: null,
  accountAfter: () => undefined,
}

const requestAirdrop: Method = async (chain, params, _pause, { writer }) => {
  const address = readAddress(params[0], 'the address')
  const amount = readInteger(params[1], 'lamports', 1, Number(AIRDROP_LAMPORTS_MAX))
  configAt(chain, params, 2)
  try {
    const { signature, err } = await chain.airdrop(address, lamports(amount), { writer })
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

export const SEND_METHODS: readonly (readonly [string, Method])[] = [
  ['requestAirdrop', requestAirdrop],
  ['sendTransaction', sendTransaction],
  ['simulateTransaction', simulateTransaction],
  ['getFeeForMessage', getFeeForMessage],
]
