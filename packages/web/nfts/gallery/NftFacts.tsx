// Where an NFT is on the chain and what its metadata says.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ShortAddress } from '../../shared/ShortAddress.tsx'
import { Panel } from '../../ui/Panel.tsx'

const LINK =
  'inline-flex items-center gap-1.5 underline decoration-line underline-offset-4 transition-colors hover:decoration-text'

export function NftFacts({
  nft,
  collection,
  config,
  proof,
}: {
  readonly nft: Nft
  readonly collection: Collection
  readonly config: SiteConfig | undefined
  /** That this is what the chain names. */
  readonly proof: ReactNode
}) {
  const explorerUrl = config?.explorerAddressUrl ?? null
  return (
    <Panel title="Details">
      <dl className="flex flex-col gap-1 text-14">
        <Fact label="Coin">
          <Link href={`/trade/${collection.id}`} className={`${LINK} min-w-0`}>
            <span className="truncate">{collection.name}</span>
            <span translate="no" className="figures text-muted">
              {collection.symbol}
            </span>
          </Link>
        </Fact>
        <Fact label="Mint address">
          {nft.mintAddress === null ? (
            <span className="text-faint">made with the first capture</span>
          ) : (
            <ShortAddress address={nft.mintAddress} label="mint" explorerUrl={explorerUrl} />
          )}
        </Fact>
        <Fact label="Collection address">
          <ShortAddress address={collection.collectionAddress} label="collection" explorerUrl={explorerUrl} />
        </Fact>
        <Fact label="Metadata">
          <MetadataLink nft={nft} publicUrl={config?.publicUrl} />
        </Fact>
      </dl>
      <ul aria-label="Traits" className="mt-3 flex flex-wrap gap-2 border-t border-line pt-4">
        {nft.traits.map(({ trait_type, value }) => (
          <li key={trait_type} className="min-w-0 rounded-input border border-line px-3 py-1.5">
            <span className="block text-12 text-faint">{trait_type}</span>
            <span
              translate={/^\d/.test(String(value)) ? 'no' : undefined}
              className="block truncate text-14 font-medium"
            >
              {value}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-4 border-t border-line pt-4">{proof}</div>
    </Panel>
  )
}

/** Whoever launched a coin chose its metadata's address: only one of this server is a link. */
function MetadataLink({
  nft: { metadataUrl },
  publicUrl,
}: {
  readonly nft: Nft
  readonly publicUrl: string | undefined
}) {
  const isOurs = publicUrl !== undefined && metadataUrl.startsWith(`${publicUrl}/`)
  if (!isOurs)
    return (
      <span translate="no" className="figures truncate text-13 text-muted">
        {metadataUrl}
      </span>
    )
  return (
    <a href={metadataUrl} target="_blank" rel="noreferrer" className={LINK}>
      JSON
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 justify-end">{children}</dd>
    </div>
  )
}
