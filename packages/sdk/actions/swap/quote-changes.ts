// What the swap card says: which NFTs a number means, what is worse than what it said, and what is left to do after a swap
// that stopped half way. Pure.

import type { Collection } from '../../api/records/coin.ts'
import { type BuyMoment, curveStateOf } from '../../core/curve.ts'
import { slippageBpsOf } from '../../core/input-settings.ts'
import { BPS_ONE, baseUnits, divideFloor, lamports } from '../../core/money.ts'
import { EDITIONS, rareAmong } from '../../core/rarity.ts'
import { SLIPPAGE_BPS_MIN } from '../../core/slippage.ts'
import { surchargeBpsOf } from '../../core/surcharge.ts'
import {
  type Captured,
  decideCapture,
  decideNftBuy,
  decideNftSell,
  decideRelease,
  SWAP_COUNT_MAX,
  type SwapCollection,
  type SwapDecision,
  type SwapHoldings,
  type SwapKind,
  type SwapQuote,
} from './rules.ts'
import type { SwapSteps, VerifiedNft } from './verify.ts'

/** What the card showed when the button was pressed. */
export interface AskedSwap {
  readonly kind: SwapKind
  /** Exactly these numbers; undefined means `quote.count`, whichever come next. */
  readonly chosen: readonly number[] | undefined
  /** Newly minted ones of those that come next, even where the escrow has some. */
  readonly mintNew: boolean
  readonly quote: SwapQuote
  /** How many of them the swap makes, as the card said. */
  readonly mintCount: number
  /** Of a buy or sell; 0 otherwise. */
  readonly slippageBps: bigint
  /** What each transaction pays at the most to be first. */
  readonly priorityFeeLamports?: bigint | undefined
}

/** What is wanted, before it is known what it costs. */
export interface WantedSwap {
  readonly kind: SwapKind
  readonly chosen: readonly number[] | undefined
  readonly count: number
  readonly mintNew?: boolean
}

export interface ShownSwap {
  /** What it costs, also where the wallet has too little for it; undefined where nothing can be said. */
  readonly asked: AskedSwap | undefined
  /** Why it can't be done. */
  readonly refusal: Omit<SwapDecision & { readonly kind: 'refused' }, 'kind'> | undefined
}

export interface ShownNow {
  readonly collection: Collection
  readonly holdings: SwapHoldings | undefined
  readonly slippageText: string
  /** Of the launch guard. */
  readonly moment: BuyMoment
  /** What each transaction is to pay to be first. */
  readonly priorityFeeLamports?: bigint | undefined
}

/** Decides what is wanted by what the page knows at this moment. */
export function decideSwap(wanted: WantedSwap, now: ShownNow): ShownSwap {
  const { collection, holdings } = now
  const captures = wanted.kind === 'capture' || wanted.kind === 'buy'
  const decision = decide(wanted, now)
  if (decision.kind === 'refused') {
    const rich = decide(wanted, { ...now, holdings: holdings && { ...holdings, ...PLENTY } })
    return { asked: rich.kind === 'quote' ? askedOf(wanted, now, rich.quote) : undefined, refusal: decision }
  }
  const asked = askedOf(wanted, now, decision.quote)
  const left = capturable(collection)
  return captures && asked.quote.count > left
    ? { asked, refusal: { code: 'nftNotInEscrow', detail: `Only ${countText(left)} can be captured now.` } }
    : { asked, refusal: undefined }
}

const PLENTY = { lamports: lamports(10n ** 18n), baseUnits: baseUnits(10n ** 18n) }

function nftsOf({ chosen, count, mintNew }: WantedSwap, collection: Collection): Captured[] {
  return (
    chosen?.map((edition): Captured => ({ edition, source: 'escrow' })) ??
    // One too many is refused as well as a million are.
    nextCaptured(collection, Math.min(count, SWAP_COUNT_MAX + 1), mintNew)
  )
}

function decide(wanted: WantedSwap, now: ShownNow): SwapDecision {
  const { collection, holdings, slippageText, moment, priorityFeeLamports } = now
  const count = wanted.chosen?.length ?? wanted.count
  const made = { collection: swapCollectionOf(collection), holdings, priorityFeeLamports }
  const traded = { slippagePercentText: slippageText, curve: curveStateOf(collection) }
  switch (wanted.kind) {
    case 'capture':
      return decideCapture({ nfts: nftsOf(wanted, collection), ...made })
    case 'release':
      return decideRelease({ count, holdings, priorityFeeLamports })
    case 'buy':
      return decideNftBuy({ nfts: nftsOf(wanted, collection), ...made, ...traded, moment })
    case 'sell':
      return decideNftSell({ count, holdings, priorityFeeLamports, ...traded })
  }
}

function askedOf(wanted: WantedSwap, now: ShownNow, quote: SwapQuote): AskedSwap {
  const { collection, slippageText, priorityFeeLamports } = now
  const { kind, chosen, mintNew = false } = wanted
  const captures = kind === 'capture' || kind === 'buy'
  const trades = kind === 'buy' || kind === 'sell'
  return {
    kind,
    chosen,
    mintNew,
    quote,
    mintCount: captures ? nftsOf(wanted, collection).filter(({ source }) => source === 'mint').length : 0,
    slippageBps: trades ? (slippageBpsOf(slippageText) ?? 0n) : 0n,
    priorityFeeLamports,
  }
}

/** What became of each NFT of a swap of which something went through. */
export interface SwapEnd {
  readonly swapped: readonly VerifiedNft[]
  /** In a transaction of which nobody knows yet. */
  readonly uncertain: readonly VerifiedNft[]
  readonly notSwapped: readonly VerifiedNft[]
}

export function swapEnd({
  said: steps,
  answers,
  stopped,
}: {
  readonly said: SwapSteps
  readonly answers: readonly unknown[]
  readonly stopped: { readonly moved: 'nothing' | 'fee' | 'unknown' } | undefined
}): SwapEnd {
  const known = answers.length + (stopped?.moved === 'unknown' ? 1 : 0)
  return {
    swapped: steps.slice(0, answers.length).flat(),
    uncertain: steps.slice(answers.length, known).flat(),
    notSwapped: steps.slice(known).flat(),
  }
}

/** What is left to do of a swap that stopped after some transactions; undefined where nothing certain is. */
export function restOf(
  asked: AskedSwap,
  notSwapped: readonly { readonly edition: number }[],
): WantedSwap | undefined {
  if (notSwapped.length === 0) return undefined
  // The first transaction of a buy pays for all of them: their coins are in the wallet already.
  const kind = asked.kind === 'buy' ? 'capture' : asked.kind
  return {
    kind,
    chosen: asked.chosen && notSwapped.map(({ edition }) => edition),
    count: notSwapped.length,
    mintNew: asked.mintNew,
  }
}

type Counts = Pick<Collection, 'mintedNFTCount' | 'circulatingNFTCount'>

/** NFTs that are given back and wait in the escrow. */
export function inEscrow({ mintedNFTCount, circulatingNFTCount }: Counts): number {
  return Math.max(0, mintedNFTCount - circulatingNFTCount)
}

/** How many can be captured at all. */
export function capturable({ circulatingNFTCount }: Counts): number {
  return Math.max(0, EDITIONS - circulatingNFTCount)
}

/**
 * What "so many NFTs" means: what the escrow holds, which costs less, then new ones; with `mintNew` new ones while there are
 * numbers left. Numbers are a guess.
 */
export function nextCaptured(counts: Counts, count: number, mintNew = false): Captured[] {
  const { mintedNFTCount } = counts
  const made = Math.min(EDITIONS - mintedNFTCount, Math.max(0, mintNew ? count : count - inEscrow(counts)))
  const taken = Math.max(0, count - made)
  return Array.from(
    { length: count },
    (_, at): Captured =>
      at < taken
        ? { edition: EDITIONS, source: 'escrow' }
        : { edition: mintedNFTCount + at - taken + 1, source: 'mint' },
  )
}

/**
 * How much more SOL it takes to mint all of what is wanted than to take what the escrow holds; undefined where there is
 * nothing to choose between.
 */
export function mintingExtraLamports(wanted: WantedSwap, now: ShownNow): bigint | undefined {
  const captures = wanted.kind === 'capture' || wanted.kind === 'buy'
  if (!captures || wanted.chosen !== undefined || wanted.count < 1) return undefined
  const of = (mintNew: boolean) => decideSwap({ ...wanted, mintNew }, now).asked
  const [cheap, fresh] = [of(false), of(true)]
  if (cheap === undefined || fresh === undefined || cheap.mintCount === fresh.mintCount) return undefined
  return netLamports(wanted.kind, fresh.quote) - netLamports(wanted.kind, cheap.quote)
}

/** Of the NFTs that are given away those that are asked about first. */
export function rareGiven({ kind, chosen }: Pick<WantedSwap, 'kind' | 'chosen'>): readonly number[] {
  return kind === 'release' || kind === 'sell' ? rareAmong(chosen ?? []) : []
}

/** The escrow's account is made by the first capture. */
export function swapCollectionOf({
  collectionName,
  symbol,
  metadataUri,
  mintedNFTCount,
}: Pick<Collection, 'collectionName' | 'symbol' | 'metadataUri' | 'mintedNFTCount'>): SwapCollection {
  return { collectionName, symbol, metadataUri, hasEscrowVault: mintedNFTCount > 0 }
}

interface Offer {
  readonly kind: SwapKind
  readonly quote: SwapQuote
}

/** So much more in rents and fees is no other price: numbers of more digits, or one transaction more. */
const TOLERANCE_LAMPORTS_PER_NFT = 50_000n

/** Whether `offered` costs more, or brings less, than `shown` said it would at the utmost. */
export function isWorse(offered: Offer, shown: Offer): boolean {
  const costs = (quote: SwapQuote) => quote.rentLamports - quote.rentBackLamports + quote.networkFeeLamports
  const tolerance = TOLERANCE_LAMPORTS_PER_NFT * BigInt(shown.quote.count)
  if (costs(offered.quote) > costs(shown.quote) + tolerance) return true
  if (shown.kind === 'buy')
    return offered.quote.lamportsBound > shown.quote.lamportsBound || locksMore(offered, shown)
  if (shown.kind === 'sell') return offered.quote.lamportsBound < shown.quote.lamportsBound
  return false
}

/** So much more surcharge than was shown, in basis points of the payment, is another buy: a second of a guard is less. */
const MORE_SURCHARGE_BPS = 100n

/** Whether more of the payment is locked than was shown: slippage is for a price that moves, not for that. */
const locksMore = (offered: Offer, shown: Offer): boolean =>
  surchargeOf(offered) > surchargeOf(shown) + MORE_SURCHARGE_BPS
const surchargeOf = ({ quote }: Offer): bigint => surchargeBpsOf(quote.surchargeLamports, quote.lamports)

/**
 * The slippage at which a buy or sell that is now quoted as `offered` stays within the bound of `shown`; undefined where
 * the price moved beyond it, or so near to it that less than the smallest slippage would be left.
 */
export function remainingSlippageBps(offered: Offer, shown: Offer): bigint | undefined {
  if (shown.kind !== 'buy' && shown.kind !== 'sell') return undefined
  if (shown.kind === 'buy' && locksMore(offered, shown)) return undefined
  const { lamports } = offered.quote
  const { lamportsBound } = shown.quote
  const room = shown.kind === 'buy' ? lamportsBound - lamports : lamports - lamportsBound
  if (lamports <= 0n || room < 0n) return undefined
  const bps = divideFloor(room * BPS_ONE, lamports)
  return bps < BigInt(SLIPPAGE_BPS_MIN) ? undefined : bps
}

/** SOL that leaves the wallet with the swap, all counted; below zero what it brings. */
export function netLamports(kind: SwapKind, quote: SwapQuote): bigint {
  const costs = quote.rentLamports - quote.rentBackLamports + quote.networkFeeLamports
  return kind === 'sell' ? costs - quote.lamports : costs + quote.lamports
}

/** "1 NFT", "3 NFTs". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? 'NFT' : 'NFTs'}`
}
