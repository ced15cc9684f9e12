// A launch's folder: the picture, and the metadata of the coin, the collection and the 1,000 NFTs. UnixFS in one dag-pb block
// with every file as one raw block (the profile unixfs-v1-2025 of IPIP-499), so any IPFS software that is given the same files
// comes to the same address. Pure.
import { decode, encode, type PBLink } from '@ipld/dag-pb'
import { areSameBytes } from '../core/same-bytes.ts'
import { sha256 } from '../core/sha256.ts'
import { addressOf, cidOfFolder, cidOfRaw, linkOf } from './cid.ts'
import {
  encodeJson,
  type FolderTexts,
  METADATA_BYTES_MAX,
  METADATA_NAMES,
  metadataNamed,
} from './metadata.ts'

export const PICTURE_NAME = 'picture.webp'
/** Of one block, and so of one file. */
export const FILE_BYTES_MAX = 1024 * 1024
/** 1,003 links of at most 64 bytes. */
export const ROOT_BYTES_MAX = 64 * 1024
/** UnixFS's word for a directory: field 1, value 1. */
const DIRECTORY = Uint8Array.of(0x08, 0x01)

/** Byte by byte, as dag-pb orders them; the names are ASCII. */
const NAMES: readonly string[] = [...METADATA_NAMES, PICTURE_NAME].sort((a, b) => (a < b ? -1 : 1))
export const FILES = NAMES.length

export interface FolderLink {
  readonly name: string
  readonly cid: string
  /** Bytes of the file. */
  readonly size: number
}

export interface Folder {
  readonly cid: string
  /** The block that the address names. */
  readonly root: Uint8Array
  /** Every file, in the block's order. */
  readonly links: readonly FolderLink[]
}

interface PictureFile {
  /** Of its bytes. */
  readonly sha256: Uint8Array
  /** Bytes; at most 1 MiB. */
  readonly size: number
}

interface MakingFolder {
  /** Told of each metadata that is made, from 1 to 1,002. */
  readonly onFile?: (made: number) => void
  /** Node's own is faster than the pure one. */
  readonly hash?: (bytes: Uint8Array) => Uint8Array
}

/** The folder of these texts and this picture. Throws where the picture or the texts are larger than a launch's can be. */
export function makeFolder(
  texts: FolderTexts,
  picture: PictureFile,
  { onFile, hash = sha256 }: MakingFolder = {},
): Folder {
  if (picture.size > FILE_BYTES_MAX)
    throw new Error(`A picture of ${picture.size} bytes is more than a block`)
  const pictureCid = cidOfRaw(picture.sha256)
  const files = new Map<string, PictureFile>([[PICTURE_NAME, picture]])
  for (const [at, name] of METADATA_NAMES.entries()) {
    const bytes = fileOf(texts, pictureCid, name)
    if (bytes === undefined || bytes.length > METADATA_BYTES_MAX)
      throw new Error(`The metadata ${name} has ${bytes?.length ?? 'no'} bytes`)
    files.set(name, { sha256: hash(bytes), size: bytes.length })
    onFile?.(at + 1)
  }
  const sorted = NAMES.flatMap((name) => {
    const file = files.get(name)
    return file === undefined ? [] : [{ name, ...file }]
  })
  const root = encode({
    Data: DIRECTORY,
    Links: sorted.map(({ name, sha256: digest, size }) => ({
      Name: name,
      Tsize: size,
      Hash: linkOf('raw', digest),
    })),
  })
  return {
    cid: cidOfFolder(hash(root)),
    root,
    // Writing a thousand addresses takes as long as all the rest, and a launch needs none of them.
    get links() {
      return sorted.map(({ name, sha256: digest, size }) => ({ name, cid: cidOfRaw(digest), size }))
    },
  }
}

/** The bytes of the metadata of this name; undefined for the picture and for names that are not in the folder. */
export function fileOf(texts: FolderTexts, pictureCid: string, name: string): Uint8Array | undefined {
  const metadata = metadataNamed(texts, pictureCid, name)
  return metadata && encodeJson(metadata)
}

/**
 * The files that a folder's block names; undefined unless it is such a folder as launches make: all 1,003 names, each of one raw
 * block, in the one encoding. Says nothing of what is in the files. Its hash is the caller's to compare.
 */
export function readFolder(rootBlock: Uint8Array): FolderLink[] | undefined {
  if (rootBlock.length > ROOT_BYTES_MAX) return undefined
  try {
    const node = decode(rootBlock)
    if (node.Links.length !== NAMES.length || !areSameBytes(node.Data ?? new Uint8Array(), DIRECTORY))
      return undefined
    const links = node.Links.map((link, at) => readLink(link, NAMES[at]))
    const whole = links.filter((link) => link !== undefined)
    return whole.length === NAMES.length && areSameBytes(encode(node), rootBlock) ? whole : undefined
  } catch {
    return undefined
  }
}

function readLink({ Name, Tsize = -1, Hash }: PBLink, name: string | undefined): FolderLink | undefined {
  const address = addressOf(Hash)
  const sizeMax = name === PICTURE_NAME ? FILE_BYTES_MAX : METADATA_BYTES_MAX
  if (name === undefined || Name !== name || address?.codec !== 'raw') return undefined
  return Tsize > 0 && Tsize <= sizeMax ? { name, cid: address.cid, size: Tsize } : undefined
}
