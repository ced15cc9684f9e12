// One figure over time: bars from zero, drawn small, with the bucket under the pointer in words; and the same as a table.
import { Table2 } from 'lucide-react'
import { type PointerEvent, useId, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { axisEnd, type Bucket, barsOf, bucketAt, bucketName } from './buckets.ts'

export interface ChartFigure {
  readonly title: string
  readonly valueOf: (bucket: Bucket) => number
  /** Counts have no parts. */
  readonly isWhole: boolean
  readonly format: (value: number) => string
  /** The value as it is, for the table. */
  readonly exact: (bucket: Bucket) => string
  readonly tone: string
}

const WIDTH = 320
const HEIGHT = 96

export function BarChart({
  figure,
  buckets,
  bucketSeconds,
}: {
  readonly figure: ChartFigure
  readonly buckets: readonly Bucket[]
  readonly bucketSeconds: number
}) {
  const { title, valueOf, format, isWhole, tone } = figure
  const id = useId()
  const [hovered, setHovered] = useState<number>()
  const [isTable, setTable] = useState(false)
  const values = buckets.map(valueOf)
  const most = Math.max(0, ...values)
  const end = axisEnd(most, isWhole)
  const shown = hovered === undefined ? undefined : buckets[hovered]
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setHovered(bucketAt((clientX - left) / width, buckets.length))
  }
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-panel border border-line bg-panel">
      <header className="flex min-h-12 items-center justify-between gap-3 px-4 pt-1">
        <h2 id={id} className="text-14 font-semibold">
          {title}
        </h2>
        <button
          type="button"
          aria-pressed={isTable}
          aria-label={`${title} as a table`}
          title="As a table"
          onClick={() => setTable(!isTable)}
          className="-mr-2 flex size-9 items-center justify-center rounded-input text-faint transition-colors hover:bg-raised hover:text-text aria-pressed:bg-raised aria-pressed:text-text pointer-coarse:size-11"
        >
          <Table2 size={16} aria-hidden="true" />
        </button>
      </header>
      {isTable ? (
        <BucketTable figure={figure} buckets={buckets} bucketSeconds={bucketSeconds} />
      ) : (
        <div className="px-4 pb-3">
          <p
            aria-hidden="true"
            translate="no"
            className="figures flex justify-between gap-3 text-12 text-faint"
          >
            <span>{format(end)}</span>
            {shown !== undefined && (
              <span className="truncate text-text">
                {bucketName(shown, bucketSeconds, true)} · {format(valueOf(shown))}
              </span>
            )}
          </p>
          <svg
            role="img"
            aria-label={`${title}: ${inWords(figure, buckets, bucketSeconds, most)}`}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setHovered(undefined)}
            className={classNames('mt-1 block h-24 w-full touch-pan-y border-y border-line', tone)}
          >
            {hovered !== undefined && (
              <rect
                x={(hovered * WIDTH) / buckets.length}
                width={WIDTH / buckets.length}
                height={HEIGHT}
                className="fill-raised"
              />
            )}
            {barsOf(values, end, { width: WIDTH, height: HEIGHT }).map((bar, at) => (
              <rect key={buckets[at]?.time ?? at} {...bar} fill="currentColor" />
            ))}
          </svg>
          <p
            aria-hidden="true"
            translate="no"
            className="figures mt-1 flex justify-between text-12 text-faint"
          >
            {[0, buckets.length >> 1, buckets.length - 1].map((at, place) => {
              const bucket = buckets[at]
              return <span key={place}>{bucket === undefined ? '' : bucketName(bucket, bucketSeconds)}</span>
            })}
          </p>
        </div>
      )}
    </section>
  )
}

function inWords(
  { valueOf, format }: ChartFigure,
  buckets: readonly Bucket[],
  bucketSeconds: number,
  most: number,
): string {
  const peak = buckets.find((bucket) => valueOf(bucket) === most)
  if (most === 0 || peak === undefined) return 'nothing in this time.'
  return `at most ${format(most)}, at ${bucketName(peak, bucketSeconds, true)}. The button above shows all as a table.`
}

/** Newest first, as high as the chart was, and scrolled inside. */
function BucketTable({
  figure: { title, exact },
  buckets,
  bucketSeconds,
}: {
  readonly figure: ChartFigure
  readonly buckets: readonly Bucket[]
  readonly bucketSeconds: number
}) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
      tabIndex={0}
      role="region"
      aria-label={`Table of ${title}`}
      className="mx-4 mb-3 h-35 overflow-y-auto"
    >
      <table aria-label={title} className="w-full text-12">
        <thead>
          <tr className="text-left text-faint">
            <th scope="col" className="sticky top-0 bg-panel py-1 font-medium">
              {bucketSeconds > 3_600 ? 'Day (UTC)' : 'Hour'}
            </th>
            <th scope="col" className="sticky top-0 bg-panel py-1 pr-2 text-right font-medium">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.time}>
              <th scope="row" translate="no" className="figures py-1 text-left font-normal text-muted">
                {bucketName(bucket, bucketSeconds, bucketSeconds <= 3_600)}
              </th>
              <td translate="no" className="figures py-1 pr-2 text-right">
                {exact(bucket)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
