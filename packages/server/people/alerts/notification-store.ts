// SQL of the notifications that a wallet has.

import { type NFT_NEWS_KINDS, NOTIFICATIONS_MAX } from '@twinmint/sdk/api/alerts/contract'
import type { Queryable } from '../../database/database.ts'
import { type AlertRow, COIN, JOIN_COIN } from './store.ts'

export interface NotificationRow extends Omit<AlertRow, 'kind'> {
  readonly kind: AlertRow['kind'] | 'follow' | (typeof NFT_NEWS_KINDS)[number]
  readonly valueUnits: string | null
  readonly followedAddress: string | null
  readonly username: string | null
  readonly tradeType: 'BUY' | 'SELL' | 'SWAP_TO_NFT' | 'SWAP_TO_TOKEN' | null
  readonly lamports: string | null
  readonly tradeCount: number | null
  readonly nftTokenId: number | null
  readonly sellerLamports: string | null
  readonly isRead: boolean
}

export const NOTIFICATION_COLUMNS = `n.id, n.kind, n.collection_id as "collectionId", n.direction,
  n.target_units as "targetUnits", n.value_units as "valueUnits", n.followed_address as "followedAddress",
  coalesce(u.shown_name, u.username) as username, n.trade_type as "tradeType", n.lamports, n.trade_count as "tradeCount",
  n.nft_token_id as "nftTokenId", n.seller_lamports as "sellerLamports", n.is_read as "isRead",
  n.created_at as "createdAt", ${COIN}`
export const JOIN_NOTIFICATION = `${JOIN_COIN('n')} left join wallet_users u on u.wallet_address = n.followed_address`

export const listNotifications = (db: Queryable, walletAddress: string): Promise<NotificationRow[]> =>
  db.query(
    `select ${NOTIFICATION_COLUMNS} from notifications n ${JOIN_NOTIFICATION} where n.wallet_address = $1
     order by n.created_at desc, n.id desc limit ${NOTIFICATIONS_MAX}`,
    [walletAddress],
  )

/** Marks the wallet's notification `id` and all before it as read. */
export async function markRead(db: Queryable, walletAddress: string, id: string): Promise<void> {
  await db.query(
    `update notifications n set is_read = true from notifications seen
     where seen.id = $2 and seen.wallet_address = $1 and n.wallet_address = $1 and not n.is_read
       and (n.created_at, n.id) <= (seen.created_at, seen.id)`,
    [walletAddress, id],
  )
}

export async function clearNotifications(db: Queryable, walletAddress: string): Promise<void> {
  await db.query('delete from notifications where wallet_address = $1', [walletAddress])
}
