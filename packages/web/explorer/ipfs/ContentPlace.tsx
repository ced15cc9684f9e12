// Where a coin's picture and texts lie, how to take them along, and that nobody can change them.

import type { Content } from '@twinmint/sdk/api/content/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Download, ExternalLink, Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { CopyButton, Digits, RelativeTime, Shortened } from '../../ui/amounts.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { groupThousands, shortAddress } from '../../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useCoinContent } from './queries.ts'

const LINK =
  'inline-flex min-h-8 items-center gap-1.5 underline decoration-line underline-offset-4 transition-colors hover:decoration-current pointer-coarse:min-h-11'

export default function ContentPlace({ collection }: { readonly collection: Collection }) {
  const id = useId()
  const { data, error, refetch } = useCoinContent(collection)
  const isNamed = collection.folderCid !== null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h3 id={id} className="text-14 font-semibold">
          Picture and texts
        </h3>
        <Link href="/docs/core/proofs#picture-and-texts" className={classNames(LINK, 'text-12 text-muted')}>
          How to check them
        </Link>
      </header>
      {!isNamed && <Unnamed uri={collection.metadataUri} />}
      {isNamed && data !== undefined && <Place content={data} />}
      {isNamed && data === undefined && error === null && (
        <SkeletonGroup label="Loading where picture and texts lie" className="flex flex-col gap-3">
          <Skeleton className="h-14 w-full rounded-input!" />
          {['a', 'b', 'c'].map((row) => (
            <Skeleton key={row} className="h-6 w-full" />
          ))}
        </SkeletonGroup>
      )}
      {isNamed && data === undefined && error !== null && (
        <div role="alert" className="rounded-input border border-down/50 bg-down/10 p-3 text-13">
          <p className="font-semibold">Where they lie could not be loaded</p>
          <p className="mt-1">{errorMessage(error, 'The server did not say why.')}</p>
          <Button size="sm" className="mt-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

/** Launched before content addresses, or elsewhere. */
function Unnamed({ uri }: { readonly uri: string }) {
  return (
    <div className="text-13 text-muted">
      <p>
        The chain names no content address for this coin, only an http address. Whoever runs that server
        decides what lies there.
      </p>
      <p translate="no" className="figures mt-1 [overflow-wrap:anywhere]">
        {uri}
      </p>
    </div>
  )
}

function Place({ content }: { readonly content: Content }) {
  const { cid, files, bytes, pin, gateways } = content
  const here = `/ipfs/${cid}`
  const others = gateways.filter((gateway) => hostOf(gateway) !== location.host)
  return (
    <>
      <p className="flex gap-2.5 rounded-input border border-line bg-raised p-3 text-13">
        <Lock size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-violet" />
        <span>
          Fixed at the launch: nobody can change them. The chain names them by their hash, so they can be
          checked wherever they come from.
        </span>
      </p>
      <dl className="text-13">
        <Row term="Folder (IPFS address)">
          <span className="inline-flex items-center gap-0.5">
            <span title={cid} translate="no" className="figures relative">
              <Shortened whole={cid}>{shortAddress(cid, '6-4')}</Shortened>
            </span>
            <CopyButton
              text={cid}
              label="Copy folder address"
              copiedText="Folder address copied to clipboard"
            />
          </span>
        </Row>
        <Row term="Holds">
          <Digits>{groupThousands(String(files))}</Digits> files, <Digits>{sizeText(bytes)}</Digits>
        </Row>
        {pin !== null && (
          <Row term="Pinned on IPFS">
            <PinState pin={pin} />
          </Row>
        )}
        <Row term="Open at">
          <span className="flex flex-wrap justify-end gap-x-4">
            <OutLink href={`${here}/picture.webp`}>Picture</OutLink>
            <OutLink href={`${here}/coin`}>Texts</OutLink>
            <OutLink href={here}>List of files</OutLink>
            {others.map((gateway) => (
              <OutLink key={gateway} href={gateway}>
                {hostOf(gateway)}
              </OutLink>
            ))}
          </span>
        </Row>
      </dl>
      {pin?.state !== 'pinned' && (
        <p className="text-12 text-muted">
          Public gateways find the folder once somebody on the IPFS network has it. Whoever has the download
          below can put it there.
        </p>
      )}
      <a href={`${here}?format=car`} download className={buttonClass('secondary', 'sm', 'self-start')}>
        <Download size={14} aria-hidden="true" />
        Download all of it (CAR)
      </a>
    </>
  )
}

const PIN_WORDS = {
  queued: 'queued at',
  pinning: 'being pinned by',
  pinned: 'by',
  failed: 'failed at',
} as const

function PinState({
  pin: { state, service, since, message },
}: {
  readonly pin: NonNullable<Content['pin']>
}) {
  return (
    <span className={state === 'failed' ? 'text-down' : state === 'pinned' ? 'text-up' : 'text-gold'}>
      {PIN_WORDS[state]} {service}, <RelativeTime iso={since} ago />
      {message !== undefined && <span className="block text-12 text-muted">{message}</span>}
    </span>
  )
}

function OutLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={LINK}>
      {children}
      <ExternalLink size={14} aria-hidden="true" />
    </a>
  )
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-8.5 items-center justify-between gap-4 border-b border-line py-1">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** "1.2 MB": of a thousand thousands, as disks count. */
function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
