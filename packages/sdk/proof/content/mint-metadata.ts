// What a coin's two mints on the chain say of its picture and texts: names, and under which address the metadata is. A launch's
// address ends in a folder's CID; a coin launched before content addresses has an http address, under which anything may lie. Pure.

import { cidOfUri } from '../../content/cid.ts'
import { decodeMetadata, decodeMint, EXTENSION, type Metadata } from '../../program/mint.ts'
import { TOKEN_2022_PROGRAM } from '../../program/programs.ts'
import type { ReadAccount } from '../answers.ts'
import { decodeAs, type Result } from '../lines.ts'

/** What a mint carries. */
export type MintTexts = Pick<Metadata, 'name' | 'symbol' | 'uri'>

export interface NamedContent {
  readonly coin: Result<MintTexts>
  readonly collection: Result<MintTexts>
  /** Of the folder that the coin names; undefined where it names none. */
  readonly cid: string | undefined
}

/** What lies behind the folder's address: `{base}/coin`. */
const COIN_FILE = '/coin'
const COLLECTION_FILE = '/collection'

export function namedBy(accounts: {
  readonly mint: ReadAccount | undefined
  readonly collection: ReadAccount | undefined
}): NamedContent {
  const coin = mintTexts('mint', accounts.mint)
  return {
    coin,
    collection: mintTexts('collection', accounts.collection),
    cid: 'value' in coin ? folderOf(coin.value.uri, COIN_FILE) : undefined,
  }
}

export function mintTexts(
  name: 'mint' | 'collection' | 'nft',
  account: ReadAccount | undefined,
): Result<MintTexts> {
  return decodeAs(name, account, TOKEN_2022_PROGRAM, (data) => {
    const metadata = decodeMint(data).extensions.find(({ type }) => type === EXTENSION.metadata)
    if (metadata === undefined) throw new Error('it carries no metadata')
    const { name: text, symbol, uri } = decodeMetadata(metadata)
    return { name: text, symbol, uri }
  })
}

/** The folder in the address of one of its files; undefined where it ends in another name, or names no folder. */
export const folderOf = (uri: string, file: string): string | undefined =>
  uri.endsWith(file) ? cidOfUri(uri.slice(0, -file.length)) : undefined

/** The folder that the collection names. */
export const collectionFolderOf = ({ collection }: NamedContent): string | undefined =>
  'value' in collection ? folderOf(collection.value.uri, COLLECTION_FILE) : undefined

/**
 * Whom wallets ask for what these addresses name, where it is neither one of `ours` (addresses of servers) nor anybody who has the
 * bytes (`ipfs://`): the hash proves what lies there, not what is sent. Undefined where it is nobody else.
 */
export function otherHostOf(named: NamedContent, ours: readonly string[]): string | undefined {
  for (const mint of [named.coin, named.collection]) {
    const uri = 'value' in mint ? mint.value.uri : ''
    if (uri.startsWith('ipfs://') || ours.some((server) => uri.startsWith(`${server}/ipfs/`))) continue
    if (URL.canParse(uri)) return new URL(uri).host || uri
  }
  return undefined
}

const LAUNCHED_BEFORE = /\/api\/metadata\/[1-9A-HJ-NP-Za-km-z]{32,44}(\/coin)?$/

/** Why a coin that names no folder can't be checked. */
export const uncheckableText = (uri: string): string =>
  LAUNCHED_BEFORE.test(uri)
    ? 'This coin was launched before content addresses: its picture lies at an http address, so nobody can check it.'
    : 'The address of this coin’s metadata is no content address, so nobody can check its picture.'
