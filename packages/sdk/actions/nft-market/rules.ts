// What listing, buying, bidding and selling would do and cost, and why it can't be done: the same decision on the page,
// where it names what the button says, and on the server, which decides. Pure.
import { type CurveState, NFT_BASE_UNITS, quoteSell } from '../../core/curve.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { type BaseUnits, baseUnits, divideCeil, type Lamports, lamports } from '../../core/money.ts'
import {
  coinsValueLamports,
  EXPIRY_SECONDS_MAX,
  LISTINGS_AT_ONCE_MAX,
  listingDueLamports,
  OFFERS_AT_ONCE_MAX,
  type Sale,
  type SaleTerms,
  saleOf,
} from '../../core/nft-sale.ts'
import { NETWORK_FEE, rentLamports, spendingRefusal, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { leastOut, mostIn } from '../../core/slippage.ts'

export type MarketKind = 'list' | 'update' | 'cancel' | 'buy' | 'offer' | 'cancelOffer' | 'accept'

/** What the wallet has; `undefined` while none is connected, which leaves balance checks out. */
export interface MarketHoldings {
  readonly lamports: Lamports
  readonly hasCoinAccount: boolean
  /** Rent by which the coin's accounts grow, where nobody has paid it since the program was upgraded. */
  readonly migrationLamports?: Lamports
}

/** What decides who gets what: of the coin, at one moment. */
export interface MarketNow {
  readonly curve: CurveState
  readonly terms: SaleTerms
  readonly holdings: MarketHoldings | undefined
  /** What each transaction pays to be first; nothing where it is left out. */
  readonly priorityFeeLamports?: bigint | undefined
}

/** The fields of `marketCostSchema`, as amounts. */
export interface MarketQuote extends Sale {
  /** NFTs, or offers. */
  readonly count: number
  readonly lamportsBound: Lamports
  readonly coinsLamports: Lamports
  readonly releaseAndSellLamports: Lamports
  readonly baseUnits: BaseUnits
  readonly lockedLamports: Lamports
  readonly unlockedLamports: Lamports
  readonly rentLamports: Lamports
  readonly rentBackLamports: Lamports
  readonly networkFeeLamports: Lamports
  readonly transactionCount: number
}

export interface MarketRefusal {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly detail?: string
}

export type MarketDecision = { readonly kind: 'quote'; readonly quote: MarketQuote } | MarketRefusal

const refused = (code: ErrorCode, detail?: string): MarketRefusal =>
  detail === undefined ? { kind: 'refused', code } : { kind: 'refused', code, detail }

const LISTING_RENT = rentLamports(160)
/** The account in which the NFT lies meanwhile: 165 bytes. */
const LISTED_NFT_RENT = rentLamports(165)
export const OFFER_RENT = rentLamports(256)
const ESCROW_NFT_RENT = rentLamports(165)
/** The program pays the account for what is taken back with the listing's rent, and the rest the wallet must have. */
const BACK_FIRST = TOKEN_ACCOUNT_RENT - LISTING_RENT
/** What an offer locks for the account in which the bidder will hold the NFT. */
export const OFFER_NFT_RENT = TOKEN_ACCOUNT_RENT

/** So many NFTs go into one transaction: its bytes and steps bound them (docs/program.md, "What fits"). */
export const PER_TRANSACTION = { list: 5, update: 10, cancel: 5, cancelAndRelease: 3 } as const

/** Instructions that the runtime runs for each, where no stranger has sent lamports to the new accounts' addresses before. */
export const TRACE = {
  list: 7,
  update: 2,
  /** Into an account that is there. */
  takeBack: 4,
  release: 7,
  /** What is taken back into one that is made moves the rent first. */
  nftAccount: 6,
  coinAccount: 5,
  /** At most, more for each new account whose address holds lamports already. */
  dusted: 2,
} as const

/** By so much the coins' value may move before an action lands, which moves what a listing near it costs and the royalty: 1 %. */
const COINS_TOLERANCE_BPS = 100n

/** The most that a buyer of a listing is asked to agree to: its price, or what the coins bring and a hundredth more. */
export function listingMostLamports(priceLamports: Lamports, curve: CurveState): Lamports {
  return listingDueLamports(priceLamports, lamports(mostIn(coinsValueLamports(curve), COINS_TOLERANCE_BPS)))
}

/**
 * The least that a seller is asked to agree to. An offer's price stands: only the royalty moves, so it is what the offer
 * brings where the coins are worth a hundredth less. A lower one made anew under the same number is refused by it.
 */
export function offerLeastLamports(
  priceLamports: Lamports,
  { curve, terms }: Pick<MarketNow, 'curve' | 'terms'>,
): Lamports {
  const coins = lamports(leastOut(coinsValueLamports(curve), COINS_TOLERANCE_BPS))
  return saleOf(priceLamports, coins, terms).sellerLamports
}

/** What one NFT brings now where it is released and its coins are sold, after the fee; 0 where the curve is empty. */
export function releaseAndSellLamports(curve: CurveState): Lamports {
  const sell = quoteSell(curve, NFT_BASE_UNITS)
  return sell.kind === 'refused' ? lamports(0) : sell.lamportsOut
}

/** Why nothing can be listed or offered until then. `undefined` of the clock leaves the check out. */
export function expiryRefusal(
  expiresAtSeconds: bigint,
  nowSeconds: bigint | undefined,
): MarketRefusal | undefined {
  if (nowSeconds === undefined) return undefined
  const isFine = expiresAtSeconds > nowSeconds && expiresAtSeconds <= nowSeconds + EXPIRY_SECONDS_MAX
  return isFine ? undefined : refused('expiryOutOfRange')
}

/** Decides listing NFTs at these prices. Refusals in order of precedence: number, price, time, SOL. */
export function decideList(
  input: MarketNow & {
    readonly priceLamports: readonly Lamports[]
    readonly expiresAtSeconds: bigint
    readonly nowSeconds: bigint | undefined
    /** What the accounts hold that they lie in, which are closed; where it is not known, what such accounts do. */
    readonly heldLamports?: bigint | undefined
  },
): MarketDecision {
  const asked = askedRefusal(input)
  if (asked) return asked
  const count = input.priceLamports.length
  const each = LISTING_RENT + LISTED_NFT_RENT
  const held = input.heldLamports ?? TOKEN_ACCOUNT_RENT * BigInt(count)
  return decideSpending(input, {
    ...nothingOf(input, count),
    ...askedSale(input),
    ...networkFee(input, divideCeil(BigInt(count), BigInt(PER_TRANSACTION.list))),
    rentLamports: lamports(each * BigInt(count)),
    rentBackLamports: lamports(held),
    // The account that the last one came from is closed at its end.
    firstLamports: held < TOKEN_ACCOUNT_RENT ? held : TOKEN_ACCOUNT_RENT,
  })
}

/** Decides other prices for what is listed. */
export function decideUpdate(
  input: MarketNow & {
    readonly priceLamports: readonly Lamports[]
    readonly expiresAtSeconds: bigint
    readonly nowSeconds: bigint | undefined
  },
): MarketDecision {
  const asked = askedRefusal(input)
  if (asked) return asked
  const count = input.priceLamports.length
  return decideSpending(input, {
    ...nothingOf(input, count),
    ...askedSale(input),
    ...networkFee(input, divideCeil(BigInt(count), BigInt(PER_TRANSACTION.update))),
  })
}

/** Decides taking back what is listed, and swapping it into coins. */
export function decideTakeBack(
  input: MarketNow & {
    readonly count: number
    readonly andRelease: boolean
    /** For how many of them the wallet has its usual account still. */
    readonly accountsThere?: number
  },
): MarketDecision {
  const { count, andRelease, accountsThere = 0, holdings } = input
  const outOfRange = countRefusal(count, LISTINGS_AT_ONCE_MAX)
  if (outOfRange) return outOfRange
  const of = BigInt(count)
  const makesAccount = andRelease && holdings?.hasCoinAccount !== true
  const made = TOKEN_ACCOUNT_RENT * BigInt(count - accountsThere) + (andRelease ? ESCROW_NFT_RENT * of : 0n)
  const back = LISTING_RENT + LISTED_NFT_RENT + (andRelease ? TOKEN_ACCOUNT_RENT : 0n)
  const per = andRelease ? PER_TRANSACTION.cancelAndRelease : PER_TRANSACTION.cancel
  return decideSpending(input, {
    ...nothingOf(input, count),
    ...networkFee(input, divideCeil(of, BigInt(per))),
    baseUnits: baseUnits(andRelease ? NFT_BASE_UNITS * of : 0n),
    rentLamports: lamports(made + (makesAccount ? TOKEN_ACCOUNT_RENT : 0n)),
    rentBackLamports: lamports(back * of),
    needsLamports: BACK_FIRST + (makesAccount ? TOKEN_ACCOUNT_RENT : 0n),
  })
}

/**
 * Decides buying what is listed at `priceLamports`, for `lamportsMax` at the most. Refuses listingExpired, priceTooHigh
 * where it costs more by now, and what the wallet can't pay.
 */
export function decideBuyListing(
  input: MarketNow & {
    readonly priceLamports: Lamports
    readonly expiresAtSeconds: bigint
    readonly nowSeconds: bigint | undefined
    readonly lamportsMax: Lamports
    /** The buyer has no account for the NFT yet, which is so but for who had it before. */
    readonly makesNftAccount: boolean
  },
): MarketDecision {
  const { priceLamports, lamportsMax, curve, terms } = input
  if (hasExpired(input)) return refused('listingExpired')
  const coins = coinsValueLamports(curve)
  const sale = saleOf(listingDueLamports(priceLamports, coins), coins, terms)
  if (sale.dueLamports > lamportsMax) return refused('priceTooHigh')
  return decideSpending(input, {
    ...nothingOf(input, 1),
    ...sale,
    ...networkFee(input),
    lamportsBound: lamportsMax,
    rentLamports: lamports(input.makesNftAccount ? TOKEN_ACCOUNT_RENT : 0),
    paidLamports: sale.dueLamports,
  })
}

/** Decides an offer for some of the editions. Refusals: which, price, time, SOL. */
export function decideOffer(
  input: MarketNow & {
    readonly priceLamports: Lamports
    readonly editions: readonly number[]
    readonly expiresAtSeconds: bigint
    readonly nowSeconds: bigint | undefined
  },
): MarketDecision {
  const { priceLamports, editions, curve, terms } = input
  if (editions.length === 0) return refused('offerEmpty')
  if (priceLamports === 0n) return refused('amountZero')
  const expiry = expiryRefusal(input.expiresAtSeconds, input.nowSeconds)
  if (expiry) return expiry
  const locked = priceLamports + OFFER_NFT_RENT
  return decideSpending(input, {
    ...nothingOf(input, 1),
    ...saleOf(priceLamports, coinsValueLamports(curve), terms),
    ...networkFee(input),
    lockedLamports: lamports(locked),
    rentLamports: OFFER_RENT,
    paidLamports: locked,
  })
}

/** Decides withdrawing offers, which give back what they hold. */
export function decideCancelOffers(
  input: MarketNow & { readonly unlockedLamports: readonly Lamports[] },
): MarketDecision {
  const count = input.unlockedLamports.length
  const outOfRange = countRefusal(count, OFFERS_AT_ONCE_MAX, 'offer')
  if (outOfRange) return outOfRange
  return decideSpending(input, {
    ...nothingOf(input, count),
    ...networkFee(input),
    unlockedLamports: lamports(sumOf(input.unlockedLamports)),
    rentBackLamports: lamports(OFFER_RENT * BigInt(count)),
  })
}

/**
 * Decides selling an NFT to a bidder, for `lamportsMin` at the least. Refuses offerExpired, nftNotInOffer, offerTooLow where it
 * brings less by now, and what the wallet can't pay.
 */
export function decideAccept(
  input: MarketNow & {
    readonly priceLamports: Lamports
    readonly coversNft: boolean
    readonly expiresAtSeconds: bigint
    readonly nowSeconds: bigint | undefined
    readonly lamportsMin: Lamports
    /** It is for sale, and taken back first. */
    readonly isListed: boolean
    /** As in `decideList`. */
    readonly heldLamports?: bigint | undefined
  },
): MarketDecision {
  const { priceLamports, lamportsMin, isListed, curve, terms } = input
  if (hasExpired(input)) return refused('offerExpired')
  if (!input.coversNft) return refused('nftNotInOffer')
  const sale = saleOf(priceLamports, coinsValueLamports(curve), terms)
  if (sale.sellerLamports < lamportsMin) return refused('offerTooLow')
  const made = isListed ? TOKEN_ACCOUNT_RENT : 0n
  const held = input.heldLamports ?? TOKEN_ACCOUNT_RENT
  const back = isListed ? TOKEN_ACCOUNT_RENT + LISTING_RENT + LISTED_NFT_RENT : held
  return decideSpending(input, {
    ...nothingOf(input, 1),
    ...sale,
    ...networkFee(input),
    lamportsBound: lamportsMin,
    rentLamports: lamports(made),
    rentBackLamports: lamports(back),
    needsLamports: isListed ? BACK_FIRST : 0n,
    receivedLamports: sale.sellerLamports,
  })
}

/** SOL that leaves the wallet, all counted; below zero what it brings. What is listed brings nothing yet. */
export function marketNetLamports(kind: MarketKind, quote: MarketQuote): bigint {
  const costs = quote.rentLamports - quote.rentBackLamports + quote.networkFeeLamports
  const paid = kind === 'buy' ? quote.dueLamports : quote.lockedLamports
  const received = kind === 'accept' ? quote.sellerLamports : quote.unlockedLamports
  return costs + paid - received
}

/** What a price is above what the coins bring, in basis points, downwards; 0 where it is not. */
export function premiumBps(priceLamports: Lamports, coinsLamports: Lamports): bigint {
  if (coinsLamports === 0n || priceLamports <= coinsLamports) return 0n
  return ((priceLamports - coinsLamports) * 10_000n) / coinsLamports
}

/** The most that a wallet can offer: all but the rents and fees, and what a wallet must keep to pay the next one. */
export function offerMaxLamports(holdings: MarketHoldings, priorityFeeLamports: bigint): Lamports {
  const kept =
    OFFER_RENT +
    OFFER_NFT_RENT +
    (holdings.migrationLamports ?? 0n) +
    (NETWORK_FEE + priorityFeeLamports) * 2n +
    rentLamports(0)
  return lamports(holdings.lamports > kept ? holdings.lamports - kept : 0n)
}

const hasExpired = ({
  expiresAtSeconds,
  nowSeconds,
}: {
  readonly expiresAtSeconds: bigint
  readonly nowSeconds: bigint | undefined
}): boolean => nowSeconds !== undefined && nowSeconds >= expiresAtSeconds

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)

function countRefusal(count: number, countMax: number, what = 'NFT'): MarketRefusal | undefined {
  if (count < 1) return refused('badRequest', `Please select at least one ${what}.`)
  return count > countMax ? refused('tooManyNfts', `At most ${countMax} ${what}s at once.`) : undefined
}

function askedRefusal(input: {
  readonly priceLamports: readonly Lamports[]
  readonly expiresAtSeconds: bigint
  readonly nowSeconds: bigint | undefined
}): MarketRefusal | undefined {
  const outOfRange = countRefusal(input.priceLamports.length, LISTINGS_AT_ONCE_MAX)
  if (outOfRange) return outOfRange
  if (input.priceLamports.includes(lamports(0))) return refused('amountZero')
  return expiryRefusal(input.expiresAtSeconds, input.nowSeconds)
}

/** What they would come to, were each sold now for what is asked. */
function askedSale({
  priceLamports,
  curve,
  terms,
}: MarketNow & { readonly priceLamports: readonly Lamports[] }): Sale {
  const coins = coinsValueLamports(curve)
  const sales = priceLamports.map((each) => saleOf(listingDueLamports(each, coins), coins, terms))
  const sum = (of: (sale: Sale) => Lamports) => lamports(sumOf(sales.map(of)))
  return {
    dueLamports: sum((sale) => sale.dueLamports),
    royaltyLamports: sum((sale) => sale.royaltyLamports),
    platformFeeLamports: sum((sale) => sale.platformFeeLamports),
    sellerLamports: sum((sale) => sale.sellerLamports),
  }
}

const NOTHING = lamports(0)

function nothingOf({ curve }: Pick<MarketNow, 'curve'>, count: number) {
  return {
    count,
    dueLamports: NOTHING,
    royaltyLamports: NOTHING,
    platformFeeLamports: NOTHING,
    sellerLamports: NOTHING,
    lamportsBound: NOTHING,
    coinsLamports: coinsValueLamports(curve),
    releaseAndSellLamports: releaseAndSellLamports(curve),
    baseUnits: baseUnits(0),
    lockedLamports: NOTHING,
    unlockedLamports: NOTHING,
    rentLamports: NOTHING,
    rentBackLamports: NOTHING,
  }
}

function networkFee({ priorityFeeLamports = 0n }: MarketNow, transactionCount = 1n) {
  return {
    networkFeeLamports: lamports((NETWORK_FEE + priorityFeeLamports) * transactionCount),
    transactionCount: Number(transactionCount),
  }
}

interface Spending extends MarketQuote {
  /** Beside rents and fees. */
  readonly paidLamports?: bigint
  readonly receivedLamports?: bigint
  /** Of the rents that come back, what must be there first. */
  readonly firstLamports?: bigint
  /** What must be there before anything comes back, beside the first transaction's fee. */
  readonly needsLamports?: bigint
}

/** The wallet must have it when it is needed, and what it ends with must be allowed. */
function decideSpending(
  { holdings }: MarketNow,
  { paidLamports = 0n, receivedLamports = 0n, firstLamports = 0n, needsLamports = 0n, ...asked }: Spending,
): MarketDecision {
  const migration = holdings?.migrationLamports ?? 0n
  const quote: MarketQuote = { ...asked, rentLamports: lamports(asked.rentLamports + migration) }
  if (holdings) {
    const { rentBackLamports, networkFeeLamports, transactionCount } = quote
    const spent =
      paidLamports +
      quote.rentLamports +
      networkFeeLamports -
      rentBackLamports -
      receivedLamports -
      quote.unlockedLamports
    const firstFee = networkFeeLamports / BigInt(transactionCount)
    const needed = [spent + firstLamports, firstFee + needsLamports + migration]
    if (needed.some((each) => holdings.lamports < each)) return refused('insufficientLamports')
    const code = spendingRefusal(holdings.lamports, spent)
    if (code !== undefined) return refused(code)
  }
  return { kind: 'quote', quote }
}
