// A launch's or a profile's picture: encoded (encode.ts) and kept by content hash in either store, and read again. Its squares
// follow from it, so they are made when one is first asked for: most pictures that are prepared are never shown.

import { Refusal } from '@twinmint/sdk/core/errors'
import { openBudget } from '@twinmint/sdk/internal/core/budget'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import pLimit from 'p-limit'
import {
  type EncodedPicture,
  encodePicture,
  encodeSquares,
  namedByHash,
  PICTURE_SIZES,
  SQUARE_SIZES,
  type Square,
} from './encode.ts'
import { type ContentStore, contentKey, isOtherThanNamed } from './store.ts'

const MB = 1024 * 1024
/** Bytes of pictures that are being sent or wait to be encoded. Few large ones leave some to whoever has none under way. */
const UNDER_WAY = { max: 64 * MB, byKeyMax: 24 * MB, reserve: 32 * MB }
/** A small one takes work, too; and who does not say how much is sent may send the most. */
const TAKEN_FOR = { least: 2 * MB, most: 11 * MB }
/**
 * Animations that are encoded, one at a time, or wait for it: each takes seconds, so they leave most places to stills. Few who take all
 * that they get leave some to whoever has none yet.
 */
const ANIMATIONS = { max: 6, byKeyMax: 2, reserve: 4 }
const SQUARES_AT_ONCE = 2
/** What stays free on the disk for what matters more, chain and database; and of a bucket's limit. */
const FREE_BYTES_MIN = 512 * 1024 * 1024

/** Upper bound of a picture's bytes in all sizes. Squares have at most the large picture's pixels; squares of small pictures
 * are enlarged. */
const bytesOfAll = (large: Uint8Array): number => 2 * large.length + 32 * 1024

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
  /**
   * Holds room for a picture of `key`'s in a request of so many bytes (NaN where it does not say), before it is read, until `work` is
   * done. Refuses picturesBusy.
   */
  inRoom<T>(key: string, bytes: number, work: () => Promise<T>): Promise<T>
  /**
   * Decodes a picture of `key`'s and encodes it; keeps nothing. Refuses imageUnsupported, imageBroken,
   * imageTooManyPixels, imageAnimationTooLong and, for animations, picturesBusy.
   */
  encode(bytes: Uint8Array, key: string): Promise<EncodedPicture>
  /** Stores the picture and counts it against `writer`'s daily limit; durable when this resolves. Refuses noRoom and contentUnavailable. */
  keep(picture: EncodedPicture, writer?: Writer): Promise<void>
  /** Encodes and keeps a picture; resolves with its hash. Refuses what both refuse. */
  add(bytes: Uint8Array, key: string, writer?: Writer): Promise<string>
  /**
   * Keeps a large picture that was encoded before, byte for byte, and makes its squares anew; resolves with its hash.
   * Refuses what `add` refuses.
   */
  restore(large: Uint8Array): Promise<string>
  /**
   * The WebP of a picture; undefined where it is not kept, or can't be. A square that is not there is made of the large one and
   * kept. Refuses contentUnavailable.
   */
  read(hash: string, size: number): Promise<Uint8Array | undefined>
  /** Deletes a picture in all sizes. */
  remove(hash: string): Promise<void>
}

export interface PictureStoreOptions {
  /** Told of each picture before it is kept, so that none is there of which nobody knows. */
  readonly onTaken?: (hash: string) => Promise<void>
  /** Whether one address has less room than all. */
  readonly isLimitedByKey?: boolean
}

export function openPictureStore(
  store: ContentStore,
  { onTaken, isLimitedByKey = true }: PictureStoreOptions = {},
): PictureStore {
  const underWay = openBudget({
    ...UNDER_WAY,
    byKeyMax: isLimitedByKey ? UNDER_WAY.byKeyMax : UNDER_WAY.max,
  })
  const animations = openBudget({
    ...ANIMATIONS,
    byKeyMax: isLimitedByKey ? ANIMATIONS.byKeyMax : ANIMATIONS.max,
  })
  const encode = (bytes: Uint8Array, key: string) => encodePicture(bytes, () => animations.hold(key))
  const isFull = async () => {
    const free = await store.free?.()
    return free !== undefined && free < FREE_BYTES_MIN
  }
  const keep = async ({ hash, large }: EncodedPicture, squares: readonly Square[] = []) => {
    if (await isFull()) throw new Refusal('noRoom')
    await onTaken?.(hash)
    // The large one last: where it is, all of it is.
    await keepSquares(hash, squares)
    await store.put(keyOf(hash, 1024), large)
  }
  const keepSquares = (hash: string, squares: readonly Square[]) =>
    Promise.all(squares.map(({ size, data }) => store.put(keyOf(hash, size), data)))

  // Large pictures are read in turn, too: however many are asked for, two are in memory.
  const inTurn = pLimit(SQUARES_AT_ONCE)
  const making = new Map<string, Promise<readonly Square[] | undefined>>()
  /** The squares of a picture that has none, made once however many ask; undefined where there is no such picture. */
  function makeSquares(hash: string): Promise<readonly Square[] | undefined> {
    const underWay = making.get(hash) ?? inTurn(makeOnce, hash).finally(() => making.delete(hash))
    making.set(hash, underWay)
    return underWay
  }
  async function makeOnce(hash: string): Promise<readonly Square[] | undefined> {
    const key = keyOf(hash, 1024)
    const large = await store.get(key)
    if (large === undefined || isOtherThanNamed(key, large)) return undefined
    const squares = await encodeSquares(large)
    // What could not be kept is made again for whoever asks next; that the store is in trouble its status says.
    await tryToKeep(hash, squares).catch(() => undefined)
    return squares
  }
  async function tryToKeep(hash: string, squares: readonly Square[]): Promise<void> {
    if (await isFull()) return
    await keepSquares(hash, squares)
    // Swept meanwhile: nobody would know of them.
    if ((await store.size(keyOf(hash, 1024))) === undefined) await removeSquares(hash)
  }
  const removeSquares = (hash: string) =>
    Promise.all(SQUARE_SIZES.map((size) => store.remove(keyOf(hash, size))))

  return {
    async inRoom(key, bytes, work) {
      const { least, most } = TAKEN_FOR
      const leave = underWay.hold(key, Number.isNaN(bytes) ? most : Math.min(Math.max(bytes, least), most))
      if (leave === undefined) throw new Refusal('picturesBusy')
      try {
        return await work()
      } finally {
        leave()
      }
    },
    encode,
    keep: async (picture, writer) => {
      writer?.charge(bytesOfAll(picture.large))
      await keep(picture)
    },
    async add(bytes, key, writer) {
      const picture = await encode(bytes, key)
      await this.keep(picture, writer)
      return picture.hash
    },
    async restore(large) {
      const picture = namedByHash(large)
      await keep(picture, await encodeSquares(large))
      return picture.hash
    },
    async read(hash, size) {
      const key = isPictureSize(size) ? contentKey(hash, size) : undefined
      const kept = key === undefined ? undefined : await store.get(key)
      if (key === undefined || kept !== undefined || size === 1024) return kept
      return (await makeSquares(hash))?.find((square) => square.size === size)?.data
    },
    async remove(hash) {
      // The large one first, which squares are made of.
      await store.remove(keyOf(hash, 1024))
      await removeSquares(hash)
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
