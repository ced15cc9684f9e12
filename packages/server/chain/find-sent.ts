// A transaction that somebody says to have sent. A cluster's node may show it a moment later; the embedded chain knows at once.

import { setTimeout as sleep } from 'node:timers/promises'
import { decodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { SIGNATURE_BYTES } from '@twinmint/sdk/program/message'
import type { Chain } from './chain.ts'
import type { ConfirmedTransaction } from './submit.ts'

const LOOK_AGAIN_MS = 400
const LOOKS_MAX = 5

/**
 * The confirmed transaction of `signature`. Refuses badRequest for a text that is none, transactionFailed, and for one that
 * is not there transactionUnknown on the embedded chain, transactionUnconfirmed on a cluster.
 */
export async function findSent(
  chain: Pick<Chain, 'findTransaction' | 'watchIsComplete'>,
  signature: string,
): Promise<ConfirmedTransaction> {
  if (decodeBase58(signature)?.length !== SIGNATURE_BYTES)
    throw new Refusal('badRequest', 'The signature is not one: 64 bytes in base58.')
  for (let look = 0; look < LOOKS_MAX; look++) {
    const found = await chain.findTransaction(signature)
    if (found?.failure) throw new Refusal('transactionFailed', undefined, { feeCharged: true })
    if (found) return found
    if (chain.watchIsComplete) throw new Refusal('transactionUnknown')
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Refusal('transactionUnconfirmed')
}
