// What a wallet's coins have cost: first in, first out, to the unit (docs/positions.md is the rule in words). The coins that
// came are one long row, counted from the first; those that went are the same row from its beginning. So a wallet is four
// sums, whatever its history, and what a sale cost is known from the one lot in which it ends. Pure.
import { assert } from './assert.ts'
import { divideFloor } from './money.ts'

/** The row of a wallet's coins with a known cost. All four only grow. */
export interface LotQueue {
  readonly inBaseUnits: bigint
  readonly inLamports: bigint
  readonly outBaseUnits: bigint
  readonly outLamports: bigint
}

/** Coins that came at once. */
export interface Lot {
  /** Where in the row it ends: all coins that came with it and before it, and what they cost. */
  readonly untilBaseUnits: bigint
  readonly untilLamports: bigint
  readonly baseUnits: bigint
  readonly lamports: bigint
}

/**
 * An NFT that a wallet captured or bought: how many of its coins had a known cost, and that cost; and what was paid for it beyond
 * what its coins brought then, which is below zero where it was less.
 */
export interface NftLot {
  readonly knownBaseUnits: bigint
  readonly lamports: bigint
  readonly premiumLamports: bigint
}

/** A wallet's trades in one coin, added up. */
export interface PositionState extends LotQueue {
  /** What it bought, sold and swapped, left over; below zero where it sold what was sent to it. */
  readonly baseUnits: bigint
  /** Coins that it put into NFTs, less those that it got out of them; an NFT bought or sold is its coins. */
  readonly nftBaseUnits: bigint
  /** With the coins of NFTs that were bought, at what those brought then. */
  readonly boughtLamports: bigint
  /** After the fee; with the coins of NFTs that were sold, as they were bought. */
  readonly soldLamports: bigint
  /** What coins with a known cost sold for, less that cost. */
  readonly realisedLamports: bigint
  /** What coins without a known cost sold for. */
  readonly unpricedLamports: bigint
  /** What NFTs were sold for beyond their coins, after royalty and fee, less what was paid for them beyond those. */
  readonly nftRealisedLamports: bigint
  readonly tradeCount: number
}

export const NO_POSITION: PositionState = {
  inBaseUnits: 0n,
  inLamports: 0n,
  outBaseUnits: 0n,
  outLamports: 0n,
  baseUnits: 0n,
  nftBaseUnits: 0n,
  boughtLamports: 0n,
  soldLamports: 0n,
  realisedLamports: 0n,
  unpricedLamports: 0n,
  nftRealisedLamports: 0n,
  tradeCount: 0,
}

/** What happened, and what it moved. */
export type PositionMove =
  | { readonly type: 'BUY' | 'SELL'; readonly baseUnits: bigint; readonly lamports: bigint }
  | { readonly type: 'SWAP_TO_NFT'; readonly baseUnits: bigint }
  /** `nftLot` is what the wallet's own capture of this NFT put into it; undefined for one that was sent to it. */
  | { readonly type: 'SWAP_TO_TOKEN'; readonly baseUnits: bigint; readonly nftLot: NftLot | undefined }
  /** `lamports` is all that was paid; `coinsLamports` what its coins bring at that moment. */
  | {
      readonly type: 'NFT_BOUGHT'
      readonly baseUnits: bigint
      readonly lamports: bigint
      readonly coinsLamports: bigint
    }
  /** `lamports` is what the seller got; `nftLot` is what its own capture or purchase of this NFT cost. */
  | {
      readonly type: 'NFT_SOLD'
      readonly baseUnits: bigint
      readonly lamports: bigint
      readonly coinsLamports: bigint
      readonly nftLot: NftLot | undefined
    }
  /** Of an NFT that its holder bought from itself: `lamports` is what went to creator and platform. */
  | { readonly type: 'NFT_KEPT'; readonly baseUnits: bigint; readonly lamports: bigint }

export interface Moved {
  readonly after: PositionState
  /** Of the coins that moved, how many have a known cost, and that cost. */
  readonly knownBaseUnits: bigint
  readonly costLamports: bigint
  /** Of an NFT that was bought: what was paid beyond its coins; else 0. */
  readonly premiumLamports: bigint
  /** The lot that came; undefined where nothing with a known cost did. */
  readonly lot: Lot | undefined
}

/** The lot that holds the coin at `point` (counted from 1) of the row. */
export type LotAt = (point: bigint) => Lot

/** What the first `point` coins of the row cost. Within a lot rounded down, so the parts of a lot add up to the lot. */
export function costUpTo(
  queue: Pick<LotQueue, 'inBaseUnits' | 'inLamports'>,
  point: bigint,
  lotAt: LotAt,
): bigint {
  if (point === 0n) return 0n
  if (point === queue.inBaseUnits) return queue.inLamports
  const lot = lotAt(point)
  const begin = lot.untilBaseUnits - lot.baseUnits
  assert(
    begin < point && point <= lot.untilBaseUnits,
    `coin ${point} of the row is not in the lot from ${begin} on`,
  )
  return lot.untilLamports - lot.lamports + divideFloor(lot.lamports * (point - begin), lot.baseUnits)
}

/** How many coins a move takes from the row, as far as they are there. */
export function takes(move: Pick<PositionMove, 'type' | 'baseUnits'>): bigint {
  return move.type === 'SELL' || move.type === 'SWAP_TO_NFT' ? move.baseUnits : 0n
}

const NO_LOT: NftLot = { knownBaseUnits: 0n, lamports: 0n, premiumLamports: 0n }

/** A move applied: bought coins go to the end of the row, sold and captured ones come from its beginning. */
export function movePosition(before: PositionState, move: PositionMove, lotAt: LotAt): Moved {
  const counted = { ...before, tradeCount: before.tradeCount + 1 }
  switch (move.type) {
    case 'BUY':
      return putIn(
        {
          ...counted,
          baseUnits: before.baseUnits + move.baseUnits,
          boughtLamports: before.boughtLamports + move.lamports,
        },
        move.baseUnits,
        move.lamports,
      )
    case 'SELL': {
      const taken = takeOut(counted, move.baseUnits, lotAt)
      const after = { ...taken.after, baseUnits: before.baseUnits - move.baseUnits }
      return { ...taken, after: sold(after, move, taken) }
    }
    case 'SWAP_TO_NFT': {
      const taken = takeOut(counted, move.baseUnits, lotAt)
      return { ...taken, after: swapped(taken.after, 0n - move.baseUnits) }
    }
    case 'SWAP_TO_TOKEN': {
      const { knownBaseUnits, lamports, premiumLamports } = move.nftLot ?? NO_LOT
      // Nobody pays more for coins than they bring: what was paid beyond that is gone.
      const nftRealisedLamports = before.nftRealisedLamports - premiumLamports
      return putIn(swapped({ ...counted, nftRealisedLamports }, move.baseUnits), knownBaseUnits, lamports)
    }
    // An NFT's coins have the cost of that NFT, and never pass through the row.
    case 'NFT_BOUGHT': {
      const after = {
        ...counted,
        nftBaseUnits: before.nftBaseUnits + move.baseUnits,
        boughtLamports: before.boughtLamports + move.coinsLamports,
      }
      return {
        after,
        knownBaseUnits: move.baseUnits,
        costLamports: move.coinsLamports,
        premiumLamports: move.lamports - move.coinsLamports,
        lot: undefined,
      }
    }
    case 'NFT_SOLD': {
      const { knownBaseUnits, lamports: costLamports } = move.nftLot ?? NO_LOT
      const known = { knownBaseUnits, costLamports, premiumLamports: 0n, lot: undefined }
      const after = { ...counted, nftBaseUnits: before.nftBaseUnits - move.baseUnits }
      if (move.nftLot === undefined) return { after: sold(after, move, known), ...known }
      const premium = move.lamports - move.coinsLamports - move.nftLot.premiumLamports
      const nftRealisedLamports = before.nftRealisedLamports + premium
      const coins = { baseUnits: move.baseUnits, lamports: move.coinsLamports }
      return { after: sold({ ...after, nftRealisedLamports }, coins, known), ...known }
    }
    // Nothing changed hands, whatever the price: only the fees are gone.
    case 'NFT_KEPT': {
      const after = { ...counted, nftRealisedLamports: before.nftRealisedLamports - move.lamports }
      return { after, knownBaseUnits: 0n, costLamports: 0n, premiumLamports: 0n, lot: undefined }
    }
  }
}

/** What a sale brought, of coins with a known cost and of the others. */
function sold(
  state: PositionState,
  { baseUnits, lamports }: { readonly baseUnits: bigint; readonly lamports: bigint },
  { knownBaseUnits, costLamports }: Pick<Moved, 'knownBaseUnits' | 'costLamports'>,
): PositionState {
  const proceeds = baseUnits === 0n ? 0n : divideFloor(lamports * knownBaseUnits, baseUnits)
  return {
    ...state,
    soldLamports: state.soldLamports + lamports,
    realisedLamports: state.realisedLamports + proceeds - costLamports,
    unpricedLamports: state.unpricedLamports + lamports - proceeds,
  }
}

function swapped(state: PositionState, baseUnits: bigint): PositionState {
  return {
    ...state,
    baseUnits: state.baseUnits + baseUnits,
    nftBaseUnits: state.nftBaseUnits - baseUnits,
  }
}

function putIn(before: PositionState, knownBaseUnits: bigint, costLamports: bigint): Moved {
  const untilBaseUnits = before.inBaseUnits + knownBaseUnits
  const untilLamports = before.inLamports + costLamports
  return {
    after: { ...before, inBaseUnits: untilBaseUnits, inLamports: untilLamports },
    knownBaseUnits,
    costLamports,
    premiumLamports: 0n,
    lot:
      knownBaseUnits === 0n
        ? undefined
        : { untilBaseUnits, untilLamports, baseUnits: knownBaseUnits, lamports: costLamports },
  }
}

/** Of what goes beyond the row nobody knows the cost: it came from another wallet. */
function takeOut(before: PositionState, wanted: bigint, lotAt: LotAt): Moved {
  const left = before.inBaseUnits - before.outBaseUnits
  const knownBaseUnits = wanted < left ? wanted : left
  const outBaseUnits = before.outBaseUnits + knownBaseUnits
  const outLamports = costUpTo(before, outBaseUnits, lotAt)
  return {
    after: { ...before, outBaseUnits, outLamports },
    knownBaseUnits,
    costLamports: outLamports - before.outLamports,
    premiumLamports: 0n,
    lot: undefined,
  }
}
