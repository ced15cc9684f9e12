// What a wallet's holdings and all its trades come to, live.

import type { Portfolio } from '@twinmint/sdk/api/people/contract'
import { portfolioTotals } from '@twinmint/sdk/api/positions/holdings-rules'
import { Money, Percent, Sol } from '../../ui/amounts.tsx'
import { Nothing } from '../../ui/Lines.tsx'
import { usdOf } from './figures.ts'
import { SolResult } from './SolResult.tsx'

export function PortfolioTotals({
  portfolio,
  solUsd,
}: {
  readonly portfolio: Portfolio
  readonly solUsd: number | undefined
}) {
  const totals = portfolioTotals(portfolio)
  const worth = totals.worthLamports.toString()
  const results = [
    { term: 'Unrealised', lamports: totals.unrealisedLamports },
    { term: 'Realised', lamports: BigInt(portfolio.realisedLamports) },
    { term: 'Result', lamports: totals.resultLamports, percent: totals.resultPercent },
  ]
  return (
    <dl
      aria-label="All together"
      className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-panel border border-line bg-panel p-4 sm:grid-cols-4"
    >
      <div>
        <dt className="text-12 text-muted" title="Selling all coins now, after fees, and the SOL">
          Worth if sold, with SOL
        </dt>
        <dd className="text-16 font-semibold">
          <Sol lamports={worth} />
          {solUsd !== undefined && (
            <Money usd={usdOf(worth, solUsd)} className="block text-12 font-normal text-muted" />
          )}
          <span className="block text-12 font-normal text-muted">
            coins at their prices: <Sol lamports={totals.valueLamports.toString()} />
          </span>
        </dd>
      </div>
      {results.map(({ term, lamports, percent = null }) => (
        <div key={term}>
          <dt className="text-12 text-muted">{term}</dt>
          <dd className="text-16 font-semibold">
            {lamports === null ? (
              <Nothing />
            ) : (
              <SolResult lamports={lamports.toString()} solUsd={undefined} />
            )}
            {term === 'Realised' && portfolio.nftRealisedLamports !== '0' && (
              <span className="block text-12 font-normal text-muted">
                NFTs, beyond their coins, counted apart:{' '}
                <SolResult lamports={portfolio.nftRealisedLamports} solUsd={undefined} />
              </span>
            )}
            {percent !== null && <Percent value={percent} change className="block text-12 font-normal" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
