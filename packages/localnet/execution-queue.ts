// A few executions in each turn of the event loop, in the order of who asks: what comes from the disk, the database and other
// callers is heard between. All that waited at once in one turn held the database's answers up for tens of milliseconds.

/** With one there are more, smaller batches, which cost more; with ten the database waits as without turns (docs/performance.md). */
const AT_ONCE = 4

export interface Turns {
  /** Resolves when it is the caller's turn, which lasts until it awaits something. */
  take(): Promise<void>
  readonly waiting: number
}

export function openTurns(): Turns {
  const waiting: (() => void)[] = []
  const next = (): void => {
    for (const begin of waiting.splice(0, AT_ONCE)) begin()
    if (waiting.length > 0) setImmediate(next)
  }
  return {
    take: () =>
      new Promise((begin) => {
        if (waiting.push(begin) === 1) setImmediate(next)
      }),
    get waiting() {
      return waiting.length
    },
  }
}
