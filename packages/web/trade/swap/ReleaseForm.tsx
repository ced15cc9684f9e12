// The wallet's NFTs for coins: which ones.

import { countText } from '@twinmint/sdk/actions/swap/quote-changes'
import { SWAP_COUNT_MAX } from '@twinmint/sdk/actions/swap/rules'
import { commonestFirst } from '@twinmint/sdk/core/rarity'
import { Images } from 'lucide-react'
import { NftPicker } from '../../shared/NftPicker.tsx'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { SwapForm } from './SwapForm.tsx'
import type { SwapContext } from './swap-context.ts'
import { NO_NFT_SELECTED } from './swap-texts.ts'

export interface ReleaseFormProps {
  readonly context: SwapContext
  /** Numbers of the wallet's own. */
  readonly chosen: readonly number[]
  readonly onChosen: (chosen: readonly number[]) => void
  /** To where one is got. */
  readonly onGet: () => void
}

export function ReleaseForm({ context, chosen, onChosen, onGet }: ReleaseFormProps) {
  const held = heldOf(context, chosen)
  return (
    <SwapForm
      context={context}
      wanted={{ kind: 'release', chosen: held, count: held.length }}
      problem={held.length === 0 ? NO_NFT_SELECTED : undefined}
      label={held.length > 1 ? `Release ${countText(held.length)}` : 'Release NFT'}
    >
      <OwnNfts
        context={context}
        chosen={held}
        onChosen={onChosen}
        countMax={SWAP_COUNT_MAX}
        getLabel={`Swap 1M ${context.collection.symbol} for one`}
        onGet={onGet}
      />
    </SwapForm>
  )
}

/**
 * Of the chosen numbers those that the wallet has, the commonest first; another wallet may be connected since. They are
 * given away in this order, which counts where one of several transactions fails.
 */
export function heldOf({ nfts }: SwapContext, chosen: readonly number[]): readonly number[] {
  return commonestFirst(chosen.filter((number) => nfts?.some(({ tokenId }) => tokenId === number)))
}

export function OwnNfts({
  context,
  chosen,
  onChosen,
  countMax,
  getLabel,
  onGet,
}: ReleaseFormProps & { readonly countMax: number; readonly getLabel: string }) {
  const { isConnected, nfts, nftsFailed, collection, status } = context
  if (!isConnected)
    return (
      <p className="rounded-input border border-dashed border-line px-4 py-6 text-center text-13 text-muted">
        Your {collection.collectionName} NFTs are shown here.
      </p>
    )
  if (nftsFailed)
    return (
      <div className="flex flex-col items-center gap-3 rounded-input border border-dashed border-line px-4 py-6 text-center text-13 text-muted">
        Your NFTs could not be loaded.
        <RetryButton query={nftsFailed} size="sm" />
      </div>
    )
  if (nfts === undefined)
    return (
      <SkeletonGroup label="Loading your NFTs" className="grid grid-cols-3 gap-2">
        {[1, 2, 3].map((each) => (
          <Skeleton key={each} className="h-36 rounded-input!" />
        ))}
      </SkeletonGroup>
    )
  if (nfts.length === 0)
    return (
      <div className="flex flex-col items-center gap-3 rounded-input border border-dashed border-line px-4 py-6 text-center">
        <Images size={28} aria-hidden="true" className="text-violet" />
        <p className="text-13 text-muted">You hold no {collection.collectionName} NFT.</p>
        <Button size="sm" variant="secondary" onClick={onGet}>
          {getLabel}
        </Button>
      </div>
    )
  return (
    <NftPicker
      nfts={nfts}
      chosen={chosen}
      onChange={onChosen}
      countMax={countMax}
      label={`Your ${collection.collectionName} NFTs`}
      disabled={status?.phase === 'running'}
    />
  )
}
