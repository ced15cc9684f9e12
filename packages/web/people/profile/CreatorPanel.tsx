// Who launched the coin: what else, what is left of it, and the fees. Who receives them claims them here.

import type { Creator } from '@twinmint/sdk/api/positions/contract'
import { earnedLamports } from '@twinmint/sdk/api/positions/rules'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Link } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { HistorySince } from '../../shared/history/HistorySince.tsx'
import { useSiteConfig } from '../../shared/queries.ts'
import { RetryButton } from '../../shared/RetryButton.tsx'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Coins, Digits, Money, Percent } from '../../ui/amounts.tsx'
import { Line, Lines } from '../../ui/Lines.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useWallet } from '../../wallet/wallet.ts'
import { useCreator } from './position-queries.ts'
import { SolAndDollars } from './SolResult.tsx'
import { SharesPanel } from './shares/SharesPanel.tsx'

export default function CreatorPanel({ collection }: { readonly collection: Collection }) {
  const query = useCreator(collection.id)
  const { data, isPending, isError, error } = query
  const { data: site } = useSiteConfig()
  const { status, address } = useWallet()
  const isCreator = status === 'connected' && address === collection.creatorAddress
  return (
    <section aria-label="Creator" className="flex flex-col gap-2">
      <h3 className="flex items-baseline justify-between gap-3 text-14 font-semibold">
        Creator
        {isCreator && <span className="text-12 font-normal text-violet">you</span>}
      </h3>
      {isPending ? (
        <CreatorSkeleton />
      ) : isError && data === undefined ? (
        <div className="flex min-h-50 flex-col items-start gap-3">
          <p role="alert" className="text-14 text-muted">
            Failed to load the creator. {errorMessage(error, 'The server did not say why.')}
          </p>
          <RetryButton query={query} size="sm" />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <CreatorFigures creator={data} collection={collection} />
          <HistorySince since={collection.historySince}>
            Fees that were claimed before are in no figure.
          </HistorySince>
          <SharesPanel collection={collection} shares={data.feeShares} site={site} />
          {data.others.length > 0 && <OtherLaunches others={data.others} />}
        </div>
      )}
    </section>
  )
}

function CreatorFigures({
  creator,
  collection,
}: {
  readonly creator: Creator
  readonly collection: Collection
}) {
  const { data: config } = useSiteConfig()
  const solUsd = config?.solUsd
  const { launches, graduated } = creator
  const counted = launches >= 1_000 ? '1,000+' : String(launches)
  return (
    <Lines>
      <Line term="Wallet">
        <ShortAddress
          address={creator.creatorAddress}
          variant="6-4"
          label="creator"
          isPerson
          explorerUrl={config?.explorerAddressUrl ?? null}
          className="-my-1"
        />
      </Line>
      <Line term="Launches">
        <Digits>{counted}</Digits>, <Digits>{graduated}</Digits> graduated (
        <Percent value={launches === 0 ? 0 : (graduated / launches) * 100} />)
      </Line>
      <Line term="Holds">
        <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
          <span>
            <Coins baseUnits={creator.baseUnits} symbol={collection.symbol} />
            {creator.nftCount > 0 && (
              <>
                {' '}
                and <Digits>{creator.nftCount}</Digits> {creator.nftCount === 1 ? 'NFT' : 'NFTs'}
              </>
            )}
          </span>
          <span className="text-12 text-muted">
            <Percent value={creator.sharePercent} /> of supply
          </span>
        </span>
      </Line>
      {/* Where they are shared, they are of all who receive. */}
      <Line term={creator.feeShares === null ? 'Fees earned' : 'Fees of the coin'}>
        <SolAndDollars lamports={earnedLamports(creator, collection).toString()} solUsd={solUsd} />
      </Line>
      <Line term={creator.feeShares === null ? 'Fees claimed' : 'Claimed by receivers'}>
        <SolAndDollars lamports={creator.feesClaimedLamports} solUsd={solUsd} />
      </Line>
    </Lines>
  )
}

function OtherLaunches({ others }: { readonly others: readonly Collection[] }) {
  return (
    <div>
      <h4 className="text-12 text-muted">Other launches</h4>
      <ul className="mt-1">
        {others.map((other) => (
          <li key={other.id}>
            <Link
              href={`/trade/${other.id}`}
              className="-mx-2 flex h-11 items-center gap-3 rounded-input px-2 transition-colors hover:bg-raised"
            >
              <Picture
                src={other.thumbnailUrl}
                name={other.name}
                symbol={other.symbol}
                size={32}
                lazy
                className="size-8 rounded-input"
              />
              <span className="min-w-0 flex-1 truncate text-14">{other.name}</span>
              <Money usd={other.marketCap} className={other.graduationStands ? 'text-gold' : 'text-violet'} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CreatorSkeleton() {
  return (
    <SkeletonGroup label="Loading the creator" className="flex min-h-33 flex-col gap-2">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-32" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
