// Launches' folders, made again from the texts when somebody asks: nothing of them is stored but texts and picture. What was
// made is known for a while; how many are made at a time, and wait for it, is bounded.
import { createHash } from 'node:crypto'
import { cidOfRaw, digestHex, digestOfHex, parseCid } from '@twinmint/sdk/content/cid'
import { type Folder, type FolderLink, fileOf, PICTURE_NAME } from '@twinmint/sdk/content/folder'
import { type FolderTexts, textsOf } from '@twinmint/sdk/content/metadata'
import { Refusal } from '@twinmint/sdk/core/errors'
import pLimit from 'p-limit'
import type { Database } from '../../database/database.ts'
import { openMisses } from '../../http/known-misses.ts'
import { ASKED_MAX, addAsked, type FolderRow, findFolderRow, isPictureOfLaunch, listAsked } from './store.ts'

/** About 170 KB each: the block, and the list of its files. */
const KNOWN_MAX = 64
/** Folders that wait to be made, each some milliseconds. */
const WAITING_MAX = 40
/** What was found damaged is not read again for so long: it is work, and may be mended meanwhile. */
const DAMAGED = { ms: 3_000, max: 1_000 }
/** Between two notes that the same folder is asked for. */
const ASKED_AGAIN_MS = 600_000

/** A folder of which every byte but the picture's is known. */
export interface KnownFolder {
  readonly cid: string
  readonly root: Uint8Array
  readonly links: readonly FolderLink[]
  readonly pictureCid: string
  /** Of all files. */
  readonly bytes: number
  linkOf(name: string): FolderLink | undefined
  /** A file; undefined where there is none of this name, or where the picture is lost. Refuses contentDamaged. */
  read(name: string): Promise<Uint8Array | undefined>
}

/** In a thread of its own: it takes some milliseconds. */
export type MakeFolder = (content: {
  readonly texts: FolderTexts
  readonly picture: { readonly sha256: Uint8Array; readonly size: number }
}) => Promise<Folder>

export interface FoldersDeps {
  readonly db: Database
  readonly make: MakeFolder
  /** The stored large picture; undefined where there is none. */
  readonly readPicture: (hash: string) => Promise<Uint8Array | undefined>
  /** Told of what can't be: texts that do not make the folder that they are stored with, a picture that is another one. */
  readonly onDamage: (sentence: string) => void
  /** How many folders are known; 64 where nothing is said. */
  readonly knownMax?: number
}

export interface Folders {
  /** The folder of a launch; undefined for an address that none has. Refuses notReady. */
  find(cid: string): Promise<KnownFolder | undefined>
  /** Somebody goes through the folder block by block. */
  walk(cid: string): void
  /** A file by its own address: a launch's picture, or a metadata of a folder that was asked for lately. Refuses contentDamaged. */
  findFile(cid: string): Promise<{ readonly bytes: Uint8Array; readonly type: string } | undefined>
}

export const sha256Of = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

export const typeOf = (name: string): string => (name === PICTURE_NAME ? 'image/webp' : 'application/json')

export function openFolders(deps: FoldersDeps): Folders {
  const { db, knownMax = KNOWN_MAX } = deps
  const { readPicture, load } = openLoader(deps)
  const known = openKnown(knownMax)
  /** Those in which files were looked for by their own addresses, which strangers may make up. */
  const searched = openKnown(ASKED_MAX)
  const asked = new Map<string, number>()

  /** What nobody has pushes nothing out, and may come, from a launch or a restore. */
  async function find(cid: string, kept = known): Promise<KnownFolder | undefined> {
    const there = kept.get(cid)
    if (there !== undefined) return there
    const folder = searched.get(cid) ?? (await load(cid))
    if (folder !== undefined) kept.add(folder)
    return folder
  }

  async function findMetadata(digest: Uint8Array, cid: string) {
    for (const folder of known.latestFirst()) {
      const found = await readFrom(folder, digest, cid)
      if (found) return found
    }
    let unread: Refusal | undefined
    for (const folderCid of await listAsked(db)) {
      if (known.has(folderCid)) continue
      try {
        const found = await readFrom(await find(folderCid, searched), digest, cid)
        if (found) return found
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // It may be in another. In one that is damaged nobody can tell.
        if (error.code !== 'contentDamaged') unread = error
      }
    }
    if (unread !== undefined) throw unread
    return undefined
  }

  return {
    find: (cid) => find(cid),
    walk(cid) {
      const now = Date.now()
      if (now - (asked.get(cid) ?? 0) < ASKED_AGAIN_MS) return
      asked.delete(cid)
      asked.set(cid, now)
      const [oldest] = asked.keys()
      if (asked.size > KNOWN_MAX && oldest !== undefined) asked.delete(oldest)
      addAsked(db, cid).catch(() => asked.delete(cid))
    },
    async findFile(cid) {
      const address = parseCid(cid)
      if (address?.codec !== 'raw') return undefined
      const hash = digestHex(address.digest)
      if (await isPictureOfLaunch(db, hash)) {
        const bytes = await readPicture(hash)
        return bytes && { bytes, type: typeOf(PICTURE_NAME) }
      }
      return findMetadata(address.digest, address.cid)
    },
  }
}

/** Reads and makes what folders are of, and remembers for a moment what of it is damaged. */
function openLoader(deps: FoldersDeps) {
  const { db, make, onDamage } = deps
  const coming = new Map<string, Promise<KnownFolder | undefined>>()
  /** Pictures by their hashes, folders by their addresses. */
  const damaged = openMisses(DAMAGED)
  const inTurn = pLimit(1)

  const readPicture = async (hash: string) => {
    if (damaged.has(hash)) throw new Refusal('contentDamaged')
    const bytes = await deps.readPicture(hash)
    if (bytes === undefined || digestHex(sha256Of(bytes)) === hash) return bytes
    damaged.add(hash)
    onDamage(`the stored picture ${hash} is another one`)
    throw new Refusal('contentDamaged')
  }

  async function load(cid: string): Promise<KnownFolder | undefined> {
    const row = await findFolderRow(db, cid)
    const sha256 = row && digestOfHex(row.imageHash)
    if (row === undefined || sha256 === undefined) return undefined
    if (damaged.has(cid)) {
      if (damaged.has(row.imageHash)) throw new Refusal('contentDamaged')
      return undefined
    }
    // Not compared with its hash: of one that rotted only the picture itself is refused.
    const picture = await deps.readPicture(row.imageHash)
    // Without the picture nobody knows its size, which the folder names.
    if (picture === undefined) return undefined
    if (inTurn.pendingCount >= WAITING_MAX) throw new Refusal('notReady')
    const folder = await inTurn(() =>
      make({ texts: textsOf(row), picture: { sha256, size: picture.length } }),
    )
    if (folder.cid === cid) return knownFolder(folder, row, readPicture)
    damaged.add(cid)
    // One that was cut has another size, so the texts may be right.
    await readPicture(row.imageHash)
    onDamage(`the texts of ${cid} make another folder`)
    return undefined
  }

  /** Who asks for what is being made gets the same. */
  function loadOnce(cid: string): Promise<KnownFolder | undefined> {
    const there = coming.get(cid)
    if (there !== undefined) return there
    const loading = load(cid).finally(() => coming.delete(cid))
    coming.set(cid, loading)
    return loading
  }
  return { readPicture, load: loadOnce }
}

/** A file by its own address, which is a hash: looked for in the block first, which is much quicker than by its links. */
async function readFrom(folder: KnownFolder | undefined, digest: Uint8Array, cid: string) {
  if (
    folder === undefined ||
    Buffer.from(folder.root.buffer, folder.root.byteOffset, folder.root.length).indexOf(digest) < 0
  )
    return undefined
  const link = folder.links.find((each) => each.cid === cid)
  const bytes = link && (await folder.read(link.name))
  return link && bytes && { bytes, type: typeOf(link.name) }
}

/** Of `max` at the most; what was not asked for for longest is forgotten first. */
function openKnown(max: number) {
  const folders = new Map<string, KnownFolder>()
  const add = (folder: KnownFolder) => {
    folders.delete(folder.cid)
    folders.set(folder.cid, folder)
    const [oldest] = folders.keys()
    if (folders.size > max && oldest !== undefined) folders.delete(oldest)
  }
  return {
    add,
    has: (cid: string): boolean => folders.has(cid),
    get(cid: string): KnownFolder | undefined {
      const folder = folders.get(cid)
      if (folder !== undefined) add(folder)
      return folder
    },
    latestFirst: () => [...folders.values()].toReversed(),
  }
}

function knownFolder(
  { cid, root, links }: Folder,
  row: FolderRow,
  readPicture: (hash: string) => Promise<Uint8Array | undefined>,
): KnownFolder {
  const pictureCid = cidOfRaw(digestOfHex(row.imageHash) ?? new Uint8Array())
  const texts = textsOf(row)
  return {
    cid,
    root,
    links,
    pictureCid,
    bytes: links.reduce((sum, { size }) => sum + size, 0),
    linkOf: (name) => links.find((link) => link.name === name),
    async read(name) {
      return name === PICTURE_NAME ? readPicture(row.imageHash) : fileOf(texts, pictureCid, name)
    },
  }
}
