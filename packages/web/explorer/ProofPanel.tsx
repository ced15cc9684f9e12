// What the chain holds of a coin, read by the visitor's own browser and added up in front of them.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { type Proof, proveCoin } from '@twinmint/sdk/proof/proof-rules'
import { RotateCw } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../data/api.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { RelativeTime } from '../ui/amounts.tsx'
import { Button } from '../ui/Button.tsx'
import { groupThousands } from '../ui/format.ts'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ContentLines, ContentSummary } from './content/ContentProof.tsx'
import { useContentProof } from './content/queries.ts'
import { ProofLines, ProofSummary } from './ProofLines.tsx'
import { publicNode, useCoinReading } from './proof-queries.ts'

export default function ProofPanel({ collection }: { readonly collection: Collection }) {
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(place)
  const { data: site } = useSiteConfig()
  const [node, setNode] = useState<'site' | 'public'>('site')
  const otherNode = publicNode(site)
  const { data, error, isFetching, refetch } = useCoinReading(collection, site, {
    nodeUrl: node === 'public' ? otherNode : undefined,
    isWanted: isSeen,
  })
  const proof =
    data &&
    proveCoin(
      data.reading,
      {
        market: collection.marketAddress,
        vault: collection.vaultAddress,
        escrow: collection.escrowAddress,
        collection: collection.collectionAddress,
      },
      data.shownListed,
    )
  const isRead = proof !== undefined
  const content = useContentProof(collection, { reading: data?.reading, readAt: data?.readAt ?? '', site })
  const isReading = isFetching || content.isFetching
  return (
    <div ref={place} className="@container">
      <Panel
        title="Proof"
        flush
        className="border-0!"
        aside={
          <Button
            variant="ghost"
            size="sm"
            pending={isReading && isRead}
            disabled={!isRead && error === null}
            onClick={() => void refetch()}
          >
            {!(isReading && isRead) && <RotateCw size={14} aria-hidden="true" />}
            Read again
          </Button>
        }
      >
        <p className="px-4 pt-3 text-13 text-muted">
          Your browser reads these accounts from the chain and adds them up itself. It fetches picture and
          texts, too, and compares their hashes with the chain. Tap a line to see what it means.
        </p>
        {otherNode !== undefined && (
          <Segmented
            label="Read from"
            tone="raised"
            segments={[
              { value: 'site', label: 'This site’s node' },
              { value: 'public', label: 'Solana’s own' },
            ]}
            value={node}
            onChange={setNode}
            className="px-4 pt-3"
          />
        )}
        {proof !== undefined && (
          <div className="mx-4 mt-3 flex flex-col gap-3 @min-[40rem]:flex-row">
            <Summary proof={proof} readAt={data?.readAt ?? ''} collection={collection} />
            <ContentSummary query={content} />
          </div>
        )}
        {error !== null && (
          <div role="alert" className="m-4 rounded-input border border-down/50 bg-down/10 p-3 text-13">
            <p className="font-semibold">Nothing could be read</p>
            <p className="mt-1">{errorMessage(error, 'The node did not say why.')}</p>
            <p className="mt-1 text-muted">That says nothing about the coin. Read again in a moment.</p>
          </div>
        )}
        {proof === undefined && error === null && <ProofSkeleton />}
        {proof !== undefined && (
          <div className="mt-3">
            <ProofLines lines={proof.lines} />
            {content.data?.kind === 'checked' && <ContentLines lines={content.data.proof.lines} />}
          </div>
        )}
      </Panel>
    </div>
  )
}

/** The verdict over all lines, with the slot of the chain that it is of. */
function Summary({
  proof,
  readAt,
  collection,
}: {
  readonly proof: Proof
  readonly readAt: string
  readonly collection: Collection
}) {
  const { broken, trusted, lines, slot, sequence } = proof
  const holds = broken === 0
  const since = sequence === undefined ? 0 : collection.sequence - Number(sequence)
  return (
    <ProofSummary
      state={holds ? 'holds' : 'broken'}
      title={
        holds
          ? 'Everything adds up, to the unit'
          : `${broken} of ${lines.length} ${broken === 1 ? 'does' : 'do'} not hold`
      }
    >
      <p className="mt-0.5 text-muted">
        {holds && trusted > 0 && `${trusted} to trust. `}
        Slot{' '}
        <span translate="no" className="figures text-text">
          {groupThousands(String(slot))}
        </span>
        , read <RelativeTime iso={readAt} ago className="text-text" />
      </p>
      {since > 0 && (
        <p className="mt-0.5 text-muted">
          <span translate="no" className="figures text-text">
            {since}
          </span>{' '}
          {since === 1 ? 'event of this coin' : 'events of this coin'} since
        </p>
      )}
    </ProofSummary>
  )
}

function ProofSkeleton() {
  return (
    <SkeletonGroup label="Reading the accounts" className="flex flex-col gap-3 p-4">
      <Skeleton className="h-16 w-full rounded-input!" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-6 w-full" />
      ))}
    </SkeletonGroup>
  )
}

/** True from when it first comes near the screen. */
function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isSeen])
  return isSeen
}
