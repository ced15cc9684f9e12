// Which NFT numbers were just handed to whom: two people who prepare a capture at the same moment get different numbers, so
// that neither fails the other. Nothing depends on it: the chain decides, and a number that is not used is free again soon.

/** About as long as a prepared transaction can be sent. */
const KEPT_MS = 60_000
/** As long as it takes to look at accounts, and to find that a wallet can pay. */
const CHOOSING_MS = 5_000
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

  /** True when nobody else has the number; then nobody else is offered it while this wallet's others are looked for. */
  claim(collectionId: string, index: number, wallet: string, nowMs: number): boolean {
    if (this.isTaken(collectionId, index, wallet, nowMs)) return false
    this.#keep(collectionId, [index], wallet, { nowMs, ms: CHOOSING_MS })
    return true
  }

  /** Keeps the numbers for this wallet until what was prepared can't be sent any more. */
  reserve(collectionId: string, indexes: readonly number[], wallet: string, nowMs: number): void {
    this.#keep(collectionId, indexes, wallet, { nowMs, ms: KEPT_MS })
  }

  #keep(
    collectionId: string,
    indexes: readonly number[],
    wallet: string,
    { nowMs, ms }: { readonly nowMs: number; readonly ms: number },
  ): void {
    if (this.#byCollection.size >= COLLECTIONS_MAX) this.#byCollection.clear()
    const held = this.#byCollection.get(collectionId) ?? new Map<number, Reservation>()
    for (const [index, { untilMs }] of held) if (untilMs <= nowMs) held.delete(index)
    for (const index of indexes) {
      const before = held.get(index)
      const own = before?.wallet === wallet ? before.untilMs : 0
      held.set(index, { wallet, untilMs: Math.max(own, nowMs + ms) })
    }
    this.#byCollection.set(collectionId, held)
  }
}
