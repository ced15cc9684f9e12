// An unsigned transaction for a wallet to sign, as the wire carries it.
import { setTimeout } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { Chain } from '../chain/chain.ts'
import { encodeTransaction, type Instruction } from '../chain/program/message.ts'
import { Refusal } from '../core/errors.ts'

/** What was handed out under the blockhash that is the latest. */
const handedOut = new WeakMap<Chain, { readonly blockhash: string; readonly transactions: Set<string> }>()
const BLOCKHASH_WAIT_MS = 100
const BLOCKHASH_TRIES = 50

/**
 * base64, with the blockhash that it is valid by. Never the same bytes twice: a chain takes a transaction once, so whoever
 * boosts again at once would be told of the first boost. A repetition waits for the next blockhash, half a second at most.
 */
export async function prepareTransaction(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
): Promise<{ readonly transaction: string; readonly blockhash: string }> {
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
