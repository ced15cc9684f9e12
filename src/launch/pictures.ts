// A launch's picture: recognised by its bytes, decoded, made small, stripped of metadata and kept by content hash.
// Whatever is served later was encoded here, so nothing hostile that was uploaded can reach a browser.
import { createHash } from 'node:crypto'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { Refusal } from '../core/errors.ts'

const PICTURE_SIZES = [1024, 512, 128] as const
const PIXELS_MAX = 40_000_000
const HASH_PATTERN = /^[0-9a-f]{64}$/

// Two at a time, each on one thread: a burst of uploads must not starve the trades of processor and memory.
sharp.concurrency(1)
sharp.cache(false)
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** The kind that the first bytes say, whatever the name says; undefined for anything that is not one of the five. */
export function pictureKindOf(bytes: Uint8Array): 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | undefined {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12))) return 'avif'
  return undefined
}

export interface PictureStore {
  /**
   * Decodes and stores a picture in all sizes; resolves with its hash when it is on disk. Animations keep their first
   * frame. Refuses imageUnsupported and imageBroken (damaged, or more than 40 megapixels).
   */
  add(bytes: Uint8Array): Promise<string>
  /** The file of a stored picture, or undefined for a hash or size that can't be one. */
  fileOf(hash: string, size: number): string | undefined
}

export function openPictureStore(folder: string): PictureStore {
  const fileOf = (hash: string, size: number) =>
    HASH_PATTERN.test(hash) && (PICTURE_SIZES as readonly number[]).includes(size)
      ? join(folder, hash.slice(0, 2), `${hash}-${size}.webp`)
      : undefined
  return {
    fileOf,
    async add(bytes) {
      if (pictureKindOf(bytes) === undefined) throw new Refusal('imageUnsupported')
      const encoded = await inTurn(() => encode(bytes))
      const [large] = encoded
      const hash = createHash('sha256').update(large.data).digest('hex')
      for (const { size, data } of encoded) {
        const file = fileOf(hash, size)
        if (file !== undefined) await writeOnce(file, data)
      }
      return hash
    },
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

async function encode(bytes: Uint8Array) {
  try {
    // Decoded once: the whole picture at its largest size, then the squares from that.
    const large = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
      .rotate()
      .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .timeout({ seconds: 20 })
      .toBuffer()
    const square = (size: 512 | 128) =>
      sharp(large).resize(size, size, { fit: 'cover' }).webp({ quality: 80, effort: 3 }).toBuffer()
    return [
      { size: 1024, data: large },
      { size: 512, data: await square(512) },
      { size: 128, data: await square(128) },
    ] as const
  } catch (cause) {
    throw new Refusal('imageBroken', undefined, { cause })
  }
}

async function writeOnce(file: string, data: Uint8Array): Promise<void> {
  const known = await stat(file).catch(() => undefined)
  if (known?.size === data.length) return
  await mkdir(dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}.${Math.round(performance.now() * 1000)}`
  const handle = await open(fresh, 'w')
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}
