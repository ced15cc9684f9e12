// NFTs of the escrow that were chosen by their numbers, and the way to choose some.

import { inEscrow } from '@twinmint/sdk/actions/swap/quote-changes'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { ArrowDown, X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'

export function ChosenNfts({
  collection,
  chosen,
  countMax,
  onChosen,
  onBrowse,
}: {
  readonly collection: Collection
  readonly chosen: readonly number[]
  readonly countMax: number
  readonly onChosen: (chosen: readonly number[]) => void
  readonly onBrowse: () => void
}) {
  const waiting = inEscrow(collection)
  if (waiting === 0 && chosen.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {chosen.length > 0 && (
        <>
          <div className="flex min-h-8 items-center justify-between gap-2">
            <p className="text-13 font-medium">Chosen from the escrow</p>
            <Button size="sm" variant="ghost" className="-mr-3" onClick={() => onChosen([])}>
              Choose none
            </Button>
          </div>
          <ul aria-label="Chosen NFTs" className="flex flex-wrap gap-2">
            {chosen.map((number) => (
              <li key={number}>
                <button
                  type="button"
                  aria-label={`Remove #${number}`}
                  onClick={() => onChosen(chosen.filter((each) => each !== number))}
                  translate="no"
                  className="figures inline-flex h-8 items-center gap-1 rounded-full border border-violet bg-ink pr-2 pl-3 text-13 transition-colors hover:bg-raised pointer-coarse:h-11"
                >
                  #{number}
                  <X size={14} aria-hidden="true" className="text-muted" />
                </button>
              </li>
            ))}
          </ul>
          {chosen.length > countMax && (
            <p className="text-12 font-medium text-down">{countMax} at most at once.</p>
          )}
        </>
      )}
      {waiting > chosen.length && (
        <div>
          <Button size="sm" variant="ghost" className="-ml-3" onClick={onBrowse}>
            <ArrowDown size={14} aria-hidden="true" />
            {chosen.length > 0 ? 'Choose more' : 'Choose from the escrow'}
            <span translate="no" className="figures font-normal text-faint">
              {waiting}
              <span className="sr-only"> are there</span>
            </span>
          </Button>
          {chosen.length === 0 && <p className="text-12 text-muted">A number of your choice.</p>}
        </div>
      )}
    </div>
  )
}
