// SQL of the notifications about the NFTs' market, and of how far they were told.
import type { Queryable } from '../../database/database.ts'
import { PUSH_NOTED, pushNotedTo, trimmed } from './store.ts'

export const NEWS_MARKS = 'nft_news_marks'

/** Takes the coin for this transaction, and says up to which event its news was told: others wait, and then find it told. */
export async function lockNewsMark(tx: Queryable, collectionId: string): Promise<number> {
  await tx.query(
    `insert into ${NEWS_MARKS} (collection_id, sequence) values ($1, 0) on conflict do nothing`,
    [collectionId],
  )
  const [mark] = await tx.query<{ sequence: number }>(
    `select sequence from ${NEWS_MARKS} where collection_id = $1 for update`,
    [collectionId],
  )
  return mark?.sequence ?? 0
}

export async function moveNewsMark(tx: Queryable, collectionId: string, sequence: number): Promise<void> {
  await tx.query(`update ${NEWS_MARKS} set sequence = $2 where collection_id = $1`, [collectionId, sequence])
}

export interface OfferNote {
  readonly walletAddress: string
  readonly tokenId: number | null
  readonly lamports: string
  readonly sellerLamports: string
  readonly offerCount: number
}

/** Of a table with `wallet`: it has been on this site. Anybody can send an NFT to any wallet and bid for it. */
const USES_SITE = ['sessions', 'wallet_users', 'alerts', 'push_subscriptions']
  .map((table) => `exists (select from ${table} where wallet_address = wallet)`)
  .join(' or ')

/**
 * Tells holders of offers for a coin's NFTs, each once in the minutes that begin with `minute`: what comes later in them raises
 * what was said, and counts, without another push. In these minutes a browser is pushed one, of all coins' offers. Wallets that
 * never were on the site are left out. Returns the wallets whose list changed.
 */
export async function noteOffers(
  tx: Queryable,
  { collectionId, minute }: { readonly collectionId: string; readonly minute: number },
  notes: readonly OfferNote[],
): Promise<string[]> {
  const rows = await tx.query<{ walletAddress: string }>(
    `with told as (
       insert into notifications
         (wallet_address, kind, collection_id, minute, nft_token_id, lamports, seller_lamports, trade_count)
       select wallet, 'offer', $1::uuid, $2::bigint, token_id, lamports::numeric, seller_lamports::numeric, offer_count
       from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::int[])
         as o (wallet, token_id, lamports, seller_lamports, offer_count)
       where ${USES_SITE}
       on conflict (wallet_address, collection_id, minute) where kind = 'offer' do update set
         nft_token_id = case when notifications.nft_token_id = excluded.nft_token_id then excluded.nft_token_id end,
         is_read = notifications.is_read and excluded.lamports <= notifications.lamports,
         lamports = greatest(notifications.lamports, excluded.lamports),
         seller_lamports = greatest(notifications.seller_lamports, excluded.seller_lamports),
         trade_count = notifications.trade_count + excluded.trade_count
       returning id, wallet_address, xmax = 0 as is_new
     ), due as (
       select s.id from told t join push_subscriptions s on s.wallet_address = t.wallet_address
       where t.is_new and s.offers_minute < $2::bigint order by s.id for update of s
     ), reached as (
       update push_subscriptions s set offers_minute = $2::bigint from due where s.id = due.id
       returning s.id, s.wallet_address
     ), noted as (select id, wallet_address from told where is_new), pushed as (${pushNotedTo('reached')})
     select wallet_address as "walletAddress" from told`,
    [
      collectionId,
      minute,
      notes.map(({ walletAddress }) => walletAddress),
      notes.map(({ tokenId }) => tokenId),
      notes.map(({ lamports }) => lamports),
      notes.map(({ sellerLamports }) => sellerLamports),
      notes.map(({ offerCount }) => offerCount),
    ],
  )
  return trimmed(
    tx,
    rows.map(({ walletAddress }) => walletAddress),
  )
}

export interface SaleNote {
  readonly walletAddress: string
  readonly kind: 'sold' | 'accepted'
  readonly tokenId: number | null
  readonly lamports: string
  readonly sellerLamports: string
}

/** Tells the sellers of listings that were bought, and the bidders of offers that were accepted. Returns the wallets, each once. */
export async function noteSales(
  tx: Queryable,
  collectionId: string,
  notes: readonly SaleNote[],
): Promise<string[]> {
  const rows = await tx.query<{ walletAddress: string }>(
    `with noted as (
       insert into notifications (wallet_address, kind, collection_id, nft_token_id, lamports, seller_lamports)
       select wallet, kind, $1::uuid, token_id, lamports::numeric, seller_lamports::numeric
       from unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[])
         as s (wallet, kind, token_id, lamports, seller_lamports)
       returning id, wallet_address
     ), pushed as (${PUSH_NOTED})
     select distinct wallet_address as "walletAddress" from noted`,
    [
      collectionId,
      notes.map(({ walletAddress }) => walletAddress),
      notes.map(({ kind }) => kind),
      notes.map(({ tokenId }) => tokenId),
      notes.map(({ lamports }) => lamports),
      notes.map(({ sellerLamports }) => sellerLamports),
    ],
  )
  return trimmed(
    tx,
    rows.map(({ walletAddress }) => walletAddress),
  )
}
