// SQL that reads positions and creators. A position is one row and the NFTs that are out, whatever the wallet's history.
import type { Lot } from '../core/lots.ts'
import type { Queryable } from '../database/database.ts'
import { type RowOf, select, selectAs, sqlName } from '../database/table.ts'
import type { CapturedNft, PositionSums } from './position-rules.ts'
import { POSITIONS } from './rows.ts'

/** Coins that a wallet has traded, the last traded first. */
export async function listTraded(
  db: Queryable,
  walletAddress: string,
  limit: number,
): Promise<{ collectionId: string; mintAddress: string }[]> {
  return db.query(
    `select p.collection_id as "collectionId", c.mint_address as "mintAddress"
     from positions p join collections c on c.id = p.collection_id
     where p.wallet_address = $1 order by p.last_trade_at desc limit $2`,
    [walletAddress, limit],
  )
}

/** All that a wallet ever bought and sold for. */
export async function loadTradeSums(
  db: Queryable,
  walletAddress: string,
): Promise<{ readonly boughtLamports: string; readonly soldLamports: string }> {
  const [sums] = await db.query<{ boughtLamports: string; soldLamports: string }>(
    `select coalesce(sum(bought_lamports), 0)::text as "boughtLamports",
       coalesce(sum(sold_lamports), 0)::text as "soldLamports" from positions where wallet_address = $1`,
    [walletAddress],
  )
  return sums ?? { boughtLamports: '0', soldLamports: '0' }
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
  readonly heldSince: string | null
  readonly lastTradeAt: string | null
  readonly reserveLamports: string
  readonly reserveBaseUnits: string
}

/** A wallet in a coin. */
type Holder = Pick<RowOf<typeof POSITIONS.columns>, 'collectionId' | 'walletAddress'>

/** A wallet's sums in a coin, zeros where it never traded, and the coin's reserves. */
export async function findPosition(
  db: Queryable,
  { collectionId, walletAddress }: Holder,
): Promise<StoredPosition | undefined> {
  const [row] = await db.query<SumsRow & Omit<StoredPosition, keyof SumsRow>>(
    `select ${POSITION_LIST}, b.reserve_lamports as "reserveLamports",
       b.reserve_base_units as "reserveBaseUnits"
     from bonding_curves b left join positions p on p.collection_id = b.collection_id and p.wallet_address = $2
     where b.collection_id = $1`,
    [collectionId, walletAddress],
  )
  if (!row) return undefined
  return {
    ...row,
    baseUnits: BigInt(row.baseUnits),
    inBaseUnits: BigInt(row.inBaseUnits),
    inLamports: BigInt(row.inLamports),
    outBaseUnits: BigInt(row.outBaseUnits),
    outLamports: BigInt(row.outLamports),
  }
}

/** The NFTs that a wallet captured and that are out, whoever has them now. */
export async function listCaptured(
  db: Queryable,
  { collectionId, walletAddress }: Holder,
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
  at: Holder & { readonly point: bigint },
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
