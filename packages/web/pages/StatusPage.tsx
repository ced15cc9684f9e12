// How this server is doing, for everybody who wonders whether it is them or us.

import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../data/api.ts'
import { useConnection } from '../data/connection.ts'
import { KeysPanel } from '../explorer/KeysPanel.tsx'
import { useSiteConfig } from '../shared/queries.ts'
import { RetryButton } from '../shared/RetryButton.tsx'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { useStatus } from '../shared/status-queries.ts'
import { CopyButton, RelativeTime } from '../ui/amounts.tsx'
import { countText, groupThousands } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'

export default function StatusPage() {
  const connection = useConnection()
  const query = useStatus()
  const { data, error, isPending } = query
  return (
    <div className="mx-auto w-full max-w-[62.5rem] py-5 md:py-8">
      <title>Status · Twinmint</title>
      <h1 className="font-display text-28 font-semibold md:text-40">Status</h1>
      <p className="mt-2 text-14 text-muted md:text-16">
        This server, its chain and its database, looked at every few seconds.
      </p>
      <div className="mt-6">
        {connection !== 'there' ? (
          <Message
            icon={<TriangleAlert size={32} aria-hidden="true" className="text-down" />}
            title={connection === 'offline' ? 'You are offline' : 'The server does not answer'}
          >
            It is asked again every few seconds. What is on the chain is not touched by that.
          </Message>
        ) : isPending ? (
          <StatusSkeleton />
        ) : data === undefined || error !== null ? (
          <Message
            icon={<TriangleAlert size={32} aria-hidden="true" className="text-down" />}
            title="How the server is doing can’t be read"
            action={<RetryButton query={query} />}
          >
            {errorMessage(error, 'It did not say why.')} What is on the chain is not touched by that.
          </Message>
        ) : (
          <Figures status={data} />
        )}
      </div>
    </div>
  )
}

const NAMES = {
  database: 'Database',
  writes: 'Writing',
  chain: 'Chain',
  index: 'Index',
  stream: 'Live stream',
  clock: 'Clock',
  servers: 'Servers',
}

/** Of the index what is not as usual, and how far it is final. */
function indexLines(index: Status['index']): (readonly [string, string])[] {
  const lines: (readonly [string, string | undefined])[] = [
    ['Set aside', some(index.transactionsSetAside, 'transaction', ' of an unknown version')],
    ['Without early history', some(index.cutHistories ?? 0, 'coin')],
    [
      'Compared with the final chain',
      index.finalizedSlot === null ? undefined : `up to slot ${groupThousands(String(index.finalizedSlot))}`,
    ],
    ['Being read again', some(index.mismatches, 'coin')],
    ['With events that the chain took back', some(index.rollbacks, 'coin')],
  ]
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))
}

const some = (count: number, noun: string, rest = ''): string | undefined =>
  count === 0 ? undefined : `${countText(count, noun)}${rest}`

function Figures({ status }: { readonly status: Status }) {
  const { checks, chain, index, database, content, live, versions } = status
  const isWell = checks.every(({ ok }) => ok) && content.roundTripMs !== null
  const behind = index.transactionsBehind + index.eventsWaiting
  return (
    <>
      <p
        role="status"
        className={`flex items-center gap-3 rounded-panel border px-4 py-4 text-16 font-semibold ${isWell ? 'border-up/50 bg-up/10' : 'border-down/60 bg-down/10'}`}
      >
        {isWell ? (
          <CircleCheck size={22} aria-hidden="true" className="shrink-0 text-up" />
        ) : (
          <CircleAlert size={22} aria-hidden="true" className="shrink-0 text-down" />
        )}
        {isWell ? 'All is well.' : 'Something is wrong; it is said below.'}
      </p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {checks.map(({ name, ok, sentence }) => (
          <li key={name} className="min-w-0 grow basis-56 rounded-panel border border-line bg-panel p-4">
            <h2 className="flex items-center gap-2 text-14 font-semibold">
              {ok ? (
                <CircleCheck size={16} aria-label="Well:" className="text-up" />
              ) : (
                <CircleAlert size={16} aria-label="Not well:" className="text-down" />
              )}
              {NAMES[name]}
            </h2>
            <p className="mt-1 text-13 text-muted">{sentence}</p>
          </li>
        ))}
      </ul>
      {content.roundTripMs === null && (
        <p className="mt-4 flex items-center gap-3 rounded-panel border border-down/60 bg-down/10 px-4 py-3 text-13">
          <CircleAlert size={16} aria-hidden="true" className="shrink-0 text-down" />
          {content.sentence}
        </p>
      )}
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Panel title="Now">
          <Lines
            lines={[
              ['Slot', chain.slot === null ? 'not known' : groupThousands(String(chain.slot))],
              ['Age of the slot', chain.slotAgeSeconds === null ? 'not known' : `${chain.slotAgeSeconds} s`],
              [
                'Index behind',
                behind === 0 ? 'by nothing' : `${countText(behind, 'event')}, ${index.secondsBehind} s`,
              ],
              ...(database.kind === 'server'
                ? [['Writes the index', index.isWriter ? 'yes' : 'no'] as const]
                : []),
              ...indexLines(index),
              [
                'Database',
                `${database.kind === 'embedded' ? 'embedded' : 'PostgreSQL'}, ${database.roundTripMs === null ? 'no answer' : `${database.roundTripMs} ms`}`,
              ],
              [
                'Pictures',
                `${content.kind === 'folder' ? 'in a folder' : 'S3-compatible store'}, ${content.roundTripMs === null ? 'no answer' : `${content.roundTripMs} ms`}`,
              ],
              ['Live readers', groupThousands(String(live.readers))],
              ['Runs for', durationText(status.uptimeSeconds)],
              ['Looked at', <RelativeTime key="at" iso={status.checkedAt} />],
            ]}
          />
        </Panel>
        <Versions versions={versions} />
      </div>
      <div className="mt-4">
        <KeysPanel />
      </div>
      <p className="mt-4 text-13 text-muted">
        For machines:{' '}
        <a href="/api/ready" className="text-violet-bright underline underline-offset-2">
          /api/ready
        </a>
        ,{' '}
        <a href="/api/status" className="text-violet-bright underline underline-offset-2">
          /api/status
        </a>{' '}
        and more in{' '}
        <Link
          href="/docs/developers/running#is-it-well"
          className="text-violet-bright underline underline-offset-2"
        >
          the documentation
        </Link>
        .
      </p>
    </>
  )
}

const ON_CHAIN = {
  same: 'the same bytes as here',
  other: 'other bytes than here',
  unknown: 'could not be compared',
}

function Versions({ versions }: { readonly versions: Status['versions'] }) {
  const { data: site } = useSiteConfig()
  return (
    <Panel title="Versions">
      <Lines
        lines={[
          ...shown('Twinmint', versions.product),
          ...shown(
            'Its SHA-256',
            versions.productSha256 && <Hash key="product" hash={versions.productSha256} label="product" />,
          ),
          ...shown('Node', versions.node),
          [
            'Program',
            <ShortAddress
              key="program"
              address={versions.programAddress}
              label="program"
              explorerUrl={site?.explorerAddressUrl}
            />,
          ],
          ['Its SHA-256', <Hash key="hash" hash={versions.programSha256} label="program" />],
          ['On the chain', ON_CHAIN[versions.programOnChain]],
        ]}
      />
    </Panel>
  )
}

/** A line, where the server tells what stands on it. */
const shown = (label: string, value: ReactNode) => (value === null ? [] : [[label, value] as const])

function Hash({ hash, label }: { readonly hash: string; readonly label: string }) {
  return (
    <span className="inline-flex items-center gap-0.5">
      <span title={hash} translate="no" className="figures">
        {hash.slice(0, 12)}…
      </span>
      <CopyButton text={hash} label={`Copy the hash of the ${label}`} copiedText="Hash copied to clipboard" />
    </span>
  )
}

function Lines({ lines }: { readonly lines: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="text-14">
      {lines.map(([label, value], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines are always the same
        <div
          key={at}
          className="flex min-h-9 items-center justify-between gap-4 border-b border-line/60 py-1 last:border-0"
        >
          <dt className="text-muted">{label}</dt>
          <dd translate="no" className="figures min-w-0 text-right">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** "3 d 4 h", "12 min". */
function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}

function StatusSkeleton() {
  return (
    <SkeletonGroup label="Loading the status">
      <Skeleton className="h-14 w-full" />
      <div className="mt-4 grid gap-3 sm:grid-cols-3">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </SkeletonGroup>
  )
}
