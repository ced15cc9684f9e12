// A launch's picture: recognised by its bytes, decoded, made small, stripped of metadata and kept by content hash.
// Whatever is served later was encoded here, so nothing hostile that was uploaded can reach a browser.
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { openBudget } from '../core/budget.ts'
import { Refusal } from '../core/errors.ts'

export const PICTURE_SIZES = [1024, 512, 128] as const
/** What phones take, 4,032 by 3,024, and a little more. */
const PIXELS_MAX = 4_096 * 3_072
/** Pictures that are being sent or wait to be decoded, each up to 10 MB in memory. */
const PLACES_MAX = 40
const PLACES_BY_KEY_MAX = 4
/** What stays free on the disk for what matters more: chain and database. */
const FREE_BYTES_MIN = 512 * 1024 * 1024
const HASH_PATTERN = /^[0-9a-f]{64}$/

// Two at a time, each on one thread: a burst of uploads must not starve the trades of processor and memory.
sharp.concurrency(1)
sharp.cache(false)
const AT_ONCE = 2

/** What calls refuse that take a picture. */
export const PICTURE_REFUSES = [
  'imageTooLarge',
  'imageUnsupported',
  'imageBroken',
  'imageTooManyPixels',
  'picturesBusy',
  'noRoom',
] as const

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

export interface EncodedPicture {
  /** Hex SHA-256 of the largest. */
  readonly hash: string
  /** The largest first. */
  readonly sizes: readonly { readonly size: number; readonly data: Uint8Array }[]
}

export interface PictureStore {
  /** Takes a place for a picture of `key`'s, before it is read, until `work` is done. Refuses picturesBusy. */
  inPlace<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Decodes a picture and makes all its sizes. Refuses imageUnsupported, imageBroken and imageTooManyPixels. */
  encode(bytes: Uint8Array): Promise<EncodedPicture>
  /** Stores it; resolves when it is on disk. Refuses noRoom. */
  keep(picture: EncodedPicture): Promise<void>
  /** Both; resolves with its hash. Animations keep their first frame. */
  add(bytes: Uint8Array): Promise<string>
  /** Keeps a large picture that was encoded before, byte for byte, with new squares. Refuses what `add` refuses. */
  restore(large: Uint8Array): Promise<string>
  /** A stored picture, or undefined where there is none. */
  read(hash: string, size: number): Promise<Uint8Array | undefined>
  /** The file of a stored picture, or undefined for a hash or size that can't be one. */
  fileOf(hash: string, size: number): string | undefined
  /** Deletes a picture in all sizes. */
  remove(hash: string): Promise<void>
}

export interface PictureStoreOptions {
  /** Told of each picture before it is on disk, so that none is there of which nobody knows. */
  readonly onTaken?: (hash: string) => Promise<void>
  /** Whether one address has fewer places than all. */
  readonly isLimitedByKey?: boolean
  readonly freeBytes?: (folder: string) => Promise<number>
}

export function openPictureStore(
  folder: string,
  { onTaken, isLimitedByKey = true, freeBytes = freeBytesOf }: PictureStoreOptions = {},
): PictureStore {
  const places = openBudget({ max: PLACES_MAX, byKeyMax: isLimitedByKey ? PLACES_BY_KEY_MAX : PLACES_MAX })
  const fileOf = (hash: string, size: number) =>
    HASH_PATTERN.test(hash) && (PICTURE_SIZES as readonly number[]).includes(size)
      ? join(folder, hash.slice(0, 2), `${hash}-${size}.webp`)
      : undefined
  const encodePicture = async (bytes: Uint8Array): Promise<EncodedPicture> => {
    if (pictureKindOf(bytes) === undefined) throw new Refusal('imageUnsupported')
    const sizes = await inTurn(() => encode(bytes))
    return { hash: createHash('sha256').update(sizes[0].data).digest('hex'), sizes }
  }
  const keep = async ({ hash, sizes }: EncodedPicture): Promise<void> => {
    await mkdir(folder, { recursive: true })
    if ((await freeBytes(folder)) < FREE_BYTES_MIN) throw new Refusal('noRoom')
    await onTaken?.(hash)
    for (const { size, data } of sizes) {
      const file = fileOf(hash, size)
      if (file !== undefined) await writeOnce(file, data)
    }
  }
  return {
    fileOf,
    encode: encodePicture,
    keep,
    async read(hash, size) {
      const file = fileOf(hash, size)
      return file === undefined ? undefined : await readFile(file).catch(() => undefined)
    },
    async inPlace(key, work) {
      const leave = places.hold(key)
      if (leave === undefined) throw new Refusal('picturesBusy')
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async add(bytes) {
      const picture = await encodePicture(bytes)
      await keep(picture)
      return picture.hash
    },
    async restore(large) {
      if (pictureKindOf(large) !== 'webp') throw new Refusal('imageBroken')
      const [, ...squares] = await inTurn(() => encode(large))
      const hash = createHash('sha256').update(large).digest('hex')
      await keep({ hash, sizes: [{ size: 1024, data: large }, ...squares] })
      return hash
    },
    async remove(hash) {
      for (const size of PICTURE_SIZES) {
        const file = fileOf(hash, size)
        if (file !== undefined) await rm(file, { force: true })
      }
    },
  }
}

// Whoever waits here has a place, so the places bound how many wait.
const inTurn = pLimit(AT_ONCE)

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function encode(bytes: Uint8Array) {
  // The header says it, and a decoder believes no other size than that.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new Refusal('imageBroken', undefined, { cause })
    })
  if (width * height > PIXELS_MAX) throw new Refusal('imageTooManyPixels')
  try {
    // Decoded once: the whole picture at its largest size, then the squares from that.
    const large = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
      .rotate()
      .resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84, effort: 3 })
      .timeout({ seconds: 10 })
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
  try {
    const handle = await open(fresh, 'w')
    try {
      await handle.writeFile(data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file)
  } catch (cause) {
    await rm(fresh, { force: true })
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('noRoom', undefined, { cause })
    throw cause
  }
}
