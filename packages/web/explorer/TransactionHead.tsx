// The transaction in one line, whether it succeeded, and the facts of it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { SignatureLink } from '../shared/TransactionLink.tsx'
import { Digits, RelativeTime } from '../ui/amounts.tsx'
import { formatExactTime, formatSolExact, groupThousands, shortAddress } from '../ui/format.ts'
import { Picture } from '../ui/Picture.tsx'
import type { Explanation } from './explain.ts'
import type { ReadTransaction } from './transaction-rules.ts'

export function TransactionHead({
  transaction,
  explanation,
  collection,
  config,
}: {
  readonly transaction: ReadTransaction
  readonly explanation: Explanation
  readonly collection: Collection | undefined
  readonly config: SiteConfig
}) {
  const { failure } = explanation
  const title = titleOf(transaction, explanation)
  return (
    <section aria-label="Transaction" className="rounded-panel border border-line bg-panel p-4 md:p-6">
      <title>{`${title} · Twinmint`}</title>
      <div className="flex items-start gap-4">
        {collection !== undefined && (
          <Link
            href={`/trade/${collection.id}`}
            aria-label={collection.name}
            className="shrink-0 rounded-panel"
          >
            <Picture
              src={collection.thumbnailUrl}
              name={collection.name}
              symbol={collection.symbol}
              size={64}
              className="size-12 rounded-panel border border-line md:size-16"
            />
          </Link>
        )}
        <div className="min-w-0">
          <h1 className="text-16 font-semibold text-balance [overflow-wrap:anywhere] md:text-20">{title}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
            {failure === undefined ? (
              <span className="inline-flex items-center gap-1.5 font-semibold text-up">
                <CircleCheck size={16} aria-hidden="true" />
                Succeeded
              </span>
            ) : (
              <span className="inline-flex items-center gap-1.5 font-semibold text-down">
                <CircleX size={16} aria-hidden="true" />
                Failed
              </span>
            )}
            {collection !== undefined && (
              <Link
                href={`/trade/${collection.id}`}
                className="inline-flex min-w-0 items-center gap-1.5 underline decoration-line underline-offset-4 transition-colors hover:decoration-text pointer-coarse:min-h-11"
              >
                <span className="truncate">{collection.name}</span>
                <span translate="no" className="figures text-muted">
                  {collection.symbol}
                </span>
              </Link>
            )}
          </p>
        </div>
      </div>
      {failure !== undefined && (
        <div role="alert" className="mt-4 rounded-input border border-down/50 bg-down/10 px-4 py-3 text-14">
          <p className="font-semibold">{failure.title}</p>
          <p className="mt-1">{failure.sentence} Only the network fee was paid.</p>
          {failure.remedy !== undefined && <p className="mt-1 text-muted">{failure.remedy}</p>}
        </div>
      )}
      <Facts transaction={transaction} config={config} />
    </section>
  )
}

function titleOf({ signature }: ReadTransaction, { steps, failure }: Explanation): string {
  const own = steps.filter(({ kind }) => kind !== 'other')
  const [first] = own.length > 0 ? own : steps
  if (first === undefined) return `Transaction ${shortAddress(signature)}`
  const more = own.length > 1 ? `, and ${own.length - 1} more` : ''
  return failure === undefined ? `${first.title}${more}` : `Failed: ${first.title}${more}`
}

function Facts({
  transaction,
  config,
}: {
  readonly transaction: ReadTransaction
  readonly config: SiteConfig
}) {
  const { signature, slot, unixSeconds, feeLamports, computeUnits, signers } = transaction
  const iso = unixSeconds === undefined ? undefined : new Date(unixSeconds * 1000).toISOString()
  return (
    <dl className="mt-4 grid gap-x-10 border-t border-line pt-2 text-13 sm:grid-cols-2">
      <Fact term="Time">
        {iso === undefined ? (
          'not known'
        ) : (
          <span className="flex flex-wrap justify-end gap-x-2">
            <time dateTime={iso}>{formatExactTime(iso)}</time>
            <span className="text-muted">
              <RelativeTime iso={iso} ago />
            </span>
          </span>
        )}
      </Fact>
      <Fact term="Slot">
        <Digits>{groupThousands(String(slot))}</Digits>
      </Fact>
      <Fact term="Network fee">
        <Digits>{formatSolExact(feeLamports.toString())} SOL</Digits>
      </Fact>
      <Fact term="Compute units">
        <Digits>{computeUnits === undefined ? '–' : groupThousands(String(computeUnits))}</Digits>
      </Fact>
      <Fact term={signers.length > 1 ? 'Signers' : 'Signer'}>
        <span className="flex flex-col items-end">
          {signers.map((address) => (
            <ShortAddress
              key={address}
              address={address}
              label="signer"
              isPerson
              explorerUrl={config.explorerAddressUrl}
            />
          ))}
        </span>
      </Fact>
      <Fact term="Signature">
        <SignatureLink signature={signature} explorerUrl={config.explorerTransactionUrl} isHere />
      </Fact>
    </dl>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-4 border-b border-line/60 py-1 last:border-0 sm:nth-last-2:border-0">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
