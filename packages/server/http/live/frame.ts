// One message of a stream as readers get it, plain or packed, made once for all of them. Pieces that are packed alone, one after
// another behind the head, are one gzip stream, whichever a reader gets. The stream has no end: its length and checksum would be
// another one for every reader, and browsers need none.
import { constants, deflateRawSync } from 'node:zlib'

export interface Frame {
  readonly plain: Buffer
  packed(): Buffer
}

export function frameOf(text: string): Frame {
  const plain = Buffer.from(text)
  let packed: Buffer | undefined
  return {
    plain,
    packed: () => (packed ??= deflateRawSync(plain, { finishFlush: constants.Z_FULL_FLUSH })),
  }
}

/** No name, no time, no system. */
export const PACKED_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** By the header `Accept-Encoding`. */
export const acceptsPacked = (encodings = ''): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(encodings)
