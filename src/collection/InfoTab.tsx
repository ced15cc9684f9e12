// Coin Info: the description, and every fact that can be looked up on the chain.
import { ExternalLink } from 'lucide-react'
import type { SiteConfig } from '../discover/contract.ts'
import { CopyButton, ShortAddress } from '../ui/amounts.tsx'
import { formatExactTime, groupThousands, shortAddress } from '../ui/format.ts'
import type { Collection } from './contract.ts'
import { bpsPercentText } from './figures.ts'

export function InfoTab({
  collection,
  config,
}: {
  readonly collection: Collection
  readonly config: SiteConfig | undefined
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
    <div className="flex flex-col gap-6 p-4">
      {collection.description.trim() === '' ? (
        <p className="text-muted">No description available.</p>
      ) : (
        <p className="max-w-prose text-14 whitespace-pre-line text-text">{collection.description}</p>
      )}
      <dl className="grid gap-x-8 text-13 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        {addresses.map(([term, address, label]) => (
          <Fact key={term} term={term}>
            <ShortAddress address={address} label={label} explorerUrl={explorerUrl} />
          </Fact>
        ))}
        <Fact term="Launch transaction">
          <SignatureLink
            signature={collection.launchSignature}
            url={config?.explorerTransactionUrl ?? null}
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
          <span className="figures">{groupThousands(collection.totalSupply)}</span>
        </Fact>
        <Fact term="NFTs minted">
          <span className="figures">
            {groupThousands(String(collection.mintedNFTCount))} of{' '}
            {groupThousands(String(collection.maxNFTSupply))}
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

/** A transaction's signature, short, to copy, and linked where an explorer knows the network. */
export function SignatureLink({
  signature,
  url,
}: {
  readonly signature: string
  readonly url: string | null
}) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span title={signature} className="figures">
        {shortAddress(signature)}
      </span>
      <CopyButton
        text={signature}
        label="Copy transaction signature"
        copiedText="Transaction signature copied to clipboard"
      />
      {url !== null && (
        <a
          href={url.replace('{signature}', signature)}
          target="_blank"
          rel="noreferrer"
          aria-label="Open the transaction in the explorer"
          className="inline-flex size-7 items-center justify-center rounded-input text-faint transition-colors hover:bg-raised hover:text-text pointer-coarse:size-11"
        >
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </span>
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
