// Buckets of time as bars: how high, how wide, what the axis says, and what a bucket is called. Pure.

import type { Analytics } from '@twinmint/sdk/api/markets/contract'
import { formatClock, formatMinute, formatUtcDay } from '../ui/format.ts'

export type AnalyticsRange = Analytics['range']
export type Bucket = Analytics['buckets'][number]

/** What the address says; a day where it says nothing known. */
export function rangeOfParam(text: string | null, known: readonly AnalyticsRange[]): AnalyticsRange {
  return known.find((each) => each === text) ?? '24h'
}

const STEPS = [1, 2, 5, 10]

/**
 * The end of an axis from 0 that holds `most`: 1, 2 or 5 times a power of ten, so that it can be read. Whole things are
 * never counted in parts, and an axis with nothing on it ends at 1.
 */
export function axisEnd(most: number, isWhole: boolean): number {
  if (!(most > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const step = STEPS.find((each) => each * power >= most * (1 - 1e-12)) ?? 10
  const end = Number((step * power).toPrecision(1))
  return isWhole ? Math.max(1, end) : end
}

export interface Bar {
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number
}

/** Bars side by side in a field of `width` by `height`. Nothing is drawn for 0, and at least a hair for anything else. */
export function barsOf(
  values: readonly number[],
  end: number,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Bar[] {
  const slot = width / Math.max(1, values.length)
  const gap = Math.min(2, slot / 4)
  return values.map((value, at) => {
    const tall = value > 0 ? Math.max(1, (value / end) * height) : 0
    return { x: at * slot + gap / 2, width: slot - gap, y: height - tall, height: tall }
  })
}

/** The bucket under a place from 0 (left) to 1 (right). */
export function bucketAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)))
}

const HOUR_SECONDS = 3_600

/** An hour by the reader's clock ("14:00"), a day by its date in UTC ("21 Nov"). */
export function bucketName({ time }: Pick<Bucket, 'time'>, bucketSeconds: number, isLong = false): string {
  const ms = time * 1_000
  if (bucketSeconds > HOUR_SECONDS) return isLong ? `${formatUtcDay(ms)} UTC` : formatUtcDay(ms)
  return isLong ? `${formatMinute(ms)} – ${formatClock(ms + HOUR_SECONDS * 1_000)}` : formatClock(ms)
}
