// Many that do one thing after another, each as fast as it gets through: what they did in some seconds, and how long each took.
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './percentile.ts'

/** So long until all are at it, and the server runs compiled code: before, compiling it takes a quarter of the processor's time. */
const WARM_MS = 15_000

export interface Loop<Kind extends string> {
  readonly isRunning: () => boolean
  /** Does a thing of this kind, and counts it; a failure is counted too, and answers undefined. */
  readonly timed: <T>(kind: Kind, deed: () => Promise<T>) => Promise<T | undefined>
}

/** Runs `one` for each of `count` until the seconds are over; all that is counted a second, and the times of each kind. */
export async function runLoops<Kind extends string>(
  {
    seconds,
    count,
    kinds,
    what,
  }: {
    readonly seconds: number
    readonly count: number
    readonly kinds: readonly Kind[]
    readonly what: string
  },
  one: (at: number, loop: Loop<Kind>) => Promise<void>,
): Promise<Record<string, number>> {
  const latencies = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  /** How often, by what was said. */
  const failures = new Map<string, number>()
  let isMeasured = false
  let isRunning = true
  const loop: Loop<Kind> = {
    isRunning: () => isRunning,
    async timed(kind, deed) {
      const began = performance.now()
      try {
        const done = await deed()
        if (isMeasured) latencies[kind].push(performance.now() - began)
        return done
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (isMeasured) failures.set(reason, (failures.get(reason) ?? 0) + 1)
        return undefined
      }
    },
  }
  const loops = Promise.all(Array.from({ length: count }, (_, at) => one(at, loop)))
  await sleep(WARM_MS)
  isMeasured = true
  const began = performance.now()
  await sleep(seconds * 1_000)
  const elapsed = (performance.now() - began) / 1_000
  isMeasured = false
  isRunning = false
  await loops
  const all = kinds.reduce((sum, kind) => sum + latencies[kind].length, 0)
  const ms = (kind: Kind, share: number) => Math.round(percentile(latencies[kind], share))
  return {
    [`${what} per second`]: Math.round(all / elapsed),
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        ...[50, 99].map((share) => [`${kind} p${share} ms`, ms(kind, share)] as const),
        [`${kind} slowest ms`, ms(kind, 100)] as const,
      ]),
    ),
    failures: [...failures.values()].reduce((sum, times) => sum + times, 0),
    ...Object.fromEntries([...failures].map(([reason, times]) => [`failed: ${reason}`, times])),
  }
}
