// What the collection's NFTs come to; every figure says what it counts when its name is pointed at.

import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { floorLamports } from '@twinmint/sdk/core/curve'
import type { ReactNode } from 'react'
import { Flash, Price, Sol } from '../../ui/amounts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { groupThousands } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

export function NftFigures({
  collection,
  stats,
  isError,
}: {
  readonly collection: Collection
  readonly stats: NftStats | undefined
  readonly isError: boolean
}) {
  const { symbol, mintedNFTCount, circulatingNFTCount, maxNFTSupply } = collection
  const known = <T,>(figure: T | undefined, shown: (figure: T) => ReactNode) =>
    figure !== undefined ? (
      shown(figure)
    ) : isError ? (
      <span title="Not available at the moment">–</span>
    ) : (
      <Skeleton className="h-6 w-12" />
    )
  const counted = (figure: number | undefined) => known(figure, (count) => groupThousands(String(count)))
  const sol = (figure: string | null | undefined) =>
    known(figure, (lamports) => (lamports === null ? 'none' : <Sol lamports={lamports} />))
  const floor = floorLamports(collection).toString()
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line @md:grid-cols-4 @5xl:grid-cols-6">
      <Figure
        label="Floor"
        wide
        definition={`What 1,000,000 ${symbol} are worth at the spot price. Every NFT swaps for them at any time; a purchase or sale of so many moves the price a little.`}
      >
        <Flash value={floor}>
          <Sol lamports={floor} />
        </Flash>
      </Figure>
      <Figure
        label="Listed"
        definition="NFTs that their owners sell at a price of their own. They lie with the program, which gives them to whoever pays."
      >
        {counted(stats?.listed)}
      </Figure>
      <Figure
        label="Best offer"
        definition="The most that somebody has locked for one of the NFTs. Offers may be for some numbers alone; an NFT’s own page has those that are for it."
      >
        {sol(stats?.bestOfferLamports)}
      </Figure>
      <Figure
        label="NFT sales"
        definition="SOL paid for listed NFTs and in accepted offers so far, royalties and fees included."
      >
        {sol(stats?.salesLamports)}
      </Figure>
      <Figure label="NFT sales 24h" definition="The same in the last 24 hours.">
        {sol(stats?.salesLamports24h)}
      </Figure>
      <Figure
        label="Minted"
        definition={`How many exist. Each was made when somebody swapped 1,000,000 ${symbol} for it; there will never be more than 1,000.`}
      >
        {groupThousands(String(mintedNFTCount))}
        <span className="text-14 font-normal text-faint"> / {groupThousands(String(maxNFTSupply))}</span>
      </Figure>
      <Figure label="In circulation" definition="Minted ones that are in wallets now, not in the escrow.">
        {counted(circulatingNFTCount)}
      </Figure>
      <Figure
        label="In escrow"
        definition={`Ones that were given back for 1,000,000 ${symbol}. Anybody may capture these very ones.`}
      >
        {counted(mintedNFTCount - circulatingNFTCount)}
      </Figure>
      <Figure label="Holders" definition="Wallets that hold at least one of the NFTs.">
        {counted(stats?.holders)}
      </Figure>
      <Figure label="Swaps 24h" definition="Captures and releases in the last 24 hours.">
        {counted(stats?.swaps24h)}
      </Figure>
      <Figure
        label="Volume 24h"
        definition={`SOL paid and received for ${symbol} in the last 24 hours. NFTs swap for coins, so this is the market that they share; what they are sold for one by one is not in it.`}
      >
        <Price sol={collection.tradingVolume} />
      </Figure>
    </dl>
  )
}

function Figure({
  label,
  definition,
  wide = false,
  children,
}: {
  readonly label: string
  readonly definition: string
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={classNames('flex min-w-0 flex-col bg-panel px-3 py-2', wide && 'col-span-2')}>
      <dt>
        <Tooltip text={definition} tap>
          <button
            type="button"
            className="cursor-help! py-0.5 text-12 text-muted underline decoration-faint decoration-dotted underline-offset-4 pointer-coarse:-my-2 pointer-coarse:min-h-11"
          >
            {label}
          </button>
        </Tooltip>
      </dt>
      <dd translate="no" className="figures text-16 font-semibold whitespace-nowrap">
        {children}
      </dd>
    </div>
  )
}
