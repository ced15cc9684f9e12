// What lists are narrowed down by, as the server is asked, and the same choice for coins that come by the live stream. Pure.
import type { CoinFilters } from '@twinmint/sdk/api/coin/list-contract'
import type { CoinFigures } from '@twinmint/sdk/api/records/coin-figures'
import { stoodMarketCapUsd } from '@twinmint/sdk/api/records/sustained'

/** As `GET /api/collections` is asked, in one order: equal filters make one request. */
export const requestFilters = (filters: CoinFilters = {}): readonly (readonly [string, string])[] =>
  Object.entries(filters)
    .flatMap(([name, bound]) => (bound === undefined ? [] : [[name, String(bound)] as const]))
    .sort(([a], [b]) => (a < b ? -1 : 1))

const isWithin = (value: number, min: number | string | undefined, max: number | string | undefined) =>
  (min === undefined || value >= Number(min)) && (max === undefined || value <= Number(max))

/** Whether a coin is within the bounds, as the server decides it. */
export function passesFilters(filters: CoinFilters = {}, collection: CoinFigures, nowMs: number): boolean {
  const { createdAt, marketCap, tradingVolume, holderCount, warnings } = collection
  const minutes = (nowMs - Date.parse(createdAt)) / 60_000
  return (
    isWithin(minutes, filters.ageMinutesMin, filters.ageMinutesMax) &&
    // What is shown is within the bounds, and what has only just risen is not yet above one.
    isWithin(stoodMarketCapUsd(collection), filters.marketCapUsdMin, undefined) &&
    isWithin(Number(marketCap), undefined, filters.marketCapUsdMax) &&
    isWithin(Number(tradingVolume), filters.volumeSolMin, filters.volumeSolMax) &&
    isWithin(holderCount, filters.holdersMin, filters.holdersMax) &&
    isWithin(warnings.length, filters.warningsMin, filters.warningsMax)
  )
}
