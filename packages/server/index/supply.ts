// How many coins exist. The program's events tell of what a graduation burns, but anybody can burn coins of their own, and no
// event tells of that: so the chain is asked when somebody looks at a coin, and what it says is kept for every list.
import type { Address } from '@solana/kit'
import { decodeMintSupply } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import { lowerSupply } from './store.ts'

/** How long an answer of a cluster's node is good; the chain in this process is asked every time. */
const CHECKED_MS = 30_000
const REMEMBERED_MAX = 100_000

export interface Supply {
  /** Asks the chain in the background. */
  look(coin: { readonly id: string; readonly mintAddress: string }): void
  /** The chain was asked by somebody else. */
  notice(collectionId: string, supplyBaseUnits: bigint): Promise<void>
}

export function openSupply(
  db: Database,
  chain: Chain,
  {
    onChanged,
    onFailure,
  }: {
    readonly onChanged: (collectionIds: readonly string[]) => void
    readonly onFailure: (error: unknown) => void
  },
): Supply {
  const checkedMs = chain.watchIsComplete ? 0 : CHECKED_MS
  const checkedAtMs = new Map<string, number>()
  /** The lowest that was written, or is being: only what is lower costs the database anything. */
  const lowest = new Map<string, bigint>()

  const notice: Supply['notice'] = async (collectionId, supplyBaseUnits) => {
    const known = lowest.get(collectionId)
    if (known !== undefined && supplyBaseUnits >= known) return
    if (lowest.size >= REMEMBERED_MAX) lowest.clear()
    lowest.set(collectionId, supplyBaseUnits)
    try {
      if (await lowerSupply(db, collectionId, supplyBaseUnits)) onChanged([collectionId])
    } catch (error) {
      lowest.delete(collectionId)
      throw error
    }
  }
  return {
    notice,
    look({ id, mintAddress }) {
      if (Date.now() - (checkedAtMs.get(id) ?? 0) < checkedMs) return
      if (checkedAtMs.size >= REMEMBERED_MAX) checkedAtMs.clear()
      checkedAtMs.set(id, Date.now())
      chain
        .loadAccounts([mintAddress as Address])
        .then(([mint]) => mint && notice(id, decodeMintSupply(mint.data)))
        .catch(onFailure)
    },
  }
}
