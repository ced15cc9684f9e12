// Looks at what a store keeps, picture by picture: whether each is what its name says, and moves it to another store. Goes
// through it in the order of the keys, a few objects at a time, so that a store of any size fits in memory.

import { pictureKindOf } from '@twinmint/sdk/core/picture-bytes'
import sharp from 'sharp'
import { PICTURE_SIZES } from './encode.ts'
import { type ContentStore, contentKey, isOtherThanNamed, OBJECT_BYTES_MAX, readContentKey } from './store.ts'

/** Each is 2 MiB at the most. */
const AT_ONCE = 8

export interface Fault {
  readonly key: string
  readonly hash: string
  /** `rotten`: its bytes are not what its name says. `missing`: a large picture whose squares are there, or that somebody needs. */
  readonly how: 'rotten' | 'missing'
}

/** Whether these bytes may lie under this key: a large picture by its hash, a square by what it decodes to. */
async function isSound(key: string, bytes: Uint8Array): Promise<boolean> {
  const { size } = readContentKey(key) ?? {}
  if (size === 1024) return !isOtherThanNamed(key, bytes)
  if (bytes.length > OBJECT_BYTES_MAX || pictureKindOf(bytes) !== 'webp') return false
  try {
    const { info } = await sharp(bytes, { limitInputPixels: 1024 * 1024, failOn: 'error' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.width === size && info.height === size
  } catch {
    return false
  }
}

async function isSoundIn(store: ContentStore, key: string): Promise<boolean> {
  const bytes = await store.get(key)
  return bytes !== undefined && isSound(key, bytes)
}

/**
 * Compares everything kept with its name. `needed` names the pictures that somebody refers to, in the order of their hashes.
 * Resolves with how many objects there are; `onFault` is told of each that is not as it should be.
 */
export async function verifyContent(
  store: ContentStore,
  needed: AsyncIterable<string>,
  onFault: (fault: Fault) => Promise<void>,
): Promise<{ readonly objects: number; readonly faults: number }> {
  let objects = 0
  let faults = 0
  const fault = (key: string, hash: string, how: Fault['how']) => {
    faults++
    return onFault({ key, hash, how })
  }
  const check = async (hash: string) => {
    for (const size of PICTURE_SIZES) {
      const key = contentKey(hash, size)
      if (key === undefined) continue
      const bytes = await store.get(key)
      if (bytes !== undefined) objects++
      // A square that is not there is made when it is asked for.
      if (bytes === undefined && size === 1024) await fault(key, hash, 'missing')
      else if (bytes !== undefined && !(await isSound(key, bytes))) await fault(key, hash, 'rotten')
    }
  }
  await eachOf(bothOf(hashesOf(store), needed), check)
  return { objects, faults }
}

/** Of every picture that is there in any size. */
async function* hashesOf(store: ContentStore): AsyncGenerator<string> {
  let last = ''
  for await (const { key } of store.list()) {
    const hash = readContentKey(key)?.hash ?? last
    if (hash !== last) yield hash
    last = hash
  }
}

/** What is in either, once. Both are in order. */
async function* bothOf(kept: AsyncGenerator<string>, needed: AsyncIterable<string>): AsyncGenerator<string> {
  let next = await kept.next()
  for await (const hash of needed) {
    for (; next.done !== true && next.value < hash; next = await kept.next()) yield next.value
    if (next.done === true || next.value !== hash) yield hash
  }
  for (; next.done !== true; next = await kept.next()) yield next.value
}

export interface Moved {
  /** Copied now, and how many bytes. */
  readonly copied: number
  readonly bytes: number
  /** There since an earlier run. */
  readonly known: number
  /** Rotten ones stay where they are. */
  readonly rotten: readonly string[]
  readonly removed: number
}

/**
 * Copies everything from one store to another; what is there already, and sound, is passed over, so a move that was stopped goes on.
 * With `removes` what is safe at its new place is then deleted at the old one.
 */
export async function moveContent(
  from: ContentStore,
  to: ContentStore,
  { removes, onProgress }: { readonly removes: boolean; readonly onProgress: (done: number) => void },
): Promise<Moved> {
  let copied = 0
  let bytesCopied = 0
  let known = 0
  let removed = 0
  const rotten: string[] = []
  await eachOf(from.list(), async ({ key, size }) => {
    if ((await to.size(key)) === size && (await isSoundIn(to, key))) known++
    else {
      const bytes = await from.get(key)
      // Swept meanwhile.
      if (bytes === undefined) return
      if (!(await isSound(key, bytes))) return void rotten.push(key)
      await to.put(key, bytes)
      copied++
      bytesCopied += bytes.length
    }
    onProgress(copied + known)
  })
  if (removes)
    await eachOf(from.list(), async ({ key }) => {
      if (!(await isSoundIn(to, key))) return
      await from.remove(key)
      removed++
    })
  return { copied, bytes: bytesCopied, known, rotten, removed }
}

/** A few at a time; the first failure ends it. */
async function eachOf<T>(all: AsyncIterable<T>, work: (each: T) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for await (const each of all) {
    const done: Promise<void> = work(each).finally(() => underWay.delete(done))
    underWay.add(done)
    // Told where it is awaited.
    done.catch(() => {})
    if (underWay.size >= AT_ONCE) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}
