// What a launch pays to be first. Loaded after the form, where the network has a use for it.

import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { useEffect } from 'react'
import { PriorityFeeRow } from '../../wallet/fee/PriorityFeeRow.tsx'
import { usePriorityFee } from '../../wallet/fee/use-priority-fee.ts'

export default function LaunchFee({
  site,
  onChange,
}: {
  readonly site: SiteConfig
  readonly onChange: (lamports: bigint) => void
}) {
  const fee = usePriorityFee(site, undefined, 'launch')
  const { lamports } = fee
  useEffect(() => onChange(lamports), [lamports, onChange])
  return (
    <div className="mb-3">
      <PriorityFeeRow fee={fee} />
    </div>
  )
}
