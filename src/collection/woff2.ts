// Unpacks the product's fonts, which come as WOFF2, into TrueType: what draws text into pictures on the server
// (libvips' FreeType is built without Brotli) reads nothing newer. https://www.w3.org/TR/WOFF2/ is what the comments cite.
import { brotliDecompressSync } from 'node:zlib'
import { assert } from '../core/assert.ts'

// 4.1: the tags that a directory entry names by number.
const TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '))

class Reader {
  private readonly bytes: Buffer
  at: number
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }
  u8() {
    return this.bytes.readUInt8(this.at++)
  }
  u16() {
    return (this.u8() << 8) | this.u8()
  }
  i16() {
    return (this.u16() << 16) >> 16
  }
  u32() {
    return this.u16() * 65_536 + this.u16()
  }
  take(length: number) {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  /** UIntBase128. */
  base128() {
    let value = 0
    for (let count = 0; count < 5; count++) {
      const byte = this.u8()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw new Error('WOFF2: a number is too long')
  }
  /** 255UInt16. */
  short() {
    const code = this.u8()
    if (code === 253) return this.u16()
    if (code === 254) return 506 + this.u8()
    return code === 255 ? 253 + this.u8() : code
  }
}

interface Glyphs {
  readonly glyf: Buffer
  readonly offsets: readonly number[]
  /** For side bearings that are left out where they are the same. */
  readonly xMins: readonly number[]
}

/** The TrueType font that a WOFF2 file of our own packages holds. */
export function trueTypeOfWoff2(file: Buffer): Buffer {
  const header = new Reader(file)
  assert(header.u32() === 0x774f4632, 'the file is a WOFF2 font')
  const flavor = header.u32()
  header.take(4)
  const count = header.u16()
  header.take(6)
  const compressedLength = header.u32()
  header.take(24)
  const entries = Array.from({ length: count }, () => {
    const flags = header.u8()
    const tag = (flags & 63) === 63 ? header.take(4).toString('latin1') : (TAGS[flags & 63] ?? '')
    const length = header.base128()
    const version = flags >> 6
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0
    return { tag, isTransformed, length: isTransformed ? header.base128() : length }
  })
  const data = new Reader(brotliDecompressSync(header.take(compressedLength)))
  const packed = new Map(entries.map((entry) => [entry.tag, { ...entry, bytes: data.take(entry.length) }]))
  const tables = new Map([...packed].map(([tag, { bytes }]) => [tag, bytes]))
  const glyf = packed.get('glyf')
  if (glyf?.isTransformed) {
    const glyphs = unpackGlyphs(glyf.bytes)
    tables.set('glyf', glyphs.glyf)
    const loca = Buffer.alloc(glyphs.offsets.length * 4)
    for (const [at, offset] of glyphs.offsets.entries()) loca.writeUInt32BE(offset, at * 4)
    tables.set('loca', loca)
    const head = Buffer.from(tables.get('head') ?? Buffer.alloc(54))
    head.writeInt16BE(1, 50) // indexToLocFormat: long
    tables.set('head', head)
    if (packed.get('hmtx')?.isTransformed) tables.set('hmtx', unpackMetrics(tables, glyphs))
  }
  return joinTables(flavor, tables)
}

/** 5.1: glyphs come as seven streams, their points as triplets. Written back without any packing. */
function unpackGlyphs(bytes: Buffer): Glyphs {
  const header = new Reader(bytes)
  header.take(4)
  const count = header.u16()
  header.take(2)
  const sizes = Array.from({ length: 7 }, () => header.u32())
  let begin = header.at
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => {
    const stream = new Reader(bytes, begin)
    begin += size
    return stream
  }) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader]
  const hasBox = boxes.take(4 * ((count + 31) >> 5))
  const written: Buffer[] = []
  const offsets = [0]
  const xMins: number[] = []
  for (let glyph = 0; glyph < count; glyph++) {
    const contourCount = contours.i16()
    const box = ((hasBox[glyph >> 3] ?? 0) >> (7 - (glyph & 7))) & 1 ? boxes.take(8) : undefined
    const outline =
      contourCount === 0
        ? Buffer.alloc(0)
        : contourCount < 0
          ? compositeOf({ composites, glyphs, instructions, box: box ?? Buffer.alloc(8) })
          : simpleOf({ contourCount, points, flags, glyphs, instructions, box })
    const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)])
    written.push(padded)
    offsets.push((offsets.at(-1) ?? 0) + padded.length)
    xMins.push(outline.length > 0 ? outline.readInt16BE(2) : 0)
  }
  return { glyf: Buffer.concat(written), offsets, xMins }
}

function compositeOf(streams: {
  readonly composites: Reader
  readonly glyphs: Reader
  readonly instructions: Reader
  readonly box: Buffer
}): Buffer {
  const { composites, glyphs, instructions, box } = streams
  const begin = composites.at
  let flags: number
  let hasInstructions = false
  do {
    flags = composites.u16()
    composites.take(2 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0))
    hasInstructions ||= (flags & 0x100) !== 0
  } while (flags & 0x20)
  const length = composites.at - begin
  composites.at = begin
  const parts = [shorts([-1]), box, composites.take(length)]
  if (hasInstructions) {
    const size = glyphs.short()
    parts.push(shorts([size]), instructions.take(size))
  }
  return Buffer.concat(parts)
}

function simpleOf(streams: {
  readonly contourCount: number
  readonly points: Reader
  readonly flags: Reader
  readonly glyphs: Reader
  readonly instructions: Reader
  readonly box: Buffer | undefined
}): Buffer {
  const { contourCount, points, flags, glyphs, instructions, box } = streams
  let pointCount = 0
  const ends = Array.from({ length: contourCount }, () => (pointCount += points.short()) - 1)
  const onCurve = Buffer.alloc(pointCount)
  const steps: { x: number[]; y: number[] } = { x: [], y: [] }
  const reach = { x: 0, y: 0, xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity }
  for (let point = 0; point < pointCount; point++) {
    const flag = flags.u8()
    onCurve[point] = flag & 128 ? 0 : 1
    const [x, y] = tripletOf(flag & 127, glyphs)
    steps.x.push(x)
    steps.y.push(y)
    reach.x += x
    reach.y += y
    reach.xMin = Math.min(reach.xMin, reach.x)
    reach.yMin = Math.min(reach.yMin, reach.y)
    reach.xMax = Math.max(reach.xMax, reach.x)
    reach.yMax = Math.max(reach.yMax, reach.y)
  }
  const size = glyphs.short()
  return Buffer.concat([
    shorts([contourCount]),
    box ?? shorts([reach.xMin, reach.yMin, reach.xMax, reach.yMax]),
    shorts(ends),
    shorts([size]),
    instructions.take(size),
    onCurve,
    shorts(steps.x),
    shorts(steps.y),
  ])
}

/** 5.2: the step to the next point. */
function tripletOf(flag: number, from: Reader): [x: number, y: number] {
  const signed = (bit: number, size: number) => (bit & 1 ? size : -size)
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + from.u8())]
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + from.u8()), 0]
  if (flag < 84) {
    const base = flag - 20
    const byte = from.u8()
    return [
      signed(flag, 1 + (base & 0x30) + (byte >> 4)),
      signed(flag >> 1, 1 + ((base & 0x0c) << 2) + (byte & 15)),
    ]
  }
  if (flag < 120) {
    const base = flag - 84
    const x = signed(flag, 1 + (Math.floor(base / 12) << 8) + from.u8())
    return [x, signed(flag >> 1, 1 + (((base % 12) >> 2) << 8) + from.u8())]
  }
  if (flag < 124) {
    const [high, middle, low] = [from.u8(), from.u8(), from.u8()]
    return [signed(flag, (high << 4) + (middle >> 4)), signed(flag >> 1, ((middle & 15) << 8) + low)]
  }
  const x = signed(flag, from.u16())
  return [x, signed(flag >> 1, from.u16())]
}

/** 5.4: side bearings may be left out where they are what the outlines say. */
function unpackMetrics(tables: ReadonlyMap<string, Buffer>, { xMins }: Glyphs): Buffer {
  const from = new Reader(tables.get('hmtx') ?? Buffer.alloc(0))
  const flags = from.u8()
  const advanceCount = tables.get('hhea')?.readUInt16BE(34) ?? 0
  const advances = Array.from({ length: advanceCount }, () => from.u16())
  const bearings = xMins.map((xMin, glyph) =>
    (glyph < advanceCount ? flags & 1 : flags & 2) ? xMin : from.i16(),
  )
  return shorts(
    bearings.flatMap((bearing, glyph) =>
      glyph < advanceCount ? [advances[glyph] ?? 0, bearing] : [bearing],
    ),
  )
}

function joinTables(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const power = Math.floor(Math.log2(sorted.length))
  const header = Buffer.alloc(12 + sorted.length * 16)
  header.writeUInt32BE(flavor, 0)
  header.set(shorts([sorted.length, 16 << power, power, sorted.length * 16 - (16 << power)]), 4)
  const parts = [header]
  let offset = header.length
  for (const [at, [tag, bytes]] of sorted.entries()) {
    header.write(tag, 12 + at * 16, 'latin1')
    // The sums are left zero: nothing that draws looks at them.
    header.writeUInt32BE(offset, 20 + at * 16)
    header.writeUInt32BE(bytes.length, 24 + at * 16)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** 16 bits each, signed or not. */
function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2)
  return bytes
}
