// The metadata of a coin, its collection and its NFTs, as files of the launch's folder. All of it follows from the texts and
// the picture, keys in this order, so whoever makes it again gets the same bytes: a change here changes every later launch's
// address, and makes those of earlier ones unfindable. It must not know servers, mints, creators or times. Pure.
import { EDITIONS, rarityOf } from '../core/rarity.ts'
import { areSameBytes } from '../core/same-bytes.ts'
import { parseCid } from './cid.ts'
import { type CoinLinks, decideLinks, LINK_KINDS } from './links.ts'

export interface FolderTexts {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly links: CoinLinks
}

/** The texts and nothing else of what has them. */
export const textsOf = ({ name, symbol, collectionName, description, links }: FolderTexts): FolderTexts => ({
  name,
  symbol,
  collectionName,
  description,
  links,
})

interface Attribute {
  readonly trait_type: string
  readonly value: string | number
}

/** What wallets and markets read. */
export interface Metadata {
  readonly name: string
  readonly symbol: string
  readonly description: string
  /** `ipfs://` and the picture's address. */
  readonly image: string
  /** The website. */
  readonly external_url?: string
  /** Of an NFT alone. */
  readonly attributes?: readonly Attribute[]
  /** The links, under the names that Solana's wallets look for. */
  readonly extensions?: { readonly website?: string; readonly twitter?: string; readonly telegram?: string }
  readonly properties: {
    readonly category: 'image'
    readonly files: readonly { readonly uri: string; readonly type: 'image/webp' }[]
  }
}

const EXTENSIONS = { website: 'website', x: 'twitter', telegram: 'telegram' } as const
/** More than the longest texts make. */
export const METADATA_BYTES_MAX = 16 * 1024

export const coinMetadata = (texts: FolderTexts, pictureCid: string): Metadata =>
  metadataOf(texts, texts.name, pictureCid)

export const collectionMetadata = (texts: FolderTexts, pictureCid: string): Metadata =>
  metadataOf(texts, texts.collectionName, pictureCid)

/** Of an NFT by its number, 1 to 1,000. */
export const nftMetadata = (texts: FolderTexts, pictureCid: string, edition: number): Metadata =>
  metadataOf(texts, `${texts.collectionName} #${edition}`, pictureCid, attributesOf(edition))

/** What an NFT's number says of it (docs/rarity.md). */
export function attributesOf(edition: number): Attribute[] {
  const { rarity, reason, rank } = rarityOf(edition)
  return [
    { trait_type: 'Edition', value: edition },
    { trait_type: 'Rarity', value: rarity },
    { trait_type: 'Pattern', value: reason },
    { trait_type: 'Rarity rank', value: rank },
  ]
}

/** The files of metadata, in the order in which they are made. */
export const METADATA_NAMES: readonly string[] = [
  'coin',
  'collection',
  ...Array.from({ length: EDITIONS }, (_, at) => String(at + 1)),
]

/** The metadata that is in the folder under this name; undefined for a name that none has. */
export function metadataNamed(texts: FolderTexts, pictureCid: string, name: string): Metadata | undefined {
  if (name === 'coin') return coinMetadata(texts, pictureCid)
  if (name === 'collection') return collectionMetadata(texts, pictureCid)
  const edition = /^[1-9]\d{0,3}$/.test(name) ? Number(name) : 0
  return edition >= 1 && edition <= EDITIONS ? nftMetadata(texts, pictureCid, edition) : undefined
}

function metadataOf(
  { symbol, description, links }: FolderTexts,
  name: string,
  pictureCid: string,
  attributes?: readonly Attribute[],
): Metadata {
  const image = `ipfs://${pictureCid}`
  const given = LINK_KINDS.flatMap((kind) => (links[kind] ? [[EXTENSIONS[kind], links[kind]] as const] : []))
  return {
    name,
    symbol,
    description,
    image,
    ...(links.website ? { external_url: links.website } : {}),
    ...(attributes === undefined ? {} : { attributes }),
    ...(given.length === 0 ? {} : { extensions: Object.fromEntries(given) }),
    properties: { category: 'image', files: [{ uri: image, type: 'image/webp' }] },
  }
}

const encoder = new TextEncoder()

/** The bytes of metadata's file. */
export const encodeJson = (metadata: Metadata): Uint8Array => encoder.encode(JSON.stringify(metadata))

/**
 * The texts that a folder's `coin` and `collection` were made of, from their bytes. Whatever else was read, this makes the same
 * bytes again: undefined unless it does.
 */
export function readTexts(coinJson: Uint8Array, collectionJson: Uint8Array): FolderTexts | undefined {
  const coin = readMetadata(coinJson)
  const collection = readMetadata(collectionJson)
  if (coin === undefined || collection === undefined) return undefined
  const pictureCid = coin.image.startsWith('ipfs://') ? coin.image.slice('ipfs://'.length) : ''
  const picture = parseCid(pictureCid)
  if (picture?.codec !== 'raw' || picture.cid !== pictureCid) return undefined
  const { name, symbol, description, links } = coin
  const texts: FolderTexts = { name, symbol, collectionName: collection.name, description, links }
  const isSame =
    areSameBytes(encodeJson(coinMetadata(texts, pictureCid)), coinJson) &&
    areSameBytes(encodeJson(collectionMetadata(texts, pictureCid)), collectionJson)
  return isSame && areOurs(links) ? texts : undefined
}

/** Links as a launch stores them. */
function areOurs(links: CoinLinks): boolean {
  const decided = decideLinks(links)
  return LINK_KINDS.every((kind) => decided.links[kind] === links[kind])
}

function readMetadata(bytes: Uint8Array) {
  if (bytes.length > METADATA_BYTES_MAX) return undefined
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
  const [name, symbol, description, image] = ['name', 'symbol', 'description', 'image'].map((key) =>
    textIn(json, key),
  )
  if (name === undefined || symbol === undefined || description === undefined || image === undefined)
    return undefined
  const extensions = fieldOf(json, 'extensions')
  const links: CoinLinks = Object.fromEntries(
    LINK_KINDS.flatMap((kind) => {
      const link = textIn(extensions, EXTENSIONS[kind])
      return link === undefined ? [] : [[kind, link]]
    }),
  )
  return { name, symbol, description, image, links }
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

function textIn(value: unknown, key: string): string | undefined {
  const text = fieldOf(value, key)
  return typeof text === 'string' ? text : undefined
}
