// Gives a server back what it lost: texts and pictures of launches, from whoever has them. The chain names each folder by its
// hash, so nobody has to be believed: what is taken makes the same folder again, or is not taken.
import { cidOfRaw, cidOfUri, digestHex, digestOfHex, parseCid } from '@twinmint/sdk/content/cid'
import {
  FILE_BYTES_MAX,
  type FolderLink,
  makeFolder,
  PICTURE_NAME,
  readFolder,
} from '@twinmint/sdk/content/folder'
import { type FolderTexts, METADATA_BYTES_MAX, readTexts, textsOf } from '@twinmint/sdk/content/metadata'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../../database/database.ts'
import type { PictureStore } from '../storage/pictures.ts'
import { sha256Of } from './folders.ts'
import { type CoinRow, findLaunchRow, listLaunched, replaceLaunch } from './restore-store.ts'
import type { BlockSource } from './sources.ts'

const ROOT_BYTES_MAX = 64 * 1024
const COINS_AT_ONCE = 200

export interface RestoreDeps {
  readonly db: Database
  readonly pictures: Pick<PictureStore, 'read' | 'restore'>
  readonly source: BlockSource
  /** Why a launch could not have had these texts; undefined where it could. */
  readonly whyNot: (texts: FolderTexts) => string | undefined
  /** A sentence for whoever runs it. */
  readonly say: (sentence: string) => void
}

/** `foreign` was launched past any server of this kind: the folder that the chain names is known, and not one of ours. */
export type CoinOutcome = 'whole' | 'restored' | 'missing' | 'foreign' | 'old'

export interface RestoreCounts extends Record<CoinOutcome, number> {}

/** Goes through the index's coins, one alone where `mintAddress` says. Resolves with how many of which kind there were. */
export async function restoreAll(deps: RestoreDeps, mintAddress: string | undefined): Promise<RestoreCounts> {
  const counts: RestoreCounts = { whole: 0, restored: 0, missing: 0, foreign: 0, old: 0 }
  for (let after = ''; ; ) {
    const coins = await listLaunched(deps.db, { after, limit: COINS_AT_ONCE, mintAddress })
    for (const coin of coins) counts[await restoreOne(deps, coin)] += 1
    const last = coins.at(-1)
    if (last === undefined || coins.length < COINS_AT_ONCE) return counts
    after = last.mintAddress
  }
}

/** What a launch's texts and picture are, taken from a folder. */
interface Taken {
  readonly texts: FolderTexts
  readonly imageHash: string
}

async function restoreOne(deps: RestoreDeps, coin: CoinRow): Promise<CoinOutcome> {
  const { db, pictures, source, whyNot, say } = deps
  const cid = cidOfUri(coin.metadataUri)
  if (cid === undefined) return 'old'
  const told = `${coin.mintAddress} (${cid})`
  const row = await findLaunchRow(db, coin.mintAddress)
  const kept = row && (await pictures.read(row.imageHash, 1024))
  if (
    row !== undefined &&
    kept !== undefined &&
    digestHex(sha256Of(kept)) === row.imageHash &&
    row.folderCid === cid &&
    folderCidOf(textsOf(row), kept) === cid
  )
    return 'whole'

  const taken = await takeTexts(cid, source)
  const not = ({ outcome, why }: NotTaken) => {
    say(`${told}: ${outcome === 'missing' ? 'still missing' : 'left alone'}, ${why}`)
    return outcome
  }
  if ('outcome' in taken) return not(taken)
  const unlike = whyUnlike(coin, taken.texts) ?? whyNot(taken.texts)
  if (unlike !== undefined) return not({ outcome: 'foreign', why: unlike })
  const own = await ownPicture(pictures, taken.imageHash)
  const picture = own ?? (await takePicture(taken.imageHash, source))
  if (picture === undefined) return not(missing('nobody has its picture'))
  if (folderCidOf(taken.texts, picture) !== cid)
    return not({ outcome: 'foreign', why: 'its texts and picture do not make its folder' })
  try {
    await pictures.restore(picture)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isOurs = error.code === 'noRoom' || error.code === 'contentUnavailable'
    return not({
      outcome: isOurs ? 'missing' : 'foreign',
      why: `its picture can't be kept: ${error.message}`,
    })
  }
  await replaceLaunch(db, coin, { ...taken, folderCid: cid })
  say(`${told} “${plain(coin.name)}”: texts and picture restored`)
  return 'restored'
}

interface NotTaken {
  readonly outcome: 'missing' | 'foreign'
  readonly why: string
}
const missing = (why: string): NotTaken => ({ outcome: 'missing', why })

/** Names are strangers' texts, and this goes to a terminal. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')

const folderCidOf = (texts: FolderTexts, picture: Uint8Array): string =>
  makeFolder(texts, { sha256: sha256Of(picture), size: picture.length }, { hash: sha256Of }).cid

/** The texts from the folder's block and two of its files; else why not. */
async function takeTexts(cid: string, source: BlockSource): Promise<Taken | NotTaken> {
  const root = await source.read(cid, ROOT_BYTES_MAX)
  if (root === undefined) return missing('nobody has its folder')
  const links = readFolder(root)
  if (links === undefined) return { outcome: 'foreign', why: 'its folder is not such as launches make here' }
  const [coin, collection, picture] = ['coin', 'collection', PICTURE_NAME].map((name) => linkOf(links, name))
  const [coinJson, collectionJson] = await Promise.all(
    [coin, collection].map(async (link) => link && source.read(link.cid, METADATA_BYTES_MAX)),
  )
  if (coinJson === undefined || collectionJson === undefined) return missing('nobody has its texts')
  const texts = readTexts(coinJson, collectionJson)
  const digest = picture && parseCid(picture.cid)?.digest
  return texts === undefined || digest === undefined
    ? { outcome: 'foreign', why: 'its metadata is not such as launches make here' }
    : { texts, imageHash: digestHex(digest) }
}

const linkOf = (links: readonly FolderLink[], name: string) => links.find((link) => link.name === name)

/** Ours, where it is what it should be. */
async function ownPicture(pictures: RestoreDeps['pictures'], hash: string): Promise<Uint8Array | undefined> {
  const bytes = await pictures.read(hash, 1024)
  return bytes && digestHex(sha256Of(bytes)) === hash ? bytes : undefined
}

/** By its own address. */
async function takePicture(hash: string, source: BlockSource): Promise<Uint8Array | undefined> {
  const digest = digestOfHex(hash)
  return digest && source.read(cidOfRaw(digest), FILE_BYTES_MAX)
}

/** A launch that the chain has with other texts than its folder says gets nothing from it. */
function whyUnlike(coin: CoinRow, texts: FolderTexts): string | undefined {
  const isLike =
    coin.name === texts.name && coin.symbol === texts.symbol && coin.collectionName === texts.collectionName
  return isLike ? undefined : 'its folder has other names than the chain'
}
