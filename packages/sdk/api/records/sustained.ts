// What of a coin has stood for ten minutes (sdk/core/sustained.ts), as lists order by it: derived from a record's figures of now and
// `stoodMarketCapLamports`, since price and market cap go together. For the eye and for orders, so in doubles. Pure.
import type { Collection } from './coin.ts'

type Stood = Pick<Collection, 'marketCapLamports' | 'stoodMarketCapLamports'>

const shareOf = ({ marketCapLamports, stoodMarketCapLamports }: Stood): number =>
  marketCapLamports === '0' ? 1 : Number(stoodMarketCapLamports) / Number(marketCapLamports)

/** The change of the price that stood, in percent. */
export const stoodChange = (collection: Stood, changePercent: number): number =>
  (100 + changePercent) * shareOf(collection) - 100

/** How far what stood is on the way to graduation: 100 where that stands, else below it. */
export const stoodProgress = ({
  graduationStands,
  graduationMarketCapLamports,
  stoodMarketCapLamports,
}: Pick<
  Collection,
  'graduationStands' | 'graduationMarketCapLamports' | 'stoodMarketCapLamports'
>): number =>
  graduationStands
    ? 100
    : Math.min(99.99, (Number(stoodMarketCapLamports) / Number(graduationMarketCapLamports)) * 100)

/** Dollars of the market cap that stood. */
export const stoodMarketCapUsd = (collection: Stood & Pick<Collection, 'marketCap'>): number =>
  Number(collection.marketCap) * shareOf(collection)
