// An unsigned transaction for a wallet to sign, as the wire carries it.
import type { Address } from '@solana/kit'
import type { Chain } from './chain.ts'
import { encodeTransaction, type Instruction } from './program/message.ts'

/** base64, with the blockhash that it is valid by. */
export async function prepareTransaction(
  chain: Chain,
  feePayer: Address,
  instructions: readonly Instruction[],
): Promise<{ readonly transaction: string; readonly blockhash: string }> {
  const { blockhash } = await chain.latestBlockhash()
  const wire = encodeTransaction({ feePayer, recentBlockhash: blockhash, instructions })
  return { transaction: Buffer.from(wire).toString('base64'), blockhash }
}
