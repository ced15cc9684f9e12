// The Launch X-ray of a coin: what is unusual in words, who has the coins as a bar, and each figure with the wallets and
// transactions behind it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Xray } from '@twinmint/sdk/api/xray/contract'
import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { errorMessage } from '../../data/api.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatPercent } from '../../ui/format.ts'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useXray } from './queries.ts'
import { beforeHistoryText, gapsOf, sentenceOf } from './words.ts'
import { XrayFigures } from './XrayFigures.tsx'

export default function XrayPanel({ collection }: { readonly collection: Collection }) {
  const id = useId()
  const { data, error, isPending, isError, refetch } = useXray(collection.id)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h3 id={id} className="text-14 font-semibold">
          Launch X-ray
        </h3>
        <Link
          href="/docs/core/launch-x-ray"
          className="inline-flex items-center text-12 text-muted underline decoration-line underline-offset-4 transition-colors hover:decoration-current pointer-coarse:min-h-11"
        >
          How it is worked out
        </Link>
      </header>
      {data !== undefined && (
        <>
          <Verdict xray={data} />
          <HoldersBar bar={data.bar} isGraduated={collection.isGraduated} />
          <XrayFigures xray={data} symbol={collection.symbol} isGraduated={collection.isGraduated} />
        </>
      )}
      {data === undefined && isPending && <XraySkeleton warnings={collection.warnings.length} />}
      {data === undefined && isError && (
        <div role="alert" className="rounded-input border border-down/50 bg-down/10 p-3 text-13">
          <p className="font-semibold">The X-ray could not be made</p>
          <p className="mt-1">{errorMessage(error, 'The server did not say why.')}</p>
          <Button size="sm" className="mt-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

const TONES = {
  unusual: { box: 'border-down/60 bg-down/10', icon: 'text-down', Icon: TriangleAlert },
  unsure: { box: 'border-line bg-raised', icon: 'text-muted', Icon: CircleAlert },
  plain: { box: 'border-up/50 bg-up/10', icon: 'text-up', Icon: ShieldCheck },
} as const

function Verdict({ xray }: { readonly xray: Xray }) {
  const { warnings, historySince } = xray
  const gaps = gapsOf(xray)
  const kind = warnings.length > 0 ? 'unusual' : gaps.length > 0 ? 'unsure' : 'plain'
  const { box, icon, Icon } = TONES[kind]
  const title = {
    unusual: `${warnings.length} ${warnings.length === 1 ? 'thing is' : 'things are'} unusual`,
    unsure: 'Not everything could be read',
    plain: 'Nothing unusual',
  }[kind]
  const sentences =
    kind === 'unusual'
      ? [
          ...warnings.map((warning) => sentenceOf(warning, xray, formatPercent)),
          ...(historySince === null ? [] : [beforeHistoryText(historySince)]),
        ]
      : gaps
  return (
    <div className={classNames('flex gap-3 rounded-input border p-3 text-13', box)}>
      <Icon size={20} aria-hidden="true" className={classNames('shrink-0', icon)} />
      <div className="min-w-0">
        <p role="status" className="text-14 font-semibold">
          {title}
        </p>
        {kind !== 'unusual' && (
          <p className="mt-0.5 text-muted">
            {kind === 'plain'
              ? 'None of the figures below is at its limit.'
              : 'What was read is at no limit; what was not may be.'}
          </p>
        )}
        {sentences.length > 0 && (
          <ul className="mt-0.5">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Who has the coins that exist. */
function HoldersBar({ bar, isGraduated }: { readonly bar: Xray['bar']; readonly isGraduated: boolean }) {
  const parts = [
    ['Creator’s wallets', bar.creator, 'bg-down'],
    ['Other largest', bar.largest, 'bg-violet'],
    ['All others', bar.others, 'bg-up'],
    [isGraduated ? 'In the pool' : 'On the curve', bar.pool, 'bg-line'],
  ] as const
  return (
    <div>
      <div
        aria-hidden="true"
        className="flex h-3 gap-px overflow-hidden rounded-full bg-ink forced-color-adjust-none"
      >
        {parts.map(([label, percent, tone]) => (
          <span key={label} className={tone} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-12 @min-[35rem]:flex @min-[35rem]:justify-between">
        {parts.map(([label, percent, tone]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <span
              aria-hidden="true"
              className={classNames(
                'size-2 shrink-0 self-center rounded-full ring-1 ring-line forced-color-adjust-none',
                tone,
              )}
            />
            <dt className="min-w-0 text-muted">{label}</dt>
            <dd translate="no" className="figures ml-auto @min-[35rem]:ml-0">
              {formatPercent(percent)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** As high as what will stand there; how many warnings there are, the coin says already. */
export function XraySkeleton({ warnings }: { readonly warnings: number }) {
  return (
    <SkeletonGroup label="Making the X-ray" className="flex flex-col gap-3">
      <div style={{ height: `${3 + 1.25 * Math.max(1, warnings)}rem` }}>
        <Skeleton className="h-full w-full rounded-input!" />
      </div>
      <Skeleton className="h-3 w-full rounded-full!" />
      <Skeleton className="h-9 w-full @min-[35rem]:h-4" />
      <Skeleton className="h-79 w-full @min-[40rem]:h-45" />
    </SkeletonGroup>
  )
}
