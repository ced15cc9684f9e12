// SQL that reads the NFTs' market: offers, sales, what happened, and a coin's figures of it.

import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftMarketKind } from '@twinmint/sdk/api/records/nft-market-kinds'
import { RARITIES, type Rarity } from '@twinmint/sdk/core/rarity'
import type { Queryable } from '../../database/database.ts'
import { select } from '../../database/table.ts'
import { IS_LISTING } from '../nft-store.ts'
import type { TradeKey } from '../rows.ts'
import { NFT_MARKET_EVENTS, NFT_OFFERS, type NftMarketEventRow, type NftOfferRow } from './rows.ts'

const OFFER_LIST = select(NFT_OFFERS.columns, 'o')
const EVENT_LIST = select(NFT_MARKET_EVENTS.columns, 'e')
/** Of `nft_offers o`: somebody can accept it. */
const OPEN = 'o.expires_at > now()'
const NO_DIGITS = `repeat('0', 1000)::bit(1000)`

/** F (sdk/core/nft-sale.ts) of `bonding_curves b`: what an NFT's coins bring now, before the fee. Whole numbers are divided exactly. */
export const COINS_VALUE = 'div(1000000000000 * b.reserve_lamports, b.reserve_base_units + 1000000000000)'

/**
 * Of `nft_offers o`, `collections c` and F as `coins`: after royalty and fee it brings its seller what release and sell bring, or
 * more (sdk/core/nft-sale.ts).
 */
export const isWorthTaking = (coins: string) => `o.price_lamports >= ${coins}
  and o.price_lamports - floor((o.price_lamports - ${coins}) * c.royalty_bps / 10000)
    - ceil(o.price_lamports * c.market_fee_bps / 10000) >= ${coins} - ceil(${coins} * c.sell_fee_bps / 10000)`

/** The offers of one coin, or of one wallet. */
export type OfferGroup = { readonly collectionId: string } | { readonly bidderAddress: string }

/** Price and sequence of the last one seen. */
export type OfferKey = readonly [string, number]

/** Open offers for a coin's NFTs, the best price first, of equals the latest. */
export async function listOffers(
  db: Queryable,
  query: {
    readonly collectionId: string
    /** Those alone that are for it. */
    readonly edition: number | undefined
    readonly bidderAddress: string | undefined
    readonly after: OfferKey | undefined
    readonly limit: number
  },
): Promise<NftOfferRow[]> {
  const values: (string | number)[] = [query.collectionId, query.limit]
  const bind = (value: string | number) => `$${values.push(value)}`
  const wanted = ['o.collection_id = $1', OPEN]
  if (query.edition !== undefined) wanted.push(`get_bit(o.editions, ${bind(query.edition)}::int - 1) = 1`)
  if (query.bidderAddress !== undefined) wanted.push(`o.bidder_address = ${bind(query.bidderAddress)}`)
  if (query.after !== undefined) {
    const [price, sequence] = query.after
    wanted.push(`(o.price_lamports, o.sequence) < (${bind(price)}::numeric, ${bind(sequence)}::bigint)`)
  }
  return db.query(
    `select ${OFFER_LIST} from nft_offers o where ${wanted.join(' and ')}
     order by o.price_lamports desc, o.sequence desc limit $2`,
    values,
  )
}

/** Time and address of the last one seen. */
export type MadeKey = readonly [string, string]

/** What a wallet offers, the newest first, with what has expired: its SOL is locked until the wallet takes it back. */
export async function listOffersMade(
  db: Queryable,
  query: { readonly bidderAddress: string; readonly after: MadeKey | undefined; readonly limit: number },
): Promise<NftOfferRow[]> {
  const { bidderAddress, after, limit } = query
  return db.query(
    `select ${OFFER_LIST} from nft_offers o where o.bidder_address = $1
       ${after ? 'and (o.created_at, o.address) < ($3::timestamptz, $4)' : ''}
     order by o.created_at desc, o.address desc limit $2`,
    after ? [bidderAddress, limit, ...after] : [bidderAddress, limit],
  )
}

/** The prices of all that a wallet offers, in lamports: locked with the program, also where it has expired, and still the wallet's. */
export async function sumOffered(db: Queryable, bidderAddress: string): Promise<string> {
  const [row] = await db.query<{ lamports: string }>(
    'select coalesce(sum(price_lamports), 0)::text as lamports from nft_offers where bidder_address = $1',
    [bidderAddress],
  )
  return row?.lamports ?? '0'
}

/**
 * Offers that nodes have had for a while, the best price first: what `offers-on-chain.ts` compares. Of a coin the open ones, since nobody
 * counts the others; of a wallet all, since what has expired is its SOL still.
 */
export const listSettledOffers = (db: Queryable, group: OfferGroup, limit: number): Promise<NftOfferRow[]> =>
  db.query(
    `select ${OFFER_LIST} from nft_offers o
     where ${'collectionId' in group ? `o.collection_id = $1 and ${OPEN}` : 'o.bidder_address = $1'}
       and o.created_at < now() - interval '1 minute' order by o.price_lamports desc, o.sequence desc limit $2`,
    ['collectionId' in group ? group.collectionId : group.bidderAddress, limit],
  )

/** An offer that the chain no longer has; not where an event came meanwhile, which knows better. */
export async function deleteOffer(db: Queryable, { address, sequence }: NftOfferRow): Promise<void> {
  await db.query('delete from nft_offers where address = $1 and sequence = $2', [address, sequence])
}

/** An offer’s terms that the chain told of; as `deleteOffer`. */
export async function updateOfferTerms(db: Queryable, offer: NftOfferRow): Promise<void> {
  await db.query(
    `update nft_offers set price_lamports = $3, expires_at = $4, editions = $5::text::bit(1000), edition_count = $6, rarity = $7
     where address = $1 and sequence = $2`,
    [
      offer.address,
      offer.sequence,
      offer.priceLamports,
      offer.expiresAt,
      offer.editions,
      offer.editionCount,
      offer.rarity,
    ],
  )
}

/** Price, coin and sequence of the last one seen. */
export type ReceivedKey = readonly [string, string, number]
export interface ReceivedOffer extends NftOfferRow {
  /** The digits of those of its numbers that the wallet has. */
  readonly held: string
}

/**
 * Open offers of others for numbers that a wallet has by what the index knows, listed or not; those alone that bring it, after
 * royalty and fee, what release and sell bring, or more. The best price first.
 */
export async function listOffersReceived(
  db: Queryable,
  query: { readonly ownerAddress: string; readonly after: ReceivedKey | undefined; readonly limit: number },
): Promise<ReceivedOffer[]> {
  const { ownerAddress, after, limit } = query
  return db.query(
    `with held as materialized (
       select n.collection_id, bit_or(set_bit(${NO_DIGITS}, n.token_id - 1, 1)) as editions from nfts n
       where n.owner_address = $1 and not n.is_swapped group by n.collection_id),
     valued as materialized (
       select h.*, c.royalty_bps, c.market_fee_bps, c.sell_fee_bps, ${COINS_VALUE} as coins
       from held h join collections c on c.id = h.collection_id
       join bonding_curves b on b.collection_id = h.collection_id where not c.is_hidden)
     select ${OFFER_LIST}, (o.editions & c.editions)::text as held
     from valued c join nft_offers o on o.collection_id = c.collection_id
     where o.bidder_address <> $1 and ${OPEN} and (o.editions & c.editions) <> ${NO_DIGITS}
       and ${isWorthTaking('c.coins')}
       ${after ? 'and (o.price_lamports, o.collection_id, o.sequence) < ($3::numeric, $4::uuid, $5::bigint)' : ''}
     order by o.price_lamports desc, o.collection_id desc, o.sequence desc limit $2`,
    after ? [ownerAddress, limit, ...after] : [ownerAddress, limit],
  )
}

/** Sales of one NFT, newest first. */
export async function listSales(
  db: Queryable,
  query: {
    readonly collectionId: string
    readonly tokenId: number
    /** Below this sequence. */
    readonly before: number | undefined
    readonly limit: number
  },
): Promise<NftMarketEventRow[]> {
  return db.query(
    `select ${EVENT_LIST} from nft_market_events e
     where e.collection_id = $1 and e.token_id = $2 and e.kind = 'SALE' and e.sequence < $3
     order by e.sequence desc limit $4`,
    [query.collectionId, query.tokenId, query.before ?? Number.MAX_SAFE_INTEGER, query.limit],
  )
}

/**
 * What happened to one NFT in the market, newest first: the last `limit` listings and those that were taken back, and as many
 * sales, which nobody flushes out by listing again and again.
 */
export async function listEventsOfNft(
  db: Queryable,
  query: { readonly collectionId: string; readonly tokenId: number; readonly limit: number },
): Promise<NftMarketEventRow[]> {
  return db.query(
    `select ${EVENT_LIST} from (
       (select * from nft_market_events where collection_id = $1 and token_id = $2 and kind in ('LIST', 'UNLIST')
        order by sequence desc limit $3)
       union all
       (select * from nft_market_events where collection_id = $1 and token_id = $2 and kind = 'SALE'
        order by sequence desc limit $3)) e
     order by e.sequence desc`,
    [query.collectionId, query.tokenId, query.limit],
  )
}

/** So many of a wallet's or of a kind's are looked at for one page; the next page goes on there. */
const LOOKED_AT_MAX = 500
/** Of more wallets fewer each. */
const FEW_WALLETS = 8

/** What happened in the market of a coin's NFTs, newest first; below `horizon` nothing was looked at. A sale is its seller's too. */
export async function listMarketEvents(
  db: Queryable,
  query: {
    readonly collectionId: string
    /** At least one. */
    readonly kinds: readonly NftMarketKind[]
    readonly minLamports: bigint
    /** Each once; undefined for all. */
    readonly wallets: readonly string[] | undefined
    readonly before: number | undefined
    readonly limit: number
  },
): Promise<{ readonly rows: readonly NftMarketEventRow[]; readonly horizon: number | null }> {
  const { collectionId, kinds, minLamports, wallets, before, limit } = query
  const range = 'collection_id = $1 and sequence < $2'
  const isFiltered = minLamports > 0n || wallets !== undefined
  const share = isFiltered
    ? Math.ceil((LOOKED_AT_MAX * FEW_WALLETS) / Math.max(wallets?.length ?? 0, FEW_WALLETS))
    : limit
  const latest = `order by sequence desc limit ${share}`
  const scan =
    wallets === undefined
      ? `unnest($3::text[]) u(kind) cross join lateral (
           select * from nft_market_events where ${range} and kind = u.kind ${latest}) e`
      : `unnest($6::text[]) u(wallet) cross join lateral (
           (select 1 as side, m.* from nft_market_events m where ${range} and wallet_address = u.wallet ${latest})
           union all
           (select 2, m.* from nft_market_events m where ${range} and seller_address = u.wallet ${latest})) e`
  const stream = wallets === undefined ? 'u.kind' : 'u.wallet, side'
  const rows = await db.query<
    { readonly horizon: number | null } & (NftMarketEventRow | { readonly sequence: null })
  >(
    `with looked_at as materialized (
       select e.*, row_number() over (partition by ${stream} order by sequence desc) as place from ${scan}),
     horizon as (select max(sequence) as sequence from looked_at where place = ${share})
     select h.sequence as horizon, e.* from horizon h left join lateral (
       select distinct ${EVENT_LIST} from looked_at e
       where e.sequence >= coalesce(h.sequence, 0) and e.lamports >= $5::numeric and e.kind = any($3::text[])
       order by sequence desc limit $4) e on true`,
    [
      collectionId,
      before ?? Number.MAX_SAFE_INTEGER,
      kinds,
      limit,
      minLamports.toString(),
      ...(wallets === undefined ? [] : [wallets]),
    ],
  )
  return {
    rows: rows.flatMap((row) => (row.sequence === null ? [] : [row])),
    horizon: rows[0]?.horizon ?? null,
  }
}

/**
 * What these wallets did in the markets of all coins' NFTs, newest first, after the last one seen; a sale is its seller's too.
 * Each wallet's are read from the index, `limit` at most on either side.
 */
export async function listMarketEventsOf(
  db: Queryable,
  range: {
    readonly wallets: readonly string[]
    readonly after: TradeKey | undefined
    readonly limit: number
  },
): Promise<NftMarketEventRow[]> {
  const { wallets, after, limit } = range
  const latest = 'order by created_at desc, collection_id desc, sequence desc limit $2'
  const older = after
    ? 'and created_at <= $3::timestamptz and (created_at, collection_id, sequence) < ($3::timestamptz, $4::uuid, $5::bigint)'
    : ''
  const side = (column: string) =>
    `(select * from nft_market_events where ${column} = u.wallet ${older} ${latest})`
  return db.query(
    `select ${EVENT_LIST} from (
       select distinct on (collection_id, sequence) e.* from unnest($1::text[]) u(wallet)
       cross join lateral (${side('wallet_address')} union all ${side('seller_address')}) e
       order by collection_id, sequence) e ${latest}`,
    after ? [wallets, limit, after.createdAt, after.collectionId, after.sequence] : [wallets, limit],
  )
}

/** What the market says of a coin's NFTs at this moment. */
export async function loadMarketFigures(
  db: Queryable,
  collectionId: string,
): Promise<
  Pick<
    NftStats,
    'sequence' | 'listed' | 'floors' | 'offers' | 'bestOfferLamports' | 'salesLamports' | 'salesLamports24h'
  >
> {
  const [floors, [rest]] = await Promise.all([
    db.query<{ rarity: Rarity; floor: string }>(
      `select n.rarity, min(s.price_lamports)::text as floor
       from nft_listings s join nfts n on ${IS_LISTING}
       where s.collection_id = $1 and s.expires_at > now() group by n.rarity`,
      [collectionId],
    ),
    db.query<
      Record<'salesLamports' | 'salesLamports24h', string> &
        Record<'offers' | 'sequence' | 'listed', number> & { best: string | null }
    >(
      // A price that nobody can take is nobody's: below what the coins bring, for what is not out, or for the bidder's own alone.
      `with owned as materialized (
         select n.owner_address, bit_or(set_bit(${NO_DIGITS}, n.token_id - 1, 1)) as editions from nfts n
         where n.collection_id = $1 and not n.is_swapped and n.owner_address is not null
         group by n.owner_address),
       held as materialized (select bit_or(editions) as editions from owned)
       select o.offers, o.best, b.sequence,
         (select count(*) from nft_listings s join nfts n on ${IS_LISTING}
          where s.collection_id = $1 and s.expires_at > now()) as listed, b.nft_sales_lamports::text as "salesLamports",
         (select coalesce(sum(lamports), 0)::text from nft_market_events where collection_id = $1 and kind = 'SALE'
            and created_at > now() - interval '24 hours') as "salesLamports24h"
       from bonding_curves b cross join lateral (
         select count(*) as offers, max(o.price_lamports)::text as best from nft_offers o
         cross join held h left join owned w on w.owner_address = o.bidder_address
         where o.collection_id = $1 and ${OPEN} and o.price_lamports >= ${COINS_VALUE}
           and (o.editions & h.editions & ~coalesce(w.editions, ${NO_DIGITS})) <> ${NO_DIGITS}) o
       where b.collection_id = $1`,
      [collectionId],
    ),
  ])
  const floorOf = (rarity: Rarity) => floors.find((one) => one.rarity === rarity)?.floor ?? null
  return {
    sequence: rest?.sequence ?? 0,
    listed: rest?.listed ?? 0,
    floors: Object.fromEntries(RARITIES.map((rarity) => [rarity, floorOf(rarity)])) as NftStats['floors'],
    offers: rest?.offers ?? 0,
    bestOfferLamports: rest?.best ?? null,
    salesLamports: rest?.salesLamports ?? '0',
    salesLamports24h: rest?.salesLamports24h ?? '0',
  }
}
