// One swap from the card to the chain: prepare, compare with what the card said, sign all at once, compare again, send one
// after another. Knows no screen; what it needs of the outside is handed in.
import type { Address } from '@solana/kit'
import { deriveAssociatedAddress, deriveNftMintAddress } from '../chain/program/addresses.ts'
import { bytesOfBase64, TransactionMismatch } from '../chain/program/signable.ts'
import type { Collection } from '../collection/contract.ts'
import { type ErrorCode, errorRecord, type Refusal } from '../core/errors.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { ApiRequestError, apiPost, errorMessage } from '../wire/api.ts'
import type { PreparedSwap, SwapCost } from './contract.ts'
import { type Sent, sendInOrder } from './send.ts'
import { type AskedSwap, isWorse, remainingSlippageBps } from './shown.ts'
import { type ExpectedSwap, type VerifiedNft, verifySigned, verifySwap } from './verify.ts'

export type SwapProgress =
  | { readonly phase: 'preparing' }
  | { readonly phase: 'signing' }
  /** The transaction that is under way, from 1, of how many. */
  | { readonly phase: 'sending'; readonly at: number; readonly of: number }

/** At least one transaction went through. */
export type SwapOutcome =
  | {
      readonly kind: 'done'
      readonly swapped: readonly VerifiedNft[]
      readonly signatures: readonly string[]
    }
  | {
      readonly kind: 'partly'
      readonly swapped: readonly VerifiedNft[]
      /** In a transaction of which nobody knows yet; empty where all is known. */
      readonly uncertain: readonly VerifiedNft[]
      readonly notSwapped: readonly VerifiedNft[]
      readonly signatures: readonly string[]
      /** Why it went no further. */
      readonly refusal: Refusal
      readonly feeCharged: boolean
    }

/** What is offered is worse than the card said. Nothing was signed; the new figures are to be asked about. */
export class SwapMoved extends Error {
  override readonly name = 'SwapMoved'
  readonly asked: AskedSwap
  constructor(asked: AskedSwap) {
    super('The price moved. Nothing was signed.')
    this.asked = asked
  }
}

/** No transaction went through. */
export class SwapFailure extends Error {
  override readonly name = 'SwapFailure'
  readonly stage: 'wallet' | 'prepare' | 'sign' | 'send'
  readonly code: ErrorCode | undefined
  /** What may have moved: nothing, the network fee of a failed transaction, or nobody knows yet. */
  readonly moved: 'nothing' | 'fee' | 'unknown'
  constructor(
    stage: SwapFailure['stage'],
    message: string,
    more: { readonly code?: ErrorCode; readonly moved?: SwapFailure['moved']; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.stage = stage
    this.code = more.code
    this.moved = more.moved ?? 'nothing'
  }
}

/** The same swap, prepared anew, may go through. One that nobody knows of yet must not be tried beside itself. */
export function isRetryable(code: ErrorCode | undefined): boolean {
  return code !== undefined && code !== 'transactionUnconfirmed' && errorRecord[code].retryable
}

/** Where the coin and its NFTs live. */
type SwappedCollection = Pick<
  Collection,
  'id' | 'mintAddress' | 'marketAddress' | 'vaultAddress' | 'escrowAddress' | 'collectionAddress'
>

export interface SwapRun {
  readonly asked: AskedSwap
  readonly collection: SwappedCollection
  readonly walletAddress: string
  readonly programAddress: string
  readonly rpcUrl: string
  readonly sign: (wires: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>
  readonly onProgress: (progress: SwapProgress) => void
  /** A transaction is on the chain. */
  readonly onConfirmed: (signature: string) => void
}

/** Rejects with SwapMoved or SwapFailure where nothing went through. */
export async function runSwap(run: SwapRun): Promise<SwapOutcome> {
  run.onProgress({ phase: 'preparing' })
  const { wires, steps, expected } = await prepareVerified(run).catch((cause: unknown) => {
    if (cause instanceof SwapMoved) throw cause
    throw new SwapFailure('prepare', errorMessage(cause, ''), { ...codeOf(cause), cause })
  })
  run.onProgress({ phase: 'signing' })
  const signed = await run.sign(wires).catch((cause: unknown) => {
    const stage = cause instanceof Error && cause.message === 'No wallet connected' ? 'wallet' : 'sign'
    throw new SwapFailure(stage, errorMessage(cause, 'The wallet did not say what went wrong.'), { cause })
  })
  try {
    verifySigned(signed, steps, expected)
  } catch (cause) {
    throw new SwapFailure('sign', 'What the wallet returned is not what you asked for. Nothing was sent.', {
      cause,
    })
  }
  const sent = await sendInOrder(signed, {
    rpcUrl: run.rpcUrl,
    onSending: (at) => run.onProgress({ phase: 'sending', at: at + 1, of: signed.length }),
    onConfirmed: (_at, signature) => run.onConfirmed(signature),
  })
  return outcomeOf(sent, steps)
}

async function prepareVerified(run: SwapRun) {
  const { asked, collection, walletAddress, programAddress } = run
  const mints = await Promise.all(
    (asked.chosen ?? []).map((index) =>
      deriveNftMintAddress(programAddress as Address, collection.mintAddress as Address, index),
    ),
  )
  const prepared = await prepareAsShown(asked, (slippageBps) =>
    apiPost<PreparedSwap>(`/api/hybrid/${asked.kind}`, {
      collectionId: collection.id,
      userWallet: walletAddress,
      ...(asked.chosen === undefined
        ? { count: asked.quote.count, mintNew: asked.mintNew }
        : { nftMints: mints }),
      ...(asked.kind === 'buy' || asked.kind === 'sell' ? { slippage: Number(slippageBps) / 100 } : {}),
    }),
  )
  const expected: ExpectedSwap = {
    programAddress,
    walletAddress,
    userCoinsAddress: await deriveAssociatedAddress(
      walletAddress as Address,
      collection.mintAddress as Address,
    ),
    mintAddress: collection.mintAddress,
    marketAddress: collection.marketAddress,
    vaultAddress: collection.vaultAddress,
    escrowAddress: collection.escrowAddress,
    collectionAddress: collection.collectionAddress,
    kind: asked.kind,
    count: asked.quote.count,
    chosen: asked.chosen?.map((index, at) => ({ index, mintAddress: mints[at] ?? '' })),
    mintCountMax: asked.mintCount,
    lamportsInMax: asked.quote.lamportsBound,
    lamportsOutMin: asked.quote.lamportsBound,
  }
  const wires = prepared.transactions.map(bytesOfBase64)
  return { wires, steps: verifySwap(wires, expected), expected }
}

/**
 * Prepares the swap so that it costs what the card said. Where the price moved within the slippage, the bound that the
 * server counts from the new price is beyond the card's: it is asked again with the slippage that is left.
 */
async function prepareAsShown(
  asked: AskedSwap,
  prepare: (slippageBps: bigint) => Promise<PreparedSwap>,
): Promise<PreparedSwap> {
  const first = await prepare(asked.slippageBps)
  const offered = offeredSwap(asked, first)
  if (!isWorse(offered, asked)) return first
  const left = remainingSlippageBps(offered, asked)
  if (left === undefined) throw new SwapMoved(offered)
  const second = await prepare(left)
  if (isWorse(offeredSwap(asked, second), asked)) throw new SwapMoved(offered)
  return second
}

/** What the server offers, as the card would have shown it. */
function offeredSwap(asked: AskedSwap, { cost, steps, transactions }: PreparedSwap): AskedSwap {
  const nfts = steps.flatMap((step) => step.nfts)
  return {
    ...asked,
    mintCount: nfts.filter(({ source }) => source === 'mint').length,
    quote: {
      ...asked.quote,
      count: nfts.length,
      ...amountsOf(cost),
      priceImpactBps: BigInt(cost.priceImpactBps),
      transactionCount: transactions.length,
    },
  }
}

function amountsOf(cost: SwapCost) {
  return {
    baseUnits: baseUnits(BigInt(cost.baseUnits)),
    lamports: lamports(BigInt(cost.lamports)),
    lamportsBound: lamports(BigInt(cost.lamportsBound)),
    feeLamports: lamports(BigInt(cost.feeLamports)),
    rentLamports: lamports(BigInt(cost.rentLamports)),
    rentBackLamports: lamports(BigInt(cost.rentBackLamports)),
    networkFeeLamports: lamports(BigInt(cost.networkFeeLamports)),
  }
}

function codeOf(cause: unknown): { readonly code?: ErrorCode } {
  if (!(cause instanceof ApiRequestError) || !Object.hasOwn(errorRecord, cause.code)) {
    if (cause instanceof TransactionMismatch) console.error('The prepared swap does not match:', cause.reason)
    return {}
  }
  return { code: cause.code as ErrorCode }
}

function outcomeOf(sent: readonly Sent[], steps: readonly (readonly VerifiedNft[])[]): SwapOutcome {
  const nftsWhere = (test: (kind: Sent['kind']) => boolean) =>
    steps.flatMap((nfts, at) => (test(sent[at]?.kind ?? 'notSent') ? nfts : []))
  const swapped = nftsWhere((kind) => kind === 'confirmed')
  const signatures = sent.flatMap((each) => (each.kind === 'confirmed' ? [each.signature] : []))
  const stopped = sent.find((each) => 'refusal' in each)
  if (stopped === undefined) return { kind: 'done', swapped, signatures }
  const { refusal } = stopped
  const uncertain = nftsWhere((kind) => kind === 'unconfirmed')
  if (signatures.length === 0)
    throw new SwapFailure('send', refusal.message, {
      code: refusal.code,
      moved: stopped.kind === 'failed' ? 'fee' : stopped.kind === 'unconfirmed' ? 'unknown' : 'nothing',
      cause: refusal,
    })
  return {
    kind: 'partly',
    swapped,
    uncertain,
    notSwapped: nftsWhere((kind) => kind === 'refused' || kind === 'failed' || kind === 'notSent'),
    signatures,
    refusal,
    feeCharged: stopped.kind === 'failed',
  }
}
