// What a launch costs, told before anything is prepared: an estimate, and named so on screen. The exact figures come
// with the prepared transaction. Pure.

import { divideFloor, type Lamports, lamports, parseSolText } from '../../core/money.ts'
import { NETWORK_FEE, rentLamports, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { MARKET_BYTES } from '../../program/sizes.ts'
import { characterCount, type LaunchDraft } from './rules.ts'

/** "/ipfs/" and the folder's address, after the server's own address. */
const METADATA_PATH_BYTES = 65
/** "/coin" and "/collection", after the folder's. */
const COIN_PATH_BYTES = 5
const COLLECTION_PATH_BYTES = 11
/** A coin's and a collection's mint with their extensions, before their texts. */
const COIN_MINT_BYTES = 318
const COLLECTION_MINT_BYTES = 470

/** An NFT's mint with its extensions, before its texts. */
const NFT_MINT_BYTES = 462

/** About what minting an NFT of it will cost beside its coins: the rent of its mint and of the account that holds it. */
export function mintingLamports(
  texts: Pick<LaunchDraft, 'symbol' | 'collectionName'>,
  serverUrl: string,
): Lamports {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const uri = bytes(serverUrl) + METADATA_PATH_BYTES
  const texted = bytes(`${texts.collectionName} #1`) + bytes(texts.symbol) + uri + bytes('/1')
  return lamports(rentLamports(NFT_MINT_BYTES + texted) + TOKEN_ACCOUNT_RENT)
}

export interface LaunchCost {
  readonly rentLamports: Lamports
  readonly networkFeeLamports: Lamports
  readonly devBuyLamports: Lamports
  readonly boostLamports: Lamports
  readonly totalLamports: Lamports
}

/** About what the wallet will pay. Rent follows the length of the texts; the other lines are exact. */
export function estimateLaunchCost(
  draft: Pick<LaunchDraft, 'name' | 'symbol' | 'collectionName' | 'devBuyLamports' | 'boost'>,
  boostPriceLamports: Lamports,
  /** Where the server is found, which the metadata's address begins with. */
  serverUrl: string,
  priorityFeeLamports = 0n,
): LaunchCost {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const uri = bytes(serverUrl) + METADATA_PATH_BYTES
  const coinMint = COIN_MINT_BYTES + bytes(draft.name) + bytes(draft.symbol) + uri + COIN_PATH_BYTES
  const collectionMint =
    COLLECTION_MINT_BYTES + bytes(draft.collectionName) + bytes(draft.symbol) + uri + COLLECTION_PATH_BYTES
  // The curve's vault, and with a dev buy the creator's own account.
  const coinAccounts = draft.devBuyLamports > 0n ? 2n : 1n
  const rent =
    rentLamports(coinMint) +
    rentLamports(collectionMint) +
    rentLamports(MARKET_BYTES) +
    coinAccounts * TOKEN_ACCOUNT_RENT
  const boost = draft.boost ? boostPriceLamports : 0n
  const networkFee = NETWORK_FEE + priorityFeeLamports
  return {
    rentLamports: lamports(rent),
    networkFeeLamports: lamports(networkFee),
    devBuyLamports: draft.devBuyLamports,
    boostLamports: lamports(boost),
    totalLamports: lamports(rent + networkFee + draft.devBuyLamports + boost),
  }
}

/** Dollars, whole thousands short ("$63K"), for a market cap in lamports at the current rate. */
export function roundDollarsText(marketCapLamports: Lamports, solUsd: number): string {
  const solHundredths = divideFloor(marketCapLamports, 10_000_000n)
  const dollars = (Number(solHundredths) / 100) * solUsd
  if (!Number.isFinite(dollars)) return '$–'
  if (dollars < 1_000) return `$${Math.round(dollars)}`
  const [value, unit] = dollars < 999_950 ? [dollars / 1e3, 'K'] : [dollars / 1e6, 'M']
  return `$${value.toFixed(unit === 'K' ? 1 : 2).replace(/\.?0+$/, '')}${unit}`
}

/** "12/50": how much of a field is used, counted as the program counts. */
export function counterText(text: string, charactersMax: number): string {
  return `${characterCount(text.trim())}/${charactersMax}`
}

/** Of the form's text; nothing where it is not an amount: the field itself says so. */
export function devBuyLamports(text: string): Lamports {
  const parsed = parseSolText(text)
  return parsed.kind === 'amount' ? parsed.units : lamports(0)
}
