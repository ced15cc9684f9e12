// The figures that the documentation speaks of: from the core, from the terms of the chain that this site is on, and limits
// that src/docs/docs.test.ts compares with the code that holds them. Pure.
import { LAUNCH_RESERVE_LAMPORTS, NFT_BASE_UNITS, SUPPLY_BASE_UNITS } from '../core/curve.ts'
import { coinText, LAMPORTS_PER_SOL, lamports, ratioText, solText } from '../core/money.ts'
import { LEVEL_LAMPORTS_MAX, PRIORITY_LAMPORTS_MAX, WALLET_FEE_LAMPORTS_MAX } from '../core/priority-fee.ts'
import { EDITIONS } from '../core/rarity.ts'
import { NETWORK_FEE } from '../core/rent.ts'
import {
  PRICE_IMPACT_WARNING_BPS,
  SLIPPAGE_BPS_MAX,
  SLIPPAGE_BPS_MIN,
  SLIPPAGE_PERCENT_DEFAULT,
} from '../core/slippage.ts'
import type { SiteConfig } from '../site/contract.ts'
import { XRAY_LIMITS_BPS } from '../wire/records/xray.ts'

/** What of the site's configuration figures follow from. */
export type SiteTerms = Pick<
  SiteConfig,
  | 'solUsd'
  | 'graduationMarketCapLamports'
  | 'boostPriceLamports'
  | 'boostSeconds'
  | 'sellFeeBps'
  | 'creatorShareBps'
  | 'faucetLamports'
>

const group = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')
const percent = (bps: number): string => `${bps / 100} %`
const sol = (amount: string): string => group(solText(lamports(BigInt(amount))))

/** The same on every network. */
export const FIXED_FACTS = {
  supply: group(coinText(SUPPLY_BASE_UNITS)),
  nfts: group(String(EDITIONS)),
  coinsPerNft: group(coinText(NFT_BASE_UNITS)),
  virtualSol: solText(LAUNCH_RESERVE_LAMPORTS),
  // The ratio of the reserves, by what a SOL has more of lamports than a coin of base units.
  launchPrice: ratioText(LAUNCH_RESERVE_LAMPORTS, SUPPLY_BASE_UNITS * 1_000n, 9),
  networkFeeSol: solText(NETWORK_FEE),
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
  launchRentSol: '0.013',
  usernameMax: '50',
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
  const launchCap = Number(LAUNCH_RESERVE_LAMPORTS) / Number(LAMPORTS_PER_SOL)
  const told = (text: (known: SiteTerms) => string) => (site === undefined ? UNKNOWN : text(site))
  return {
    ...FIXED_FACTS,
    graduationSol: told((known) => sol(known.graduationMarketCapLamports)),
    graduationUsd: told((known) => `$${group(String(Math.round(threshold * known.solUsd)))}`),
    /** By the curve the market cap is the reserve's square, so this is its root without the SOL that nobody paid. */
    graduationPaidSol: told(() => (Math.sqrt(threshold * launchCap) - launchCap).toFixed(1)),
    graduationTimes: told(() => group(String(Math.round(threshold / launchCap)))),
    solUsd: told((known) => `$${group(String(known.solUsd))}`),
    sellFee: told((known) => percent(known.sellFeeBps)),
    creatorShare: told((known) => percent(known.creatorShareBps)),
    boostSol: told((known) => sol(known.boostPriceLamports)),
    boostHours: told((known) => String(known.boostSeconds / 3_600)),
    faucetSol: told((known) => sol(known.faucetLamports)),
  }
}

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
