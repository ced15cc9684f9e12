// The order in which lists of several coins stand. Pure.

interface Placed {
  readonly createdAt: string
  readonly collectionId: string
  readonly sequence: number
}

/** Newest first: by time, and at the same time as the database orders them, by coin and sequence. */
export const inOrder = <Of extends Placed>(all: readonly Of[]): Of[] => [...all].sort(byTime)

function byTime(a: Placed, b: Placed): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1
  if (a.collectionId !== b.collectionId) return a.collectionId > b.collectionId ? -1 : 1
  return b.sequence - a.sequence
}
