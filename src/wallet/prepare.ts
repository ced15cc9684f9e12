// An unsigned transaction for a wallet to sign, as the wire carries it.
import { setTimeout } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { Chain } from '../chain/chain.ts'
import { computeBudgetInstructions } from '../chain/program/compute-budget.ts'
import { encodeTransaction, type Instruction } from '../chain/program/message.ts'
import { Refusal } from '../core/errors.ts'
import { COMPUTE_UNITS_MAX, priceWithin, unitLimitOf } from '../core/priority-fee.ts'

/** What was handed out under the blockhash that is the latest. */
const handedOut = new WeakMap<Chain, { readonly blockhash: string; readonly transactions: Set<string> }>()
const BLOCKHASH_WAIT_MS = 100
const BLOCKHASH_TRIES = 50

export interface PrepareOptions {
  /** What it pays to be first: never more, and at most a lamport less. 0 or left out, it asks for nothing. */
  readonly priorityFeeLamports?: bigint | undefined
  /** It can't be tried before others went through, which stand before it. */
  readonly isLater?: boolean
}

/**
 * base64, with the blockhash that it is valid by. Never the same bytes twice: a chain takes a transaction once, so whoever
 * boosts again at once would be told of the first boost. A repetition waits for the next blockhash, half a second at most.
 */
export async function prepareTransaction(
  chain: Chain,
  feePayer: Address,
  asked: readonly Instruction[],
  options: PrepareOptions = {},
): Promise<{ readonly transaction: string; readonly blockhash: string }> {
  const instructions = await withPriorityFee(chain, feePayer, asked, options)
  for (let attempt = 0; attempt < BLOCKHASH_TRIES; attempt++) {
    const { blockhash } = await chain.latestBlockhash({ isFresh: attempt > 0 })
    const wire = encodeTransaction({ feePayer, recentBlockhash: blockhash, instructions })
    const transaction = Buffer.from(wire).toString('base64')
    let known = handedOut.get(chain)
    if (known?.blockhash !== blockhash) {
      known = { blockhash, transactions: new Set() }
      handedOut.set(chain, known)
    }
    if (!known.transactions.has(transaction)) {
      known.transactions.add(transaction)
      return { transaction, blockhash }
    }
    await setTimeout(BLOCKHASH_WAIT_MS)
  }
  throw new Refusal('chainUnavailable', 'The Solana network makes no new blocks at the moment.')
}

/** Of a transaction that can't be tried: an instruction of ours that mints an NFT uses 70,000, nothing else as many. */
const UNITS_PER_INSTRUCTION = 100_000n

/** The same with a limit of compute units, by trying it, and the price by which they come to the fee. */
async function withPriorityFee(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
  { priorityFeeLamports = 0n, isLater = false }: PrepareOptions,
): Promise<readonly Instruction[]> {
  if (priorityFeeLamports <= 0n) return instructions
  const tried = [
    ...computeBudgetInstructions({ unitLimit: COMPUTE_UNITS_MAX, unitPriceMicroLamports: 1n }),
    ...instructions,
  ]
  // Any blockhash does: the node puts its own in.
  const wire = encodeTransaction({ feePayer, recentBlockhash: feePayer, instructions: tried })
  // One that would fail is told so when it is sent, by the node that runs it then.
  const used = isLater ? undefined : await chain.simulateUnits(wire)
  const unitLimit = unitLimitOf(used ?? UNITS_PER_INSTRUCTION * BigInt(instructions.length))
  const unitPriceMicroLamports = priceWithin(priorityFeeLamports, unitLimit)
  return [...computeBudgetInstructions({ unitLimit, unitPriceMicroLamports }), ...instructions]
}
