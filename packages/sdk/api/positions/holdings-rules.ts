// A list of holdings as it is shown: live figures, sorted, without dust, and what it all comes to. Pure.

import type { Holding, Portfolio } from '../people/contract.ts'
import { newsOf, withNews } from '../records/coin-figures.ts'
import type { LiveEvent } from '../records/live.ts'
import { resultAt, resultPercent } from './rules.ts'

export const HOLDING_SORTS = ['worth', 'result'] as const
export type HoldingSort = (typeof HOLDING_SORTS)[number]

/** So many coins of a wallet are looked at, those that it traded last, and so many NFTs. */
export const HOLDINGS_MAX = 200
export const HOLDING_NFTS_MAX = 500

/** What is worth less than this may be left out: 0.001 SOL, about what selling it takes trouble for. */
export const DUST_LAMPORTS = 1_000_000n

/** A holding with its current worth and result. */
export interface ShownHolding extends Holding {
  readonly now: ReturnType<typeof resultAt>
}

export function shownHoldings(holdings: readonly Holding[], sort: HoldingSort): ShownHolding[] {
  const shown = holdings.map((holding) => ({
    ...holding,
    now: resultAt(holding.position, holding.collection),
  }))
  const by = ({ now }: ShownHolding) => (sort === 'worth' ? now.worthLamports : now.resultLamports)
  return shown.sort((a, b) => (by(a) < by(b) ? 1 : by(a) > by(b) ? -1 : 0))
}

export const isDust = ({ now }: ShownHolding): boolean => now.worthLamports < DUST_LAMPORTS

/** What SOL and holdings are worth, and what all trades made; the result is null where not all was looked at. */
export function portfolioTotals(portfolio: Portfolio) {
  const now = portfolio.holdings.map(({ position, collection }) => resultAt(position, collection))
  const sum = (part: (of: (typeof now)[number]) => bigint) =>
    now.reduce((total, each) => total + part(each), 0n)
  const unrealised = sum(({ unrealisedLamports }) => unrealisedLamports)
  const result = unrealised + BigInt(portfolio.realisedLamports)
  return {
    worthLamports:
      BigInt(portfolio.lamports) + BigInt(portfolio.lockedLamports) + sum((each) => each.worthLamports),
    /** The same holdings at their prices, as if a sell moved none. */
    valueLamports: sum(({ valueLamports }) => valueLamports),
    unrealisedLamports: portfolio.isPartial ? null : unrealised,
    resultLamports: portfolio.isPartial ? null : result,
    resultPercent: portfolio.isPartial ? null : resultPercent(result, BigInt(portfolio.boughtLamports)),
  }
}

/** The coin as an event has it, where it is held. */
export function foldPortfolio(portfolio: Portfolio, event: LiveEvent): Portfolio {
  const news = new Map(newsOf(event).map((each) => [each.id, each]))
  if (!portfolio.holdings.some(({ collection }) => news.has(collection.id))) return portfolio
  return {
    ...portfolio,
    holdings: portfolio.holdings.map((holding) => {
      const arrived = news.get(holding.collection.id)
      return arrived === undefined
        ? holding
        : { ...holding, collection: withNews(holding.collection, arrived) }
    }),
  }
}
