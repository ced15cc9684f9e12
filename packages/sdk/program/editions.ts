// A set of editions as the program keeps it: one bit each. Edition n is bit (n − 1) % 8 of byte (n − 1) / 8.
import { EDITIONS } from '../core/rarity.ts'
import type { Field } from './codec.ts'

export const EDITION_SET_BYTES = 125

/** Throws a RangeError for a number that is no edition. */
export function editionSet(editions: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(EDITION_SET_BYTES)
  for (const edition of editions) {
    if (!Number.isInteger(edition) || edition < 1 || edition > EDITIONS)
      throw new RangeError(`there is no edition ${edition}`)
    const at = (edition - 1) >> 3
    bytes[at] = (bytes[at] ?? 0) | (1 << ((edition - 1) & 7))
  }
  return bytes
}

/** The inverse of `editionSet`, in ascending order. */
export function editionsIn(set: Uint8Array): number[] {
  const editions: number[] = []
  for (let edition = 1; edition <= EDITIONS; edition++)
    if (((set[(edition - 1) >> 3] ?? 0) >> ((edition - 1) & 7)) & 1) editions.push(edition)
  return editions
}

export const EDITIONS_FIELD: Field<readonly number[]> = {
  type: 'editionSet',
  read: (reader) => editionsIn(reader.bytes(EDITION_SET_BYTES)),
  write: (writer, editions) => writer.bytes(editionSet(editions)),
}
