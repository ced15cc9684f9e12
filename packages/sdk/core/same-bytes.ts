// Compares bytes. Not for secrets: how long it takes says where they differ.

/** Whether both have the same length and bytes. */
export const areSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
