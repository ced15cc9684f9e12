// Content addresses: a CID says by which hash bytes are found, so whoever has the bytes can prove that they are the ones.
// Ours are version 1, SHA-256, of raw bytes (a file) or of a dag-pb block (a folder), in base32. Pure.
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'

const SHA2_256 = 0x12
const DIGEST_BYTES = 32
const CODECS = { raw: 0x55, 'dag-pb': 0x70 } as const
export type Codec = keyof typeof CODECS
/** Of the longest way to write one of ours, base32's, with some room. */
const CHARACTERS_MAX = 64
const BASES = [base32, base36, base58btc]
/** The end of a metadata address: `https://server/ipfs/{cid}` as launches have it, or `ipfs://{cid}`. */
const FOLDER_URI = /^(?:ipfs:\/\/|[^?#]*\/ipfs\/)(b[a-z2-7]{58})$/

export interface ContentAddress {
  readonly codec: Codec
  /** The SHA-256, 32 bytes. */
  readonly digest: Uint8Array
  /** As it is written: base32. */
  readonly cid: string
}

/** The address of a file of one block, by the SHA-256 of its bytes. */
export const cidOfRaw = (sha256: Uint8Array): string => textOf('raw', sha256)

/** The address of a folder, by the SHA-256 of its block. */
export const cidOfFolder = (sha256: Uint8Array): string => textOf('dag-pb', sha256)

const textOf = (codec: Codec, sha256: Uint8Array): string => linkOf(codec, sha256).toString(base32)

/** The address as blocks hold it. Throws where the hash has other than 32 bytes. */
export function linkOf(codec: Codec, sha256: Uint8Array): CID {
  if (sha256.length !== DIGEST_BYTES) throw new Error(`A SHA-256 has 32 bytes, not ${sha256.length}`)
  return CID.createV1(CODECS[codec], createDigest(SHA2_256, sha256))
}

/** What a block links to; undefined unless it is an address of ours. */
export function addressOf(link: CID): ContentAddress | undefined {
  const { version, code, multihash } = link
  const codec = code === CODECS.raw ? 'raw' : code === CODECS['dag-pb'] ? 'dag-pb' : undefined
  if (version !== 1 || codec === undefined) return undefined
  if (multihash.code !== SHA2_256 || multihash.digest.length !== DIGEST_BYTES) return undefined
  return { codec, digest: multihash.digest, cid: link.toString(base32) }
}

/** Reads an address in base32, base36 or base58 (version 1, SHA-256, raw or dag-pb); undefined for any other text. */
export function parseCid(text: string): ContentAddress | undefined {
  const base = text.length > CHARACTERS_MAX ? undefined : BASES.find(({ prefix }) => text.startsWith(prefix))
  if (base === undefined) return undefined
  try {
    const link = CID.decode(base.decode(text))
    // One address has one text: none with bits to spare.
    return base.encode(link.bytes) === text ? addressOf(link) : undefined
  } catch {
    return undefined
  }
}

/** The folder that a metadata address ends in, in base32; undefined where it ends in none. */
export function cidOfUri(uri: string): string | undefined {
  const address = parseCid(FOLDER_URI.exec(uri)?.[1] ?? '')
  return address?.codec === 'dag-pb' ? address.cid : undefined
}

/** A hash as the store's keys have it: 64 hex digits. */
export const digestHex = (digest: Uint8Array): string =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** 64 hex digits as 32 bytes; undefined for any other text. */
export const digestOfHex = (hex: string): Uint8Array | undefined =>
  /^[0-9a-f]{64}$/.test(hex)
    ? Uint8Array.from({ length: DIGEST_BYTES }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))
    : undefined
