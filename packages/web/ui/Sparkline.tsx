// The course of a price in a few points: a hint for the eye beside the figure that says it, so screen readers pass by.
import { classNames } from './class-names.ts'

const WIDTH = 100
const HEIGHT = 28
const EDGE = 2

/** The points of a line through `values`, oldest first, from the lowest to the highest; a level course lies in the middle. */
export function sparkPoints(values: readonly number[]): string {
  const lowest = Math.min(...values)
  const span = Math.max(...values) - lowest
  const step = WIDTH / Math.max(1, values.length - 1)
  return values
    .map((value, at) => {
      const share = span === 0 ? 0.5 : (value - lowest) / span
      return `${round(at * step)},${round(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE))}`
    })
    .join(' ')
}

const round = (value: number) => Math.round(value * 10) / 10

export function Sparkline({
  values,
  className = 'w-24',
}: {
  /** Oldest first; a single one is drawn as a level line. */
  readonly values: readonly number[]
  /** Its width among others. */
  readonly className?: string
}) {
  const [first = 0] = values
  const last = values.at(-1) ?? first
  const tone = last > first ? 'text-up' : last < first ? 'text-down' : 'text-faint'
  const drawn = values.length > 1 ? values : [first, first]
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classNames('block h-7 overflow-visible', tone, className)}
    >
      <polyline
        points={sparkPoints(drawn)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
