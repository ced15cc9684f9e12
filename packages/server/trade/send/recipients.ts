// Wallets that coins were sent to through this server. Coins move without events of ours, so without it a wallet that never
// traded a coin would not be known to have any.
import type { Queryable } from '../../database/database.ts'

/** Remembered once for each wallet and coin. */
export async function noteRecipient(
  db: Queryable,
  { collectionId, walletAddress }: { readonly collectionId: string; readonly walletAddress: string },
): Promise<void> {
  await db.query(
    `insert into coin_recipients (wallet_address, collection_id) values ($1, $2)
     on conflict (wallet_address, collection_id) do update set received_at = now()`,
    [walletAddress, collectionId],
  )
}
