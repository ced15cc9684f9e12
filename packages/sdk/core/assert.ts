// For what can only be false if our own code is wrong. Never for input from outside: that is refused, not asserted.

/** Throws with `sentence` when `condition` is false. */
export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${sentence}`)
}
