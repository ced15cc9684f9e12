// All SQL of a coin's activity: trades by kind, size and wallet, each by an index of its own, and payments beside them.

import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { Queryable } from '../database/database.ts'
import type { GraduationFacts, PaymentRow } from './activity.ts'
import type { IndexedHolder, TradeRow } from './rows.ts'
import { TRADE_LIST } from './store.ts'

/** So many rows are looked at for one page where an index finds more than what is wanted; the next page goes on there. */
const LOOKED_AT_MAX = 500
/** So many wallets' rows are looked at whole; of more, fewer each. */
const FEW_WALLETS = 8
/** The sizes at which a class of trades begins, as the column `size_class` counts them. */
const SIZE_CLASSES = [10_000_000n, 100_000_000n, 1_000_000_000n, 10_000_000_000n, 100_000_000_000n] as const

export interface TradesQuery {
  readonly collectionId: string
  /** At least one. */
  readonly types: readonly Trade['type'][]
  readonly minLamports: bigint
  /** Of these alone, each once; undefined for all. */
  readonly wallets: readonly string[] | undefined
  readonly before: number | undefined
  readonly limit: number
}

export interface FilteredTrades {
  readonly rows: readonly TradeRow[]
  /** Below this sequence nothing was looked at; null where all was. */
  readonly horizon: number | null
}

const ALL_TYPES = 4

/** Trades of a coin by kind, size and wallet, newest first. */
export async function listFilteredTrades(db: Queryable, query: TradesQuery): Promise<FilteredTrades> {
  const { collectionId, types, minLamports, wallets, before, limit } = query
  const isFiltered = types.length < ALL_TYPES || minLamports > 0n
  const values: (string | number | readonly (string | number)[])[] = [
    collectionId,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
    minLamports.toString(),
    types,
  ]
  const bind = (value: (typeof values)[number]) => `$${values.push(value)}`
  const range = 'collection_id = $1 and sequence < $2'
  let scan: string
  if (wallets !== undefined) {
    // Many wallets share what is looked at, so that they take no longer than a few.
    const share = Math.ceil((LOOKED_AT_MAX * FEW_WALLETS) / Math.max(wallets.length, FEW_WALLETS))
    const most = isFiltered ? share : Math.min(limit, share)
    const isCut = isFiltered || share < limit
    scan = `select s.stream, ${isCut} as filtered, ${most} as most, t.* from (
        select row_number() over () as stream, u.wallet from unnest(${bind(wallets)}::text[]) u(wallet)) s
      cross join lateral (select * from trades where ${range} and trader_address = s.wallet
        order by sequence desc limit ${most}) t`
  } else if (isFiltered) {
    const streams = streamsOf(types, minLamports)
    scan = `select s.stream, s.filtered, s.most, t.* from (
        select row_number() over () as stream, u.type, u.class, u.filtered = 1 as filtered,
          case when u.filtered = 1 then ${LOOKED_AT_MAX} else $3::int end as most
        from unnest(${bind(streams.map(({ type }) => type))}::text[], ${bind(streams.map(({ sizeClass }) => sizeClass))}::int[],
          ${bind(streams.map(({ filtered }) => (filtered ? 1 : 0)))}::int[]) u(type, class, filtered)) s
      cross join lateral (select * from trades where ${range} and type = s.type and size_class = s.class
        order by sequence desc limit s.most) t`
  } else {
    scan = `select 0 as stream, false as filtered, $3::int as most, t.* from trades t where ${range} order by sequence desc limit $3`
  }
  const rows = await db.query<{ readonly horizon: number | null } & (TradeRow | { readonly sequence: null })>(
    `with looked_at as materialized (${scan}),
     horizon as (
       select max(last) as sequence from (
         select min(sequence) as last from looked_at where filtered group by stream, most having count(*) = most) full_streams)
     select h.sequence as horizon, t.* from horizon h left join lateral (
       select ${TRADE_LIST} from looked_at where sequence >= coalesce(h.sequence, 0) and lamports >= $4::numeric
         and type = any($5::text[])
       order by sequence desc limit $3) t on true`,
    values,
  )
  // Where nothing was found the horizon comes alone.
  return {
    rows: rows.flatMap((row) => (row.sequence === null ? [] : [row])),
    horizon: rows[0]?.horizon ?? null,
  }
}

interface Stream {
  readonly type: Trade['type']
  readonly sizeClass: number
  readonly filtered: boolean
}

/** The stretches of the index by kind and size that hold what is wanted; only in the first of a kind is there more. */
function streamsOf(types: readonly Trade['type'][], minLamports: bigint): Stream[] {
  const first = SIZE_CLASSES.filter((begin) => begin <= minLamports).length
  const begin = first === 0 ? 0n : SIZE_CLASSES[first - 1]
  return types.flatMap((type): Stream[] => {
    // A swap moves no SOL.
    if (type === 'SWAP_TO_NFT' || type === 'SWAP_TO_TOKEN')
      return minLamports > 0n ? [] : [{ type, sizeClass: 0, filtered: false }]
    return Array.from({ length: SIZE_CLASSES.length + 1 - first }, (_, at) => ({
      type,
      sizeClass: first + at,
      filtered: at === 0 && minLamports !== begin,
    }))
  })
}

export interface CoinFacts {
  readonly id: string
  readonly creatorAddress: string
  readonly marketAddress: string
  readonly escrowAddress: string
  readonly totalSupply: string
  readonly reserveBaseUnits: string
  readonly circulatingNftCount: number
  readonly graduation: GraduationFacts | undefined
}

/** What of a coin its activity and its holders need. */
export async function findCoinFacts(db: Queryable, id: string): Promise<CoinFacts | undefined> {
  const [row] = await db.query<
    Omit<CoinFacts, 'graduation'> & {
      readonly sequence: number | null
      readonly walletAddress: string | null
      readonly txSignature: string | null
      readonly createdAt: string | null
    }
  >(
    `select c.id, c.creator_address as "creatorAddress", c.market_address as "marketAddress",
       c.escrow_address as "escrowAddress", c.total_supply as "totalSupply", b.reserve_base_units as "reserveBaseUnits",
       b.circulating_nft_count as "circulatingNftCount", b.graduated_sequence as sequence,
       t.trader_address as "walletAddress", b.graduation_signature as "txSignature", b.graduated_at as "createdAt"
     from collections c join bonding_curves b on b.collection_id = c.id
     left join trades t on t.collection_id = c.id and t.sequence = b.graduated_sequence where c.id = $1`,
    [id],
  )
  if (!row) return undefined
  const { sequence, walletAddress, txSignature, createdAt, ...coin } = row
  const graduation =
    sequence === null || createdAt === null
      ? undefined
      : {
          collectionId: id,
          sequence,
          walletAddress,
          txSignature,
          createdAt,
        }
  return { ...coin, graduation }
}

/** What the index knows of these wallets, of those with most by their trades, and of all that hold NFTs. */
export async function listIndexedHolders(
  db: Queryable,
  collectionId: string,
  wallets: readonly string[],
  limit: number,
): Promise<IndexedHolder[]> {
  return db.query(
    `with nft_owners as materialized (
       select owner_address, count(*)::int as nfts from nfts
       where collection_id = $1 and not is_swapped and owner_address is not null group by owner_address),
     largest as materialized (
       select wallet_address from positions where collection_id = $1 and base_units + nft_base_units > 0
       order by base_units + nft_base_units desc limit $3),
     wanted as (
       select wallet_address from largest union select owner_address from nft_owners union select unnest($2::text[]))
     select w.wallet_address as "walletAddress", p.base_units as "baseUnits", coalesce(n.nfts, 0) as "nftCount",
       p.held_since as "heldSince"
     from wanted w left join positions p on p.collection_id = $1 and p.wallet_address = w.wallet_address
     left join nft_owners n on n.owner_address = w.wallet_address`,
    [collectionId, wallets, limit],
  )
}

export interface PaymentsQuery {
  readonly collectionId: string
  readonly minLamports: bigint
  readonly wallets: readonly string[] | undefined
  readonly before: number | undefined
  readonly limit: number
}

/** Boosts, or claims of the creator's fees, newest first. */
export async function listPayments(
  db: Queryable,
  kind: PaymentRow['kind'],
  { collectionId, minLamports, wallets, before, limit }: PaymentsQuery,
): Promise<PaymentRow[]> {
  const [table, wallet] = kind === 'BOOST' ? ['boosts', 'payer_address'] : ['fee_claims', 'creator_address']
  return db.query(
    `select '${kind}' as kind, collection_id as "collectionId", sequence, ${wallet} as "walletAddress", lamports,
       tx_signature as "txSignature", created_at as "createdAt"
     from ${table} where collection_id = $1 and sequence < $2 and lamports >= $3::numeric
       ${wallets === undefined ? '' : `and ${wallet} = any($5::text[])`}
     order by sequence desc limit $4`,
    [
      collectionId,
      before ?? Number.MAX_SAFE_INTEGER,
      minLamports.toString(),
      limit,
      ...(wallets === undefined ? [] : [wallets]),
    ],
  )
}
