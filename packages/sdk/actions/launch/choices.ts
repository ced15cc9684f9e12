// What a launch may choose beside its texts: how deep it opens, and whether a guard is on it. What each choice means is worked
// out here, by the curve's own formulas, for the form to show. Pure.

import type { SiteConfig } from '../../api/platform/contract.ts'
import {
  type CurveState,
  FORM_GUARD,
  FORM_OPENING_LAMPORTS,
  launchState,
  quoteBuy,
  STANDARD_OPENING_LAMPORTS,
} from '../../core/curve.ts'
import { type BaseUnits, baseUnits, LAMPORTS_PER_SOL, type Lamports, lamports } from '../../core/money.ts'
import { exemptDevBuyLamportsMax, firstBuyerGainLamports, openingLamportsMax } from '../../core/opening.ts'
import { type LaunchChoices, type Terms, termsHash } from '../../program/terms.ts'

/** The form's openings, the preselected one first. */
const OPENINGS: readonly Lamports[] = [
  FORM_OPENING_LAMPORTS,
  lamports(10n * LAMPORTS_PER_SOL),
  STANDARD_OPENING_LAMPORTS,
]

/** What the form begins with. */
export const FORM_CHOICES = { openingReserveLamports: FORM_OPENING_LAMPORTS.toString(), guard: true }

/** Those of them that the program takes; all while the market cap of graduation is not known. */
export function openingsOf(graduationMarketCapLamports: Lamports | undefined): readonly Lamports[] {
  if (graduationMarketCapLamports === undefined) return OPENINGS
  const most = openingLamportsMax(graduationMarketCapLamports)
  return OPENINGS.filter((opening) => opening <= most)
}

/** What is chosen, in the words of the call. An opening that is not among the form's is the first of them. */
export function choicesOf(
  values: { readonly openingReserveLamports: string; readonly guard: boolean },
  graduationMarketCapLamports: Lamports | undefined,
): LaunchChoices {
  const openings = openingsOf(graduationMarketCapLamports)
  const chosen = openings.find((opening) => opening.toString() === values.openingReserveLamports)
  return {
    openingReserveLamports: chosen ?? openings[0] ?? STANDARD_OPENING_LAMPORTS,
    ...(values.guard ? FORM_GUARD : { guardBps: 0, guardSeconds: 0 }),
  }
}

/** The terms that launches get now, as the site says them. */
export function termsOf(site: SiteConfig): Terms {
  return {
    graduationMarketCapLamports: lamports(BigInt(site.graduationMarketCapLamports)),
    boostPriceLamports: lamports(BigInt(site.boostPriceLamports)),
    boostSeconds: site.boostSeconds,
    sellFeeBps: site.sellFeeBps,
    creatorShareBps: site.creatorShareBps,
    royaltyBps: site.royaltyBps,
    marketFeeBps: site.marketFeeBps,
  }
}

/** What names the terms in the call: hex of what names them in the launch. */
export const termsHex = (terms: Terms): string =>
  Array.from(termsHash(terms), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A market of these terms and choices as it is launched, at second 0. */
function openedState(terms: Terms, choices: LaunchChoices): CurveState {
  const { openingReserveLamports, guardBps, guardSeconds } = choices
  return {
    ...launchState({
      graduationMarketCapLamports: terms.graduationMarketCapLamports,
      sellFeeBps: BigInt(terms.sellFeeBps),
      creatorShareBps: BigInt(terms.creatorShareBps),
      openingReserveLamports,
    }),
    guard: { guardBps, guardSeconds, createdAtSeconds: 0n },
  }
}

export type DevBuyQuote =
  | {
      readonly kind: 'quote'
      /** Rounded down. */
      readonly baseUnitsOut: BaseUnits
      /** What of it nobody gets. */
      readonly surchargeLamports: Lamports
      /** The most that is free of the surcharge. */
      readonly exemptLamportsMax: Lamports
    }
  | Extract<ReturnType<typeof quoteBuy>, { readonly kind: 'refused' }>

/**
 * What the creator's first buy gives, in the transaction of the launch: nobody can trade before it, so exactly this much. It is
 * free of the guard where it gives at most 5 % of the supply.
 */
export function quoteDevBuy(terms: Terms, choices: LaunchChoices, lamportsIn: Lamports): DevBuyQuote {
  const quote = quoteBuy(openedState(terms, choices), lamportsIn, { nowSeconds: 0n, isExempt: true })
  if (quote.kind === 'refused') return quote
  const { baseUnitsOut, surchargeLamports } = quote
  const exemptLamportsMax = exemptDevBuyLamportsMax(choices.openingReserveLamports)
  return { kind: 'quote', baseUnitsOut, surchargeLamports, exemptLamportsMax }
}

/** What being first is worth at this opening, without a guard: see sdk/core/opening.ts. */
export function firstBuyerGain(terms: Terms, openingReserveLamports: Lamports): Lamports {
  return firstBuyerGainLamports(openedState(terms, { openingReserveLamports, guardBps: 0, guardSeconds: 0 }))
}

/** What 1 SOL buys at once after a launch with the form's guard; rounded down. */
export function firstSolGuarded(terms: Terms, openingReserveLamports: Lamports): BaseUnits {
  const state = openedState(terms, { openingReserveLamports, ...FORM_GUARD })
  const quote = quoteBuy(state, lamports(LAMPORTS_PER_SOL), { nowSeconds: 0n })
  return quote.kind === 'quote' ? quote.baseUnitsOut : baseUnits(0)
}
