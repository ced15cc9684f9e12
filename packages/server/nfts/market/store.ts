// SQL of what is for sale in all coins, and of the market's figures.

import type { MarketSort } from '@twinmint/sdk/api/nft-market/contract'
import type { Rarity } from '@twinmint/sdk/core/rarity'
import type { Queryable } from '../../database/database.ts'
import type { CursorType } from '../../http/cursor.ts'
import { COINS_VALUE } from '../../index/nft-market/store.ts'
import type { NftRow } from '../../index/nft-records.ts'
import { IS_LISTING, NFT_JOINS, NFT_LIST } from '../../index/nft-store.ts'

/** A row with its key in an order, each part as text. */
export type KeyedNft = NftRow & { readonly sortKey: readonly string[] }

interface Order {
  /** The last part tells apart what the first leaves equal. */
  readonly key: readonly string[]
  readonly types: readonly CursorType[]
  readonly descends: boolean
}
const textOf = (part: string, type: string | undefined) =>
  type === 'timestamptz'
    ? `to_char(${part} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : `(${part})::text`

/** What a buyer pays; of `nft_listings s`, and of `coins v` of the same coin. */
const DUE = 'greatest(s.price_lamports, v.coins_value)'
const PLACE = ['s.collection_id', 's.token_id']
const PLACE_TYPES: readonly CursorType[] = ['uuid', 'int']
/** Of `nft_listings s`; by rarity of `nfts n`, which have an index for it. */
const ORDERS: Record<MarketSort, Order> = {
  priceLow: { key: [DUE, ...PLACE], types: ['numeric', ...PLACE_TYPES], descends: false },
  priceHigh: { key: [DUE, ...PLACE], types: ['numeric', ...PLACE_TYPES], descends: true },
  listed: { key: ['s.created_at', ...PLACE], types: ['timestamptz', ...PLACE_TYPES], descends: true },
  rarity: { key: ['n.rarity_rank', 'n.collection_id'], types: ['int', 'uuid'], descends: false },
}

/** What an NFT's coins bring, worked out once for each coin that has listings. */
const COINS = `coins as materialized (
  select b.collection_id, ${COINS_VALUE} as coins_value
  from (select distinct collection_id from nft_listings) l join bonding_curves b using (collection_id)),`
const LISTINGS = `nft_listings s join editions e on e.token_id = s.token_id
  join collections c on c.id = s.collection_id`
const NFTS = 'nfts n join collections c on c.id = n.collection_id'

/** Which NFTs a list is of, before they are read whole. */
type Source = Pick<Listing, 'of' | 'before' | 'from' | 'rarityOf'>
const LISTED: Source = { of: 's', from: LISTINGS, rarityOf: 'e.rarity' }
const PRICED: Source = {
  ...LISTED,
  before: COINS,
  from: `${LISTINGS} join coins v on v.collection_id = s.collection_id`,
}
const RANKED: Source = { of: 'n', from: NFTS, rarityOf: 'n.rarity' }
const SOURCES: Record<MarketSort, Source> = {
  priceLow: PRICED,
  priceHigh: PRICED,
  listed: LISTED,
  rarity: { ...RANKED, from: `${NFTS} join nft_listings s on ${IS_LISTING}` },
}

interface Wanted {
  readonly rarity: Rarity | undefined
  readonly collectionId: string | undefined
  /** The key of the last one seen. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** The types of an order's key. */
export const keyTypesOf = (sort: MarketSort): readonly CursorType[] => ORDERS[sort].types

/** NFTs that somebody can buy, of coins that are not hidden. */
export async function listForSale(db: Queryable, sort: MarketSort, wanted: Wanted): Promise<KeyedNft[]> {
  const where = 's.expires_at > now() and not c.is_hidden'
  return listListed(wanted, (after) => list(db, ORDERS[sort], { ...SOURCES[sort], ...wanted, after, where }))
}

/** What a wallet has listed, the newest first, with what has expired. */
export async function listListedBy(
  db: Queryable,
  sellerAddress: string,
  wanted: Pick<Wanted, 'after' | 'limit'>,
): Promise<KeyedNft[]> {
  const own = { where: 's.seller_address = $2', values: [sellerAddress] }
  const all = { ...wanted, rarity: undefined, collectionId: undefined }
  return listListed(wanted, (after) => list(db, ORDERS.listed, { ...LISTED, ...all, ...own, after }))
}

/** Minted NFTs, the rarest first, of coins that are not hidden. */
export async function listByRank(db: Queryable, wanted: Wanted): Promise<KeyedNft[]> {
  return list(db, ORDERS.rarity, { ...RANKED, ...wanted, where: 'not c.is_hidden' })
}

/** As many as are wanted of what `read` gives by pages of so many, without those that are not listed (`IS_LISTING`). */
async function listListed(
  { limit, after: first }: Pick<Wanted, 'after' | 'limit'>,
  read: (after: readonly string[] | undefined) => Promise<KeyedNft[]>,
): Promise<KeyedNft[]> {
  const listed: KeyedNft[] = []
  for (let after = first; ; ) {
    const rows = await read(after)
    listed.push(...rows.filter(({ listingAddress }) => listingAddress !== null))
    after = rows.at(-1)?.sortKey
    if (rows.length < limit || listed.length >= limit) return listed.slice(0, limit)
  }
}

interface Listing extends Wanted {
  /** The table that says which NFTs there are. */
  readonly of: 's' | 'n'
  /** A part of a `with`. */
  readonly before?: string
  readonly from: string
  readonly rarityOf: string
  readonly where: string
  /** From `$2` on. */
  readonly values?: readonly string[]
}

/** First which they are, by as little as their order needs; then all of those alone. */
async function list(db: Queryable, { key, types, descends }: Order, source: Listing): Promise<KeyedNft[]> {
  const { of, before = '', from, where, rarityOf, rarity, collectionId, after, limit } = source
  const values: (string | number)[] = [limit, ...(source.values ?? [])]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = [where]
  if (rarity !== undefined) wanted.push(`${rarityOf} = ${bind(rarity)}`)
  if (collectionId !== undefined) wanted.push(`${of}.collection_id = ${bind(collectionId)}`)
  if (after !== undefined) {
    const parts = after.map((part, at) => `${bind(part)}::${types[at]}`).join(', ')
    wanted.push(`(${key.join(', ')}) ${descends ? '<' : '>'} (${parts})`)
  }
  return db.query(
    `with ${before} page as materialized (
       select *, row_number() over () as place from (
         select ${of}.collection_id, ${of}.token_id, array[${key.map((part, at) => textOf(part, types[at])).join(', ')}] as key
         from ${from} where ${wanted.join(' and ')}
         order by ${key.map((part) => `${part}${descends ? ' desc' : ''}`).join(', ')} limit $1) p)
     select ${NFT_LIST}, p.key as "sortKey"
     from page p left join (nfts n ${NFT_JOINS}) on n.collection_id = p.collection_id and n.token_id = p.token_id
     order by p.place`,
    values,
  )
}

export interface MarketFigures {
  readonly items: number
  readonly listed: number
  readonly salesLamports: string
  readonly sales24hLamports: string
  readonly saleCount: number
}

/** The market as a whole, at this moment; as everywhere in it without hidden coins. */
export async function loadMarketStats(db: Queryable): Promise<MarketFigures> {
  const [figures] = await db.query<MarketFigures>(
    `select coalesce(sum(b.minted_nft_count), 0)::bigint as items,
       (select count(*) from nft_listings s join nfts n on ${IS_LISTING} join collections c on c.id = s.collection_id
        where s.expires_at > now() and not c.is_hidden) as listed,
       coalesce(sum(b.nft_sales_lamports), 0)::text as "salesLamports", coalesce(sum(b.nft_sale_count), 0)::bigint as "saleCount",
       (select coalesce(sum(e.lamports), 0)::text from nft_market_events e join collections c on c.id = e.collection_id
        where e.kind = 'SALE' and e.created_at > now() - interval '24 hours' and not c.is_hidden) as "sales24hLamports"
     from bonding_curves b join collections c on c.id = b.collection_id where not c.is_hidden`,
  )
  return figures ?? { items: 0, listed: 0, salesLamports: '0', sales24hLamports: '0', saleCount: 0 }
}
