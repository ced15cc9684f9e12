// All SQL of positions: what a batch of trades finds of its wallets, and what it leaves.
import type { Queryable } from '../database/database.ts'
import { batchOf, deleteRows, hasKeys, insertRows, select } from '../database/table.ts'
import {
  NFT_KEYS,
  NFT_LOTS,
  type NftKey,
  type NftLotRow,
  POSITIONS,
  type PositionRow,
  type TradeRow,
} from './rows.ts'

/** What a batch asks of one wallet in one coin. */
export interface WantedPosition {
  readonly collectionId: string
  readonly walletAddress: string
  /** The coins that its trades take, each with those before it: where in the row each ends. */
  readonly outs: readonly string[]
}

export interface FoundPosition extends PositionRow {
  /** The lots in which those ends lie, each as until, until lamports, coins and lamports. */
  readonly lots: readonly (readonly [string, string, string, string])[]
}

const POSITION_LIST = select(POSITIONS.columns, 'p')

/** What a batch finds of its wallets and NFTs. */
export interface FoldInput {
  readonly positions: readonly FoundPosition[]
  readonly nftLots: readonly NftLotRow[]
}

/** All that a batch needs to know of what came before it: one statement, and one more where there are swaps. */
export async function loadFoldInput(
  tx: Queryable,
  wanted: {
    readonly positions: readonly WantedPosition[]
    readonly nfts: readonly NftKey[]
  },
): Promise<FoldInput> {
  const positions = await tx.query<FoundPosition>(
    `select ${POSITION_LIST}, case when r."outs" is null then '[]'::jsonb else (
         select coalesce(jsonb_agg(jsonb_build_array(lot.until, lot.until_lamports, lot.base_units, lot.lamports)), '[]')
         from jsonb_array_elements_text(r."outs") o cross join lateral (
           -- The lot that holds a coin of the wallet's row: one step into an index, however many lots there are.
           select t.lot_until_base_units::text as until, t.lot_until_lamports::text as until_lamports,
             t.known_base_units::text as base_units, t.cost_lamports::text as lamports
           from trades t where t.collection_id = p.collection_id and t.trader_address = p.wallet_address
             and t.lot_until_base_units >= p.out_base_units + o::numeric
           order by t.lot_until_base_units limit 1) lot
         where p.out_base_units + o::numeric <= p.in_base_units) end as lots
     from jsonb_to_recordset($1::text::jsonb) as r("collectionId" uuid, "walletAddress" text, "outs" jsonb)
     -- By the key, one after the other: to a join some thousand positions look cheaper read through than looked up, and
     -- without the limit this is one.
     cross join lateral (
       select * from positions
       where collection_id = r."collectionId" and wallet_address = r."walletAddress" limit 1) p`,
    [
      JSON.stringify(
        wanted.positions.map(({ outs, ...wallet }) => (outs.length > 0 ? { ...wallet, outs } : wallet)),
      ),
    ],
  )
  return {
    positions,
    nftLots: wanted.nfts.length === 0 ? [] : await loadNftLots(tx, wanted.nfts),
  }
}

const NFTS_BATCH = batchOf({ nfts: NFT_KEYS })
const NFT_LOTS_OF = `select ${select(NFT_LOTS.columns, 'n')}
  from ${NFTS_BATCH.from.nfts} join nft_lots n on ${hasKeys(NFT_LOTS.columns, 'n')}`

const loadNftLots = (tx: Queryable, nfts: readonly NftKey[]): Promise<NftLotRow[]> =>
  tx.query(NFT_LOTS_OF, NFTS_BATCH.values({ nfts }))

/** The fields of a trade that move its trader's position. */
export type TradeToFold = Pick<
  TradeRow,
  | 'collectionId'
  | 'sequence'
  | 'type'
  | 'traderAddress'
  | 'lamports'
  | 'baseUnits'
  | 'nftTokenId'
  | 'createdAt'
>

/** The rows that keep positions. */
export const POSITION_KINDS = {
  positions: POSITIONS.columns,
  nftLots: NFT_LOTS.columns,
  releasedNfts: NFT_KEYS,
}

/** The parts of a batch's statement that write positions. */
export const writePositionsOf = (from: Readonly<Record<keyof typeof POSITION_KINDS, string>>): string => `
new_positions as (${insertRows(POSITIONS, from.positions)}),
new_nft_lots as (${insertRows(NFT_LOTS, from.nftLots)}),
released_nft_lots as (${deleteRows(NFT_LOTS, from.releasedNfts)})`
