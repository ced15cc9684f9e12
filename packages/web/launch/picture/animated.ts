// Whether a picture moves, by its bytes and whatever its name says: what moves is not drawn anew, which would stop it. Reads a
// stranger's file: every length is checked against what is there, and every step goes forward.

/**
 * `still`, or `moves`: the server keeps the motion of GIF and WebP. `stills`: an animated PNG or AVIF, of which it keeps the
 * first picture alone.
 */
export type Motion = 'still' | 'moves' | 'stills'

export function motionOf(bytes: Uint8Array): Motion {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, Math.min(from + length, bytes.length)))
  if (text(0, 4) === 'GIF8') return gifPictures(view) > 1 ? 'moves' : 'still'
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return isMovingWebp(view, text) ? 'moves' : 'still'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return isMovingPng(view, text) ? 'stills' : 'still'
  if (text(4, 4) === 'ftyp') return brandsOf(view, text).includes('avis') ? 'stills' : 'still'
  return 'still'
}

type TextAt = (from: number, length: number) => string

/** A byte, or 0 beyond the end. */
const byteAt = (view: DataView, at: number): number => (at < view.byteLength ? view.getUint8(at) : 0)
const colourTable = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** How many pictures a GIF holds, counted to two. */
function gifPictures(view: DataView): number {
  let at = 13 + colourTable(byteAt(view, 10))
  /** Past a row of blocks, each of its own length, up to an empty one. */
  const pastBlocks = (from: number) => {
    let next = from
    while (next < view.byteLength && byteAt(view, next) !== 0) next += 1 + byteAt(view, next)
    return next + 1
  }
  let pictures = 0
  while (at < view.byteLength && pictures < 2) {
    const kind = byteAt(view, at)
    if (kind === 0x2c) {
      pictures++
      at = pastBlocks(at + 11 + colourTable(byteAt(view, at + 9)))
    } else if (kind === 0x21) at = pastBlocks(at + 2)
    else break
  }
  return pictures
}

/** The extended header says so, in its second bit. */
const isMovingWebp = (view: DataView, text: TextAt): boolean =>
  text(12, 4) === 'VP8X' && (byteAt(view, 20) & 2) !== 0

/** Its `acTL` comes before the first picture's data. */
function isMovingPng(view: DataView, text: TextAt): boolean {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = text(at + 4, 4)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
  return false
}

/** What the file says that it is, and what it is compatible with. */
function brandsOf(view: DataView, text: TextAt): string[] {
  const end = Math.min(view.byteLength, view.getUint32(0), 512)
  const brands = [text(8, 4)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(at, 4))
  return brands
}
