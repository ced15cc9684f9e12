// Turns for work that is too heavy to be done for everybody at once.

/** Lets `atOnce` run at a time, the others in the order in which they came; `tooMany` is thrown at whoever comes when `waitingMax` wait. */
export function createTurns(atOnce: number, waitingMax: number, tooMany: () => Error) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= waitingMax) throw tooMany()
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // A place is handed on, so that nobody who comes now overtakes those who wait.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
