// Whether picture and texts are what the chain names: in a sentence, and line by line.
import type { UseQueryResult } from '@tanstack/react-query'
import { uncheckableText } from '@twinmint/sdk/proof/content/mint-metadata'
import type { ProofLine } from '@twinmint/sdk/proof/lines'
import { CopyButton, Digits, Shortened } from '../../ui/amounts.tsx'
import { shortAddress } from '../../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { ProofLineItem, ProofSummary } from '../ProofLines.tsx'
import type { CheckedContent } from './queries.ts'

export function ContentSummary({
  query: { data, error },
}: {
  readonly query: Pick<UseQueryResult<CheckedContent>, 'data' | 'error'>
}) {
  if (data?.kind === 'checked') {
    const { state, finding } = data.proof
    return (
      <ProofSummary state={state} title={finding}>
        {state === 'unsure' && (
          <p className="mt-0.5 text-muted">That says nothing about the coin. Read again in a moment.</p>
        )}
        <p className="mt-0.5 flex min-w-0 items-center gap-0.5 text-muted">
          <span className="shrink-0">Folder </span>
          <FolderAddress cid={data.cid} />
        </p>
        <OtherHost host={data.otherHost} />
      </ProofSummary>
    )
  }
  if (data?.kind === 'none')
    return (
      <ProofSummary state="unsure" title="The picture can’t be checked">
        <p className="mt-0.5 text-muted">{uncheckableText(data.uri)}</p>
        <p translate="no" className="figures mt-0.5 [overflow-wrap:anywhere] text-muted">
          {data.uri}
        </p>
      </ProofSummary>
    )
  if (data?.kind === 'unreadable' || error !== null)
    return (
      <ProofSummary state="unsure" title="Picture and texts were not checked">
        <p className="mt-0.5 text-muted">
          {data?.kind === 'unreadable' ? data.problem : 'They could not be fetched. Read again in a moment.'}
        </p>
      </ProofSummary>
    )
  return (
    <SkeletonGroup label="Fetching picture and texts" className="min-w-0 flex-1">
      <Skeleton className="h-full min-h-17 w-full rounded-input!" />
    </SkeletonGroup>
  )
}

/** The hash proves what was launched; it does not make another server send it. */
export function OtherHost({ host }: { readonly host: string | undefined }) {
  return (
    host !== undefined && (
      <p className="mt-0.5 text-gold [overflow-wrap:anywhere]">
        Wallets ask <Digits>{host}</Digits> for them, which may send something else.
      </p>
    )
  )
}

/** A content address, short and to copy. */
function FolderAddress({ cid }: { readonly cid: string }) {
  return (
    <>
      <span title={cid} translate="no" className="figures relative pl-1 text-text">
        <Shortened whole={cid}>{shortAddress(cid, '6-4')}</Shortened>
      </span>
      <CopyButton text={cid} label="Copy folder address" copiedText="Folder address copied to clipboard" />
    </>
  )
}

export function ContentLines({ lines }: { readonly lines: readonly ProofLine[] }) {
  const half = Math.ceil(lines.length / 2)
  return (
    <section aria-label="Picture and texts" className="border-t border-line/60">
      <h3 className="px-4 pt-3 pb-1 text-12 text-muted">Picture and texts</h3>
      {/* Each column by itself: a line that is opened moves only those below it. */}
      <div className="grid items-start @min-[40rem]:grid-cols-2">
        {[lines.slice(0, half), lines.slice(half)].map((column, at) => (
          <ul
            key={at === 0 ? 'first' : 'second'}
            className="min-w-0 @min-[40rem]:first:border-r @min-[40rem]:first:border-line/60"
          >
            {column.map((line) => (
              <li key={line.id} className="border-b border-line/60">
                <ProofLineItem line={line} isOpen={line.verdict === 'broken'} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}
