// The gallery's collections: the first fifty by their last trade, those that a search names, and more.

import type { ListedCoin } from '@twinmint/sdk/api/records/coin'
import { floorLamports } from '@twinmint/sdk/core/curve'
import { Search, SearchX, Sprout } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { Paged } from '../../shared/Loaded.tsx'
import { Digits, Flash, Sol } from '../../ui/amounts.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { countText, groupThousands } from '../../ui/format.ts'
import { LoadMoreSkeleton } from '../../ui/LoadMore.tsx'
import { Message } from '../../ui/Message.tsx'
import { useIsRoomy } from '../../ui/media.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useDebounced } from '../../ui/steady.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { useGalleryCollections } from './queries.ts'

const SETTLE_MS = 250
/** Two or three rows, so that the NFTs below are near; the rest of what was read is one press away. */
const FIRST_SHOWN = 12
const FIRST_SHOWN_NARROW = 6

export function GalleryCollections({
  search,
  onSearch,
}: {
  readonly search: string
  readonly onSearch: (search: string) => void
}) {
  return (
    <section aria-labelledby="gallery-collections" className="mt-8">
      <div className="flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <h2 id="gallery-collections" className="scroll-mt-20 text-20 font-semibold tracking-tight">
          Collections
        </h2>
        <TextInput
          type="search"
          enterKeyHint="search"
          aria-label="Search collections"
          placeholder="Search collections..."
          maxLength={100}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') onSearch('')
          }}
          icon={<Search size={16} />}
          className="w-full md:w-80"
        />
      </div>
      <div className="mt-4">
        <CollectionList search={useDebounced(search.trim(), SETTLE_MS)} onClear={() => onSearch('')} />
      </div>
    </section>
  )
}

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 lg:gap-4 xl:grid-cols-6'

/** As `isRoomy` would have it, where that is not known. */
const placeClass = (at: number) => (at < FIRST_SHOWN_NARROW ? undefined : 'max-sm:hidden')

function CollectionList({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const list = useGalleryCollections(search)
  const [isWhole, setWhole] = useState(false)
  const isRoomy = useIsRoomy()
  const first = isRoomy === false ? FIRST_SHOWN_NARROW : FIRST_SHOWN
  const items = isWhole ? list.items : list.items.slice(0, first)
  const holdsBack = items.length < list.items.length
  const showMore = async () => {
    setWhole(true)
    if (!holdsBack) await list.fetchNextPage()
  }
  return (
    <Paged
      list={{ ...list, items, hasNextPage: holdsBack || list.hasNextPage, fetchNextPage: showMore }}
      failedTitle="The collections could not be loaded"
      level="h3"
      empty={<NoCollections search={search} onClear={onClear} />}
      endText={`${countText(items.length, 'collection')} shown`}
      skeleton={
        <SkeletonGroup label="Loading collections">
          <div className={GRID}>
            {Array.from({ length: first }, (_, at) => (
              <GalleryCardSkeleton key={at} className={placeClass(at)} />
            ))}
          </div>
          <LoadMoreSkeleton />
        </SkeletonGroup>
      }
    >
      {(shown) => (
        <ul
          aria-busy={list.isPlaceholderData || undefined}
          className={classNames(GRID, 'transition-opacity', list.isPlaceholderData && 'opacity-50')}
        >
          {shown.map((collection, at) => (
            <li
              key={collection.id}
              className={classNames('flex min-w-0', isRoomy === undefined && placeClass(at))}
            >
              <GalleryCard collection={collection} at={at} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function NoCollections({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  if (search === '')
    return (
      <Message
        level="h3"
        icon={<Sprout size={32} aria-hidden="true" className="text-violet" />}
        title="No collections found"
        action={
          <Link href="/launch" className={buttonClass()}>
            Launch
          </Link>
        }
      >
        Nothing has been launched yet. One picture makes a coin and its 1,000 NFTs.
      </Message>
    )
  return (
    <Message
      level="h3"
      icon={<SearchX size={32} aria-hidden="true" className="text-muted" />}
      title="No collections found"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      No results for “{search}”
    </Message>
  )
}

const CARD = 'relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-panel'

function GalleryCard({ collection, at }: { readonly collection: ListedCoin; readonly at: number }) {
  const { id, name, symbol, collectionName, mintedNFTCount, maxNFTSupply, circulatingNFTCount } = collection
  const floor = floorLamports(collection).toString()
  return (
    <article
      className={classNames(CARD, 'group transition-colors focus-within:border-violet hover:border-violet')}
    >
      <div className="overflow-hidden border-b border-line">
        <Picture
          src={collection.imageUrl}
          name={name}
          symbol={symbol}
          size={1024}
          sizes="(min-width: 1360px) 220px, (min-width: 800px) 25vw, (min-width: 640px) 33vw, 50vw"
          // One has the line, then the next. A phone does not show those beyond six.
          fetchPriority={at === 0 ? 'high' : 'low'}
          lazy={at >= FIRST_SHOWN_NARROW}
          className="w-full transition-transform duration-200 group-hover:scale-[1.03]"
        />
      </div>
      <div className="flex flex-1 flex-col px-3 pt-2 pb-3">
        <h3 className="text-14 font-semibold">
          <Link
            href={`/trade/${id}`}
            className="line-clamp-2 [overflow-wrap:anywhere] outline-none after:absolute after:inset-0 after:z-1 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
          >
            {collectionName}
          </Link>
        </h3>
        <p className="flex gap-1 text-12 text-muted">
          <span className="truncate">{name}</span>
          <span className="shrink-0">
            · <Digits>{symbol}</Digits>
          </span>
        </p>
        <dl className="mt-2 flex flex-col gap-0.5 text-12">
          <Line label="Floor">
            <Flash value={floor}>
              <Sol lamports={floor} />
            </Flash>
          </Line>
          <Line label="Minted">
            {groupThousands(String(mintedNFTCount))}
            <span className="text-faint"> / {groupThousands(String(maxNFTSupply))}</span>
          </Line>
          <Line label="NFTs out">{groupThousands(String(circulatingNFTCount))}</Line>
        </dl>
      </div>
    </article>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-faint">{label}</dt>
      <dd translate="no" className="figures truncate">
        {children}
      </dd>
    </div>
  )
}

function GalleryCardSkeleton({ className }: { readonly className: string | undefined }) {
  return (
    <div className={classNames(CARD, className)}>
      <Skeleton className="aspect-square w-full rounded-none" />
      <div className="px-3 pt-2 pb-3">
        <Skeleton className="my-0.5 h-4 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="mt-2 h-[3.25rem] w-full" />
      </div>
    </div>
  )
}
