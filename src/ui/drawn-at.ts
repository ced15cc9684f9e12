// When the server drew the document: what follows the clock is taken over as it stood then.
let ms: number | undefined

export const drawnAtMs = (): number => ms ?? Date.now()

/** Said before anything is drawn. */
export function noteDrawnAt(atMs: number): void {
  ms = atMs
}
