// What a swap would do and cost, and why it can't be done: the same decision on the page, where it names what the button
// says, and on the server, which decides. Also how many swaps go into one transaction. Pure.

import {
  type BuyMoment,
  type CurveState,
  NFT_BASE_UNITS,
  quoteBuyExactOut,
  quoteSell,
} from '../../core/curve.ts'
import type { ErrorCode } from '../../core/errors.ts'
import { readCoins } from '../../core/input-amount.ts'
import { slippageBpsOf } from '../../core/input-settings.ts'
import {
  amountSentence,
  type BaseUnits,
  baseUnits,
  divideFloor,
  type Lamports,
  lamports,
} from '../../core/money.ts'
import { nftMintRent } from '../../core/nft-mint.ts'
import { NETWORK_FEE, rentLamports, spendingRefusal, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { leastOut, mostIn, priceImpactBps } from '../../core/slippage.ts'
import type { NftSource } from '../../program/instructions.ts'
import { packTransactions } from '../signing/packing.ts'

/** Coins for NFTs and back, or SOL for NFTs and back. */
export type SwapKind = 'capture' | 'release' | 'buy' | 'sell'

/** Coins for one NFT, always. */
export const COINS_PER_NFT = 1_000_000
/** The most in one request: what one signature of the wallet swaps. */
export const SWAP_COUNT_MAX = 40
/** The most that are bought or sold for SOL at once. */
export const NFT_TRADE_COUNT_MAX = 5

/** What the wallet has; `undefined` while none is connected, which leaves balance checks out. */
export interface SwapHoldings {
  readonly lamports: Lamports
  readonly baseUnits: BaseUnits
  readonly hasCoinAccount: boolean
  /** Rent by which the coin's accounts grow, where nobody has paid it since the program was upgraded. */
  readonly migrationLamports?: Lamports
}

/** What NFTs of a collection are made of; its escrow account is made by the first capture. */
export interface SwapCollection {
  readonly collectionName: string
  readonly symbol: string
  /** The coin's; an NFT's is this and "/" and its number. */
  readonly metadataUri: string
  readonly hasEscrowVault: boolean
}

/** An NFT to capture. */
export interface Captured {
  readonly edition: number
  readonly source: NftSource
}

export interface SwapQuote {
  readonly count: number
  /** Coins that go into the escrow (capture, buy) or come out of it (release, sell). */
  readonly baseUnits: BaseUnits
  /** Paid to the curve (buy) or received from it after the fee (sell); 0 for a plain swap. */
  readonly lamports: Lamports
  /** What of the payment the launch guard locks at this second; in `lamports`. 0 but for a buy. */
  readonly surchargeLamports: Lamports
  /** The most that is paid or the least that is received, enforced by the program. */
  readonly lamportsBound: Lamports
  readonly feeLamports: Lamports
  readonly priceImpactBps: bigint
  readonly graduates: boolean
  /** For accounts that are made. */
  readonly rentLamports: Lamports
  /** Of accounts that are closed. */
  readonly rentBackLamports: Lamports
  /** For the signatures, and to be first. */
  readonly networkFeeLamports: Lamports
  readonly transactionCount: number
}

export type SwapDecision =
  | { readonly kind: 'quote'; readonly quote: SwapQuote }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail?: string }

const refused = (code: ErrorCode, detail?: string): SwapDecision =>
  detail === undefined ? { kind: 'refused', code } : { kind: 'refused', code, detail }

/**
 * Each NFT brings three addresses: a seventh would not fit the 1,232 bytes of a transaction, and with six what wallets add
 * would not.
 */
const PER_TRANSACTION_MAX = 5
/** How many each takes, where no stranger has sent lamports to the new accounts' addresses before. */
export const TRACE = {
  mint: 17,
  escrow: 10,
  release: 7,
  /** A graduation burns, in the same instruction. */
  buy: 5,
  sell: 3,
  coinAccount: 5,
  escrowVault: 5,
  /** Part of `mint` and `escrow`, and not needed where the account is there. */
  nftAccount: 5,
  /** More for each new account whose address holds lamports already. */
  dusted: 2,
} as const

/** Parts swaps into transactions, in their order. */
export const packSwaps = <T extends { readonly trace: number }>(
  swaps: readonly T[],
  beside: { readonly first: number; readonly last: number },
): T[][] => packTransactions(swaps, { ...beside, most: PER_TRANSACTION_MAX })

/** The escrow's account of an NFT: 165 bytes. */
const ESCROW_NFT_RENT = rentLamports(165)

/** Coins as typed in the custom field to a number of NFTs: whole ones, as many as the coins make. */
export function customCount(
  coinsText: string,
  symbol?: string,
):
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'refused'; readonly question?: string } {
  const parsed = readCoins(coinsText, symbol)
  if (parsed.kind === 'refused' && parsed.reason === 'ambiguous')
    return { kind: 'refused', question: amountSentence(parsed, 'coins') }
  if (parsed.kind === 'refused' || parsed.units < NFT_BASE_UNITS) return { kind: 'refused' }
  return { kind: 'count', count: Number(divideFloor(parsed.units, NFT_BASE_UNITS)) }
}

/** What each transaction pays to be first; nothing where it is left out. */
interface Priority {
  readonly priorityFeeLamports?: bigint | undefined
}

/** Decides a capture of these NFTs. Refusals in order of precedence: number, coins, SOL. */
export function decideCapture(
  input: {
    readonly nfts: readonly Captured[]
    readonly collection: SwapCollection
    readonly holdings: SwapHoldings | undefined
  } & Priority,
): SwapDecision {
  const { nfts, collection, holdings } = input
  const outOfRange = countRefusal(nfts.length, SWAP_COUNT_MAX)
  if (outOfRange) return outOfRange
  const needed = baseUnits(NFT_BASE_UNITS * BigInt(nfts.length))
  if (holdings && holdings.baseUnits < needed) return refused('insufficientBaseUnits')
  return decideSpending(holdings, {
    ...plainSwap(nfts.length, needed),
    ...captureCost(nfts, collection, 0, input),
  })
}

/** Decides giving `count` NFTs back. */
export function decideRelease(
  input: {
    readonly count: number
    readonly holdings: SwapHoldings | undefined
  } & Priority,
): SwapDecision {
  const { count, holdings } = input
  const outOfRange = countRefusal(count, SWAP_COUNT_MAX)
  if (outOfRange) return outOfRange
  const coins = baseUnits(NFT_BASE_UNITS * BigInt(count))
  return decideSpending(holdings, { ...plainSwap(count, coins), ...releaseCost(count, holdings, 0, input) })
}

/** Decides buying these NFTs for SOL: their coins from the curve, the slippage on the total. Refusals: number, slippage, curve, SOL. */
export function decideNftBuy(
  input: {
    readonly nfts: readonly Captured[]
    readonly slippagePercentText: string
    readonly curve: CurveState
    readonly moment: BuyMoment
    readonly collection: SwapCollection
    readonly holdings: SwapHoldings | undefined
  } & Priority,
): SwapDecision {
  const { nfts, curve, moment, collection, holdings } = input
  const outOfRange = countRefusal(nfts.length, NFT_TRADE_COUNT_MAX)
  if (outOfRange) return outOfRange
  const slippageBps = slippageBpsOf(input.slippagePercentText)
  if (slippageBps === undefined) return refused('invalidSlippage')
  const coins = baseUnits(NFT_BASE_UNITS * BigInt(nfts.length))
  const buy = quoteBuyExactOut(curve, coins, moment)
  if (buy.kind === 'refused') return refused(buy.code)
  const atSpot = divideFloor(
    (buy.lamportsIn - buy.surchargeLamports) * curve.reserveBaseUnits,
    curve.reserveLamports,
  )
  const makesAccount = holdings?.hasCoinAccount !== true
  const cost = captureCost(nfts, collection, TRACE.buy + (makesAccount ? TRACE.coinAccount : 0), input)
  return decideSpending(holdings, {
    count: nfts.length,
    baseUnits: coins,
    lamports: buy.lamportsIn,
    surchargeLamports: buy.surchargeLamports,
    lamportsBound: lamports(mostIn(buy.lamportsIn, slippageBps)),
    feeLamports: lamports(0),
    priceImpactBps: priceImpactBps(atSpot, coins),
    graduates: buy.graduates,
    ...cost,
    rentLamports: lamports(cost.rentLamports + (makesAccount ? TOKEN_ACCOUNT_RENT : 0n)),
  })
}

/** Decides selling `count` NFTs for SOL: given back, and their coins sold, the slippage on the total. */
export function decideNftSell(
  input: {
    readonly count: number
    readonly slippagePercentText: string
    readonly curve: CurveState
    readonly holdings: SwapHoldings | undefined
  } & Priority,
): SwapDecision {
  const { count, curve, holdings } = input
  const outOfRange = countRefusal(count, NFT_TRADE_COUNT_MAX)
  if (outOfRange) return outOfRange
  const slippageBps = slippageBpsOf(input.slippagePercentText)
  if (slippageBps === undefined) return refused('invalidSlippage')
  const coins = baseUnits(NFT_BASE_UNITS * BigInt(count))
  const sell = quoteSell(curve, coins)
  if (sell.kind === 'refused') return refused(sell.code)
  const atSpot = divideFloor(coins * curve.reserveLamports, curve.reserveBaseUnits)
  const quote = {
    count,
    baseUnits: coins,
    lamports: sell.lamportsOut,
    surchargeLamports: lamports(0),
    lamportsBound: lamports(leastOut(sell.lamportsOut, slippageBps)),
    feeLamports: sell.feeLamports,
    priceImpactBps: priceImpactBps(atSpot, sell.lamportsOut + sell.feeLamports),
    graduates: false,
    ...releaseCost(count, holdings, TRACE.sell, input),
  }
  return decideSpending(holdings, quote, 0n)
}

function countRefusal(count: number, countMax: number): SwapDecision | undefined {
  if (count < 1) return refused('badRequest', 'Please select at least one NFT.')
  return count > countMax ? refused('tooManyNfts', `At most ${countMax} NFTs at once.`) : undefined
}

function plainSwap(count: number, coins: BaseUnits) {
  const nothing = lamports(0)
  return {
    count,
    baseUnits: coins,
    lamports: nothing,
    surchargeLamports: nothing,
    lamportsBound: nothing,
    feeLamports: nothing,
    priceImpactBps: 0n,
    graduates: false,
  }
}

type Cost = Pick<SwapQuote, 'rentLamports' | 'rentBackLamports' | 'networkFeeLamports' | 'transactionCount'>

/** A minted NFT's mint and the wallet's account of it stay; one out of the escrow pays with the escrow's closed account. */
function captureCost(
  nfts: readonly Captured[],
  collection: SwapCollection,
  before: number,
  { priorityFeeLamports = 0n }: Priority,
): Cost {
  const minted = nfts.filter(({ source }) => source === 'mint')
  const rent = minted.reduce((sum, { edition }) => sum + nftMintRent(collection, edition), 0n)
  const accounts = BigInt(nfts.length + (collection.hasEscrowVault ? 0 : 1))
  const first = before + (collection.hasEscrowVault ? 0 : TRACE.escrowVault)
  const packed = packSwaps(
    nfts.map(({ source }) => ({ trace: TRACE[source] })),
    { first, last: 0 },
  )
  return {
    rentLamports: lamports(rent + accounts * TOKEN_ACCOUNT_RENT),
    rentBackLamports: lamports(BigInt(nfts.length - minted.length) * ESCROW_NFT_RENT),
    networkFeeLamports: lamports((NETWORK_FEE + priorityFeeLamports) * BigInt(packed.length)),
    transactionCount: packed.length,
  }
}

/** The escrow's account of each NFT is paid with the wallet's, which is closed. */
function releaseCost(
  count: number,
  holdings: SwapHoldings | undefined,
  last: number,
  { priorityFeeLamports = 0n }: Priority,
): Cost {
  const makesAccount = holdings?.hasCoinAccount !== true
  const packed = packSwaps(
    Array.from({ length: count }, () => ({ trace: TRACE.release })),
    { first: makesAccount ? TRACE.coinAccount : 0, last },
  )
  const coinAccountRent = makesAccount ? TOKEN_ACCOUNT_RENT : 0n
  return {
    rentLamports: lamports(BigInt(count) * ESCROW_NFT_RENT + coinAccountRent),
    rentBackLamports: lamports(BigInt(count) * TOKEN_ACCOUNT_RENT),
    networkFeeLamports: lamports((NETWORK_FEE + priorityFeeLamports) * BigInt(packed.length)),
    transactionCount: packed.length,
  }
}

/** Rents come back with each NFT, so the wallet needs them for one at a time; what it ends with must be allowed. */
function decideSpending(
  holdings: SwapHoldings | undefined,
  asked: SwapQuote,
  paid: bigint = asked.lamports,
): SwapDecision {
  const rentLamports = lamports(asked.rentLamports + (holdings?.migrationLamports ?? 0n))
  const quote: SwapQuote = { ...asked, rentLamports }
  if (holdings) {
    const first = quote.rentBackLamports > 0n ? TOKEN_ACCOUNT_RENT : 0n
    const spent = paid + quote.rentLamports + quote.networkFeeLamports - quote.rentBackLamports
    if (holdings.lamports < spent + first) return refused('insufficientLamports')
    const received = quote.lamports - paid
    const code = spendingRefusal(lamports(holdings.lamports + received), spent)
    if (code !== undefined) return refused(code)
  }
  return { kind: 'quote', quote }
}
