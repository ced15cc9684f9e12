// Where the bytes of pictures are kept: a folder of this machine, or a bucket of any S3-compatible store (s3.ts). Both keep
// the same keys, so content moves from one to the other unchanged. It knows keys and bytes, and nothing of pictures.
import { createHash, randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '@twinmint/sdk/core/errors'

/** The size whose bytes have the hash that is in their key. */
const LARGE = 1024
/** A file beside the folder's parts. */
const PLACE = 'place'
/** No object that is made is larger: a picture is one block of its launch's folder. */
export const OBJECT_BYTES_MAX = 1024 * 1024
/** No object that is kept is larger: transparent noise, as it was encoded before there were folders, took 1.83 MB. */
export const KEPT_BYTES_MAX = 2 * OBJECT_BYTES_MAX

/** Every call refuses contentUnavailable where the store does not answer. Keys are those of `contentKey`. */
export interface ContentStore {
  readonly kind: 'folder' | 's3'
  /**
   * Keeps it, also when the machine fails right afterwards: it is durable when this resolves. The same bytes are written
   * once; others under the key, as after bit rot, are replaced. Refuses noRoom.
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Undefined where nothing is kept under this key. */
  get(key: string): Promise<Uint8Array | undefined>
  /** In bytes. */
  size(key: string): Promise<number | undefined>
  /** Does nothing where there is nothing. */
  remove(key: string): Promise<void>
  /** Everything kept, in the order of the keys; what has another name than `contentKey` gives is passed over. */
  list(): AsyncIterable<{ readonly key: string; readonly size: number }>
  /** Throws an Error with a sentence that says what is wrong with it. */
  check(): Promise<void>
  /** A name that is the same wherever this store is opened, and another one for every other store. */
  place(): Promise<string>
  /** Bytes of room; undefined for a store that does not say. */
  free?(): Promise<number>
}

/** `ab/abcd…-512.webp`; undefined for what can't be the hash of a picture. */
export const contentKey = (hash: string, size: number): string | undefined =>
  /^[0-9a-f]{64}$/.test(hash) ? `${hash.slice(0, 2)}/${hash}-${size}.webp` : undefined

/** What `contentKey` made the key of; undefined for any other text. */
export function readContentKey(key: string): { readonly hash: string; readonly size: number } | undefined {
  const [, folder, hash = '', size] = /^([0-9a-f]{2})\/([0-9a-f]{64})-([1-9]\d{1,3})\.webp$/.exec(key) ?? []
  return folder === undefined || !hash.startsWith(folder) ? undefined : { hash, size: Number(size) }
}

/** Whether these bytes of a large picture are not those that the key's hash names. Nothing is known of a square: the hash is not its own. */
export function isOtherThanNamed(key: string, bytes: Uint8Array): boolean {
  const { hash, size } = readContentKey(key) ?? {}
  return size === LARGE && createHash('sha256').update(bytes).digest('hex') !== hash
}

/** Keeps each in a file of its own. */
export function openFolderStore(folder: string): ContentStore {
  const fileOf = (key: string) => join(folder, key)
  return {
    kind: 'folder',
    async put(key, bytes) {
      const known = await readFile(fileOf(key)).catch(() => undefined)
      if (known === undefined || !known.equals(bytes)) await writeWhole(fileOf(key), bytes)
    },
    get: (key) => readFile(fileOf(key)).catch(absent),
    size: (key) => stat(fileOf(key)).then((found) => (found.isFile() ? found.size : undefined), absent),
    remove: (key) => rm(fileOf(key), { force: true }),
    async *list() {
      for (const part of await entriesOf(folder))
        if (part.isDirectory())
          for (const { name } of await entriesOf(join(folder, part.name))) {
            const key = `${part.name}/${name}`
            const size = readContentKey(key) && (await this.size(key))
            if (size !== undefined) yield { key, size }
          }
    },
    async check() {
      await mkdir(folder, { recursive: true })
      await readdir(folder)
    },
    async place() {
      await mkdir(folder, { recursive: true })
      const file = fileOf(PLACE)
      // One of several servers that start at once on a shared disk writes it.
      await writeFile(file, randomUUID(), { flag: 'wx' }).catch(unlessThere)
      return readFile(file, 'utf8')
    },
    async free() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** For what is not there; throws anything else. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

const entriesOf = async (folder: string): Promise<Dirent[]> =>
  ((await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )

/** Under its name only when all of it is on the disk. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const fresh = `${file}.${process.pid}.${Math.round(performance.now() * 1000)}`
  try {
    const handle = await open(fresh, 'w')
    try {
      await handle.writeFile(bytes)
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
  // The name, too, outlasts a power cut.
  if (process.platform === 'win32') return
  const place = await open(dirname(file), 'r')
  try {
    await place.sync()
  } finally {
    await place.close()
  }
}
