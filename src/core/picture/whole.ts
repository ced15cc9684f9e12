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
/** Past the end, bytes are missing: NaN makes every comparison false. */
const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? Number.NaN
const numberAt = (bytes: Uint8Array, at: number, length: number): number => {
  let number = 0
  for (let i = 0; i < length; i++) number = number * 256 + byteAt(bytes, at + i)
  return number
}

const IS_WHOLE = { png: isWholePng, jpeg: isWholeJpeg, gif: isWholeGif, webp: isWholeWebp, avif: isWholeAvif }

/** Chunks of a length, a name and a checksum; the last is IEND. */
function isWholePng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + numberAt(bytes, at, 4)
    if (textAt(bytes, at + 4, 4) === 'IEND') return end <= bytes.length
    at = end
  }
  return false
}

/** Segments of a length, and behind a start of scan bytes up to the next marker; the last is an end of image. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  for (let at = 2; at + 1 < bytes.length; ) {
    const [sign, marker] = [byteAt(bytes, at), byteAt(bytes, at + 1)]
    const isMarker =
      sign === 0xff && marker !== 0x00 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)
    if (!isMarker) at += 1
    else if (marker === 0xd9) return true
    else at += 2 + numberAt(bytes, at + 2, 2) || bytes.length
  }
  return false
}

/** A head with a table of colours, then blocks of sub-blocks; the last is a trailer. */
function isWholeGif(bytes: Uint8Array): boolean {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterSubBlocks = (start: number) => {
    let at = start
    while (byteAt(bytes, at) > 0) at += 1 + byteAt(bytes, at)
    return at + 1
  }
  for (let at = 13 + tableBytes(byteAt(bytes, 10)); at < bytes.length; ) {
    const kind = byteAt(bytes, at)
    if (kind === 0x3b) return true
    if (kind === 0x21) at = afterSubBlocks(at + 2)
    else if (kind === 0x2c) at = afterSubBlocks(at + 11 + tableBytes(byteAt(bytes, at + 9)))
    else return false
  }
  return false
}

/** The head says how many bytes follow it. */
function isWholeWebp(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length >= 12 && size.getUint32(4, true) + 8 <= bytes.length
}

/** Boxes of a length and a name; one of length 0 goes on to the end, and none says how long that is. */
function isWholeAvif(bytes: Uint8Array): boolean {
  let at = 0
  while (at < bytes.length) {
    const length = numberAt(bytes, at, 4)
    const size = length === 1 ? numberAt(bytes, at + 8, 8) : length
    if (size === 0) return true
    if (!(size >= 8)) return false
    at += size
  }
  return at === bytes.length
}
