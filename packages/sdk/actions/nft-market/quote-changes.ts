// What a dialog of the NFT market showed when its button was pressed, and whether what the server prepared is worse. Pure.

import type { MarketCost } from '../../api/nft-market/action-contract.ts'
import type { Collection } from '../../api/records/coin.ts'
import type { NftListing, NftOffer } from '../../api/records/nft-market.ts'
import { type CurveTexts, curveStateOf } from '../../core/curve.ts'
import { type Lamports, lamports } from '../../core/money.ts'
import type { SaleTerms } from '../../core/nft-sale.ts'
import {
  decideAccept,
  decideBuyListing,
  decideCancelOffers,
  decideList,
  decideOffer,
  decideTakeBack,
  decideUpdate,
  listingMostLamports,
  type MarketDecision,
  type MarketHoldings,
  type MarketNow,
  type MarketQuote,
  type MarketRefusal,
  OFFER_NFT_RENT,
  offerLeastLamports,
} from './rules.ts'

/** An NFT with what is asked for it. */
export interface PricedNft {
  /** The edition number. */
  readonly edition: number
  readonly priceLamports: Lamports
}

type Listed = Pick<NftListing, 'sellerAddress' | 'priceLamports' | 'expiresAt'>
type Offered = Pick<NftOffer, 'address' | 'bidderAddress' | 'priceLamports' | 'expiresAt'>

/** What is wanted of one coin's NFTs, before it is known what it costs. */
export type MarketAction =
  | {
      readonly kind: 'list' | 'update'
      readonly nfts: readonly PricedNft[]
      /** By the chain's clock. */
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancel'; readonly editions: readonly number[]; readonly andRelease: boolean }
  | { readonly kind: 'buy'; readonly edition: number; readonly listing: Listed }
  | {
      readonly kind: 'offer'
      readonly priceLamports: Lamports
      readonly editions: readonly number[]
      readonly expiresAtSeconds: bigint
      /** Which no other open offer of the wallet has. */
      readonly nonce: bigint
    }
  | { readonly kind: 'cancelOffer'; readonly offers: readonly Pick<Offered, 'address' | 'priceLamports'>[] }
  | {
      readonly kind: 'accept'
      readonly edition: number
      readonly offer: Offered
      /** It is for sale, and taken back first. */
      readonly isListed: boolean
    }

/** What the dialog showed when the button was pressed. */
export interface AskedMarket {
  readonly action: MarketAction
  readonly quote: MarketQuote
  /** What each transaction pays at the most to be first. */
  readonly priorityFeeLamports?: bigint | undefined
}

export interface ShownMarket {
  /** What it costs and brings, also where the wallet has too little for it; undefined where nothing can be said. */
  readonly asked: AskedMarket | undefined
  /** Why it can't be done. */
  readonly refusal: Omit<MarketRefusal, 'kind'> | undefined
}

export interface MarketShownNow {
  readonly collection: CurveTexts
  readonly terms: SaleTerms
  readonly holdings: MarketHoldings | undefined
  readonly priorityFeeLamports?: bigint | undefined
  /** By the chain's clock. */
  readonly nowSeconds: bigint
}

/** What of a sale goes to whom: a coin keeps what it was launched with. */
export const saleTermsOf = ({
  royaltyBps,
  marketFeeBps,
}: Pick<Collection, 'royaltyBps' | 'marketFeeBps'>): SaleTerms => ({
  royaltyBps: BigInt(royaltyBps),
  marketFeeBps: BigInt(marketFeeBps),
})

/** Decides what is wanted by what the page knows at this moment. */
export function decideMarket(action: MarketAction, shown: MarketShownNow): ShownMarket {
  const { terms, holdings, priorityFeeLamports } = shown
  const now = { curve: curveStateOf(shown.collection), terms, holdings, priorityFeeLamports }
  const decision = decide(action, shown, now)
  const asked = (quote: MarketQuote): AskedMarket => ({ action, quote, priorityFeeLamports })
  if (decision.kind === 'quote') return { asked: asked(decision.quote), refusal: undefined }
  const rich = decide(action, shown, { ...now, holdings: holdings && { ...holdings, lamports: PLENTY } })
  return { asked: rich.kind === 'quote' ? asked(rich.quote) : undefined, refusal: decision }
}

const PLENTY = lamports(10n ** 18n)

function decide(action: MarketAction, { nowSeconds }: MarketShownNow, now: MarketNow): MarketDecision {
  switch (action.kind) {
    case 'list':
    case 'update': {
      const priceLamports = action.nfts.map((nft) => nft.priceLamports)
      const { expiresAtSeconds } = action
      const decideAsked = action.kind === 'list' ? decideList : decideUpdate
      return decideAsked({ ...now, priceLamports, expiresAtSeconds, nowSeconds })
    }
    case 'cancel':
      return decideTakeBack({ ...now, count: action.editions.length, andRelease: action.andRelease })
    case 'buy': {
      const priceLamports = lamports(BigInt(action.listing.priceLamports))
      return decideBuyListing({
        ...now,
        priceLamports,
        expiresAtSeconds: secondsOf(action.listing.expiresAt),
        nowSeconds,
        lamportsMax: listingMostLamports(priceLamports, now.curve),
        makesNftAccount: true,
      })
    }
    case 'offer':
      return decideOffer({ ...now, ...action, nowSeconds })
    case 'cancelOffer':
      return decideCancelOffers({
        ...now,
        unlockedLamports: action.offers.map((offer) =>
          lamports(BigInt(offer.priceLamports) + OFFER_NFT_RENT),
        ),
      })
    case 'accept': {
      const priceLamports = lamports(BigInt(action.offer.priceLamports))
      return decideAccept({
        ...now,
        priceLamports,
        coversNft: true,
        expiresAtSeconds: secondsOf(action.offer.expiresAt),
        nowSeconds,
        lamportsMin: offerLeastLamports(priceLamports, now),
        isListed: action.isListed,
      })
    }
  }
}

const secondsOf = (isoText: string): bigint => BigInt(Math.floor(Date.parse(isoText) / 1_000))

/** So much more in rents and fees is no other price: a lamport is rounded, an account was made meanwhile. */
const TOLERANCE_LAMPORTS = 50_000n

/** What the server offers instead, as the dialog would have shown it; undefined unless it is worse than what was shown. */
export function worseMarket(
  { action, quote: shown, ...rest }: AskedMarket,
  cost: MarketCost,
  transactionCount: number,
): AskedMarket | undefined {
  const offered = quoteOf(cost, shown.count, transactionCount)
  const costs = (quote: MarketQuote) => quote.rentLamports - quote.rentBackLamports + quote.networkFeeLamports
  // Whoever agrees to less agrees to what is said then, and to no lamport less.
  if (action.kind === 'accept' && offered.sellerLamports < shown.lamportsBound)
    return { action, quote: { ...offered, lamportsBound: offered.sellerLamports }, ...rest }
  const isWorse =
    costs(offered) > costs(shown) + TOLERANCE_LAMPORTS * BigInt(shown.count) ||
    offered.unlockedLamports < shown.unlockedLamports ||
    offered.lockedLamports > shown.lockedLamports
  return isWorse ? { action, quote: offered, ...rest } : undefined
}

function quoteOf(cost: MarketCost, count: number, transactionCount: number): MarketQuote {
  const { baseUnits, ...rest } = cost
  const amounts = Object.fromEntries(
    Object.entries(rest).map(([name, text]) => [name, lamports(BigInt(text))]),
  ) as Readonly<Record<keyof typeof rest, Lamports>>
  return { ...amounts, baseUnits: BigInt(baseUnits) as MarketQuote['baseUnits'], count, transactionCount }
}

/** What became of each NFT of a request of which something went through. */
export interface MarketEnd {
  readonly done: readonly number[]
  /** In a transaction of which nobody knows yet. */
  readonly uncertain: readonly number[]
  readonly notDone: readonly number[]
}

/** `said` are the numbers that each transaction is about. */
export function marketEnd({
  said,
  answers,
  stopped,
}: {
  readonly said: readonly (readonly number[])[]
  readonly answers: readonly unknown[]
  readonly stopped: { readonly moved: 'nothing' | 'fee' | 'unknown' } | undefined
}): MarketEnd {
  const known = answers.length + (stopped?.moved === 'unknown' ? 1 : 0)
  return {
    done: said.slice(0, answers.length).flat(),
    uncertain: said.slice(answers.length, known).flat(),
    notDone: said.slice(known).flat(),
  }
}

/** What is left to do of what stopped after some transactions; undefined where nothing certain is. */
export function restOfMarket(action: MarketAction, notDone: readonly number[]): MarketAction | undefined {
  const left = new Set(notDone)
  if (left.size === 0) return undefined
  if (action.kind === 'list' || action.kind === 'update')
    return { ...action, nfts: action.nfts.filter(({ edition }) => left.has(edition)) }
  if (action.kind === 'cancel') return { ...action, editions: notDone }
  return undefined
}
