// A launch's or a profile's picture: encoded (encode.ts) and kept by content hash in either store, and read again.
import { openBudget } from '../core/budget.ts'
import { Refusal } from '../core/errors.ts'
import { type EncodedPicture, encodePicture, encodeSquares, PICTURE_SIZES } from './encode.ts'
import { type ContentStore, contentKey } from './store.ts'

/** Pictures that are being sent or wait to be decoded, each up to 10 MB in memory. */
const PLACES_MAX = 40
const PLACES_BY_KEY_MAX = 4
/**
 * Animations that are encoded, one at a time, or wait for it: each takes seconds, so they leave most places to stills. Few who take all
 * that they get leave some to whoever has none yet.
 */
const ANIMATIONS = { max: 6, byKeyMax: 2, reserve: 4 }
/** What stays free on the disk for what matters more, chain and database; and of a bucket's limit. */
const FREE_BYTES_MIN = 512 * 1024 * 1024

/** What calls refuse that take a picture. */
export const PICTURE_REFUSES = [
  'imageTooLarge',
  'imageUnsupported',
  'imageBroken',
  'imageTooManyPixels',
  'imageAnimationTooLong',
  'picturesBusy',
  'noRoom',
  'contentUnavailable',
] as const

export interface PictureStore {
  /** Takes a place for a picture of `key`'s, before it is read, until `work` is done. Refuses picturesBusy. */
  inPlace<T>(key: string, work: () => Promise<T>): Promise<T>
  /**
   * Decodes a picture of `key`'s and encodes it in all sizes; keeps nothing. Refuses imageUnsupported, imageBroken,
   * imageTooManyPixels, imageAnimationTooLong and, for animations, picturesBusy.
   */
  encode(bytes: Uint8Array, key: string): Promise<EncodedPicture>
  /** Keeps it; it is durable when this resolves. Refuses noRoom and contentUnavailable. */
  keep(picture: EncodedPicture): Promise<void>
  /** Encodes and keeps a picture; resolves with its hash. Refuses what both refuse. */
  add(bytes: Uint8Array, key: string): Promise<string>
  /**
   * Keeps a large picture that was encoded before, byte for byte, and makes its squares anew; resolves with its hash.
   * Refuses what `add` refuses.
   */
  restore(large: Uint8Array): Promise<string>
  /** The WebP of a picture; undefined where it is not kept, or can't be. Refuses contentUnavailable. */
  read(hash: string, size: number): Promise<Uint8Array | undefined>
  /** Deletes a picture in all sizes. */
  remove(hash: string): Promise<void>
}

export interface PictureStoreOptions {
  /** Told of each picture before it is kept, so that none is there of which nobody knows. */
  readonly onTaken?: (hash: string) => Promise<void>
  /** Whether one address has fewer places than all. */
  readonly isLimitedByKey?: boolean
}

export function openPictureStore(
  store: ContentStore,
  { onTaken, isLimitedByKey = true }: PictureStoreOptions = {},
): PictureStore {
  const places = openBudget({ max: PLACES_MAX, byKeyMax: isLimitedByKey ? PLACES_BY_KEY_MAX : PLACES_MAX })
  const animations = openBudget({
    ...ANIMATIONS,
    byKeyMax: isLimitedByKey ? ANIMATIONS.byKeyMax : ANIMATIONS.max,
  })
  const encode = (bytes: Uint8Array, key: string) => encodePicture(bytes, () => animations.hold(key))
  const keep = async ({ hash, sizes }: EncodedPicture) => {
    const free = await store.free?.()
    if (free !== undefined && free < FREE_BYTES_MIN) throw new Refusal('noRoom')
    await onTaken?.(hash)
    // The large one last: where it is, all of it is.
    const [large, ...squares] = sizes
    await Promise.all(squares.map(({ size, data }) => store.put(keyOf(hash, size), data)))
    if (large !== undefined) await store.put(keyOf(hash, large.size), large.data)
  }
  return {
    async inPlace(key, work) {
      const leave = places.hold(key)
      if (leave === undefined) throw new Refusal('picturesBusy')
      try {
        return await work()
      } finally {
        leave()
      }
    },
    encode,
    keep,
    async add(bytes, key) {
      const picture = await encode(bytes, key)
      await keep(picture)
      return picture.hash
    },
    async restore(large) {
      const picture = await encodeSquares(large)
      await keep(picture)
      return picture.hash
    },
    async read(hash, size) {
      const key = isPictureSize(size) ? contentKey(hash, size) : undefined
      return key === undefined ? undefined : store.get(key)
    },
    async remove(hash) {
      await Promise.all(PICTURE_SIZES.map((size) => store.remove(keyOf(hash, size))))
    },
  }
}

const isPictureSize = (size: number) => (PICTURE_SIZES as readonly number[]).includes(size)

/** Hashes here were made here. */
function keyOf(hash: string, size: number): string {
  const key = contentKey(hash, size)
  if (key === undefined) throw new Error(`"${hash}" is not the hash of a picture`)
  return key
}
