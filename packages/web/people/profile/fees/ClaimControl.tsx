// The button that claims a coin's fees, or a share of them, for the wallet that gets them. How much there is comes with every
// sell, live.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { NETWORK_FEE } from '@twinmint/sdk/core/rent'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { Sol } from '../../../ui/amounts.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Line, Lines } from '../../../ui/Lines.tsx'
import { useHoldings } from '../../../wallet/balance.ts'
import { PriorityFeeRow } from '../../../wallet/fee/PriorityFeeRow.tsx'
import { usePriorityFee } from '../../../wallet/fee/use-priority-fee.ts'
import { StepLine } from '../../../wallet/signing/StepLine.tsx'
import { useFlow } from '../../../wallet/use-flow.ts'
import { CLAIM_TEXTS, claimFlow } from '../claim-flow.ts'
import { UpgradeLine } from './UpgradeLine.tsx'

interface ClaimProps {
  readonly collection: Collection
  /** What the wallet gets now. */
  readonly dueLamports: string
  /** A receiver that has not signed yet confirms with its first claim, which may bring nothing. */
  readonly isConfirmed: boolean
  readonly site: SiteConfig | undefined
}

export function ClaimControl({ collection, dueLamports, isConfirmed, site }: ClaimProps) {
  const claim = useFlow({ site, load: async () => claimFlow, ...CLAIM_TEXTS })
  const fee = usePriorityFee(site, collection.id, 'claim')
  const migrationLamports = useHoldings(collection.id)?.migrationLamports ?? 0n
  const isZero = dueLamports === '0'
  const isNothing = isZero && isConfirmed
  return (
    <div className="flex flex-col gap-2">
      {fee.isOffered && <PriorityFeeRow fee={fee} />}
      {(fee.isOffered || migrationLamports > 0n) && (
        <Lines>
          {fee.isOffered && (
            <Line term={fee.lamports > 0n ? 'Network and priority fee' : 'Network fee'}>
              <Sol lamports={(NETWORK_FEE + fee.lamports).toString()} />
            </Line>
          )}
          <UpgradeLine lamports={migrationLamports} />
        </Lines>
      )}
      <Button
        className="w-full"
        pending={claim.isRunning}
        disabled={isNothing}
        aria-describedby={isNothing ? 'nothing-to-claim' : undefined}
        onClick={() =>
          claim.start({ ...collection, dueLamports, migrationLamports, priorityFeeLamports: fee.lamports })
        }
      >
        {claim.isRunning ? (
          'Claiming...'
        ) : isNothing ? (
          'Claim fees'
        ) : isZero ? (
          'Confirm my share'
        ) : (
          <span>
            Claim <Sol lamports={dueLamports} />
          </span>
        )}
      </Button>
      <StepLine status={claim.status} />
      {isNothing && (
        <p id="nothing-to-claim" className="text-12 text-muted">
          Nothing to claim yet. Fees gather with every sell.
        </p>
      )}
      {!isConfirmed && (
        <p className="text-12 text-muted">
          Your first claim shows everybody that somebody has this wallet’s key.
        </p>
      )}
    </div>
  )
}
