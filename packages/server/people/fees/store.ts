// SQL that reads what coins have earned a wallet: those that it launched, and those that share their fees with it.
import type { Queryable } from '../../database/database.ts'
import { WALLET_FEES } from '../../index/fee-shares/store.ts'

export interface CoinFeesRow {
  readonly collectionId: string
  readonly owedLamports: string
  readonly claimedLamports: string
  /** Of a coin that shares its fees with the wallet, 0 where it gets none any more; null where it gets them all. */
  readonly bps: number | null
  readonly isConfirmed: boolean | null
}

/**
 * Coins that earned a wallet anything, or share their fees with it, the most owed first; last those that named it, which
 * anybody may do, and of which it knows nothing yet.
 */
export function listFees(db: Queryable, walletAddress: string, limit: number): Promise<CoinFeesRow[]> {
  return db.query(
    `with ${WALLET_FEES}
     select collection_id as "collectionId", owed::text as "owedLamports", claimed::text as "claimedLamports", bps,
       is_confirmed as "isConfirmed"
     from wallet_fees where owed > 0 or claimed > 0 or bps is not null
     order by owed desc, claimed desc, is_confirmed is false, collection_id limit $2`,
    [walletAddress, limit],
  )
}

export interface FeeSums {
  readonly owedLamports: string
  readonly claimedLamports: string
}

/** Of all coins. */
export async function loadFeeSums(db: Queryable, walletAddress: string): Promise<FeeSums> {
  const [sums] = await db.query<FeeSums>(
    `with ${WALLET_FEES}
     select coalesce(sum(owed), 0)::text as "owedLamports", coalesce(sum(claimed), 0)::text as "claimedLamports"
     from wallet_fees`,
    [walletAddress],
  )
  return sums ?? { owedLamports: '0', claimedLamports: '0' }
}
