// What happened to a coin, in one list: trades, swaps, boosts, claims and the graduation as the wire carries them. Pure.
import { lamports, solText } from '../core/money.ts'
import type { Activity, ActivityPage, Trade } from './contract.ts'

/** A boost or a claim, as its row is. */
export interface PaymentRow {
  readonly kind: 'BOOST' | 'CLAIM'
  readonly collectionId: string
  readonly sequence: number
  readonly walletAddress: string
  readonly lamports: string
  readonly txSignature: string
  readonly createdAt: string
}

/** What the graduation of a coin is made of. */
export interface GraduationFacts {
  readonly collectionId: string
  readonly sequence: number
  readonly walletAddress: string | null
  readonly txSignature: string | null
  readonly createdAt: string
}

const NOTHING_MOVED = {
  lamports: '0',
  solAmount: '0',
  baseUnits: '0',
  tokenAmount: '0',
  feeLamports: '0',
  price: null,
  nftTokenId: null,
  nftMinted: false,
}

export function activityOfTrade(trade: Trade): Activity {
  return {
    id: trade.id,
    collectionId: trade.collectionId,
    kind: trade.type,
    sequence: trade.sequence,
    walletAddress: trade.traderAddress,
    lamports: trade.lamports,
    solAmount: trade.solAmount,
    baseUnits: trade.baseUnits,
    tokenAmount: trade.tokenAmount,
    feeLamports: trade.feeLamports,
    price: trade.nftTokenId === null ? trade.price : null,
    nftTokenId: trade.nftTokenId,
    nftMinted: trade.nftMinted,
    txSignature: trade.txSignature,
    createdAt: trade.createdAt,
  }
}

export function activityOfPayment({ kind, ...row }: PaymentRow): Activity {
  return {
    ...NOTHING_MOVED,
    ...row,
    id: `${row.collectionId}:${row.sequence}`,
    kind,
    solAmount: solText(lamports(BigInt(row.lamports))),
  }
}

export function activityOfGraduation(facts: GraduationFacts): Activity {
  return {
    ...NOTHING_MOVED,
    ...facts,
    id: `${facts.collectionId}:${facts.sequence}:graduation`,
    kind: 'GRADUATION',
  }
}

/**
 * One page of what several sources know, newest first. `horizon` is the sequence below which a source has not looked yet.
 * The graduation takes no place of its own: it stands above the buy that it happened in, which has the same sequence.
 */
export function joinActivity(
  sources: readonly (readonly Activity[])[],
  page: {
    readonly limit: number
    readonly before: number | undefined
    readonly horizon: number | null
    readonly graduation: Activity | undefined
  },
): ActivityPage {
  const { limit, before = Number.POSITIVE_INFINITY, horizon, graduation } = page
  const activity = sources
    .flat()
    .filter(({ sequence }) => horizon === null || sequence >= horizon)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, limit)
  const nextCursor = activity.length === limit ? (activity.at(-1)?.sequence ?? null) : horizon
  if (
    !graduation ||
    graduation.sequence >= before ||
    (nextCursor !== null && graduation.sequence < nextCursor)
  )
    return { activity, nextCursor }
  const at = activity.findIndex(({ sequence }) => sequence <= graduation.sequence)
  return { activity: activity.toSpliced(at < 0 ? activity.length : at, 0, graduation), nextCursor }
}

/** Sequences an activity of the coin may not have seen twice: newest first, each once. */
export function addActivity(list: readonly Activity[], one: Activity): readonly Activity[] {
  if (list.some(({ id }) => id === one.id)) return list
  const at = list.findIndex(
    ({ sequence, kind }) =>
      sequence < one.sequence ||
      (sequence === one.sequence && one.kind === 'GRADUATION' && kind !== one.kind),
  )
  return list.toSpliced(at < 0 ? list.length : at, 0, one)
}
