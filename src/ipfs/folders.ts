// Launches' folders, made again from the texts when somebody asks: nothing of them is stored but texts and picture. What was
// made is known for a while; how many are made at a time, and wait for it, is bounded.
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { cidOfRaw, digestHex, digestOfHex, parseCid } from '../content/cid.ts'
import { type Folder, type FolderLink, fileOf, PICTURE_NAME } from '../content/folder.ts'
import { type FolderTexts, textsOf } from '../content/metadata.ts'
import { Refusal } from '../core/errors.ts'
import type { Database } from '../database/database.ts'
import { addAsked, type FolderRow, findFolderRow, isPictureOfLaunch, listAsked } from './store.ts'

/** About 170 KB each: the block, and the list of its files. */
const KNOWN_MAX = 64
/** Folders that wait to be made, each some milliseconds. */
const WAITING_MAX = 40
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
  const { db, make, onDamage } = deps
  const known = new Map<string, Promise<KnownFolder | undefined>>()
  const asked = new Map<string, number>()
  const inTurn = pLimit(1)

  const readPicture = async (hash: string) => {
    const bytes = await deps.readPicture(hash)
    if (bytes === undefined || digestHex(sha256Of(bytes)) === hash) return bytes
    onDamage(`the stored picture ${hash} is another one`)
    throw new Refusal('contentDamaged')
  }

  async function load(cid: string): Promise<KnownFolder | undefined> {
    const row = await findFolderRow(db, cid)
    const sha256 = row && digestOfHex(row.imageHash)
    if (row === undefined || sha256 === undefined) return undefined
    const picture = await readPicture(row.imageHash)
    // Without the picture nobody knows its size, which the folder names.
    if (picture === undefined) return undefined
    if (inTurn.pendingCount >= WAITING_MAX) throw new Refusal('notReady')
    const folder = await inTurn(() =>
      make({ texts: textsOf(row), picture: { sha256, size: picture.length } }),
    )
    if (folder.cid !== cid) {
      onDamage(`the texts of ${cid} make another folder`)
      return undefined
    }
    return knownFolder(folder, row, readPicture)
  }

  const find: Folders['find'] = (cid) => {
    const there = known.get(cid)
    known.delete(cid)
    const found = there ?? load(cid)
    known.set(cid, found)
    const forget = () => {
      if (known.get(cid) === found) known.delete(cid)
    }
    // What is not there may come, from a launch or a restore.
    if (there === undefined) found.then((folder) => folder ?? forget(), forget)
    const [oldest] = known.keys()
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    return found
  }

  async function findMetadata(digest: Uint8Array, cid: string) {
    const lookIn = async (folder: KnownFolder | undefined) => {
      if (
        folder === undefined ||
        Buffer.from(folder.root.buffer, folder.root.byteOffset, folder.root.length).indexOf(digest) < 0
      )
        return undefined
      const link = folder.links.find((each) => each.cid === cid)
      const bytes = link && (await folder.read(link.name))
      return link && bytes && { bytes, type: typeOf(link.name) }
    }
    for (const folder of [...known.values()].toReversed()) {
      const found = await lookIn(await folder.catch(() => undefined))
      if (found) return found
    }
    for (const folderCid of await listAsked(db)) {
      const found = known.has(folderCid) ? undefined : await lookIn(await find(folderCid))
      if (found) return found
    }
    return undefined
  }

  return {
    find,
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
