// What happened to a coin, in one list: trades, swaps, boosts, claims, the graduation and its NFTs' market as the wire
// carries them. Pure.

import type { Activity, MarketActivity } from '@twinmint/sdk/api/records/trade'
import { lamports, solText } from '@twinmint/sdk/core/money'
import type { NftMarketEventRow } from './nft-market/rows.ts'

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
  surchargeLamports: '0',
  price: null,
  nftTokenId: null,
  nftMinted: false,
  sellerAddress: null,
  editionCount: null,
  rarity: null,
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

export function activityOfMarket(row: NftMarketEventRow): MarketActivity {
  return {
    ...NOTHING_MOVED,
    id: `${row.collectionId}:${row.sequence}`,
    collectionId: row.collectionId,
    kind: row.kind,
    sequence: row.sequence,
    walletAddress: row.walletAddress,
    sellerAddress: row.sellerAddress,
    lamports: row.lamports,
    solAmount: solText(lamports(BigInt(row.lamports))),
    feeLamports: row.feeLamports,
    nftTokenId: row.tokenId,
    editionCount: row.editionCount,
    rarity: row.rarity,
    txSignature: row.txSignature,
    createdAt: row.createdAt,
  }
}
