// Out of the escrow or newly minted: which is taken, what the other costs, and the way to it.

import { mintingExtraLamports, type WantedSwap } from '@twinmint/sdk/actions/swap/quote-changes'
import { Archive, Sparkles } from 'lucide-react'
import { Sol } from '../../ui/amounts.tsx'
import { Button } from '../../ui/Button.tsx'
import type { SwapContext } from './swap-context.ts'

export function MintChoice({
  context,
  wanted,
  onMintNew,
}: {
  readonly context: SwapContext
  readonly wanted: WantedSwap
  readonly onMintNew: (mintNew: boolean) => void
}) {
  const extra = mintingExtraLamports(wanted, context)
  if (extra === undefined) return null
  const { mintNew = false, count } = wanted
  const sol = <Sol lamports={extra.toString()} />
  return (
    <div aria-live="polite">
      <Button size="sm" variant="ghost" className="-ml-3" onClick={() => onMintNew(!mintNew)}>
        {mintNew ? (
          <>
            <Archive size={14} aria-hidden="true" />
            Take from the escrow instead
          </>
        ) : (
          <>
            <Sparkles size={14} aria-hidden="true" />
            {count === 1 ? 'Mint a new one instead' : 'Mint new ones instead'}
          </>
        )}
      </Button>
      <p className="text-12 text-muted">
        {mintNew ? <>Saves {sol} of rent.</> : <>Costs {sol} more: rent of what is newly made.</>}
      </p>
    </div>
  )
}
