// Whether an NFT's metadata is what the chain and the rule say: checked when somebody asks, since it takes four fetches.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { uncheckableText } from '@twinmint/sdk/proof/content/mint-metadata'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../data/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ProofLineItem, ProofSummary } from '../ProofLines.tsx'
import { OtherHost } from './ContentProof.tsx'
import { type CheckedContent, useNftProof } from './queries.ts'

export default function NftProof({
  nft,
  collection,
  site,
}: {
  readonly nft: Nft
  readonly collection: Collection
  readonly site: SiteConfig | undefined
}) {
  const [isWanted, setWanted] = useState(false)
  const { data, error, isFetching, refetch } = useNftProof(collection, nft.tokenId, { site, isWanted })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-[1_1_12.5rem] text-13 text-muted">
          Your browser fetches this NFT’s metadata and compares its hash with the chain.
        </p>
        <Button
          variant="secondary"
          size="sm"
          pending={isFetching}
          onClick={() => (isWanted ? void refetch() : setWanted(true))}
        >
          {!isFetching && <FileCheck size={14} aria-hidden="true" />}
          {data === undefined ? 'Check it' : 'Check again'}
        </Button>
      </div>
      {error !== null ? (
        <ProofSummary state="unsure" title="It was not checked">
          <p className="mt-0.5 text-muted">{errorMessage(error, 'The node did not say why.')}</p>
        </ProofSummary>
      ) : (
        data !== undefined && <Checked content={data} />
      )}
    </div>
  )
}

function Checked({ content }: { readonly content: CheckedContent }) {
  if (content.kind === 'checked') {
    const { state, finding, lines } = content.proof
    return (
      <>
        <ProofSummary
          state={state}
          title={state === 'holds' ? 'Its metadata is what the chain names' : finding}
        >
          {state === 'unsure' && (
            <p className="mt-0.5 text-muted">That says nothing about the NFT. Check again in a moment.</p>
          )}
          <OtherHost host={content.otherHost} />
        </ProofSummary>
        <ul className="-mx-4 border-t border-line/60">
          {lines.map((line) => (
            <li key={line.id} className="border-b border-line/60 last:border-0">
              <ProofLineItem line={line} isOpen={line.verdict === 'broken'} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <ProofSummary state="unsure" title="It can’t be checked">
      <p className="mt-0.5 text-muted">
        {content.kind === 'none' ? uncheckableText(content.uri) : content.problem}
      </p>
    </ProofSummary>
  )
}
