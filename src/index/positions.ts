// Trades become positions: each wallet's sums and the cost of what it moved, by the rule of core/lots.ts. The same for trades
// as they come and for those that were stored before positions were kept so.
import { assert } from '../core/assert.ts'
import {
  type Lot,
  movePosition,
  NO_POSITION,
  type PositionMove,
  type PositionState,
  takes,
} from '../core/lots.ts'
import type { Database, Queryable } from '../database/database.ts'
import {
  type FoundPosition,
  listToFold,
  loadFoldInput,
  needsFolding,
  type TradeToFold,
  updateFolded,
  type WantedPosition,
  writePositions,
} from './position-store.ts'
import type { FoldedTrade, NftKey, NftLotRow, PositionRow } from './rows.ts'

interface Folded {
  readonly trades: readonly FoldedTrade[]
  readonly positions: readonly PositionRow[]
  readonly nftLots: readonly NftLotRow[]
  readonly releasedNfts: readonly NftKey[]
}

interface Wallet {
  state: PositionState
  heldSince: string | null
  readonly lots: Lot[]
  last: TradeToFold | undefined
}

const walletKey = (trade: TradeToFold) => `${trade.collectionId} ${trade.traderAddress}`
const nftKey = ({ collectionId, tokenId }: NftKey) => `${collectionId} ${tokenId}`

/** Works out what trades, in sequence, do to the positions that are stored. Writes nothing. */
export async function foldTrades<Row extends TradeToFold>(
  tx: Queryable,
  trades: readonly Row[],
): Promise<Folded & { readonly trades: readonly (Row & FoldedTrade)[] }> {
  if (trades.length === 0) return { trades: [], positions: [], nftLots: [], releasedNfts: [] }
  const found = await loadFoldInput(tx, { positions: wantedOf(trades), nfts: nftsOf(trades) })
  const wallets = new Map(
    found.positions.map((row) => [`${row.collectionId} ${row.walletAddress}`, walletOf(row)]),
  )
  const nftLots = new Map<string, NftLotRow | undefined>(found.nftLots.map((lot) => [nftKey(lot), lot]))
  const touched = new Map<string, NftKey>()
  const folded = trades.map((trade): Row & FoldedTrade => {
    const wallet = wallets.get(walletKey(trade)) ?? {
      state: NO_POSITION,
      heldSince: null,
      lots: [],
      last: undefined,
    }
    wallets.set(walletKey(trade), wallet)
    const nft =
      trade.nftTokenId === null ? undefined : { collectionId: trade.collectionId, tokenId: trade.nftTokenId }
    const nftLot = nft && nftLots.get(nftKey(nft))
    const moved = movePosition(wallet.state, moveOf(trade, nftLot), (point) => lotAt(wallet.lots, point))
    wallet.heldSince = holds(moved.after) ? (wallet.heldSince ?? trade.createdAt) : null
    wallet.state = moved.after
    wallet.last = trade
    if (moved.lot) wallet.lots.push(moved.lot)
    if (nft) {
      touched.set(nftKey(nft), nft)
      nftLots.set(nftKey(nft), trade.type === 'SWAP_TO_NFT' ? lotRowOf(trade, nft, moved) : undefined)
    }
    return {
      ...trade,
      knownBaseUnits: moved.knownBaseUnits.toString(),
      costLamports: moved.costLamports.toString(),
      lotUntilBaseUnits: moved.lot?.untilBaseUnits.toString() ?? null,
      lotUntilLamports: moved.lot?.untilLamports.toString() ?? null,
    }
  })
  return {
    trades: folded,
    positions: [...wallets.values()].flatMap((wallet) =>
      wallet.last ? [positionRowOf(wallet, wallet.last)] : [],
    ),
    nftLots: [...touched.keys()].flatMap((key) => nftLots.get(key) ?? []),
    releasedNfts: [...touched].flatMap(([key, nft]) => (nftLots.get(key) ? [] : [nft])),
  }
}

/** Whose positions a batch needs, and where in their rows its trades take coins until. */
function wantedOf(trades: readonly TradeToFold[]): WantedPosition[] {
  const wanted = new Map<string, WantedPosition & { readonly outs: string[] }>()
  for (const trade of trades) {
    const { collectionId, traderAddress: walletAddress } = trade
    const each = wanted.get(walletKey(trade)) ?? { collectionId, walletAddress, outs: [] }
    wanted.set(walletKey(trade), each)
    const taken = takes({ type: trade.type, baseUnits: BigInt(trade.baseUnits) })
    if (taken > 0n) each.outs.push((BigInt(each.outs.at(-1) ?? '0') + taken).toString())
  }
  return [...wanted.values()]
}

function nftsOf(trades: readonly TradeToFold[]) {
  const nfts = trades.flatMap(({ collectionId, nftTokenId }) =>
    nftTokenId === null ? [] : [{ collectionId, tokenId: nftTokenId }],
  )
  return [...new Map(nfts.map((nft) => [nftKey(nft), nft])).values()]
}

function moveOf(trade: TradeToFold, nftLot: NftLotRow | undefined): PositionMove {
  const baseUnits = BigInt(trade.baseUnits)
  if (trade.type === 'SWAP_TO_NFT') return { type: trade.type, baseUnits }
  if (trade.type !== 'SWAP_TO_TOKEN') return { type: trade.type, baseUnits, lamports: BigInt(trade.lamports) }
  // Captured by somebody else and sent to this wallet: what it cost the other is not what it cost here.
  const isOwn = nftLot?.walletAddress === trade.traderAddress
  return {
    type: trade.type,
    baseUnits,
    nftLot: isOwn
      ? { knownBaseUnits: BigInt(nftLot.knownBaseUnits), lamports: BigInt(nftLot.lamports) }
      : undefined,
  }
}

const holds = ({ baseUnits, nftBaseUnits }: PositionState) => baseUnits + nftBaseUnits > 0n

/** The first lot that ends at the point or after it. The lots are few, and come in no order. */
function lotAt(lots: readonly Lot[], point: bigint): Lot {
  const found = lots.find(
    ({ untilBaseUnits, baseUnits }) => untilBaseUnits >= point && untilBaseUnits - baseUnits < point,
  )
  assert(found, `no lot holds coin ${point} of the row`)
  return found
}

function lotOf([until, untilLamports, baseUnits, lamports]: readonly [string, string, string, string]): Lot {
  return {
    untilBaseUnits: BigInt(until),
    untilLamports: BigInt(untilLamports),
    baseUnits: BigInt(baseUnits),
    lamports: BigInt(lamports),
  }
}

function walletOf(row: FoundPosition): Wallet {
  return { state: positionStateOf(row), heldSince: row.heldSince, lots: row.lots.map(lotOf), last: undefined }
}

function positionStateOf(row: PositionRow): PositionState {
  return {
    inBaseUnits: BigInt(row.inBaseUnits),
    inLamports: BigInt(row.inLamports),
    outBaseUnits: BigInt(row.outBaseUnits),
    outLamports: BigInt(row.outLamports),
    baseUnits: BigInt(row.baseUnits),
    nftBaseUnits: BigInt(row.nftBaseUnits),
    boughtLamports: BigInt(row.boughtLamports),
    soldLamports: BigInt(row.soldLamports),
    realisedLamports: BigInt(row.realisedLamports),
    unpricedLamports: BigInt(row.unpricedLamports),
    tradeCount: row.tradeCount,
  }
}

function positionRowOf({ state, heldSince }: Wallet, last: TradeToFold): PositionRow {
  return {
    collectionId: last.collectionId,
    walletAddress: last.traderAddress,
    sequence: last.sequence,
    baseUnits: state.baseUnits.toString(),
    nftBaseUnits: state.nftBaseUnits.toString(),
    inBaseUnits: state.inBaseUnits.toString(),
    inLamports: state.inLamports.toString(),
    outBaseUnits: state.outBaseUnits.toString(),
    outLamports: state.outLamports.toString(),
    boughtLamports: state.boughtLamports.toString(),
    soldLamports: state.soldLamports.toString(),
    realisedLamports: state.realisedLamports.toString(),
    unpricedLamports: state.unpricedLamports.toString(),
    tradeCount: state.tradeCount,
    heldSince,
    lastTradeAt: last.createdAt,
  }
}

function lotRowOf(
  trade: TradeToFold,
  nft: NftKey,
  moved: { readonly knownBaseUnits: bigint; readonly costLamports: bigint },
): NftLotRow {
  return {
    ...nft,
    walletAddress: trade.traderAddress,
    knownBaseUnits: moved.knownBaseUnits.toString(),
    lamports: moved.costLamports.toString(),
  }
}

const REBUILD_PAGE = 2_000

/**
 * Folds the trades of a database that was kept by an earlier version, all or none. Returns how many there were; 0 where
 * nothing is to be done.
 */
export async function rebuildPositions(database: Database): Promise<number> {
  if (!(await needsFolding(database))) return 0
  return database.transaction(async (tx) => {
    let count = 0
    for (let after: TradeToFold | undefined; ; ) {
      const trades = await listToFold(tx, after, REBUILD_PAGE)
      after = trades.at(-1)
      if (after === undefined) return count
      const folded = await foldTrades(tx, trades)
      await updateFolded(tx, folded.trades)
      await writePositions(tx, folded)
      count += trades.length
    }
  })
}
