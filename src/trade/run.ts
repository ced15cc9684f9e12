// One trade from the card to the chain: prepare, compare with what the card said, sign, compare again, send. Knows no
// screen; what it needs of the outside is handed in. Loaded when somebody begins to trade.
import { base64OfBytes, bytesOfBase64, TransactionMismatch } from '../chain/program/signable.ts'
import type { Collection, Trade } from '../collection/contract.ts'
import { encodeBase58 } from '../core/base58.ts'
import { type ErrorCode, errorRecord } from '../core/errors.ts'
import { type BaseUnits, coinText, type Lamports, solText } from '../core/money.ts'
import { ApiRequestError, apiPost, errorMessage } from '../wire/api.ts'
import type { PreparedTrade, TradeQuoteWire } from './contract.ts'
import type { TradeQuote } from './rules.ts'
import { remainingSlippageBps } from './slippage.ts'
import { type ExpectedTrade, verifyTrade } from './verify.ts'

/** What the card showed when the button was pressed. */
export type ShownQuote = Pick<TradeQuote, 'side' | 'amountIn' | 'amountOut' | 'amountOutMin' | 'slippageBps'>

export interface ExecutedTrade {
  readonly success: boolean
  readonly signature: string
  readonly trade: Trade
  readonly collection: Collection
}

export type TradeProgress =
  | { readonly step: 'preparing' }
  | { readonly step: 'signing' }
  | { readonly step: 'sending'; readonly signature: string }

/** A signed transaction on its way: sending it twice is answered as sending it once. */
export interface SignedTrade {
  readonly signature: string
  readonly body: { readonly signedTransaction: string; readonly tradeData: unknown }
}

/** The server's quote promises less than the card did. Nothing was signed; the new figures are to be asked about. */
export class QuoteMoved extends Error {
  override readonly name = 'QuoteMoved'
  readonly quote: ShownQuote
  constructor(quote: ShownQuote) {
    super('The price moved. Nothing was signed.')
    this.quote = quote
  }
}

/** The trade did not go through, as far as anybody knows. */
export class TradeFailure extends Error {
  override readonly name = 'TradeFailure'
  readonly stage: 'prepare' | 'sign' | 'send'
  readonly code: ErrorCode | undefined
  /** What may have moved: nothing, the network fee of a failed transaction, or nobody knows yet. */
  readonly moved: 'nothing' | 'fee' | 'unknown'
  /** Of a transaction that was sent. */
  readonly signed: SignedTrade | undefined
  constructor(
    stage: TradeFailure['stage'],
    message: string,
    more: {
      readonly code?: ErrorCode | undefined
      readonly moved?: TradeFailure['moved']
      readonly signed?: SignedTrade
      readonly cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.stage = stage
    this.code = more.code
    this.moved = more.moved ?? 'nothing'
    this.signed = more.signed
  }
}

export interface TradeRun {
  readonly shown: ShownQuote
  readonly collection: Pick<Collection, 'id' | 'mintAddress' | 'marketAddress' | 'vaultAddress'>
  readonly walletAddress: string
  readonly programAddress: string
  readonly sign: (wire: Uint8Array) => Promise<Uint8Array>
  readonly onProgress: (progress: TradeProgress) => void
}

/** Rejects with QuoteMoved or TradeFailure. */
export async function runTrade(run: TradeRun): Promise<ExecutedTrade> {
  const { shown, collection, walletAddress } = run
  const tradeData = tradeRequest(collection.id, walletAddress, shown)
  const expected: ExpectedTrade = {
    programAddress: run.programAddress,
    walletAddress,
    mintAddress: collection.mintAddress,
    marketAddress: collection.marketAddress,
    vaultAddress: collection.vaultAddress,
    side: shown.side,
    amountIn: shown.amountIn,
    amountOutMin: shown.amountOutMin,
  }
  run.onProgress({ step: 'preparing' })
  const wire = await prepareVerified(tradeData, shown, expected).catch((cause: unknown) => {
    if (cause instanceof QuoteMoved) throw cause
    throw new TradeFailure('prepare', errorMessage(cause, ''), { code: codeOf(cause), cause })
  })
  run.onProgress({ step: 'signing' })
  const bytes = await run.sign(wire).catch((cause: unknown) => {
    throw new TradeFailure('sign', errorMessage(cause, 'The wallet did not say what went wrong.'), { cause })
  })
  try {
    // Wallets may put a priority fee in; whatever they return is held to the same.
    verifyTrade(bytes, expected)
  } catch (cause) {
    const message = 'What the wallet returned is not what you asked for. Nothing was sent.'
    throw new TradeFailure('sign', message, { cause })
  }
  const signed: SignedTrade = {
    // The payer's signature, the first one, names the transaction.
    signature: encodeBase58(bytes.subarray(1, 65)),
    body: { signedTransaction: base64OfBytes(bytes), tradeData },
  }
  run.onProgress({ step: 'sending', signature: signed.signature })
  return sendTrade(signed)
}

/** Sends a signed trade and waits until it is confirmed, or asks what became of one that was sent before. */
export async function sendTrade(signed: SignedTrade): Promise<ExecutedTrade> {
  try {
    return await apiPost<ExecutedTrade>('/api/trades/execute', signed.body)
  } catch (cause) {
    const code = codeOf(cause)
    throw new TradeFailure('send', errorMessage(cause, ''), {
      code,
      moved: movedBy(cause, code),
      signed,
      cause,
    })
  }
}

/** A refusal says that nothing moved; silence, or trouble of the server's own, says nothing at all. */
function movedBy(cause: unknown, code: ErrorCode | undefined): TradeFailure['moved'] {
  if (code === 'transactionFailed') return 'fee'
  const isRefused = cause instanceof ApiRequestError && cause.status >= 400 && cause.status < 500
  return isRefused ? 'nothing' : 'unknown'
}

async function prepareVerified(
  tradeData: ReturnType<typeof tradeRequest>,
  shown: ShownQuote,
  expected: ExpectedTrade,
): Promise<Uint8Array> {
  const prepared = await prepareAsShown(tradeData, shown)
  const wire = bytesOfBase64(prepared.transaction)
  verifyTrade(wire, expected)
  return wire
}

/**
 * Prepares the trade so that it promises what the card did. Where the price moved within the slippage, the least that
 * the server counts from the new price is lower: it is asked again with the slippage that is left.
 */
async function prepareAsShown(
  tradeData: ReturnType<typeof tradeRequest>,
  shown: ShownQuote,
): Promise<PreparedTrade> {
  const prepare = (slippage: number) =>
    apiPost<PreparedTrade>('/api/trades/create-transaction', { ...tradeData, slippage })
  const first = await prepare(tradeData.slippage)
  const offered = quoteOf(first.quote, shown)
  if (offered.amountOutMin >= shown.amountOutMin) return first
  const left = remainingSlippageBps({ amountOut: offered.amountOut, amountOutMin: shown.amountOutMin })
  if (left === undefined) throw new QuoteMoved(offered)
  const second = await prepare(Number(left) / 100)
  if (BigInt(second.quote.amountOutMin) < shown.amountOutMin) throw new QuoteMoved(offered)
  return second
}

function codeOf(cause: unknown): ErrorCode | undefined {
  if (cause instanceof TransactionMismatch) console.error('The prepared trade does not match:', cause.reason)
  if (!(cause instanceof ApiRequestError) || !Object.hasOwn(errorRecord, cause.code)) return undefined
  return cause.code as ErrorCode
}

function tradeRequest(collectionId: string, traderAddress: string, shown: ShownQuote) {
  const buys = shown.side === 'BUY'
  return {
    collectionId,
    traderAddress,
    type: shown.side,
    amount: buys ? solText(shown.amountIn as Lamports) : coinText(shown.amountIn as BaseUnits),
    // What the card expected to come out.
    ...(buys
      ? { tokenAmount: coinText(shown.amountOut as BaseUnits) }
      : { solAmount: solText(shown.amountOut as Lamports) }),
    slippage: Number(shown.slippageBps) / 100,
  }
}

function quoteOf(wire: TradeQuoteWire, shown: ShownQuote): ShownQuote {
  return {
    side: shown.side,
    amountIn: shown.amountIn,
    amountOut: BigInt(wire.amountOut),
    amountOutMin: BigInt(wire.amountOutMin),
    slippageBps: shown.slippageBps,
  }
}
