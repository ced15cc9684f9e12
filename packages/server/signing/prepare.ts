// An unsigned transaction for a wallet to sign, as the wire carries it.
import { setTimeout } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  COMPUTE_UNITS_MAX,
  priceWithin,
  priorityLamports,
  unitLimitOf,
} from '@twinmint/sdk/core/priority-fee'
import type { AccountKinds } from '@twinmint/sdk/program/accounts'
import { BUDGET_BYTES, computeBudgetInstructions } from '@twinmint/sdk/program/compute-budget'
import { encodeTransaction, type Instruction, TRANSACTION_BYTES_MAX } from '@twinmint/sdk/program/message'
import type { Chain } from '../chain/chain.ts'
import { migrationsFor } from './migrations.ts'

/** What was handed out under the blockhash that is the latest. */
const handedOut = new WeakMap<Chain, { readonly blockhash: string; readonly transactions: Set<string> }>()
const BLOCKHASH_WAIT_MS = 100
const BLOCKHASH_TRIES = 50

export interface PrepareOptions {
  /**
   * What it pays to be first: never more, and at most a lamport less. 0 or left out, it asks for nothing; nor where it would
   * take the room in which wallets put what is theirs.
   */
  readonly priorityFeeLamports?: bigint | undefined
  /**
   * It can't be tried before others went through, which stand before it; nor does it migrate what the first of them has
   * migrated.
   */
  readonly isLater?: boolean
  readonly kinds?: AccountKinds
}

/**
 * base64, with the blockhash that it is valid by. Never the same bytes twice: a chain takes a transaction once, so whoever
 * boosts again at once would be told of the first boost. A repetition waits for the next blockhash, half a second at most.
 * `priorityFeeLamports` is what stands in the bytes.
 */
export async function prepareTransaction(
  chain: Chain,
  feePayer: Address,
  asked: readonly Instruction[],
  options: PrepareOptions = {},
): Promise<{
  readonly transaction: string
  readonly blockhash: string
  readonly priorityFeeLamports: bigint
}> {
  const migrations = options.isLater ? [] : await migrationsFor(chain, feePayer, asked, options.kinds)
  const { instructions, priorityFeeLamports } = await withPriorityFee(
    chain,
    feePayer,
    [...migrations, ...asked],
    options,
  )
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
      return { transaction, blockhash, priorityFeeLamports }
    }
    await setTimeout(BLOCKHASH_WAIT_MS)
  }
  throw new Refusal('chainUnavailable', 'The Solana network makes no new blocks at the moment.')
}

/** Of a transaction that can't be tried: an instruction of ours that mints an NFT uses 70,000, nothing else as many. */
const UNITS_PER_INSTRUCTION = 100_000n

/** What wallets add: two assertions of Lighthouse take 66 bytes, a transfer 49. */
const WALLET_BYTES = 66

/** Whether a transaction of so many bytes has room for a limit and a price beside what wallets add. */
const hasRoomForFee = (wire: Uint8Array): boolean =>
  wire.length + BUDGET_BYTES + WALLET_BYTES <= TRANSACTION_BYTES_MAX

/** The same with a limit of compute units, by trying it, and the price by which they come to the fee. */
async function withPriorityFee(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
  { priorityFeeLamports = 0n, isLater = false }: PrepareOptions,
): Promise<{ readonly instructions: readonly Instruction[]; readonly priorityFeeLamports: bigint }> {
  // Any blockhash does: the node puts its own in.
  const wireOf = (each: readonly Instruction[]) =>
    encodeTransaction({ feePayer, recentBlockhash: feePayer, instructions: each })
  if (priorityFeeLamports <= 0n || !hasRoomForFee(wireOf(instructions)))
    return { instructions, priorityFeeLamports: 0n }
  const tried = [
    ...computeBudgetInstructions({ unitLimit: COMPUTE_UNITS_MAX, unitPriceMicroLamports: 1n }),
    ...instructions,
  ]
  // One that would fail is told so when it is sent, by the node that runs it then.
  const used = isLater ? undefined : await chain.simulateUnits(wireOf(tried))
  const unitLimit = unitLimitOf(used ?? UNITS_PER_INSTRUCTION * BigInt(instructions.length))
  const unitPriceMicroLamports = priceWithin(priorityFeeLamports, unitLimit)
  return {
    instructions: [...computeBudgetInstructions({ unitLimit, unitPriceMicroLamports }), ...instructions],
    priorityFeeLamports: priorityLamports(unitPriceMicroLamports, unitLimit),
  }
}
