// The coin's figures in one list.
import { Flash, Money, Price } from '../ui/amounts.tsx'
import { formatMoneyExact } from '../ui/format.ts'
import { Panel } from '../ui/Panel.tsx'
import type { Collection } from '../wire/records/coin.ts'
import { dollarsOf, graduationFigures, wholeCoinsText } from './figures.ts'

export function StatsPanel({
  collection,
  solUsd,
}: {
  readonly collection: Collection
  readonly solUsd: number | undefined
}) {
  const { thresholdSolText } = graduationFigures(collection)
  return (
    <Panel title="Stats">
      <dl className="grid gap-x-8 gap-y-3 text-13 min-[1240px]:grid-cols-2">
        <Row term="Swap rate">
          <span className="figures">1M</span> tokens = <span className="figures">1</span> NFT
        </Row>
        <Row term="Price">
          <Flash value={collection.currentPrice}>
            <Price sol={collection.currentPrice} />
          </Flash>
        </Row>
        <Row term="Market Cap">
          <Money usd={collection.marketCap} />
        </Row>
        <Row term="24h volume">
          <Price sol={collection.tradingVolume} />
        </Row>
        <Row term="Total Supply">
          <span className="figures">{wholeCoinsText(collection.totalSupply)}</span>
        </Row>
        <Row term="Current Supply">
          <span className="figures">{wholeCoinsText(collection.currentSupply)}</span>
        </Row>
        <Row term="Migration Threshold">
          <span className="figures">
            {solUsd === undefined
              ? `${thresholdSolText} SOL`
              : `${formatMoneyExact(dollarsOf(collection.graduationMarketCapLamports, solUsd))} (${thresholdSolText} SOL)`}
          </span>
        </Row>
      </dl>
    </Panel>
  )
}

function Row({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
