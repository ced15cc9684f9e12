// What the calculator of the documentation works out, by the core's own formulas. Pure.
import {
  type CurveState,
  launchState,
  marketCapLamports,
  NFT_BASE_UNITS,
  price,
  quoteBuy,
  quoteSell,
} from '@twinmint/sdk/core/curve'
import { readCoins, readSol } from '@twinmint/sdk/core/input-amount'
import {
  amountSentence,
  type BaseUnits,
  coinText,
  type Lamports,
  lamports,
  ratioText,
  solText,
} from '@twinmint/sdk/core/money'
import { openingFigures } from '@twinmint/sdk/core/opening'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'

/** What of the site's configuration figures follow from. */
export type SiteTerms = Pick<
  SiteConfig,
  | 'solUsd'
  | 'graduationMarketCapLamports'
  | 'boostPriceLamports'
  | 'boostSeconds'
  | 'sellFeeBps'
  | 'creatorShareBps'
  | 'royaltyBps'
  | 'marketFeeBps'
  | 'faucetLamports'
>

/** The calculator's markets have no guard, so the moment is of no matter. */
const NO_GUARD = { nowSeconds: 0n }

export interface Question {
  readonly opening: Lamports
  /** SOL that others have paid in before. */
  readonly paidSolText: string
  readonly side: 'BUY' | 'SELL'
  /** SOL of a buy, coins of a sell. */
  readonly amountText: string
}

export interface Answer {
  readonly kind: 'answer'
  readonly before: CurveState
  readonly after: CurveState
  /** Exact: coins of a buy, SOL of a sell. */
  readonly outText: string
  readonly feeText: string
  /** How many NFTs the coins of a buy are, or those of a sell were, to two places. */
  readonly nftsText: string
  readonly graduates: boolean
}

export type Calculated = Answer | { readonly kind: 'refused'; readonly sentence: string }

/** A market as it opens, without a guard. */
export function openedState(site: SiteTerms, openingReserveLamports: Lamports): CurveState {
  return launchState({
    openingReserveLamports,
    graduationMarketCapLamports: lamports(BigInt(site.graduationMarketCapLamports)),
    sellFeeBps: BigInt(site.sellFeeBps),
    creatorShareBps: BigInt(site.creatorShareBps),
  })
}

/** A market into which so much was paid by one buy; undefined where that buy is not possible. */
export function stateAfter(site: SiteTerms, opening: Lamports, paid: Lamports): CurveState | undefined {
  const launch = openedState(site, opening)
  if (paid === 0n) return launch
  const quote = quoteBuy(launch, paid, NO_GUARD)
  return quote.kind === 'quote' ? quote.after : undefined
}

export function calculate(site: SiteTerms, { opening, paidSolText, side, amountText }: Question): Calculated {
  const paid = readSol(paidSolText)
  if (paid.kind === 'refused' && paid.reason === 'ambiguous') return refused(amountSentence(paid, 'SOL'))
  if (paid.kind === 'refused') return refused('Type how much SOL was paid in before.')
  const before = stateAfter(site, opening, paid.units)
  if (before === undefined) return refused('No market has taken in as much as that.')
  const amount = side === 'BUY' ? readSol(amountText) : readCoins(amountText)
  if (amount.kind === 'refused' && amount.reason === 'ambiguous')
    return refused(amountSentence(amount, 'SOL'))
  if (amount.kind === 'refused' || amount.units === 0n)
    return refused(side === 'BUY' ? 'Type how much SOL you pay.' : 'Type how many coins you sell.')
  return side === 'BUY'
    ? buy(before, amount.units as bigint as Lamports)
    : sell(before, amount.units as bigint as BaseUnits)
}

function buy(before: CurveState, paid: Lamports): Calculated {
  const quote = quoteBuy(before, paid, NO_GUARD)
  if (quote.kind === 'refused') return refused('So much cannot be bought at once.')
  return {
    kind: 'answer',
    before,
    after: quote.after,
    outText: coinText(quote.baseUnitsOut),
    feeText: '0',
    nftsText: ratioText(quote.baseUnitsOut, NFT_BASE_UNITS, 2),
    graduates: quote.graduates,
  }
}

function sell(before: CurveState, coins: BaseUnits): Calculated {
  const quote = quoteSell(before, coins)
  if (quote.kind === 'refused')
    return refused(
      quote.code === 'amountTooSmall'
        ? 'So little that nothing would come out.'
        : 'Nobody can sell as much: so many coins were never bought.',
    )
  return {
    kind: 'answer',
    before,
    after: quote.after,
    outText: solText(quote.lamportsOut),
    feeText: solText(quote.feeLamports),
    nftsText: ratioText(coins, NFT_BASE_UNITS, 2),
    graduates: false,
  }
}

const refused = (sentence: string): Calculated => ({ kind: 'refused', sentence })

/** SOL for one coin, to 15 places. */
export function priceText(state: CurveState): string {
  const now = price(state)
  return ratioText(now.lamports, now.baseUnits * 1_000n, 15)
}

export interface CurvePoint {
  readonly paidSol: number
  readonly capSol: number
}

/** Market caps from launch until a little beyond graduation, for the drawing. */
export function curvePoints(site: SiteTerms, opening: Lamports, count: number): readonly CurvePoint[] {
  const { raisedLamports } = openingFigures({
    openingReserveLamports: opening,
    graduationMarketCapLamports: lamports(BigInt(site.graduationMarketCapLamports)),
  })
  const paidMax = (Number(raisedLamports) / 1e9) * 1.15
  return Array.from({ length: count }, (_, at) => {
    const paid = lamports(BigInt(Math.round(((paidMax * at) / (count - 1)) * 1e9)))
    const state = stateAfter(site, opening, paid)
    return { paidSol: Number(paid) / 1e9, capSol: state === undefined ? 0 : capSol(state) }
  })
}

export const capSol = (state: CurveState): number => Number(marketCapLamports(state)) / 1e9
