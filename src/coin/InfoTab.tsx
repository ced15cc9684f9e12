// Coin Info: the description, and every fact that can be looked up on the chain.
import { type ComponentType, Suspense } from 'react'
import type { SiteConfig } from '../site/contract.ts'
import { ShortAddress } from '../site/ShortAddress.tsx'
import { SignatureLink } from '../site/TransactionLink.tsx'
import { Sol } from '../ui/amounts.tsx'
import { formatExactTime, groupThousands } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Collection } from '../wire/records/coin.ts'
import { bpsPercentText, hoursText, wholeCoinsText } from './figures.ts'

export function InfoTab({
  collection,
  config,
  XrayPanel,
}: {
  readonly collection: Collection
  readonly config: SiteConfig | undefined
  /** What is unusual about the launch; may be lazy. */
  readonly XrayPanel: ComponentType<{ readonly collection: Collection }>
}) {
  const explorerUrl = config?.explorerAddressUrl ?? null
  const addresses = [
    ['Contract (mint)', collection.mintAddress, 'contract'],
    ['Creator', collection.creatorAddress, 'creator'],
    ['NFT collection', collection.collectionAddress, 'collection'],
    ['Market', collection.marketAddress, 'market'],
    ['Curve vault', collection.vaultAddress, 'vault'],
    ['Swap escrow', collection.escrowAddress, 'escrow'],
  ] as const
  return (
    <div className="@container flex flex-col gap-6 p-4">
      <Suspense fallback={<Skeleton className="h-126 @min-[640px]:h-87" />}>
        <XrayPanel collection={collection} />
      </Suspense>
      {collection.description.trim() === '' ? (
        <p className="text-muted">No description available.</p>
      ) : (
        <p className="max-w-prose text-14 whitespace-pre-line text-text">{collection.description}</p>
      )}
      <dl className="grid gap-x-8 text-13 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {addresses.map(([term, address, label]) => (
          <Fact key={term} term={term}>
            <ShortAddress
              address={address}
              label={label}
              isPerson={label === 'creator'}
              explorerUrl={explorerUrl}
            />
          </Fact>
        ))}
        <Fact term="Launch transaction">
          <SignatureLink
            signature={collection.launchSignature}
            explorerUrl={config?.explorerTransactionUrl}
          />
        </Fact>
        <Fact term="Launched">
          <time dateTime={collection.createdAt}>{formatExactTime(collection.createdAt)}</time>
        </Fact>
        {collection.graduatedAt !== null && (
          <Fact term="Migrated">
            <time dateTime={collection.graduatedAt}>{formatExactTime(collection.graduatedAt)}</time>
          </Fact>
        )}
        <Fact term="Total supply">
          <span className="figures">{wholeCoinsText(collection.totalSupply)}</span>
        </Fact>
        <Fact term="Swap rate">
          <span className="figures">1,000,000 {collection.symbol} = 1 NFT</span>
        </Fact>
        <Fact term="NFTs minted">
          <span className="figures">
            {groupThousands(String(collection.mintedNFTCount))} of{' '}
            {groupThousands(String(collection.maxNFTSupply))}
          </span>
        </Fact>
        <Fact term="NFTs with holders">
          <span className="figures">{groupThousands(String(collection.circulatingNFTCount))}</span>
        </Fact>
        <Fact term="Boost">
          <span>
            <Sol lamports={collection.boostPriceLamports} /> for {hoursText(collection.boostSeconds)}
          </span>
        </Fact>
        <Fact term="Trading fee">
          <span>
            buy none, sell <span className="figures">{bpsPercentText(collection.sellFeeBps)}%</span> (
            <span className="figures">{bpsPercentText(collection.creatorShareBps)}%</span> of it to the
            creator)
          </span>
        </Fact>
        <Fact term="Mint and freeze authority">
          <span>none</span>
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}
