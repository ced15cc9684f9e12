// SQL of what is for sale in all coins, and of the market's figures.
import type { Rarity } from '../core/rarity.ts'
import type { Queryable } from '../database/database.ts'
import { COINS_VALUE } from '../index/nft-market/store.ts'
import type { NftRow } from '../index/nft-rows.ts'
import { IS_LISTING, NFT_JOINS, NFT_LIST } from '../index/nft-store.ts'
import type { MarketSort } from './contract.ts'

/** A row with its key in an order, each part as text. */
export type KeyedNft = NftRow & { readonly sortKey: readonly string[] }

interface Order {
  readonly key: readonly string[]
  readonly types: readonly string[]
  readonly descends: boolean
}
const textOf = (part: string, type: string | undefined) =>
  type === 'timestamptz'
    ? `to_char(${part} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : `(${part})::text`

const DUE = `greatest(s.price_lamports, ${COINS_VALUE})`
const PLACE = ['n.collection_id', 'n.token_id']
const PLACE_TYPES = ['uuid', 'int']
const ORDERS: Record<MarketSort, Order> = {
  priceLow: { key: [DUE, ...PLACE], types: ['numeric', ...PLACE_TYPES], descends: false },
  priceHigh: { key: [DUE, ...PLACE], types: ['numeric', ...PLACE_TYPES], descends: true },
  listed: {
    key: ['s.created_at', 's.collection_id', 's.token_id'],
    types: ['timestamptz', ...PLACE_TYPES],
    descends: true,
  },
  rarity: { key: ['n.rarity_rank', 'n.collection_id'], types: ['int', 'uuid'], descends: false },
}

interface Wanted {
  readonly rarity: Rarity | undefined
  readonly collectionId: string | undefined
  /** The key of the last one seen. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** The types of an order's key. */
export const keyTypesOf = (sort: MarketSort): readonly string[] => ORDERS[sort].types

/** NFTs that somebody can buy, of coins that are not hidden. */
export async function listForSale(db: Queryable, sort: MarketSort, wanted: Wanted): Promise<KeyedNft[]> {
  return list(db, ORDERS[sort], wanted, ['s.expires_at > now()'])
}

/** Minted NFTs, the rarest first, of coins that are not hidden. */
export async function listByRank(db: Queryable, wanted: Wanted): Promise<KeyedNft[]> {
  return list(db, ORDERS.rarity, wanted)
}

/** What a wallet has listed, the newest first, with what has expired. */
export async function listListedBy(
  db: Queryable,
  sellerAddress: string,
  wanted: Pick<Wanted, 'after' | 'limit'>,
): Promise<KeyedNft[]> {
  return list(db, ORDERS.listed, { ...wanted, rarity: undefined, collectionId: undefined, sellerAddress })
}

async function list(
  db: Queryable,
  { key, types, descends }: Order,
  query: Wanted & { readonly sellerAddress?: string },
  conditions: readonly string[] = [],
): Promise<KeyedNft[]> {
  const values: (string | number)[] = [query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = [...conditions]
  if (query.sellerAddress === undefined) wanted.push('not c.is_hidden')
  else wanted.push(`s.seller_address = ${bind(query.sellerAddress)}`)
  if (query.rarity !== undefined) wanted.push(`n.rarity = ${bind(query.rarity)}`)
  if (query.collectionId !== undefined) wanted.push(`n.collection_id = ${bind(query.collectionId)}`)
  if (query.after !== undefined) {
    const after = query.after.map((part, at) => `${bind(part)}::${types[at]}`).join(', ')
    wanted.push(`(${key.join(', ')}) ${descends ? '<' : '>'} (${after})`)
  }
  return db.query(
    `select ${NFT_LIST}, array[${key.map((part, at) => textOf(part, types[at])).join(', ')}] as "sortKey"
     from nfts n ${NFT_JOINS} join bonding_curves b on b.collection_id = n.collection_id
     where ${wanted.join(' and ')}
     order by ${key.map((part) => `${part}${descends ? ' desc' : ''}`).join(', ')} limit $1`,
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
