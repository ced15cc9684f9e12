// SQL that reads positions and creators. A position is one row and the NFTs that are out, whatever the wallet's history.

import type { CapturedNft, PositionSums } from '@twinmint/sdk/api/positions/results'
import type { Lot } from '@twinmint/sdk/core/lots'
import type { Queryable } from '../database/database.ts'
import { type RowOf, select, selectAs, sqlName } from '../database/table.ts'
import { STANDS } from './figures-store.ts'
import { POSITIONS } from './rows.ts'

/** A coin that a wallet may have. */
export interface KnownCoin {
  readonly collectionId: string
  readonly mintAddress: string
  /** It has traded the coin; otherwise somebody sent it. */
  readonly isTraded: boolean
}

/**
 * Coins that a wallet has traded, the last traded first; then those that were sent to it and it never traded. Each kind has its
 * own limit, for anybody can send a wallet as many coins as they like.
 */
export async function listKnownCoins(
  db: Queryable,
  walletAddress: string,
  most: { readonly traded: number; readonly received: number },
): Promise<KnownCoin[]> {
  return db.query(
    `select k.collection_id as "collectionId", c.mint_address as "mintAddress", k.is_traded as "isTraded" from (
       (select collection_id, last_trade_at as at, true as is_traded from positions where wallet_address = $1
        order by last_trade_at desc limit $2)
       union all
       (select collection_id, received_at, false from coin_recipients r where wallet_address = $1 and not exists (
          select 1 from positions p where p.wallet_address = $1 and p.collection_id = r.collection_id)
        order by received_at desc limit $3)) k
     join collections c on c.id = k.collection_id order by k.is_traded desc, k.at desc`,
    [walletAddress, most.traded, most.received],
  )
}

/** All that a wallet ever bought and sold coins for, and what it realised with them and with NFTs beyond their coins. */
export interface TradeSums {
  readonly boughtLamports: string
  readonly soldLamports: string
  readonly realisedLamports: string
  readonly nftRealisedLamports: string
}

export async function loadTradeSums(db: Queryable, walletAddress: string): Promise<TradeSums> {
  const [sums] = await db.query<TradeSums>(
    `select coalesce(sum(bought_lamports), 0)::text as "boughtLamports",
       coalesce(sum(sold_lamports), 0)::text as "soldLamports",
       coalesce(sum(realised_lamports), 0)::text as "realisedLamports",
       coalesce(sum(nft_realised_lamports), 0)::text as "nftRealisedLamports" from positions where wallet_address = $1`,
    [walletAddress],
  )
  return sums ?? { boughtLamports: '0', soldLamports: '0', realisedLamports: '0', nftRealisedLamports: '0' }
}

const {
  collectionId: _,
  walletAddress: _wallet,
  nftBaseUnits: _nfts,
  heldSince,
  lastTradeAt,
  ...SUMS
} = POSITIONS.columns
/** Zeros where a wallet never traded. */
const POSITION_LIST = `${selectAs(
  Object.fromEntries(Object.keys(SUMS).map((name) => [name, `coalesce(p.${sqlName(name)}, 0)`])),
)}, ${select({ heldSince, lastTradeAt }, 'p')}`
type SumsRow = RowOf<typeof SUMS>

export interface StoredPosition extends PositionSums, Omit<SumsRow, keyof PositionSums> {
  readonly collectionId: string
  readonly heldSince: string | null
  readonly lastTradeAt: string | null
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
  readonly sellFeeBps: number
}

/** A wallet in coins. */
interface HolderOfMany {
  readonly walletAddress: string
  readonly collectionIds: readonly string[]
}

/** A wallet's sums in each of the coins (zeros where it never traded), with each market's reserves and sell fee. */
export async function listPositions(
  db: Queryable,
  { walletAddress, collectionIds }: HolderOfMany,
): Promise<StoredPosition[]> {
  const rows = await db.query<SumsRow & Omit<StoredPosition, keyof SumsRow>>(
    `select b.collection_id as "collectionId", ${POSITION_LIST}, b.reserve_lamports as "reserveLamports",
       b.reserve_base_units as "reserveBaseUnits", c.sell_fee_bps as "sellFeeBps"
     from bonding_curves b join collections c on c.id = b.collection_id
       left join positions p on p.collection_id = b.collection_id and p.wallet_address = $2
     where b.collection_id = any($1::uuid[])`,
    [collectionIds, walletAddress],
  )
  return rows.map((row) => ({
    ...row,
    baseUnits: BigInt(row.baseUnits),
    inBaseUnits: BigInt(row.inBaseUnits),
    inLamports: BigInt(row.inLamports),
    outBaseUnits: BigInt(row.outBaseUnits),
    outLamports: BigInt(row.outLamports),
  }))
}

/** An NFT that a wallet captured, of one of its coins. */
export interface CapturedOf extends CapturedNft {
  readonly collectionId: string
}

/** The NFTs of the coins that a wallet captured and that are out, whoever has them now. */
export async function listCaptured(
  db: Queryable,
  { walletAddress, collectionIds }: HolderOfMany,
): Promise<CapturedOf[]> {
  const rows = await db.query<
    Record<'collectionId' | 'knownBaseUnits' | 'lamports' | 'premiumLamports', string> & {
      readonly edition: number
    }
  >(
    `select collection_id as "collectionId", token_id as edition, known_base_units as "knownBaseUnits", lamports,
       premium_lamports as "premiumLamports"
     from nft_lots where collection_id = any($1::uuid[]) and wallet_address = $2`,
    [collectionIds, walletAddress],
  )
  return rows.map(({ knownBaseUnits, lamports, premiumLamports, ...nft }) => ({
    ...nft,
    knownBaseUnits: BigInt(knownBaseUnits),
    lamports: BigInt(lamports),
    premiumLamports: BigInt(premiumLamports),
  }))
}

/** Where in a wallet's row in a coin. */
export interface RowPoint {
  readonly collectionId: string
  readonly point: bigint
}

/** The lots that hold coins of a wallet's rows, by the coin: one step into an index each. */
export async function findLots(
  db: Queryable,
  walletAddress: string,
  points: readonly RowPoint[],
): Promise<ReadonlyMap<string, Lot>> {
  if (points.length === 0) return new Map()
  const rows = await db.query<
    Record<'collectionId' | 'until' | 'untilLamports' | 'baseUnits' | 'lamports', string>
  >(
    `select w."collectionId", lot.until, lot."untilLamports", lot."baseUnits", lot.lamports
     from jsonb_to_recordset($1::text::jsonb) as w("collectionId" uuid, "point" numeric) cross join lateral (
       select t.lot_until_base_units as until, t.lot_until_lamports as "untilLamports",
         t.known_base_units as "baseUnits", t.cost_lamports as lamports
       from trades t where t.collection_id = w."collectionId" and t.trader_address = $2
         and t.lot_until_base_units >= w."point"
       order by t.lot_until_base_units limit 1) lot`,
    [
      JSON.stringify(points.map(({ collectionId, point }) => ({ collectionId, point: point.toString() }))),
      walletAddress,
    ],
  )
  return new Map(
    rows.map(({ collectionId, until, untilLamports, baseUnits, lamports }) => [
      collectionId,
      {
        untilBaseUnits: BigInt(until),
        untilLamports: BigInt(untilLamports),
        baseUnits: BigInt(baseUnits),
        lamports: BigInt(lamports),
      },
    ]),
  )
}

/** When a wallet first bought a coin: one step into an index. Undefined where all that it has was sent to it. */
export async function findFirstBuy(
  db: Queryable,
  of: { readonly collectionId: string; readonly walletAddress: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ createdAt: string }>(
    `select created_at as "createdAt" from trades
     where collection_id = $1 and trader_address = $2 and lot_until_base_units is not null
     order by lot_until_base_units limit 1`,
    [of.collectionId, of.walletAddress],
  )
  return row?.createdAt
}

export interface CreatorFacts {
  readonly creatorAddress: string
  readonly launches: number
  readonly graduated: number
  readonly owedLamports: string
  readonly claimedLamports: string
}

/** Launches are counted up to here: somebody may have very many. */
const COUNTED_MAX = 1_000

export async function findCreator(db: Queryable, collectionId: string): Promise<CreatorFacts | undefined> {
  const [row] = await db.query<CreatorFacts>(
    `select c.creator_address as "creatorAddress", b.creator_fees_owed_lamports as "owedLamports",
       b.creator_fees_claimed_lamports as "claimedLamports", l.launches, l.graduated
     from collections c join bonding_curves b on b.collection_id = c.id
     cross join lateral (
       select count(*)::int as launches, (count(*) filter (where stands))::int as graduated from (
         select ${STANDS} as stands from collections o join bonding_curves b on b.collection_id = o.id
         where o.creator_address = c.creator_address limit ${COUNTED_MAX}) counted) l
     where c.id = $1`,
    [collectionId],
  )
  return row
}
