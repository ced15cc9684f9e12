// A tab of a coin's page: its NFTs as they are on the chain, with filters that the address carries.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { Images, SearchX, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { Paged } from '../../shared/Loaded.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { countText } from '../../ui/format.ts'
import { Message } from '../../ui/Message.tsx'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'
import { useDebounced } from '../../ui/steady.ts'
import { NftMarketButton } from '../../wallet/nft-market/NftMarketButton.tsx'
import { openWalletModal, useWallet } from '../../wallet/wallet.ts'
import { holdingOf, shownFloors } from './figures.ts'
import {
  isFiltered,
  type NftFilters,
  nftFiltersOf,
  nftsQueryOf,
  PLAIN_FILTERS,
  withNftFilters,
} from './filters.ts'
import { NftFigures } from './NftFigures.tsx'
import { NftFilterBar } from './NftFilterBar.tsx'
import { NftGrid, NftGridSkeleton } from './NftGrid.tsx'
import { NFTS_PER_PAGE, useLiveNfts, useNftStats, useNfts } from './queries.ts'

const SETTLE_MS = 250
const NFTS_EXPECTED = 12

export interface NftSectionProps {
  readonly collection: Collection
  /** Asks for the capture of this very one, which the escrow holds. */
  readonly onCapture: (nft: Nft) => void
  /** Asks for the release of one that is the wallet's. */
  readonly onRelease: (nft: Nft) => void
}

export default function NftSection({ collection, onCapture, onRelease }: NftSectionProps) {
  const [params, setParams] = useSearchParams()
  const { address } = useWallet()
  const stats = useNftStats(collection.id)
  useLiveNfts(collection.id)
  const filters = nftFiltersOf(params)
  const setFilters = (next: NftFilters) =>
    setParams((before) => withNftFilters(before, next), { replace: true })
  return (
    <section aria-labelledby="nfts-title" className="@container p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="nfts-title" className="text-14 font-semibold">
          The twin NFTs
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-12 text-muted">
            Every one swaps for 1,000,000 <span translate="no">{collection.symbol}</span>.
          </p>
          <NftMarketButton
            size="sm"
            variant="secondary"
            request={{
              kind: 'offer',
              collectionId: collection.id,
              ...(filters.rarity && { rarity: filters.rarity }),
            }}
          >
            Make offer
          </NftMarketButton>
          {address !== undefined && (
            <NftMarketButton
              size="sm"
              variant="secondary"
              request={{ kind: 'list', collectionId: collection.id, editions: [] }}
            >
              List yours
            </NftMarketButton>
          )}
        </div>
      </div>
      <div className="mt-3">
        <NftFigures collection={collection} stats={stats.data} isError={stats.isError} />
      </div>
      <div className="mt-4">
        <NftFilterBar
          filters={filters}
          onChange={setFilters}
          hasWallet={address !== undefined}
          counts={stats.data?.rarities ?? 'awaited'}
          floors={stats.data ? shownFloors(stats.data.floors, collection) : 'awaited'}
        />
      </div>
      <div className="mt-3">
        <NftList
          collection={collection}
          filters={filters}
          walletAddress={address}
          onClear={() => setFilters({ ...PLAIN_FILTERS, sort: filters.sort })}
          renderAction={(nft) => {
            const holding = holdingOf(nft, address)
            if (holding === 'escrow')
              return (
                <Button size="sm" variant="secondary" onClick={() => onCapture(nft)}>
                  Capture this one
                  <span translate="no" className="sr-only">
                    , #{nft.tokenId}
                  </span>
                </Button>
              )
            if (holding === 'mine' && nft.listing === null)
              return (
                <Button size="sm" variant="secondary" className="px-2!" onClick={() => onRelease(nft)}>
                  Release
                  <span translate="no" className="sr-only">
                    {' '}
                    #{nft.tokenId}
                  </span>
                </Button>
              )
            return undefined
          }}
        />
      </div>
    </section>
  )
}

interface NftListProps {
  readonly collection: Collection
  readonly filters: NftFilters
  readonly walletAddress: string | undefined
  readonly onClear: () => void
  readonly renderAction: (nft: Nft) => ReactNode
}

function NftList({ collection, filters, walletAddress, onClear, renderAction }: NftListProps) {
  const wanted = nftsQueryOf(filters, walletAddress)
  const settled = useDebounced(wanted, SETTLE_MS)
  // Only typing is waited for.
  const list = useNfts(collection.id, filters.edition === undefined ? wanted : settled)
  if (wanted === undefined)
    return (
      <Message
        isSmall
        level="h3"
        icon={<Wallet size={32} aria-hidden="true" className="text-violet" />}
        title="Which ones are yours?"
        action={<Button onClick={openWalletModal}>Connect Wallet</Button>}
      >
        Connect your wallet to see the {collection.collectionName} NFTs that it holds.
      </Message>
    )
  // How many are minted is known before they are read.
  const expected = isFiltered(filters) ? NFTS_EXPECTED : Math.min(NFTS_PER_PAGE, collection.mintedNFTCount)
  const empty = <NoNfts collection={collection} filters={filters} onClear={onClear} />
  return (
    <Paged
      list={list}
      skeleton={expected > 0 ? <NftGridSkeleton label="Loading NFTs" count={expected} isNarrow /> : empty}
      failedTitle="The NFTs could not be loaded"
      level="h3"
      isSmall
      empty={empty}
      endText={`${countText(list.items.length, 'NFT')} shown`}
    >
      {(nfts) => (
        <NftGrid
          nfts={nfts}
          listKey={wanted}
          label={`NFTs of ${collection.collectionName}`}
          isNarrow
          walletAddress={walletAddress}
          isStale={list.isPlaceholderData}
          coinOf={() => collection}
          renderAction={renderAction}
        />
      )}
    </Paged>
  )
}

function NoNfts({
  collection,
  filters,
  onClear,
}: {
  readonly collection: Collection
  readonly filters: NftFilters
  readonly onClear: () => void
}) {
  const { symbol, id } = collection
  if (!isFiltered(filters))
    return (
      <Message
        isSmall
        level="h3"
        icon={<Images size={32} aria-hidden="true" className="text-violet" />}
        title="No NFT has been captured yet"
        action={
          <Link href={`/nft/${id}/1`} className={buttonClass('secondary')}>
            Look at #1
          </Link>
        }
      >
        1,000,000 <span translate="no">{symbol}</span> make one. Swap them and the first, #1, is yours: a
        mythic one.
      </Message>
    )
  return (
    <Message
      isSmall
      level="h3"
      icon={<SearchX size={32} aria-hidden="true" className="text-muted" />}
      title={filters.edition === undefined ? EMPTY_TITLES[filters.view] : `No #${filters.edition} here`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all minted
        </Button>
      }
    >
      {filters.rarity === undefined || filters.edition !== undefined
        ? emptyText(filters, symbol)
        : `None of them is ${RARITY_WORDS[filters.rarity].toLowerCase()}. Another rarity may have some.`}
    </Message>
  )
}

const EMPTY_TITLES: Record<NftFilters['view'], string> = {
  minted: 'None minted of this kind',
  listed: 'None is for sale',
  wallet: 'None in wallets',
  escrow: 'Nothing is up for capture',
  unminted: 'All of these are minted',
  all: 'No NFTs found',
  mine: 'You hold none',
}

function emptyText({ view }: NftFilters, symbol: string): string {
  switch (view) {
    case 'listed':
      return 'Nobody asks a price now. Make an offer: it waits for whoever holds such a number.'
    case 'escrow':
      return `The escrow is empty. Swap 1,000,000 ${symbol}, and a new one is minted for you.`
    case 'mine':
      return `Swap 1,000,000 ${symbol} for your first.`
    case 'unminted':
      return 'Every one of the 1,000 exists. The escrow holds those that can be captured now.'
    case 'wallet':
      return 'All that were minted wait in the escrow: each may be captured.'
    case 'minted':
    case 'all':
      return 'Try other filters.'
  }
}
