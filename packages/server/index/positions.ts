// Trades and sales of NFTs become positions: each wallet's sums and the cost of what it moved, by the rule of sdk/core/lots.ts.
import { assert } from '@twinmint/sdk/core/assert'
import { NFT_BASE_UNITS } from '@twinmint/sdk/core/curve'
import {
  type Lot,
  type Moved,
  movePosition,
  type NftLot,
  NO_POSITION,
  type PositionMove,
  type PositionState,
  takes,
} from '@twinmint/sdk/core/lots'
import type { Queryable } from '../database/database.ts'
import type { NftSaleFacts } from './nft-market/batch.ts'
import {
  type FoldInput,
  type FoundPosition,
  loadFoldInput,
  type TradeToFold,
  type WantedPosition,
} from './position-store.ts'
import type { FoldedTrade, NftKey, NftLotRow, PositionRow } from './rows.ts'

interface Folded {
  readonly trades: readonly FoldedTrade[]
  readonly positions: readonly PositionRow[]
  readonly nftLots: readonly NftLotRow[]
  readonly releasedNfts: readonly NftKey[]
}

/** What says last of a wallet in a coin. */
interface Step {
  readonly collectionId: string
  readonly sequence: number
  readonly walletAddress: string
  readonly createdAt: string
}

interface Wallet {
  state: PositionState
  heldSince: string | null
  readonly lots: Lot[]
  last: Step | undefined
}

const walletKey = (of: { readonly collectionId: string; readonly walletAddress: string }) =>
  `${of.collectionId} ${of.walletAddress}`
const nftKey = ({ collectionId, tokenId }: NftKey) => `${collectionId} ${tokenId}`
const NFT_UNITS: bigint = NFT_BASE_UNITS

const stepOf = ({ collectionId, sequence, traderAddress, createdAt }: TradeToFold): Step => ({
  collectionId,
  sequence,
  walletAddress: traderAddress,
  createdAt,
})

/** What stands before trades and sales of NFTs, as far as they move it. */
export async function readFoldInput(
  tx: Queryable,
  trades: readonly TradeToFold[],
  sales: readonly NftSaleFacts[] = [],
): Promise<FoldInput> {
  return trades.length === 0 && sales.length === 0
    ? { positions: [], nftLots: [] }
    : loadFoldInput(tx, { positions: wantedOf(trades, sales), nfts: nftsOf(trades, sales) })
}

/** Works out what trades and sales of NFTs, each in sequence, do to the positions that were `found` for these very ones. */
export function foldTrades<Row extends TradeToFold>(
  found: FoldInput,
  trades: readonly Row[],
  sales: readonly NftSaleFacts[] = [],
): Folded & { readonly trades: readonly (Row & FoldedTrade)[] } {
  const wallets = new Map(
    found.positions.map((row) => [`${row.collectionId} ${row.walletAddress}`, walletOf(row)]),
  )
  const nftLots = new Map<string, NftLotRow | undefined>(found.nftLots.map((lot) => [nftKey(lot), lot]))
  const touched = new Map<string, NftKey>()

  function move(step: Step, made: PositionMove): Moved {
    const wallet = wallets.get(walletKey(step)) ?? {
      state: NO_POSITION,
      heldSince: null,
      lots: [],
      last: undefined,
    }
    wallets.set(walletKey(step), wallet)
    const moved = movePosition(wallet.state, made, (point) => lotAt(wallet.lots, point))
    wallet.heldSince = holds(moved.after) ? (wallet.heldSince ?? step.createdAt) : null
    wallet.state = moved.after
    wallet.last = step
    if (moved.lot) wallet.lots.push(moved.lot)
    return moved
  }
  function keepLot(nft: NftKey, lot: NftLotRow | undefined): void {
    touched.set(nftKey(nft), nft)
    nftLots.set(nftKey(nft), lot)
  }
  function foldTrade(trade: Row): Row & FoldedTrade {
    const step = stepOf(trade)
    const nft =
      trade.nftTokenId === null ? undefined : { collectionId: trade.collectionId, tokenId: trade.nftTokenId }
    const moved = move(step, moveOf(trade, nft && ownLot(nftLots.get(nftKey(nft)), step.walletAddress)))
    if (nft) keepLot(nft, trade.type === 'SWAP_TO_NFT' ? lotRowOf(step, nft, moved) : undefined)
    return {
      knownBaseUnits: moved.knownBaseUnits.toString(),
      costLamports: moved.costLamports.toString(),
      lotUntilBaseUnits: moved.lot?.untilBaseUnits.toString() ?? null,
      lotUntilLamports: moved.lot?.untilLamports.toString() ?? null,
      ...trade,
    }
  }
  function foldSale(facts: NftSaleFacts) {
    const { sellerAddress, buyerAddress, dueLamports, sellerLamports, coinsLamports, ...sale } = facts
    const nft = { collectionId: sale.collectionId, tokenId: sale.tokenId }
    const step = { ...sale, walletAddress: buyerAddress }
    const baseUnits = NFT_UNITS
    if (sellerAddress === buyerAddress) {
      move(step, { type: 'NFT_KEPT', baseUnits, lamports: dueLamports - sellerLamports })
      return
    }
    const nftLot = ownLot(nftLots.get(nftKey(nft)), sellerAddress)
    const sold = { type: 'NFT_SOLD', baseUnits, nftLot, coinsLamports, lamports: sellerLamports } as const
    move({ ...sale, walletAddress: sellerAddress }, sold)
    const bought = { type: 'NFT_BOUGHT', baseUnits, coinsLamports, lamports: dueLamports } as const
    keepLot(nft, lotRowOf(step, nft, move(step, bought)))
  }

  const folded: (Row & FoldedTrade)[] = []
  let next = 0
  for (const trade of trades) {
    for (let sale = sales[next]; sale && isBefore(sale, trade); sale = sales[++next]) foldSale(sale)
    folded.push(foldTrade(trade))
  }
  for (const sale of sales.slice(next)) foldSale(sale)
  return {
    trades: folded,
    positions: [...wallets.values()].flatMap((wallet) =>
      wallet.last ? [positionRowOf(wallet, wallet.last)] : [],
    ),
    nftLots: [...touched.keys()].flatMap((key) => nftLots.get(key) ?? []),
    releasedNfts: [...touched].flatMap(([key, nft]) => (nftLots.get(key) ? [] : [nft])),
  }
}

/** Sequences count within a coin, and coins have nothing to do with each other. */
const isBefore = (sale: NftSaleFacts, trade: TradeToFold) => sale.sequence < trade.sequence

/** Whose positions a batch needs, and where in their rows its trades take coins until. */
function wantedOf(trades: readonly TradeToFold[], sales: readonly NftSaleFacts[]): WantedPosition[] {
  const wanted = new Map<string, WantedPosition & { readonly outs: string[] }>()
  const want = (collectionId: string, walletAddress: string) => {
    const key = walletKey({ collectionId, walletAddress })
    const each = wanted.get(key) ?? { collectionId, walletAddress, outs: [] }
    wanted.set(key, each)
    return each
  }
  for (const trade of trades) {
    const { outs } = want(trade.collectionId, trade.traderAddress)
    const taken = takes({ type: trade.type, baseUnits: BigInt(trade.baseUnits) })
    if (taken > 0n) outs.push((BigInt(outs.at(-1) ?? '0') + taken).toString())
  }
  for (const { collectionId, sellerAddress, buyerAddress } of sales)
    for (const walletAddress of [sellerAddress, buyerAddress]) want(collectionId, walletAddress)
  return [...wanted.values()]
}

function nftsOf(trades: readonly TradeToFold[], sales: readonly NftSaleFacts[]) {
  const nfts = [
    ...trades.flatMap(({ collectionId, nftTokenId }) =>
      nftTokenId === null ? [] : [{ collectionId, tokenId: nftTokenId }],
    ),
    ...sales.map(({ collectionId, tokenId }) => ({ collectionId, tokenId })),
  ]
  return [...new Map(nfts.map((nft) => [nftKey(nft), nft])).values()]
}

/** What an NFT cost this wallet; undefined where somebody else captured or bought it, and sent it: what it cost the other is not what it cost here. */
function ownLot(lot: NftLotRow | undefined, walletAddress: string): NftLot | undefined {
  return lot?.walletAddress === walletAddress
    ? {
        knownBaseUnits: BigInt(lot.knownBaseUnits),
        lamports: BigInt(lot.lamports),
        premiumLamports: BigInt(lot.premiumLamports),
      }
    : undefined
}

function moveOf(trade: TradeToFold, nftLot: NftLot | undefined): PositionMove {
  const baseUnits = BigInt(trade.baseUnits)
  if (trade.type === 'SWAP_TO_NFT') return { type: trade.type, baseUnits }
  return trade.type === 'SWAP_TO_TOKEN'
    ? { type: trade.type, baseUnits, nftLot }
    : { type: trade.type, baseUnits, lamports: BigInt(trade.lamports) }
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
    nftRealisedLamports: BigInt(row.nftRealisedLamports),
    tradeCount: row.tradeCount,
  }
}

function positionRowOf({ state, heldSince }: Wallet, last: Step): PositionRow {
  return {
    collectionId: last.collectionId,
    walletAddress: last.walletAddress,
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
    nftRealisedLamports: state.nftRealisedLamports.toString(),
    tradeCount: state.tradeCount,
    heldSince,
    lastTradeAt: last.createdAt,
  }
}

function lotRowOf(
  { walletAddress }: Step,
  nft: NftKey,
  moved: Pick<Moved, 'knownBaseUnits' | 'costLamports' | 'premiumLamports'>,
): NftLotRow {
  return {
    ...nft,
    walletAddress,
    knownBaseUnits: moved.knownBaseUnits.toString(),
    lamports: moved.costLamports.toString(),
    premiumLamports: moved.premiumLamports.toString(),
  }
}
