// A trade as one of the things that happened to a coin. Pure.
import type { Activity, Trade } from './trade.ts'

export function activityOfTrade(trade: Trade): Activity {
  return {
    id: trade.id,
    collectionId: trade.collectionId,
    kind: trade.type,
    sequence: trade.sequence,
    walletAddress: trade.traderAddress,
    sellerAddress: null,
    lamports: trade.lamports,
    solAmount: trade.solAmount,
    baseUnits: trade.baseUnits,
    tokenAmount: trade.tokenAmount,
    feeLamports: trade.feeLamports,
    surchargeLamports: trade.surchargeLamports,
    price: trade.nftTokenId === null ? trade.price : null,
    nftTokenId: trade.nftTokenId,
    nftMinted: trade.nftMinted,
    editionCount: null,
    rarity: null,
    txSignature: trade.txSignature,
    createdAt: trade.createdAt,
  }
}
