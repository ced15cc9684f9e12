// One transaction in words: what every instruction did, what it cost, who has what since, and the network's own log.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { ArrowLeft, Clock, SearchX, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { useCollection } from '../shared/coin-queries.ts'
import { useSiteConfig } from '../shared/queries.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { countText, shortAddress } from '../ui/format.ts'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { WholePage } from '../ui/WholePage.tsx'
import { BalanceChanges } from './BalanceChanges.tsx'
import { explainTransaction } from './explain.ts'
import { StepList } from './StepList.tsx'
import { TransactionHead } from './TransactionHead.tsx'
import { useTransaction } from './transaction-queries.ts'
import { isSignature, type ReadTransaction } from './transaction-rules.ts'

/** `signature` as it stands in the path. */
export default function TransactionPage({ signature }: { readonly signature: string }) {
  if (isSignature(signature)) return <KnownSignature key={signature} signature={signature} />
  return (
    <WholePage
      icon={<SearchX size={48} aria-hidden="true" className="text-faint" />}
      title="Not a transaction"
      text="The address does not name a transaction: a signature has 64 bytes, written in 86 to 88 letters and digits. It may have been cut off on the way."
    >
      <Link href="/" className={buttonClass()}>
        Go Home
      </Link>
    </WholePage>
  )
}

function KnownSignature({ signature }: { readonly signature: string }) {
  const { data: config } = useSiteConfig()
  const query = useTransaction(signature, config?.rpcUrl)
  const { data, error } = query
  const retry = <RetryButton query={query} variant="primary" />
  if (data?.kind === 'found' && config !== undefined)
    return <Found transaction={data.transaction} config={config} />
  if (data?.kind === 'pending')
    return (
      <WholePage
        icon={<Clock size={48} aria-hidden="true" className="text-violet" />}
        title="Not confirmed yet"
        text="A node has seen this transaction, and the network is voting on it. This page looks again by itself."
      >
        {retry}
      </WholePage>
    )
  if (data?.kind === 'unknown')
    return (
      <WholePage
        icon={<SearchX size={48} aria-hidden="true" className="text-faint" />}
        title="Transaction not found"
        text={`${shortAddress(signature)} was not found, or is not yet confirmed. One that was sent a moment ago takes some seconds; one that was never sent or has expired does not come.`}
      >
        {retry}
      </WholePage>
    )
  if (error !== null)
    return (
      <WholePage
        icon={<TriangleAlert size={48} aria-hidden="true" className="text-down" />}
        title="Failed to load the transaction"
        text={errorMessage(error, 'The node did not say why.')}
      >
        {retry}
      </WholePage>
    )
  return <TransactionSkeleton />
}

const PAGE = 'mx-auto w-full max-w-[60rem] py-3 md:py-5'

function Found({
  transaction,
  config,
}: {
  readonly transaction: ReadTransaction
  readonly config: SiteConfig
}) {
  // The coin's symbol comes from its page's data; the transaction itself names it by its mint.
  const [mintAddress] = explainTransaction(transaction, config.programAddress, () => undefined).mintAddresses
  return mintAddress === undefined ? (
    <View transaction={transaction} config={config} collection={undefined} />
  ) : (
    <OfCoin mintAddress={mintAddress} transaction={transaction} config={config} />
  )
}

function OfCoin({
  mintAddress,
  ...rest
}: {
  readonly mintAddress: string
  readonly transaction: ReadTransaction
  readonly config: SiteConfig
}) {
  const { data: collection, isPending } = useCollection(mintAddress)
  if (isPending) return <TransactionSkeleton />
  // A launch that failed left no coin: its transaction is shown all the same.
  return <View collection={collection} {...rest} />
}

function View({
  transaction,
  config,
  collection,
}: {
  readonly transaction: ReadTransaction
  readonly config: SiteConfig
  readonly collection: Collection | undefined
}) {
  const explanation = explainTransaction(transaction, config.programAddress, (mint) =>
    mint === collection?.mintAddress ? collection.symbol : undefined,
  )
  return (
    <div className={PAGE}>
      <BackLink collection={collection} />
      <div className="mt-3 flex flex-col gap-5">
        <TransactionHead
          transaction={transaction}
          explanation={explanation}
          collection={collection}
          config={config}
        />
        <StepList steps={explanation.steps} />
        <BalanceChanges
          transaction={transaction}
          roles={explanation.roles}
          collection={collection}
          explorerAddressUrl={config.explorerAddressUrl}
        />
        <Logs lines={transaction.logs} />
      </div>
    </div>
  )
}

function BackLink({ collection }: { readonly collection: Collection | undefined }) {
  return (
    <Link
      href={collection === undefined ? '/' : `/trade/${collection.id}`}
      className="-ml-2 inline-flex h-11 max-w-full items-center gap-2 rounded-full px-2 text-14 text-muted transition-colors hover:text-text"
    >
      <ArrowLeft size={16} aria-hidden="true" className="shrink-0" />
      <span className="truncate">Back to {collection === undefined ? 'Home' : collection.name}</span>
    </Link>
  )
}

/** As the programs wrote them. Nodes keep the first 10,000 bytes. */
function Logs({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Panel>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-14 font-semibold">
          Raw logs{' '}
          <span translate="no" className="figures ml-2 font-normal text-muted">
            {countText(lines.length, 'line')}
          </span>
        </summary>
        <pre
          translate="no"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so by keyboard too
          tabIndex={0}
          aria-label="Raw logs"
          className="mt-3 max-h-96 overflow-auto rounded-input border border-line bg-ink p-3 font-mono text-12 text-muted"
        >
          {lines.length === 0 ? 'The node kept none.' : lines.join('\n')}
        </pre>
      </details>
    </Panel>
  )
}

function TransactionSkeleton() {
  return (
    <SkeletonGroup label="Loading the transaction" className={PAGE}>
      <Skeleton className="h-11 w-32" />
      <div className="mt-3 flex flex-col gap-5">
        <Skeleton className="h-64 w-full rounded-panel!" />
        <Skeleton className="h-48 w-full rounded-panel!" />
        <Skeleton className="h-48 w-full rounded-panel!" />
      </div>
    </SkeletonGroup>
  )
}
