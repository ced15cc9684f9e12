// The NFTs of a wallet with their prices; of one's own several are chosen, and listed at once.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { LISTINGS_AT_ONCE_MAX } from '@twinmint/sdk/core/nft-sale'
import { Check, Star, Tag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { NftGrid, NftGridSkeleton } from '../nfts/gallery/NftGrid.tsx'
import { useHeldNfts, usePortfolio } from '../people/profile/user-queries.ts'
import { Loaded } from '../shared/Loaded.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { countText } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { openNftMarketDialog } from '../wallet/nft-market/requests.ts'
import { SendButton } from '../wallet/send/SendButton.tsx'

/** Of one coin: a listing of several is one request, and a request is about one coin. */
interface Chosen {
  readonly collectionId: string
  readonly editions: readonly number[]
}

export function NftsTab({
  address,
  ownAddress,
}: {
  readonly address: string
  readonly ownAddress: string | undefined
}) {
  const { data: portfolio } = usePortfolio(address)
  const coinOf = (id: string) =>
    portfolio?.holdings.find(({ collection }) => collection.id === id)?.collection
  return (
    <Loaded
      query={useHeldNfts(address)}
      skeleton={<NftGridSkeleton label="Loading NFTs" count={6} named />}
      failedTitle="The NFTs could not be loaded"
    >
      {({ nfts }) =>
        nfts.length === 0 ? (
          <Message
            icon={<Star size={32} aria-hidden="true" className="text-violet" />}
            title="No NFTs yet"
            action={
              <Link href="/gallery" className={buttonClass('primary')}>
                Browse the gallery
              </Link>
            }
          >
            1,000,000 coins are captured as 1 NFT of the same picture, and go back as easily.
          </Message>
        ) : address === ownAddress ? (
          <OwnNfts nfts={nfts} address={address} coinOf={coinOf} />
        ) : (
          <NftGrid nfts={nfts} label="NFTs" walletAddress={ownAddress} named coinOf={coinOf} />
        )
      }
    </Loaded>
  )
}

function OwnNfts({
  nfts,
  address,
  coinOf,
}: {
  readonly nfts: readonly Nft[]
  readonly address: string
  readonly coinOf: NonNullable<Parameters<typeof NftGrid>[0]['coinOf']>
}) {
  const [isChoosing, setChoosing] = useState(false)
  const [wanted, setWanted] = useState<Chosen>()
  const listable = nfts.filter(({ listing }) => listing === null)
  // What has been listed, sent or swapped meanwhile is not chosen any more.
  const chosen = chosenOf(listable, wanted)
  const toggle = ({ collectionId, tokenId }: Nft) =>
    setWanted(
      chosen.includes(tokenId)
        ? { collectionId, editions: chosen.filter((each) => each !== tokenId) }
        : { collectionId, editions: [...chosen, tokenId] },
    )
  const stop = () => {
    setChoosing(false)
    setWanted(undefined)
  }
  return (
    <>
      {listable.length > 1 && (
        <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-2">
          <p className="text-13 text-muted" aria-live="polite">
            {isChoosing
              ? `Choose NFTs of one coin, up to ${LISTINGS_AT_ONCE_MAX}: one price for all of them, signed once.`
              : `${countText(listable.length, 'NFT')} not listed`}
          </p>
          {!isChoosing && (
            <Button size="sm" variant="secondary" onClick={() => setChoosing(true)}>
              <Tag size={14} aria-hidden="true" />
              List several
            </Button>
          )}
        </div>
      )}
      <NftGrid
        nfts={nfts}
        label="NFTs"
        walletAddress={address}
        named
        coinOf={coinOf}
        hasMarketButtons={!isChoosing}
        renderAction={(nft) =>
          isChoosing ? (
            <ChooseButton nft={nft} wanted={wanted} chosen={chosen} onToggle={() => toggle(nft)} />
          ) : (
            nft.listing === null && (
              <SendButton collectionId={nft.collectionId} edition={nft.tokenId} what={nft.name} size="sm" />
            )
          )
        }
      />
      {isChoosing && (
        <div className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-violet/60 bg-raised px-4 py-3 shadow-lg shadow-ink">
          <p className="text-14 font-semibold" aria-live="polite">
            {countText(chosen.length, 'NFT')} chosen
          </p>
          <div className="flex gap-2">
            <Button size="sm" variant="ghost" onClick={stop}>
              Cancel
            </Button>
            <Button
              size="sm"
              disabled={chosen.length === 0}
              aria-haspopup="dialog"
              onClick={() => {
                if (wanted !== undefined)
                  openNftMarketDialog({ kind: 'list', collectionId: wanted.collectionId, editions: chosen })
              }}
            >
              {chosen.length > 1 ? `List ${chosen.length} at once` : 'List'}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function chosenOf(listable: readonly Nft[], wanted: Chosen | undefined): readonly number[] {
  if (wanted === undefined) return []
  const ids = new Set(
    listable.filter(({ collectionId }) => collectionId === wanted.collectionId).map(({ tokenId }) => tokenId),
  )
  return wanted.editions.filter((tokenId) => ids.has(tokenId))
}

function ChooseButton({
  nft: { collectionId, tokenId, name, listing },
  wanted,
  chosen,
  onToggle,
}: {
  readonly nft: Nft
  readonly wanted: Chosen | undefined
  readonly chosen: readonly number[]
  readonly onToggle: () => void
}) {
  const isOfAnother = chosen.length > 0 && wanted?.collectionId !== collectionId
  const isChosen = !isOfAnother && chosen.includes(tokenId)
  const isFull = !isChosen && chosen.length >= LISTINGS_AT_ONCE_MAX
  const why =
    listing !== null
      ? 'Listed already'
      : isOfAnother
        ? 'Of another coin'
        : isFull
          ? 'The most at once'
          : undefined
  return (
    <Button
      size="sm"
      variant={isChosen ? 'primary' : 'secondary'}
      disabled={why !== undefined}
      aria-pressed={isChosen}
      aria-label={why === undefined ? `Choose ${name}` : `${name}: ${why.toLowerCase()}`}
      onClick={onToggle}
    >
      {isChosen && <Check size={14} strokeWidth={3} aria-hidden="true" />}
      {why ?? (isChosen ? 'Chosen' : 'Choose')}
    </Button>
  )
}
