// The server's half of signing: a transaction is prepared for a wallet, comes back signed, is read whole, sent, and answered
// when the index holds it. What is particular to a call (its instructions, its coin) is handed in.

import type { Address } from '@solana/kit'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { PreparedTransaction } from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import { deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { type OwnInstruction, programInstructionsOf } from '@twinmint/sdk/program/allowed'
import type { Instruction } from '@twinmint/sdk/program/message'
import { type Chain, decodeSigned } from '../chain/chain.ts'
import type { ConfirmedTransaction, SignedTransaction } from '../chain/submit.ts'
import { transactionBytes } from '../http/http.ts'
import type { Coins } from '../index/coins.ts'
import type { Indexer } from '../index/indexer.ts'
import { type PrepareOptions, prepareTransaction } from './prepare.ts'

export interface SigningDeps {
  readonly chain: Chain
  readonly collections: Pick<Coins, 'mintOf' | 'load'>
  readonly index: Pick<Indexer, 'take'>
}

/** What calls refuse that prepare a transaction. */
export const PREPARE_REFUSES = ['collectionNotFound', 'invalidAddress', 'chainUnavailable'] as const
/** What calls refuse that take a signed one. */
export const SEND_REFUSES = [
  'invalidTransaction',
  'wrongTransaction',
  'signatureInvalid',
  'slippageExceeded',
  'transactionExpired',
  'tooManySteps',
  'ownAccountNeedsMemo',
  'transactionFailed',
  'transactionUnconfirmed',
  'chainUnavailable',
  'indexBehind',
] as const
/** Of calls that prepare or take a transaction. */
export const SIGNING_LIMIT = { config: { rateLimit: { max: 240, timeWindow: '1 minute' } } }

/** The transaction to sign, with a sentence for whoever reads the answer. */
export async function prepareWith(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
  { message, ...options }: PrepareOptions & { readonly message: string },
): Promise<PreparedTransaction> {
  const { transaction, blockhash } = await prepareTransaction(chain, feePayer, instructions, options)
  return { transaction, blockhash, message }
}

/** What a signed transaction may ask of the program: these instructions alone. */
export interface Asked {
  readonly names: readonly OwnInstruction['name'][]
  /** All of them are of this coin. */
  readonly mintAddress?: Address
  /** All of them are of this wallet, which buys, sells or swaps. */
  readonly userAddress?: Address
  /** One of them at least is this. */
  readonly needed?: OwnInstruction['name']
}

/** What takes a signed transaction to the chain and its events to the index. */
type SendingDeps = Pick<SigningDeps, 'chain' | 'index'>

/** A transaction that is on the chain, and the trades in it. */
interface Taken {
  readonly transaction: ConfirmedTransaction
  readonly trades: Trade[]
}

/**
 * Reads a signed transaction. Refuses invalidTransaction for bytes that are none, and wrongTransaction where it asks for
 * anything but `asked`.
 */
export async function readSigned(
  chain: Chain,
  input: string | readonly number[],
  { names, mintAddress, userAddress, needed }: Asked,
): Promise<{ readonly signed: SignedTransaction; readonly instructions: readonly OwnInstruction[] }> {
  const signed = decodeSigned(transactionBytes(input))
  const instructions = programInstructionsOf(signed, chain.programAddress, names)
  const market = mintAddress && (await deriveMarketAddresses(chain.programAddress, mintAddress)).market
  const isAsked = instructions.every(
    ({ addresses }) =>
      (market === undefined || ('market' in addresses && addresses.market === market)) &&
      (userAddress === undefined || ('user' in addresses && addresses.user === userAddress)),
  )
  if (!isAsked || (needed !== undefined && !instructions.some(({ name }) => name === needed)))
    throw new Refusal('wrongTransaction')
  return { signed, instructions }
}

/**
 * Sends it, and resolves when the index holds the trades in it. Refuses as the chain does, and indexBehind where it went
 * through and the index fails. Doing it twice answers the same.
 */
export async function sendSigned(
  { chain, index }: SendingDeps,
  signed: SignedTransaction,
  writer: Writer | undefined,
): Promise<Taken> {
  const transaction = await chain.submit(signed, writer)
  return { transaction, trades: await wentThrough(transaction.signature, index.take(transaction)) }
}

/** What is read after a transaction went through: that it can't be read now says nothing against the transaction. */
export function wentThrough<T>(signature: string, reading: Promise<T>): Promise<T> {
  return reading.catch((cause: unknown) => {
    throw notYetShown(signature, { cause })
  })
}

/** Nothing is said against a transaction that is on the chain and not in the index yet. */
export const notYetShown = (signature: string, options?: ErrorOptions): Refusal =>
  new Refusal('indexBehind', 'The transaction went through, and the index will show it in a moment.', {
    ...options,
    signature,
  })

export async function takeSigned(
  deps: SendingDeps,
  input: string | readonly number[],
  asked: Asked & { readonly writer: Writer | undefined },
): Promise<Taken> {
  return sendSigned(deps, (await readSigned(deps.chain, input, asked)).signed, asked.writer)
}
