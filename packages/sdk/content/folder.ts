// A launch's folder: the picture, and the metadata of the coin, the collection and the 1,000 NFTs. UnixFS in one dag-pb block
// with every file as one raw block (the profile unixfs-v1-2025 of IPIP-499), so any IPFS software that is given the same files
// comes to the same address. Pure.
import { decode, encode, type PBLink } from '@ipld/dag-pb'
import { areSameBytes } from '../core/same-bytes.ts'
import { sha256 } from '../core/sha256.ts'
import { addressOf, cidOfFolder, cidOfRaw } from './cid.ts'
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
/** Before the hash, in the address of a raw block: version 1, raw, SHA-256, 32 bytes. */
const RAW_CID = Uint8Array.of(0x01, 0x55, 0x12, 0x20)

/** Byte by byte, as dag-pb orders them; the names are ASCII. */
const NAMES: readonly string[] = [...METADATA_NAMES, PICTURE_NAME].sort((a, b) => (a < b ? -1 : 1))
export const FILES = NAMES.length
/** Where in that order each is. */
const PLACES = new Map(NAMES.map((name, at) => [name, at]))

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
  /** Node's own is faster than the pure one. What it gives is read before it is called again. */
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
  // In the block's order.
  const digests = new Uint8Array(FILES * DIGEST_BYTES)
  const sizes = new Uint32Array(FILES)
  const put = (name: string, digest: Uint8Array, size: number) => {
    const at = PLACES.get(name) ?? 0
    digests.set(digest, at * DIGEST_BYTES)
    sizes[at] = size
  }
  put(PICTURE_NAME, picture.sha256, picture.size)
  const pictureCid = cidOfRaw(picture.sha256)
  for (const [at, name] of METADATA_NAMES.entries()) {
    const bytes = fileOf(texts, pictureCid, name)
    if (bytes === undefined || bytes.length > METADATA_BYTES_MAX)
      throw new Error(`The metadata ${name} has ${bytes?.length ?? 'no'} bytes`)
    put(name, hash(bytes), bytes.length)
    onFile?.(at + 1)
  }
  const root = encodeRoot(digests, sizes)
  return {
    cid: cidOfFolder(hash(root)),
    root,
    // Writing a thousand addresses takes as long as all the rest, and a launch needs none of them.
    get links() {
      return NAMES.map((name, at) => ({
        name,
        cid: cidOfRaw(digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)),
        size: sizes[at] ?? 0,
      }))
    },
  }
}

// The folder's block as @ipld/dag-pb encodes it; half of a folder's time went into its checks of what is made right here.
// https://ipld.io/specs/codecs/dag-pb/spec/: fields are a tag (number and kind), a length or a number, and the bytes. No link
// has more than 127 bytes, so a length has one.
const DIGEST_BYTES = 32
const LINK_LENGTH_AT = 1
const LINK_DIGEST_AT = 4 + RAW_CID.length

/** Each link up to its file's size, which comes last, with room for the digest. */
const LINKS = NAMES.map((name) => {
  const hash = [0x0a, RAW_CID.length + DIGEST_BYTES, ...RAW_CID, ...new Uint8Array(DIGEST_BYTES)]
  const named = [0x12, name.length, ...new TextEncoder().encode(name)]
  return Uint8Array.of(0x12, 0, ...hash, ...named, 0x18)
})

function encodeRoot(digests: Uint8Array, sizes: Uint32Array): Uint8Array {
  const block = new Uint8Array(ROOT_BYTES_MAX)
  let end = 0
  for (const [at, link] of LINKS.entries()) {
    const begin = end
    block.set(link, begin)
    block.set(digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES), begin + LINK_DIGEST_AT)
    end += link.length
    let rest = sizes[at] ?? 0
    for (; rest > 127; rest >>>= 7) block[end++] = (rest & 127) | 128
    block[end++] = rest
    block[begin + LINK_LENGTH_AT] = end - begin - 2
  }
  block.set([0x0a, DIRECTORY.length, ...DIRECTORY], end)
  return block.slice(0, end + 2 + DIRECTORY.length)
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
