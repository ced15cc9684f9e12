// NFTs of all collections, those whose sales paid most to the platform first, of one rarity or of all.

import { RARITY_COUNTS, type Rarity } from '@twinmint/sdk/core/rarity'
import { Images } from 'lucide-react'
import { Link } from 'wouter'
import { Paged } from '../../shared/Loaded.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { countText } from '../../ui/format.ts'
import { Message } from '../../ui/Message.tsx'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'
import { RarityChips } from './Chips.tsx'
import { NftGrid, NftGridSkeleton } from './NftGrid.tsx'
import { FEATURED_PER_PAGE, useFeaturedNfts, useGalleryCollections } from './queries.ts'

export function FeaturedNfts({
  rarity,
  onRarity,
  walletAddress,
}: {
  readonly walletAddress: string | undefined
  readonly rarity: Rarity | undefined
  readonly onRarity: (rarity: Rarity | undefined) => void
}) {
  return (
    <section aria-labelledby="gallery-nfts" className="mt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="gallery-nfts" className="scroll-mt-20 text-20 font-semibold tracking-tight">
          Featured NFTs
        </h2>
        <p className="text-13 text-muted" title="Who buys from themselves pays these fees too.">
          First those whose sales paid the platform most, then the last swapped.
        </p>
      </div>
      <div className="mt-2">
        <RarityChips chosen={rarity} onChoose={onRarity} />
      </div>
      <div className="mt-3">
        <FeaturedList rarity={rarity} walletAddress={walletAddress} onClear={() => onRarity(undefined)} />
      </div>
    </section>
  )
}

function FeaturedList({
  rarity,
  walletAddress,
  onClear,
}: {
  readonly walletAddress: string | undefined
  readonly rarity: Rarity | undefined
  readonly onClear: () => void
}) {
  const list = useFeaturedNfts(rarity)
  // What most of them are of is on the page already; what else is listed brings its coin by itself.
  const { items: collections } = useGalleryCollections('')
  return (
    <Paged
      list={list}
      skeleton={<NftGridSkeleton label="Loading NFTs" count={FEATURED_PER_PAGE} named />}
      failedTitle="The NFTs could not be loaded"
      level="h3"
      empty={<NoNfts rarity={rarity} onClear={onClear} />}
      endText={`${countText(list.items.length, 'NFT')} shown`}
    >
      {(nfts) => (
        <NftGrid
          nfts={nfts}
          listKey={rarity ?? 'all'}
          label="Featured NFTs"
          walletAddress={walletAddress}
          named
          coinOf={(collectionId) => collections.find(({ id }) => id === collectionId)}
          isStale={list.isPlaceholderData}
        />
      )}
    </Paged>
  )
}

function NoNfts({ rarity, onClear }: { readonly rarity: Rarity | undefined; readonly onClear: () => void }) {
  const icon = <Images size={32} aria-hidden="true" className="text-violet" />
  if (rarity === undefined)
    return (
      <Message
        level="h3"
        icon={icon}
        title="No NFT has been captured yet"
        action={
          <Link href="/" className={buttonClass()}>
            Find a coin
          </Link>
        }
      >
        1,000,000 coins of a collection make one of its NFTs. Buy some, swap them, and yours is shown here.
      </Message>
    )
  return (
    <Message
      level="h3"
      icon={icon}
      title={`No ${RARITY_WORDS[rarity].toLowerCase()} NFT has been captured yet`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all rarities
        </Button>
      }
    >
      {RARITY_COUNTS[rarity]} of the 1,000 numbers of every collection are{' '}
      {RARITY_WORDS[rarity].toLowerCase()}.
    </Message>
  )
}
