// Which kind of picture bytes are, and whether they are all there. A browser draws what came of a picture that was cut off,
// and decoders forgive a missing end: the file's own structure says it. Pure; the form and the server ask the same.

/** The kind that the first bytes say, whatever the name says; undefined for anything that is not one of the five. */
export function pictureKindOf(bytes: Uint8Array): 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | undefined {
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return 'gif'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp'
  if (textAt(bytes, 4, 4) === 'ftyp' && ['avif', 'avis'].includes(textAt(bytes, 8, 4))) return 'avif'
  return undefined
}

export const CUT_OFF = 'The picture is not whole: its end is missing. Choose another file'

/** Why a chosen file can't be the picture, where its end is missing or it can't be read. */
export async function fileProblem(file: Blob): Promise<string | undefined> {
  try {
    return isWholePicture(new Uint8Array(await file.arrayBuffer())) ? undefined : CUT_OFF
  } catch {
    return 'This file cannot be read'
  }
}

/** Whether nothing is cut off a picture's end. True for other kinds of files, which are refused for that. */
export function isWholePicture(bytes: Uint8Array): boolean {
  const kind = pictureKindOf(bytes)
  return kind === undefined || IS_WHOLE[kind](bytes)
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

// A stranger's file of 10 MB may have a part at every few bytes: the functions below make no text and no array for each.

const IS_WHOLE = { png: isWholePng, jpeg: isWholeJpeg, gif: isWholeGif, webp: isWholeWebp, avif: isWholeAvif }

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const IEND = 0x49454e44

/** Chunks of a length, a name and a checksum; the last is IEND. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    if (view.getUint32(at + 4) === IEND) return end <= bytes.length
    at = end
  }
  return false
}

/** Segments of a length, and behind a start of scan bytes up to the next marker; the last is an end of image. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 2
  while (at + 1 < bytes.length) {
    const marker = bytes[at] === 0xff ? view.getUint8(at + 1) : 0
    if (marker === 0xd9) return true
    const isMarker = marker !== 0x00 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)
    if (!isMarker) at += 1
    else if (at + 4 > bytes.length) return false
    else at += 2 + view.getUint16(at + 2)
  }
  return false
}

/** A head with a table of colours, then blocks of sub-blocks; the last is a trailer. */
function isWholeGif(bytes: Uint8Array): boolean {
  // Past the end, 0 ends the sub-blocks and is no kind of block.
  const byteAt = (at: number) => bytes[at] ?? 0
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterSubBlocks = (start: number) => {
    let at = start
    while (byteAt(at) > 0) at += 1 + byteAt(at)
    return at + 1
  }
  for (let at = 13 + tableBytes(byteAt(10)); at < bytes.length; ) {
    const kind = bytes[at]
    if (kind === 0x3b) return true
    if (kind === 0x21) at = afterSubBlocks(at + 2)
    else if (kind === 0x2c) at = afterSubBlocks(at + 11 + tableBytes(byteAt(at + 9)))
    else return false
  }
  return false
}

/** The head says how many bytes follow it. */
function isWholeWebp(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && viewOf(bytes).getUint32(4, true) + 8 <= bytes.length
}

/** Boxes of a length and a name. One of length 1 has its length behind its name; one of length 0 goes on to the end. */
function isWholeAvif(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  let at = 0
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at)
    if (length === 0) return true
    if (length === 1 && at + 16 > bytes.length) return false
    const size = length === 1 ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : length
    if (size < 8) return false
    at += size
  }
  return at === bytes.length
}
