// SQL that reads what of the NFTs' market is news to somebody: offers for what wallets have, and sales.
import type { Queryable } from '../../database/database.ts'
import { COINS_VALUE, isWorthTaking } from './store.ts'

/** What happened longer ago, and is read from the chain only now, is no news. */
const NEWS_HOURS = 24
const NEWS = `e.kind in ('OFFER', 'SALE') and e.created_at > now() - interval '${NEWS_HOURS} hours'`

/** Coins with news beyond the sequence that `marks`, a table of collection and sequence, has for them. */
export async function listCoinsWithNews(db: Queryable, marks: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct e.collection_id as id from nft_market_events e left join ${marks} m using (collection_id)
     where ${NEWS} and e.sequence > coalesce(m.sequence, 0) order by 1`,
  )
  return rows.map(({ id }) => id)
}

export interface NftNews {
  readonly sequence: number
  readonly kind: 'OFFER' | 'SALE'
  /** Who offers, or of a sale who bought. */
  readonly walletAddress: string
  readonly sellerAddress: string | null
  readonly tokenId: number | null
  readonly lamports: string
  readonly feeLamports: string
  /** Of an offer, and of a sale where one was accepted. */
  readonly offerAddress: string | null
}

/** A coin's news after a sequence, the oldest first. */
export const listNews = (
  db: Queryable,
  {
    collectionId,
    after,
    limit,
  }: { readonly collectionId: string; readonly after: number; readonly limit: number },
): Promise<NftNews[]> =>
  db.query(
    `select e.sequence, e.kind, e.wallet_address as "walletAddress", e.seller_address as "sellerAddress",
       e.token_id as "tokenId", e.lamports, e.fee_lamports as "feeLamports", e.offer_address as "offerAddress"
     from nft_market_events e where e.collection_id = $1 and e.sequence > $2 and ${NEWS} order by e.sequence limit $3`,
    [collectionId, after, limit],
  )

/** What decides what a seller gets of an offer for a coin's NFT. */
export interface SaleState {
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  readonly royaltyBps: number
  readonly marketFeeBps: number
}

export async function findSaleState(db: Queryable, collectionId: string): Promise<SaleState | undefined> {
  const [row] = await db.query<SaleState>(
    `select b.reserve_lamports as "reserveLamports", b.reserve_base_units as "reserveBaseUnits",
       c.royalty_bps as "royaltyBps", c.market_fee_bps as "marketFeeBps"
     from collections c join bonding_curves b on b.collection_id = c.id where c.id = $1`,
    [collectionId],
  )
  return row
}

/** What of some offers concerns one wallet: those that are open and for numbers that it has, listed or not. */
export interface OffersForHolder {
  readonly walletAddress: string
  /** The best price. */
  readonly lamports: string
  readonly offerCount: number
  /** The number that they are for, where they are for one alone of those that the wallet has. */
  readonly tokenId: number | null
}

/**
 * Of these offers those that are worth taking, by whoever has numbers that they are for, by wallet. None for a hidden coin: any
 * wallet can have one made, and bid for what it sent to others.
 */
export const listHoldersOffered = (
  db: Queryable,
  {
    collectionId,
    offerAddresses,
  }: { readonly collectionId: string; readonly offerAddresses: readonly string[] },
): Promise<OffersForHolder[]> =>
  db.query(
    `select n.owner_address as "walletAddress", max(o.price_lamports) as lamports,
       count(distinct o.address)::int as "offerCount",
       case when min(n.token_id) = max(n.token_id) then min(n.token_id) end as "tokenId"
     from nft_offers o join collections c on c.id = o.collection_id
     join bonding_curves b on b.collection_id = o.collection_id
     join nfts n on n.collection_id = o.collection_id and get_bit(o.editions, n.token_id - 1) = 1
     where o.address = any($2::text[]) and o.collection_id = $1 and o.expires_at > now()
       and not c.is_hidden and ${isWorthTaking(`(${COINS_VALUE})`)} and n.collection_id = $1 and not n.is_swapped
       and n.owner_address is not null and n.owner_address <> o.bidder_address
     group by n.owner_address order by n.owner_address`,
    [collectionId, offerAddresses],
  )
