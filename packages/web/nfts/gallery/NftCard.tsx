// One NFT in a grid. All of a collection show one picture, so the number is as large as a name.

import type { Nft } from '@twinmint/sdk/api/records/nft'
import { CircleDashed, Flame, UserRound, Vault, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Reserves } from '../../shared/nft-price.ts'
import { PersonName } from '../../shared/PersonName.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import { RarityChip } from '../../ui/RarityChip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { holdingOf } from './figures.ts'
import { NftCardPrice } from './NftCardPrice.tsx'
import { NftMarketButtons } from './NftMarketButtons.tsx'

const CARD = 'relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-panel border bg-panel'

export function NftCard({
  nft,
  walletAddress,
  named = false,
  coin,
  hasMarketButtons = true,
  action,
}: {
  readonly nft: Nft
  readonly walletAddress: string | undefined
  readonly coin?: Reserves | undefined
  /** Where NFTs of several collections stand together. */
  readonly named?: boolean
  /** The buttons of the market. */
  readonly hasMarketButtons?: boolean
  /** Beside those of the market. */
  readonly action?: ReactNode
}) {
  const { collectionId, collectionName, tokenId, isMinted } = nft
  return (
    <article
      className={classNames(
        CARD,
        'group transition-colors focus-within:border-violet hover:border-violet',
        isMinted ? 'border-line' : 'border-dashed border-line',
      )}
    >
      <div className="relative overflow-hidden">
        <Picture
          src={nft.imageUrl}
          name={collectionName}
          symbol={nft.symbol}
          size={512}
          lazy
          className={classNames(
            'w-full transition-transform duration-200 group-hover:scale-[1.03]',
            !isMinted && 'opacity-35 grayscale',
          )}
        />
        <span
          aria-hidden="true"
          translate="no"
          className="figures absolute bottom-0 left-0 rounded-tr-panel bg-panel pt-1 pr-3 pl-3 text-20 font-semibold"
        >
          #{tokenId}
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-1 px-3 pt-2 pb-3">
        <h3 className={classNames('text-14 font-semibold', !named && 'sr-only')}>
          <Link
            href={`/nft/${collectionId}/${tokenId}`}
            className="block truncate outline-none after:absolute after:inset-0 after:z-1 after:rounded-panel focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-violet"
          >
            {collectionName}{' '}
            <span translate="no" className="sr-only">
              #{tokenId}
            </span>
          </Link>
        </h3>
        <p className="flex flex-wrap items-center justify-between gap-x-2">
          <RarityChip rarity={nft.rarity} />
          <span translate="no" className="figures text-12 whitespace-nowrap text-faint">
            <span className="sr-only">rarity </span>rank {nft.rarityRank}
          </span>
        </p>
        <p className="truncate text-12 text-muted">{nft.rarityReason}</p>
        <p className="flex min-w-0 items-center gap-1.5 text-13">
          <Holder nft={nft} walletAddress={walletAddress} />
        </p>
        <NftCardPrice nft={nft} coin={coin} />
        <div className="relative z-10 mt-auto flex flex-wrap gap-2 pt-1 *:flex-auto empty:hidden">
          {hasMarketButtons && <NftMarketButtons nft={nft} walletAddress={walletAddress} />}
          {action}
        </div>
      </div>
    </article>
  )
}

function Holder({ nft, walletAddress }: { readonly nft: Nft; readonly walletAddress: string | undefined }) {
  switch (holdingOf(nft, walletAddress)) {
    case 'unminted':
      return (
        <>
          <CircleDashed size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <span className="truncate text-faint">not minted yet</span>
        </>
      )
    case 'escrow':
      return (
        <>
          <Vault size={14} aria-hidden="true" className="shrink-0 text-violet" />
          <span className="truncate">in the escrow</span>
        </>
      )
    case 'burned':
      return (
        <>
          <Flame size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <span className="truncate text-faint">burned</span>
        </>
      )
    case 'mine':
      return (
        <>
          <UserRound size={14} aria-hidden="true" className="shrink-0 text-violet" />
          <span className="font-semibold text-violet">you</span>
        </>
      )
    case 'wallet':
      return (
        <>
          <Wallet size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <span className="sr-only">held by</span>
          <PersonName address={nft.ownerAddress ?? ''} className="text-muted" />
        </>
      )
  }
}

export function NftCardSkeleton({ named = false }: { readonly named?: boolean }) {
  return (
    <div className={classNames(CARD, 'border-line')}>
      <Skeleton className="aspect-square w-full rounded-none" />
      <div className="flex flex-col gap-1 px-3 pt-2 pb-3">
        {named && <Skeleton className="h-5 w-3/4" />}
        <Skeleton className="my-px h-[1.125rem] w-20 rounded-full" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-2 h-12 w-full" />
        <Skeleton className="mt-1 h-8 w-full rounded-full" />
      </div>
    </div>
  )
}
