// How many bytes a bucket holds of ours. A store does not say, so they are counted now and then, and what is put in between is added;
// what other servers put is known with the next count.

const COUNT_MS = 600_000

export interface BucketBytes {
  /** What was put since. */
  add(bytes: number): void
  /** The first time it waits for the count, later it goes by the one before. Rejects where the first fails. */
  read(): Promise<number>
}

/** `list` goes through everything that is kept. */
export function countBucketBytes(list: () => AsyncIterable<{ readonly size: number }>): BucketBytes {
  let counted: number | undefined
  let added = 0
  let dueAtMs = 0
  let counting: Promise<void> | undefined
  const count = async () => {
    const addedBefore = added
    let bytes = 0
    for await (const { size } of list()) bytes += size
    counted = bytes
    // What came meanwhile may be counted twice, until the next time.
    added -= addedBefore
    dueAtMs = Date.now() + COUNT_MS
  }
  return {
    add(bytes) {
      added += bytes
    },
    async read() {
      if (Date.now() >= dueAtMs) {
        counting ??= count().finally(() => {
          counting = undefined
        })
        if (counted === undefined) await counting
        // A store that is away is told of by whoever puts or reads.
        else counting.catch(() => {})
      }
      return (counted ?? 0) + added
    },
  }
}
