// What stands where the candles will be: their shape while they load, and words where there are none.
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'

/** Heights of bars that could be candles, in percent. */
const BARS = [22, 30, 26, 38, 34, 46, 40, 52, 48, 44, 56, 62, 54, 66, 60, 72, 64, 58, 70, 76]

export function ChartSkeleton({ label = 'Loading chart data' }: { readonly label?: string }) {
  return (
    <SkeletonGroup label={label} className="flex h-full items-end gap-1.5 bg-panel px-3 pt-10 pr-16 pb-10">
      {BARS.map((height, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change places
        <span key={at} style={{ height: `${height}%` }} className="flex-1">
          <Skeleton className="h-2/3" />
        </span>
      ))}
    </SkeletonGroup>
  )
}

export function ChartMessage({
  title,
  children,
}: {
  readonly title: string
  readonly children: React.ReactNode
}) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 px-4 text-center">
      <p className="text-16 font-semibold">{title}</p>
      {children}
    </div>
  )
}
