// What a launch costs, as far as the form tells; and, where the wallet has less, how to come by it.

import { devBuyLamports, estimateLaunchCost } from '@twinmint/sdk/actions/launch/cost'
import type { Lamports } from '@twinmint/sdk/core/money'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { Suspense } from 'react'
import { Sol } from '../../ui/amounts.tsx'
import { lazyPart } from '../../ui/lazy.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePlayMoney } from '../../wallet/balance.ts'
import { PlayMoneyButton } from '../../wallet/PlayMoneyButton.tsx'
import { CostLines } from '../CostLines.tsx'
import type { LaunchFieldValues } from './values.ts'

const LaunchFee = lazyPart(() => import('./LaunchFee.tsx'))

export function CostPanel({
  values,
  boostPrice,
  config,
  feeLamports,
  onFee,
  heldLamports,
}: {
  readonly values: LaunchFieldValues
  readonly boostPrice: Lamports
  readonly config: SiteConfig | undefined
  readonly feeLamports: bigint
  readonly onFee: (lamports: bigint) => void
  /** What the wallet has; undefined where that does not matter, or is not known. */
  readonly heldLamports: string | undefined
}) {
  const playMoney = usePlayMoney()
  const cost = estimateLaunchCost(
    { ...values, devBuyLamports: devBuyLamports(values.devBuyAmount), boost: values.boostLaunch },
    boostPrice,
    config?.publicUrl ?? '',
    feeLamports,
  )
  return (
    <Panel title="Cost">
      {config !== undefined && config.network !== 'embedded' && (
        <Suspense fallback={<div className="mb-3 h-8 pointer-coarse:h-11" />}>
          <LaunchFee site={config} onChange={onFee} />
        </Suspense>
      )}
      <CostLines
        exact={false}
        rentLamports={cost.rentLamports.toString()}
        networkFeeLamports={cost.networkFeeLamports.toString()}
        devBuyLamports={cost.devBuyLamports.toString()}
        boostLamports={cost.boostLamports.toString()}
        totalLamports={cost.totalLamports.toString()}
      />
      <p className="mt-3 text-12 text-faint">An estimate: the exact cost is shown when you sign.</p>
      {heldLamports !== undefined && BigInt(heldLamports) < cost.totalLamports && (
        <div className="mt-3 flex flex-col gap-2 rounded-input border border-down/50 bg-down/10 px-3 py-2 text-13">
          <p>
            Your wallet has <Sol lamports={heldLamports} />, less than this costs.
          </p>
          <PlayMoneyButton offer={playMoney} />
        </div>
      )}
    </Panel>
  )
}
