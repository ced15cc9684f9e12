// All SQL of positions and creators. A position is one row and the NFTs that are out, whatever the wallet's history.
import type { Lot } from '../core/lots.ts'
import type { Queryable } from '../database/database.ts'
import type { CapturedNft, PositionSums } from './rules.ts'

export interface StoredPosition extends PositionSums {
  readonly sequence: number
  readonly boughtLamports: string
  readonly soldLamports: string
  readonly realisedLamports: string
  readonly unpricedLamports: string
  readonly tradeCount: number
  readonly heldSince: string | null
  readonly lastTradeAt: string | null
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
}

const isoOf = (value: Date | string | null) => (value === null ? null : new Date(value).toISOString())

/** A wallet's sums in a coin, zeros where it never traded, and the coin's reserves. */
export async function findPosition(
  db: Queryable,
  collectionId: string,
  walletAddress: string,
): Promise<StoredPosition | undefined> {
  const [row] = await db.query<Record<string, string> & { sequence: number; tradeCount: number }>(
    `select coalesce(p.sequence, 0) as sequence, coalesce(p.base_units, 0) as "baseUnits",
       coalesce(p.in_base_units, 0) as "inBaseUnits", coalesce(p.in_lamports, 0) as "inLamports",
       coalesce(p.out_base_units, 0) as "outBaseUnits", coalesce(p.out_lamports, 0) as "outLamports",
       coalesce(p.bought_lamports, 0)::text as "boughtLamports", coalesce(p.sold_lamports, 0)::text as "soldLamports",
       coalesce(p.realised_lamports, 0)::text as "realisedLamports",
       coalesce(p.unpriced_lamports, 0)::text as "unpricedLamports", coalesce(p.trade_count, 0) as "tradeCount",
       p.held_since as "heldSince", p.last_trade_at as "lastTradeAt", b.reserve_lamports as "reserveLamports",
       b.reserve_base_units as "reserveBaseUnits"
     from bonding_curves b left join positions p on p.collection_id = b.collection_id and p.wallet_address = $2
     where b.collection_id = $1`,
    [collectionId, walletAddress],
  )
  if (!row) return undefined
  const { baseUnits, inBaseUnits, inLamports, outBaseUnits, outLamports, heldSince, lastTradeAt, ...rest } =
    row
  return {
    ...(rest as unknown as Omit<StoredPosition, keyof PositionSums | 'heldSince' | 'lastTradeAt'>),
    baseUnits: BigInt(baseUnits ?? '0'),
    inBaseUnits: BigInt(inBaseUnits ?? '0'),
    inLamports: BigInt(inLamports ?? '0'),
    outBaseUnits: BigInt(outBaseUnits ?? '0'),
    outLamports: BigInt(outLamports ?? '0'),
    heldSince: isoOf(heldSince ?? null),
    lastTradeAt: isoOf(lastTradeAt ?? null),
  }
}

/** The NFTs that a wallet captured and that are out, whoever has them now. */
export async function listCaptured(
  db: Queryable,
  collectionId: string,
  walletAddress: string,
): Promise<CapturedNft[]> {
  const rows = await db.query<{ tokenId: number; knownBaseUnits: string; lamports: string }>(
    `select token_id as "tokenId", known_base_units as "knownBaseUnits", lamports
     from nft_lots where collection_id = $1 and wallet_address = $2`,
    [collectionId, walletAddress],
  )
  return rows.map(({ tokenId, knownBaseUnits, lamports }) => ({
    tokenId,
    knownBaseUnits: BigInt(knownBaseUnits),
    lamports: BigInt(lamports),
  }))
}

/** The lot that holds a coin of a wallet's row: one step into an index. */
export async function findLot(
  db: Queryable,
  at: { readonly collectionId: string; readonly walletAddress: string; readonly point: bigint },
): Promise<Lot | undefined> {
  const [lot] = await db.query<Record<'until' | 'untilLamports' | 'baseUnits' | 'lamports', string>>(
    `select lot_until_base_units as until, lot_until_lamports as "untilLamports", known_base_units as "baseUnits",
       cost_lamports as lamports
     from trades where collection_id = $1 and trader_address = $2 and lot_until_base_units >= $3::numeric
     order by lot_until_base_units limit 1`,
    [at.collectionId, at.walletAddress, at.point.toString()],
  )
  return (
    lot && {
      untilBaseUnits: BigInt(lot.until),
      untilLamports: BigInt(lot.untilLamports),
      baseUnits: BigInt(lot.baseUnits),
      lamports: BigInt(lot.lamports),
    }
  )
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
       select count(*)::int as launches, (count(*) filter (where is_graduated))::int as graduated from (
         select ob.is_graduated from collections o join bonding_curves ob on ob.collection_id = o.id
         where o.creator_address = c.creator_address limit ${COUNTED_MAX}) counted) l
     where c.id = $1`,
    [collectionId],
  )
  return row
}
