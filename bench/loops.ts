// Many that do one thing after another: what they did in some seconds and how long each took, first each as fast as it gets
// through, then so many a second together. With as many as there are at it all the time, what each takes is their number by the
// rate (Little's law), so the first says what the server can do, and the second how long somebody waits at the rate that is aimed at.
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './percentile.ts'

/** So long until all are at it, and the server runs compiled code: before, compiling it takes a quarter of the processor's time. */
const WARM_MS = 15_000
/** Until what waited when the second part begins is done. */
const SETTLE_MS = 2_000

export interface Loop<Kind extends string> {
  readonly isRunning: () => boolean
  /** Does a thing of this kind, and counts it; a failure is counted too, and answers undefined. */
  readonly timed: <T>(kind: Kind, action: () => Promise<T>) => Promise<T | undefined>
}

/**
 * When each thing is due at `rate` a second: at random, as people come. Who finds nobody free waits, and that counts: the time is
 * from when it was due.
 */
function schedule(rate: number) {
  let next = performance.now()
  return async () => {
    const due = next
    next += (-Math.log(1 - Math.random()) / rate) * 1_000
    if (due > performance.now()) await sleep(due - performance.now())
    return due
  }
}

/**
 * Runs `one` for each of `count` until the seconds are over, and again at `rate` a second; all that is counted a second, and the
 * times of each kind.
 */
export async function runLoops<Kind extends string>(
  {
    seconds,
    count,
    rate,
    kinds,
    what,
  }: {
    readonly seconds: number
    readonly count: number
    /** The aim; without one the second part is left out. */
    readonly rate?: number
    readonly kinds: readonly Kind[]
    readonly what: string
  },
  one: (at: number, loop: Loop<Kind>) => Promise<void>,
): Promise<Record<string, number>> {
  let latencies: Record<Kind, number[]> | undefined
  let due: (() => Promise<number>) | undefined
  /** How often, by what was said. */
  const failures = new Map<string, number>()
  let isRunning = true
  const loop: Loop<Kind> = {
    isRunning: () => isRunning,
    async timed(kind, action) {
      const began = (await due?.()) ?? performance.now()
      const counted = latencies
      try {
        const done = await action()
        if (counted === latencies) counted?.[kind].push(performance.now() - began)
        return done
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (latencies !== undefined) failures.set(reason, (failures.get(reason) ?? 0) + 1)
        return undefined
      }
    },
  }
  const measure = async () => {
    const now = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
    latencies = now
    const began = performance.now()
    await sleep(seconds * 1_000)
    const elapsed = (performance.now() - began) / 1_000
    latencies = undefined
    const all = kinds.reduce((sum, kind) => sum + now[kind].length, 0)
    const ms = (kind: Kind, share: number) => Math.round(percentile(now[kind], share))
    return {
      [`${what} per second`]: Math.round(all / elapsed),
      ...Object.fromEntries(
        kinds.flatMap((kind) => [
          ...[50, 99].map((share) => [`${kind} p${share} ms`, ms(kind, share)] as const),
          [`${kind} slowest ms`, ms(kind, 100)] as const,
        ]),
      ),
    }
  }
  const loops = Promise.all(Array.from({ length: count }, (_, at) => one(at, loop)))
  await sleep(WARM_MS)
  const figures = await measure()
  if (rate !== undefined) {
    due = schedule(rate)
    await sleep(SETTLE_MS)
    for (const [name, value] of Object.entries(await measure()))
      figures[`at ${rate} a second: ${name}`] = value
  }
  isRunning = false
  await loops
  return {
    ...figures,
    failures: [...failures.values()].reduce((sum, times) => sum + times, 0),
    ...Object.fromEntries([...failures].map(([reason, times]) => [`failed: ${reason}`, times])),
  }
}
