// One NFT: its picture, how rare it is and why, who holds it, what can be done with it, and its history.

import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { topicOfCoin } from '@twinmint/sdk/api/records/topics'
import { EDITIONS } from '@twinmint/sdk/core/rarity'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { ArrowLeft, ArrowRight, SearchX, TriangleAlert } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { useLive } from '../../data/live.ts'
import { isNotFound } from '../../shared/coin-queries.ts'
import { useSiteConfig } from '../../shared/queries.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { Digits } from '../../ui/amounts.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { WholePage } from '../../ui/WholePage.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { historyEntries, isInCirculation } from './figures.ts'
import { parseEdition } from './filters.ts'
import { NftFacts } from './NftFacts.tsx'
import { NftHistory } from './NftHistory.tsx'
import { NftHead, NftState } from './NftState.tsx'
import { useNft } from './queries.ts'

export interface NftPartProps {
  readonly nft: Nft
  readonly collection: Collection
  readonly walletAddress: string | undefined
}

/** What the market shows of an NFT that somebody holds, and its proof: whoever joins the pages hands it in. All but the price may be lazy. */
export interface NftPageParts {
  readonly PriceBox: ComponentType<NftPartProps>
  readonly OffersPanel: ComponentType<NftPartProps>
  readonly PriceHistory: ComponentType<NftPartProps>
  /** Whether its metadata is what the chain names. */
  readonly NftProof: ComponentType<
    Pick<NftPartProps, 'nft' | 'collection'> & { readonly site: SiteConfig | undefined }
  >
}

/** `edition` as it stands in the path. */
export function NftPage({
  collectionId,
  edition,
  parts,
}: {
  readonly collectionId: string
  readonly edition: string
  readonly parts: NftPageParts
}) {
  const number = /^\d+$/.test(edition) ? parseEdition(edition) : undefined
  return number === undefined ? (
    <NftNotFound />
  ) : (
    <KnownEdition
      key={`${collectionId}/${number}`}
      collectionId={collectionId}
      edition={number}
      parts={parts}
    />
  )
}

function KnownEdition({
  collectionId,
  edition,
  parts,
}: {
  readonly collectionId: string
  readonly edition: number
  readonly parts: NftPageParts
}) {
  const query = useNft(collectionId, edition)
  const { data, error, isPending } = query
  if (data !== undefined) return <NftView detail={data} parts={parts} />
  if (isPending) return <NftPageSkeleton />
  if (isNotFound(error)) return <NftNotFound />
  return (
    <WholePage
      icon={<TriangleAlert size={48} aria-hidden="true" className="text-down" />}
      title="Failed to load the NFT"
      text={errorMessage(error, 'The server did not say why.')}
    >
      <RetryButton query={query} variant="primary" />
    </WholePage>
  )
}

const PAGE = 'mx-auto w-full max-w-[72.5rem] py-3 md:py-5'
/** On a phone one below the other; else the history lies under the picture. */
const COLUMNS = 'mt-3 grid grid-cols-1 gap-5 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-x-6 lg:gap-x-10'
const BESIDE = 'flex min-w-0 flex-col gap-5 md:col-start-2 md:row-span-2 md:row-start-1'

function NftView({ detail, parts }: { readonly detail: NftDetail; readonly parts: NftPageParts }) {
  const { nft, collection } = detail
  const { data: config } = useSiteConfig()
  const { address } = useWallet()
  useLive(topicOfCoin(collection.id))
  const { PriceBox, OffersPanel, PriceHistory, NftProof } = parts
  const known = { nft, collection, walletAddress: address }
  const isHeld = isInCirculation(nft)
  return (
    <div className={PAGE}>
      <title>{`${nft.name} · Twinmint`}</title>
      <div className="flex items-center justify-between gap-4">
        <Link
          href={`/trade/${collection.id}`}
          className="-ml-2 inline-flex h-11 min-w-0 items-center gap-2 rounded-full px-2 text-14 text-muted transition-colors hover:text-text"
        >
          <ArrowLeft size={16} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{collection.collectionName}</span>
        </Link>
        <nav aria-label="Other numbers" className="-mr-3 flex shrink-0 gap-1">
          <Neighbour collectionId={collection.id} edition={nft.tokenId - 1} label="Previous">
            <ArrowLeft size={16} aria-hidden="true" />
          </Neighbour>
          <Neighbour collectionId={collection.id} edition={nft.tokenId + 1} label="Next">
            <ArrowRight size={16} aria-hidden="true" />
          </Neighbour>
        </nav>
      </div>
      <div className={COLUMNS}>
        <Picture
          src={collection.imageUrl}
          name={collection.name}
          symbol={collection.symbol}
          size={1024}
          sizes="(min-width: 1200px) 560px, (min-width: 800px) 50vw, 100vw"
          alt={`Picture of ${nft.name}`}
          className={classNames(
            'w-full rounded-panel border border-line',
            !nft.isMinted && 'border-dashed opacity-50 grayscale',
          )}
        />
        <div className={BESIDE}>
          <NftHead nft={nft} />
          {isHeld && <PriceBox {...known} />}
          <NftState nft={nft} collection={collection} walletAddress={address} config={config} />
          <NftFacts
            nft={nft}
            collection={collection}
            config={config}
            proof={
              <Suspense fallback={<Skeleton className="h-9 w-full" />}>
                <NftProof nft={nft} collection={collection} site={config} />
              </Suspense>
            }
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {isHeld && (
            <>
              <Suspense fallback={<Skeleton className="h-28 w-full rounded-panel!" />}>
                <OffersPanel {...known} />
              </Suspense>
              <Suspense fallback={<Skeleton className="h-28 w-full rounded-panel!" />}>
                <PriceHistory {...known} />
              </Suspense>
            </>
          )}
          <NftHistory
            entries={historyEntries(detail)}
            historySince={nft.isMinted ? collection.historySince : null}
            walletAddress={address}
            explorerTransactionUrl={config?.explorerTransactionUrl ?? null}
          />
        </div>
      </div>
    </div>
  )
}

const NEIGHBOUR =
  'inline-flex h-11 items-center gap-1.5 rounded-full px-3 text-14 text-muted transition-colors hover:bg-raised hover:text-text'

function Neighbour({
  collectionId,
  edition,
  label,
  children,
}: {
  readonly collectionId: string
  readonly edition: number
  readonly label: 'Previous' | 'Next'
  readonly children: ReactNode
}) {
  if (edition < 1 || edition > EDITIONS) return null
  const number = <Digits>#{edition}</Digits>
  return (
    <Link
      href={`/nft/${collectionId}/${edition}`}
      rel={label === 'Next' ? 'next' : 'prev'}
      className={NEIGHBOUR}
    >
      <span className="sr-only">{label}: </span>
      {label === 'Previous' ? (
        <>
          {children}
          {number}
        </>
      ) : (
        <>
          {number}
          {children}
        </>
      )}
    </Link>
  )
}

function NftNotFound() {
  return (
    <WholePage
      icon={<SearchX size={48} aria-hidden="true" className="text-faint" />}
      title="NFT Not Found"
      text="No NFT lives at this address. Every collection has the numbers 1 to 1,000; the coin may have been mistyped."
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Link href="/" className={buttonClass()}>
          Go Home
        </Link>
        <Link href="/gallery" className={buttonClass('secondary')}>
          Gallery
        </Link>
      </div>
    </WholePage>
  )
}

function NftPageSkeleton() {
  return (
    <SkeletonGroup label="Loading NFT" className={PAGE}>
      <div className="flex h-11 items-center justify-between">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-5 w-28" />
      </div>
      <div className={COLUMNS}>
        <Skeleton className="aspect-square w-full rounded-panel!" />
        <div className={BESIDE}>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-40 rounded-full" />
            <Skeleton className="h-11 w-3/4" />
            <Skeleton className="h-5 w-2/3" />
          </div>
          <Skeleton className="h-56 w-full rounded-panel!" />
          <Skeleton className="h-60 w-full rounded-panel!" />
          <Skeleton className="h-76 w-full rounded-panel!" />
        </div>
        <Skeleton className="h-40 w-full rounded-panel!" />
      </div>
    </SkeletonGroup>
  )
}
