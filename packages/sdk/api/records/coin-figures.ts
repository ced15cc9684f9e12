// What of a coin moves after its launch, as readers of all coins hear it, and what becomes of a known coin by it. Pure.

import type { Collection, ListedCoin } from './coin.ts'
import type { FigureColumns, LiveEvent } from './live.ts'
import { isBeyond } from './newer.ts'

/** Without what stays as it was launched, and without the course of the price, of which only the last point follows from the rest. */
export const figuresOf = ({
  name: _name,
  symbol: _symbol,
  collectionName: _collectionName,
  description: _description,
  imageUrl: _imageUrl,
  thumbnailUrl: _thumbnailUrl,
  creatorAddress: _creatorAddress,
  mintAddress: _mintAddress,
  marketAddress: _marketAddress,
  vaultAddress: _vaultAddress,
  escrowAddress: _escrowAddress,
  collectionAddress: _collectionAddress,
  metadataUri: _metadataUri,
  folderCid: _folderCid,
  links: _links,
  maxNFTSupply: _maxNFTSupply,
  initialPrice: _initialPrice,
  openingReserveLamports: _openingReserveLamports,
  guardBps: _guardBps,
  guardSeconds: _guardSeconds,
  boostPriceLamports: _boostPriceLamports,
  boostSeconds: _boostSeconds,
  sellFeeBps: _sellFeeBps,
  creatorShareBps: _creatorShareBps,
  royaltyBps: _royaltyBps,
  marketFeeBps: _marketFeeBps,
  graduationSignature: _graduationSignature,
  launchSignature: _launchSignature,
  historySince: _historySince,
  sparkline: _sparkline,
  metadata: _metadata,
  ...figures
}: Collection) => figures

export type CoinFigures = ReturnType<typeof figuresOf>

export function columnsOf(figures: readonly CoinFigures[]): FigureColumns {
  const columns: Record<string, unknown[]> = {}
  for (const each of figures)
    for (const [name, value] of Object.entries(each)) (columns[name] ??= []).push(value)
  return columns
}

const rowsOf = (columns: FigureColumns): readonly CoinFigures[] =>
  (columns['id'] ?? []).map(
    (_, at) =>
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at]])) as CoinFigures,
  )

/** A coin as an event has it: all of it, or what moves. */
export type CoinNews = Collection | CoinFigures

/** What the event says of coins' states. */
export function newsOf(event: LiveEvent): readonly CoinNews[] {
  if (event.type === 'market') return rowsOf(event.coins)
  return event.type === 'collection' ? [event.collection] : []
}

/** The coin after news of it; the coin itself where it is newer. */
export function withNews<Coin extends ListedCoin>(known: Coin, news: CoinNews): Coin {
  if (isBeyond(known, news)) return known
  const sparkline =
    'sparkline' in news ? news.sparkline : [...known.sparkline.slice(0, -1), Number(news.currentPrice)]
  return { ...known, ...news, sparkline }
}
