// Which NFT numbers were just handed to whom: two people who prepare a capture at the same moment get different numbers, so
// that neither fails the other. Nothing depends on it: the chain decides, and a number that is not used is free again soon.

/** About as long as a prepared transaction can be sent. */
const KEPT_MS = 60_000
const COLLECTIONS_MAX = 10_000

interface Reservation {
  readonly wallet: string
  readonly untilMs: number
}

export class Reservations {
  readonly #byCollection = new Map<string, Map<number, Reservation>>()

  /** True while the number is another wallet's. */
  isTaken(collectionId: string, index: number, wallet: string, nowMs: number): boolean {
    const held = this.#byCollection.get(collectionId)?.get(index)
    return held !== undefined && held.wallet !== wallet && held.untilMs > nowMs
  }

  reserve(collectionId: string, indexes: readonly number[], wallet: string, nowMs: number): void {
    if (this.#byCollection.size >= COLLECTIONS_MAX) this.#byCollection.clear()
    const held = this.#byCollection.get(collectionId) ?? new Map<number, Reservation>()
    for (const [index, { untilMs }] of held) if (untilMs <= nowMs) held.delete(index)
    for (const index of indexes) held.set(index, { wallet, untilMs: nowMs + KEPT_MS })
    this.#byCollection.set(collectionId, held)
  }
}
