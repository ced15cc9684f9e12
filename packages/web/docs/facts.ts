// The figures that the documentation speaks of: from the core, from the terms of the chain that this site is on, and limits
// that packages/web/docs/docs.test.ts compares with the code that holds them. Pure.

import { XRAY_LIMITS_BPS } from '@twinmint/sdk/api/records/xray'
import {
  EXEMPT_BASE_UNITS_MAX,
  FORM_GUARD,
  FORM_OPENING_LAMPORTS,
  GUARD_BPS_MAX,
  GUARD_SECONDS_MAX,
  NFT_BASE_UNITS,
  OPENING_LAMPORTS_MAX,
  OPENING_LAMPORTS_MIN,
  quoteSell,
  STANDARD_OPENING_LAMPORTS,
  SUPPLY_BASE_UNITS,
} from '@twinmint/sdk/core/curve'
import { bpsText, groupThousands } from '@twinmint/sdk/core/figures'
import { coinText, type Lamports, lamports, ratioText, solText } from '@twinmint/sdk/core/money'
import { coinsValueLamports, listingDueLamports, type Sale, saleOf } from '@twinmint/sdk/core/nft-sale'
import {
  firstBuyerGainLamports,
  openingFigures,
  solTenthsText,
  supplyPercentText,
} from '@twinmint/sdk/core/opening'
import {
  LEVEL_LAMPORTS_MAX,
  PRIORITY_LAMPORTS_MAX,
  WALLET_FEE_LAMPORTS_MAX,
} from '@twinmint/sdk/core/priority-fee'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import { NETWORK_FEE, rentLamports, TOKEN_ACCOUNT_RENT } from '@twinmint/sdk/core/rent'
import {
  PRICE_IMPACT_WARNING_BPS,
  SLIPPAGE_BPS_MAX,
  SLIPPAGE_BPS_MIN,
  SLIPPAGE_PERCENT_DEFAULT,
} from '@twinmint/sdk/core/slippage'
import { SURCHARGE_ASK_BPS } from '@twinmint/sdk/core/surcharge'
import { LISTING_BYTES, OFFER_BYTES } from '@twinmint/sdk/program/sizes'
import { openedState, type SiteTerms, stateAfter } from './calculate.ts'

const percent = (bps: number): string => `${bpsText(bps)} %`
const sol = (amount: string): string => groupThousands(solText(lamports(BigInt(amount))))

/** Between what a call opens with that says nothing and what the form preselects. */
const MIDDLE_OPENING_LAMPORTS = lamports(10_000_000_000n)

/** The ratio of the reserves, by what a SOL has more of lamports than a coin of base units. */
function priceAt(opening: Lamports): string {
  return ratioText(opening, SUPPLY_BASE_UNITS * 1_000n, 9)
}

/** The same on every network. */
export const FIXED_FACTS = {
  supply: groupThousands(coinText(SUPPLY_BASE_UNITS)),
  nfts: groupThousands(EDITIONS),
  coinsPerNft: groupThousands(coinText(NFT_BASE_UNITS)),
  openingCall: solText(STANDARD_OPENING_LAMPORTS),
  openingForm: solText(FORM_OPENING_LAMPORTS),
  openingMin: solText(OPENING_LAMPORTS_MIN),
  openingMax: solText(OPENING_LAMPORTS_MAX),
  launchPrice: priceAt(STANDARD_OPENING_LAMPORTS),
  launchPriceMid: priceAt(MIDDLE_OPENING_LAMPORTS),
  launchPriceForm: priceAt(FORM_OPENING_LAMPORTS),
  guardForm: percent(FORM_GUARD.guardBps),
  guardFormSeconds: String(FORM_GUARD.guardSeconds),
  guardMax: percent(GUARD_BPS_MAX),
  guardSecondsMax: String(GUARD_SECONDS_MAX),
  guardExempt: `${supplyPercentText(EXEMPT_BASE_UNITS_MAX)} %`,
  surchargeAsk: percent(Number(SURCHARGE_ASK_BPS)),
  networkFeeSol: solText(NETWORK_FEE),
  accountRentSol: solText(TOKEN_ACCOUNT_RENT),
  // The seller's account is closed, and has five bytes more than the one of the program.
  listingRentSol: solText(lamports(rentLamports(LISTING_BYTES) + rentLamports(165) - TOKEN_ACCOUNT_RENT)),
  offerRentSol: solText(lamports(rentLamports(OFFER_BYTES) + TOKEN_ACCOUNT_RENT)),
  priorityLevelMaxSol: solText(LEVEL_LAMPORTS_MAX),
  priorityMaxSol: solText(PRIORITY_LAMPORTS_MAX),
  walletFeeMaxSol: solText(WALLET_FEE_LAMPORTS_MAX),
  slippageDefault: `${SLIPPAGE_PERCENT_DEFAULT} %`,
  slippageMin: percent(SLIPPAGE_BPS_MIN),
  slippageMax: percent(SLIPPAGE_BPS_MAX),
  impactWarning: percent(Number(PRICE_IMPACT_WARNING_BPS)),
  nameMax: '50',
  symbolMax: '10',
  descriptionMax: '500',
  imageMb: '10',
  captureMax: '40',
  nftTradeMax: '5',
  launchRentSol: '0.014',
  // Below what tests/priority-fee.test.ts measures under the longest address.
  launchFeeTextBytes: '360',
  launchWalletTextBytes: '408',
  usernameMax: '50',
  followedMax: '200',
  dustSol: '0.001',
  holdingsMax: '200',
  holdingNftsMax: '500',
  claimsPerTransaction: '18',
  claimedCoinsMax: '100',
  messageMax: '500',
  messagesPerMinute: '10',
  messagesPerHour: '120',
  xrayCreator: percent(Number(XRAY_LIMITS_BPS.creator)),
  xrayLaunchSlot: percent(Number(XRAY_LIMITS_BPS.launchSlot)),
  xrayOpening: percent(Number(XRAY_LIMITS_BPS.opening)),
  xraySameSlot: percent(Number(XRAY_LIMITS_BPS.sameSlot)),
  xrayHolders: percent(Number(XRAY_LIMITS_BPS.holders)),
  xrayGroup: '3',
  xrayFundedMin: '0.002',
  xrayBefore: '100',
  xrayAfter: '400',
  xrayEarly: '200',
}

/** While the site's terms are on their way. */
const UNKNOWN = '…'

export function factsOf(site: SiteTerms | undefined) {
  const threshold = site === undefined ? 0 : Number(BigInt(site.graduationMarketCapLamports)) / 1e9
  const formCap = Number(FORM_OPENING_LAMPORTS) / 1e9
  const told = (text: (known: SiteTerms) => string) => (site === undefined ? UNKNOWN : text(site))
  return {
    ...FIXED_FACTS,
    graduationSol: told((known) => sol(known.graduationMarketCapLamports)),
    graduationUsd: told((known) => `$${groupThousands(Math.round(threshold * known.solUsd))}`),
    /** From the form's opening on. */
    graduationTimes: told(() => groupThousands(Math.round(threshold / formCap))),
    ...openingFacts('Call', STANDARD_OPENING_LAMPORTS, site),
    ...openingFacts('Mid', MIDDLE_OPENING_LAMPORTS, site),
    ...openingFacts('Form', FORM_OPENING_LAMPORTS, site),
    solUsd: told((known) => `$${groupThousands(known.solUsd)}`),
    sellFee: told((known) => percent(known.sellFeeBps)),
    creatorShare: told((known) => percent(known.creatorShareBps)),
    royalty: told((known) => percent(known.royaltyBps)),
    marketFee: told((known) => percent(known.marketFeeBps)),
    ...saleFacts(site),
    boostSol: told((known) => sol(known.boostPriceLamports)),
    boostHours: told((known) => String(known.boostSeconds / 3_600)),
    faucetSol: told((known) => sol(known.faucetLamports)),
  }
}

type OpeningFacts<Name extends string> = Readonly<
  Record<`${'firstSol' | 'raised' | 'pool' | 'nftCoins' | 'gain'}${Name}`, string>
>

/** What an opening means by the terms of the chain that this site is on. */
function openingFacts<Name extends string>(
  name: Name,
  opening: Lamports,
  site: SiteTerms | undefined,
): OpeningFacts<Name> {
  const figures =
    site &&
    openingFigures({
      openingReserveLamports: opening,
      graduationMarketCapLamports: lamports(BigInt(site.graduationMarketCapLamports)),
    })
  const texts = {
    firstSol: figures ? `${supplyPercentText(figures.firstSolBaseUnits)} %` : UNKNOWN,
    raised: figures ? solTenthsText(figures.raisedLamports) : UNKNOWN,
    pool: figures ? `${supplyPercentText(figures.poolBaseUnits)} %` : UNKNOWN,
    nftCoins: figures ? solText(lamports(roundTo(figures.nftCoinsLamports, 10_000n))) : UNKNOWN,
    gain: site ? solTenthsText(firstBuyerGainLamports(openedState(site, opening))) : UNKNOWN,
  }
  return Object.fromEntries(
    Object.entries(texts).map(([what, text]) => [`${what}${name}`, text]),
  ) as OpeningFacts<Name>
}

/** What was paid into the curve of the example, and the prices in it. */
const SALE_EXAMPLE = {
  paid: lamports(20_000_000_000n),
  high: lamports(100_000_000n),
  low: lamports(50_000_000n),
  offer: lamports(85_000_000n),
}

/** Three sales of one NFT, by the functions that price real ones. */
function saleFacts(site: SiteTerms | undefined) {
  const state = site && stateAfter(site, FORM_OPENING_LAMPORTS, SALE_EXAMPLE.paid)
  const coins = state && coinsValueLamports(state)
  const sale = (due: (coins: Lamports) => Lamports): Readonly<Record<keyof Sale, string>> | undefined => {
    if (site === undefined || coins === undefined) return undefined
    const sold = saleOf(due(coins), coins, {
      royaltyBps: BigInt(site.royaltyBps),
      marketFeeBps: BigInt(site.marketFeeBps),
    })
    return {
      dueLamports: solText(sold.dueLamports),
      royaltyLamports: solText(sold.royaltyLamports),
      platformFeeLamports: solText(sold.platformFeeLamports),
      sellerLamports: solText(sold.sellerLamports),
    }
  }
  const high = sale((value) => listingDueLamports(SALE_EXAMPLE.high, value))
  const low = sale((value) => listingDueLamports(SALE_EXAMPLE.low, value))
  const offer = sale(() => SALE_EXAMPLE.offer)
  const swapped = state && quoteSell(state, NFT_BASE_UNITS)
  return {
    saleCoins: low?.dueLamports ?? UNKNOWN,
    saleSwap: swapped?.kind === 'quote' ? solText(swapped.lamportsOut) : UNKNOWN,
    saleHigh: solText(SALE_EXAMPLE.high),
    saleHighRoyalty: high?.royaltyLamports ?? UNKNOWN,
    saleHighFee: high?.platformFeeLamports ?? UNKNOWN,
    saleHighSeller: high?.sellerLamports ?? UNKNOWN,
    saleLow: solText(SALE_EXAMPLE.low),
    saleLowFee: low?.platformFeeLamports ?? UNKNOWN,
    saleLowSeller: low?.sellerLamports ?? UNKNOWN,
    saleOffer: solText(SALE_EXAMPLE.offer),
    saleOfferRoyalty: offer?.royaltyLamports ?? UNKNOWN,
    saleOfferFee: offer?.platformFeeLamports ?? UNKNOWN,
    saleOfferSeller: offer?.sellerLamports ?? UNKNOWN,
  }
}

const roundTo = (amount: bigint, unit: bigint): bigint => amount - (amount % unit)

export type Facts = ReturnType<typeof factsOf>

/** A figure by its name in a page; the name itself where there is none. */
export function factText(facts: Facts, name: string): string {
  const known: Readonly<Record<string, string>> = facts
  return known[name] ?? name
}

/** `{{name}}` in code and in the search's text. */
export const fillFacts = (facts: Facts, text: string, origin: string): string =>
  text.replace(/\{\{([A-Za-z]+)\}\}/g, (_, name: string) =>
    name === 'origin' ? origin : factText(facts, name),
  )
