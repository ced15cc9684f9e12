// Under a form that captures or buys an NFT: one that somebody lists and that costs less, with what it saves and its button.
import { Link } from 'wouter'
import { Sol } from '../../ui/amounts.tsx'
import { formatSolExact } from '../../ui/format.ts'
import { NftMarketButton } from '../../wallet/nft-market/NftMarketButton.tsx'
import { cheaperListing } from './listed.ts'
import { useCheapestListed } from './queries.ts'
import type { SwapContext } from './swap-context.ts'

export function CheaperListing({ context }: { readonly context: SwapContext }) {
  const { collection, priority, isPaused, walletAddress } = context
  const listed = useCheapestListed(collection.id)
  // While the program is paused nobody can buy it.
  const found = isPaused
    ? undefined
    : cheaperListing(listed, { ...context, priorityFeeLamports: priority.lamports }, walletAddress)
  if (found === undefined) return null
  const { nft, costLamports, savedLamports, swapLamports, isMinted } = found
  const { collectionId, tokenId } = nft
  return (
    <aside
      aria-label="Cheaper on the NFT market"
      className="flex items-center gap-3 rounded-input border border-violet/50 bg-ink py-1.5 pr-2 pl-3 text-13"
    >
      <div className="min-w-0 flex-1">
        <p>
          <Link
            href={`/nft/${collectionId}/${tokenId}`}
            translate="no"
            className="figures font-semibold underline decoration-line underline-offset-4 hover:decoration-current"
          >
            #{tokenId}
          </Link>{' '}
          costs <Sol lamports={costLamports.toString()} className="font-semibold" /> in all,
        </p>
        <p
          className="text-12 text-muted"
          title={`Buying 1,000,000 coins and ${isMinted ? 'minting one' : 'taking one out of the escrow'} costs ${formatSolExact(swapLamports.toString())} SOL, rents and fees included`}
        >
          <Sol lamports={savedLamports.toString()} className="font-semibold text-up" /> less than{' '}
          {isMinted ? 'minting' : 'buying and swapping'} (<Sol lamports={swapLamports.toString()} /> in all)
        </p>
      </div>
      <NftMarketButton
        size="sm"
        request={{ kind: 'buy', collectionId, edition: tokenId }}
        what={`#${tokenId}`}
      >
        Buy
      </NftMarketButton>
    </aside>
  )
}
