// Tells wallets what happened to their NFTs in the market: offers worth accepting, listings that were bought, offers that were
// accepted. From the rows, up to a mark for each coin: so a restart loses nothing, and of several servers one tells.

import { OFFER_NEWS_MINUTES } from '@twinmint/sdk/api/alerts/contract'
import type { ActivityKind } from '@twinmint/sdk/api/records/trade'
import { baseUnits, lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, saleOf } from '@twinmint/sdk/core/nft-sale'
import type { Database, Queryable } from '../../database/database.ts'
import {
  findSaleState,
  listCoinsWithNews,
  listHoldersOffered,
  listNews,
  type NftNews,
  type SaleState,
} from '../../index/nft-market/news.ts'
import {
  lockNewsMark,
  moveNewsMark,
  NEWS_MARKS,
  noteOffers,
  noteSales,
  type OfferNote,
  type SaleNote,
} from './nft-news-store.ts'

/** Events that one transaction looks at: each offer may be for a thousand numbers. */
const NEWS_PART = 100

export const isNftNews = (kind: ActivityKind): boolean => kind === 'OFFER' || kind === 'SALE'

/** The first of the minutes in which a wallet is told once of offers for one coin's NFTs; since 1970. */
export const newsMinute = (nowMs: number): number => {
  const minute = Math.floor(nowMs / 60_000)
  return minute - (minute % OFFER_NEWS_MINUTES)
}

/**
 * Tells the news of these coins, or of all that have some. Returns the wallets whose notifications changed. A coin that fails is
 * handed to `onFailure`, and keeps no other from being told.
 */
export async function tellNftNews(
  db: Database,
  collectionIds: readonly string[] | undefined,
  nowMs: number,
  /** Brings a coin’s offers to what the chain has. */
  compareOffers: (collectionId: string) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<readonly string[]> {
  const told: string[] = []
  for (const collectionId of collectionIds ?? (await listCoinsWithNews(db, NEWS_MARKS))) {
    try {
      // News of sales does not wait for the chain.
      let [isCompared, isWhole] = [false, false]
      while (!isWhole) {
        const part = await db.transaction((tx) => tellPart(tx, { collectionId, nowMs, isCompared }))
        if (part === 'offers') {
          await compareOffers(collectionId)
          isCompared = true
        } else {
          told.push(...part.told)
          isWhole = part.isWhole
        }
      }
    } catch (error) {
      // The next sweep finds the coin again.
      onFailure(error)
    }
  }
  return told
}

/** Tells nothing yet where there are offers among the news, which have to be compared first. */
async function tellPart(
  tx: Queryable,
  {
    collectionId,
    nowMs,
    isCompared,
  }: { readonly collectionId: string; readonly nowMs: number; readonly isCompared: boolean },
): Promise<{ readonly told: readonly string[]; readonly isWhole: boolean } | 'offers'> {
  const after = await lockNewsMark(tx, collectionId)
  const news = await listNews(tx, { collectionId, after, limit: NEWS_PART })
  const last = news.at(-1)
  if (last === undefined) return { told: [], isWhole: true }
  if (!isCompared && news.some(({ kind }) => kind === 'OFFER')) return 'offers'
  const sales = salesToTell(news)
  const offers = await offersToTell(tx, collectionId, news)
  const told = [
    ...(sales.length > 0 ? await noteSales(tx, collectionId, sales) : []),
    ...(offers.length > 0 ? await noteOffers(tx, { collectionId, minute: newsMinute(nowMs) }, offers) : []),
  ]
  await moveNewsMark(tx, collectionId, last.sequence)
  return { told, isWhole: news.length < NEWS_PART }
}

/** Who did not do it is told: of a listing its seller, of an offer its bidder; whoever traded with themselves is not. */
export function salesToTell(news: readonly NftNews[]): SaleNote[] {
  return news.flatMap(
    ({ kind, walletAddress, sellerAddress, tokenId, lamports: paid, feeLamports, offerAddress }) =>
      kind !== 'SALE' || sellerAddress === null || sellerAddress === walletAddress
        ? []
        : [
            {
              walletAddress: offerAddress === null ? sellerAddress : walletAddress,
              kind: offerAddress === null ? 'sold' : 'accepted',
              tokenId,
              lamports: paid,
              sellerLamports: (BigInt(paid) - BigInt(feeLamports)).toString(),
            },
          ],
  )
}

/** Offers that bring less than release and sell are for nobody. */
async function offersToTell(
  tx: Queryable,
  collectionId: string,
  news: readonly NftNews[],
): Promise<OfferNote[]> {
  const offerAddresses = news.flatMap(({ kind, offerAddress }) =>
    kind === 'OFFER' && offerAddress !== null ? [offerAddress] : [],
  )
  const state = offerAddresses.length === 0 ? undefined : await findSaleState(tx, collectionId)
  if (state === undefined) return []
  const coinsLamports = coinsValueOf(state)
  const holders = await listHoldersOffered(tx, { collectionId, offerAddresses })
  const terms = { royaltyBps: BigInt(state.royaltyBps), marketFeeBps: BigInt(state.marketFeeBps) }
  return holders.map((holder) => ({
    ...holder,
    sellerLamports: saleOf(lamports(BigInt(holder.lamports)), coinsLamports, terms).sellerLamports.toString(),
  }))
}

const coinsValueOf = ({ reserveLamports, reserveBaseUnits }: SaleState) =>
  coinsValueLamports({
    reserveLamports: lamports(BigInt(reserveLamports)),
    reserveBaseUnits: baseUnits(BigInt(reserveBaseUnits)),
  })
