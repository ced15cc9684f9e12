// The priority fee in a card: nothing on the embedded chain; elsewhere a choice, whose code comes after the card and whose
// place is kept.
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy.tsx'
import type { PriorityFee } from './use-priority-fee.ts'

const PriorityFeeField = lazyPart(() => import('./PriorityFeeField.tsx'))

export function PriorityFeeRow({ fee }: { readonly fee: PriorityFee }) {
  if (!fee.isOffered) return null
  return (
    <Suspense fallback={<div className="h-8 pointer-coarse:h-11" />}>
      <PriorityFeeField fee={fee} />
    </Suspense>
  )
}
