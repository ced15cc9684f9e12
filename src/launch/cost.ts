// What a launch costs, told before anything is prepared: an estimate, and named so on screen. The exact figures come
// with the prepared transaction. Pure.
import { MARKET_BYTES } from '../chain/program/accounts.ts'
import { COIN_ACCOUNT_BYTES } from '../chain/program/token-2022.ts'
import { divideFloor, type Lamports, lamports } from '../core/money.ts'
import { characterCount, type LaunchDraft } from './rules.ts'

/** What the network asks for every byte that an account keeps, and for the 128 bytes it counts beside them. */
const RENT_LAMPORTS_PER_BYTE = 6_960n
const ACCOUNT_OVERHEAD_BYTES = 128n
/** "/api/metadata/" and the coin's address, after the server's own address. */
const METADATA_PATH_BYTES = 58n
/** "/collection", by which the collection's metadata address is longer than the coin's. */
const COLLECTION_PATH_BYTES = 11n
/** A coin's and a collection's mint with their extensions, before their texts. */
const COIN_MINT_BYTES = 318n
const COLLECTION_MINT_BYTES = 470n
const SIGNATURE_LAMPORTS = 5_000n

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
): LaunchCost {
  const bytes = (text: string) => BigInt(new TextEncoder().encode(text).length)
  const uri = bytes(serverUrl) + METADATA_PATH_BYTES
  const coinMint = COIN_MINT_BYTES + bytes(draft.name) + bytes(draft.symbol) + uri
  const collectionMint =
    COLLECTION_MINT_BYTES + bytes(draft.collectionName) + bytes(draft.symbol) + uri + COLLECTION_PATH_BYTES
  // The curve's vault, and with a dev buy the creator's own account.
  const coinAccounts = draft.devBuyLamports > 0n ? 2n : 1n
  const accounts = 3n + coinAccounts
  const kept = coinMint + collectionMint + BigInt(MARKET_BYTES) + coinAccounts * BigInt(COIN_ACCOUNT_BYTES)
  const rent = (kept + accounts * ACCOUNT_OVERHEAD_BYTES) * RENT_LAMPORTS_PER_BYTE
  const boost = draft.boost ? boostPriceLamports : 0n
  return {
    rentLamports: lamports(rent),
    networkFeeLamports: lamports(SIGNATURE_LAMPORTS),
    devBuyLamports: draft.devBuyLamports,
    boostLamports: lamports(boost),
    totalLamports: lamports(rent + SIGNATURE_LAMPORTS + draft.devBuyLamports + boost),
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
