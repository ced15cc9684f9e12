// Whether picture and texts are what the chain names. The coin's mint names a folder by its hash; the folder's block names every
// file by its hash; and the folder can be made again from the texts and the picture alone. So the hash of each thing that was
// fetched is compared, and it does not matter who sent it. Pure: the same for the panel and for `npm run prove`.
import { cidOfRaw, parseCid } from '../../content/cid.ts'
import { FILES, type FolderLink, makeFolder, PICTURE_NAME } from '../../content/folder.ts'
import { LINK_KINDS } from '../../content/links.ts'
import { type FolderTexts, readTexts } from '../../content/metadata.ts'
import { groupThousands } from '../../core/figures.ts'
import { field } from '../answers.ts'
import type { ProofLine, Said } from '../lines.ts'
import { collectionFolderOf, type MintTexts, type NamedContent } from './mint-metadata.ts'
import { type ContentReading, type Fetched, isAt, linksIn } from './reading.ts'

export interface ContentProof {
  readonly lines: readonly ProofLine[]
  /** `broken`: something that came is not what the chain names. `unsure`: nothing is, and something did not come. */
  readonly state: 'holds' | 'broken' | 'unsure'
  /** All lines in a sentence. */
  readonly finding: string
}

/** What a page says of a coin beside its picture. */
export type ShownTexts = Pick<FolderTexts, 'description' | 'links'>

/** A launch's folder at `cid`, which is the coin's own. In the terminal nothing is shown beside it. */
export function proveContent(
  named: NamedContent,
  cid: string,
  reading: ContentReading,
  shown?: ShownTexts,
): ContentProof {
  const links = linksIn(reading.root, cid)
  return contentProof([
    namedLine(named, cid),
    folderLine(reading.root, cid),
    filesLine(reading.root, cid, links),
    pictureLine(reading.picture, links),
    ...(reading.shown === undefined ? [] : [shownLine(reading.shown, links)]),
    textsLine('coin', reading.coin, links, named.coin),
    textsLine('collection', reading.collection, links, named.collection),
    ...(shown === undefined ? [] : [shownTextsLine(shown, reading, links)]),
    ruleLine(reading, cid),
  ])
}

/** The most telling sentence comes first. */
const CHANGED: readonly (readonly [ids: readonly string[], sentence: string])[] = [
  [['picture', 'shown'], 'The picture is not what was launched'],
  [['coin', 'collection', 'shownTexts', 'nft', 'nftRule'], 'The texts are not what was launched'],
]

export function contentProof(lines: readonly ProofLine[]): ContentProof {
  const broken = lines.filter(({ verdict }) => verdict === 'broken')
  if (broken.length > 0) {
    const is = (ids: readonly string[]) => broken.some(({ id }) => ids.includes(id))
    const told = CHANGED.find(([ids]) => is(ids))?.[1] ?? 'The folder is not what was launched'
    return { lines, state: 'broken', finding: told }
  }
  return lines.some(({ verdict }) => verdict === 'unread')
    ? { lines, state: 'unsure', finding: 'Not everything could be fetched, so not everything was checked' }
    : { lines, state: 'holds', finding: 'Picture and texts are what the chain names' }
}

export const broken = (finding: string): Said => ({ verdict: 'broken', finding })
export const holds = (finding: string): Said => ({ verdict: 'holds', finding })
export const unread = (finding: string): Said => ({ verdict: 'unread', finding })

type Came = Extract<Fetched, { readonly kind: 'bytes' }>

/** Over bytes that came; else why there is nothing to say. */
function overBytes(what: string, fetched: Fetched, say: (came: Came) => Said): Said {
  if (fetched.kind === 'missing') return unread(`${what} could not be fetched: ${fetched.problem}.`)
  if (fetched.kind === 'damaged')
    return broken(`${what} is not there as it was launched: so the server says that was asked for it.`)
  if (fetched.kind === 'tooLarge')
    return broken(
      `${what} has more than ${groupThousands(fetched.bytesMax)} bytes, so it is not what was launched.`,
    )
  return say(fetched)
}

const bytesText = ({ bytes }: Came) => `${groupThousands(bytes.length)} bytes`

/** Bytes that came, against the file that the folder names. */
export function overFile(
  what: string,
  name: string,
  { fetched, links }: { readonly fetched: Fetched; readonly links: readonly FolderLink[] | undefined },
  say: (came: Came) => Said,
): Said {
  return overBytes(what, fetched, (came) => {
    const link = links?.find((each) => each.name === name)
    if (link === undefined) return unread('There is no folder to compare it with.')
    return isAt(came, link.cid)
      ? say(came)
      : broken(
          `${what} is not what was launched: the folder names ${link.cid}, and what came is ${cidOfRaw(came.digest)}.`,
        )
  })
}

function namedLine(named: NamedContent, cid: string): ProofLine {
  const other = collectionFolderOf(named)
  const said =
    other === cid
      ? holds(`The coin and its collection name the folder ${cid}.`)
      : broken(
          'problem' in named.collection
            ? named.collection.problem
            : `The coin names the folder ${cid}, and the collection ${named.collection.value.uri}.`,
        )
  return {
    id: 'named',
    title: 'The chain names a folder',
    explanation:
      'The address of the metadata stands on the mint, and nobody can change it. It ends in a hash of what lies there (an IPFS content address). So it does not matter who serves it: whoever has the bytes can check them.',
    ...said,
  }
}

function folderLine(root: Fetched, cid: string): ProofLine {
  return {
    id: 'folder',
    title: 'The folder is the one that is named',
    explanation:
      'The folder is one block of bytes, with the name and the hash of every file. Its own SHA-256 is the address on the chain; it was computed here.',
    ...overBytes('The folder', root, (came) =>
      isAt(came, cid)
        ? holds(`The hash of its ${bytesText(came)} is the address on the chain.`)
        : broken('What came for the folder is not what the chain names.'),
    ),
  }
}

function filesLine(root: Fetched, cid: string, links: readonly FolderLink[] | undefined): ProofLine {
  return {
    id: 'files',
    title: `The folder holds ${groupThousands(FILES)} files`,
    explanation:
      'The picture, the metadata of the coin and of the collection, and that of the NFTs 1 to 1,000.',
    ...(links !== undefined
      ? holds(`It names ${PICTURE_NAME}, coin, collection, and 1 to 1000, and nothing else.`)
      : root.kind === 'bytes' && isAt(root, cid)
        ? broken('The folder that the chain names is none as launches make it.')
        : unread('There is no folder to look into.')),
  }
}

function pictureLine(fetched: Fetched, links: readonly FolderLink[] | undefined): ProofLine {
  return {
    id: 'picture',
    title: 'The picture is what was launched',
    explanation: 'The picture was fetched from the folder’s address, as wallets do, and hashed here.',
    ...overFile('The picture', PICTURE_NAME, { fetched, links }, (came) =>
      holds(`The hash of its ${bytesText(came)} is ${cidOfRaw(came.digest)}, as in the folder.`),
    ),
  }
}

function shownLine(fetched: Fetched, links: readonly FolderLink[] | undefined): ProofLine {
  return {
    id: 'shown',
    title: 'The picture on this page is the same',
    explanation:
      'Pages show the picture from an address of their own. Its bytes were hashed here, too. Smaller sizes, as in lists, are made from it, and have no hash on the chain.',
    ...overFile('The picture on this page', PICTURE_NAME, { fetched, links }, (came) =>
      holds(`Its ${bytesText(came)} are those of the folder’s picture.`),
    ),
  }
}

const FILE_WORDS = {
  coin: { title: 'The coin’s texts', what: 'The coin’s metadata' },
  collection: { title: 'The collection’s texts', what: 'The collection’s metadata' },
} as const

function textsLine(
  name: 'coin' | 'collection',
  fetched: Fetched,
  links: readonly FolderLink[] | undefined,
  texts: NamedContent['coin'],
): ProofLine {
  const { title, what } = FILE_WORDS[name]
  return {
    id: name,
    title,
    explanation:
      'Its metadata was fetched and hashed here. Name and symbol stand on the mint, too, and have to be the same. Description and links stand here alone, and are as fixed as they.',
    ...overFile(what, name, { fetched, links }, ({ bytes }) =>
      'problem' in texts ? broken(texts.problem) : sameTexts(bytes, texts.value),
    ),
  }
}

/** Metadata and mint call it alike. */
export function sameTexts(bytes: Uint8Array, { name, symbol }: MintTexts): Said {
  const json = parseJson(bytes)
  const [nameThere, symbolThere] = [field(json, 'name'), field(json, 'symbol')]
  if (typeof nameThere !== 'string' || typeof symbolThere !== 'string')
    return broken('Its metadata has no name or no symbol.')
  return nameThere === name && symbolThere === symbol
    ? holds(`Its hash is in the folder, and it says “${name}” and ${symbol}, as the mint does.`)
    : broken(`Its metadata says “${nameThere}” and ${symbolThere}, and the mint “${name}” and ${symbol}.`)
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function shownTextsLine(
  { description, links }: ShownTexts,
  reading: ContentReading,
  folder: readonly FolderLink[] | undefined,
): ProofLine {
  const texts = folder && provenTexts(reading, folder)
  const differing =
    texts === undefined
      ? []
      : [
          ...(texts.description === description ? [] : ['another description']),
          ...LINK_KINDS.flatMap((kind) =>
            texts.links[kind] === links[kind] ? [] : [`another address for ${LINK_WORDS[kind]}`],
          ),
        ]
  const said =
    texts === undefined
      ? unread('The texts did not come, so there is nothing to compare with.')
      : differing.length === 0
        ? holds('Description and links on this page are those that were launched.')
        : broken(`This page shows ${differing.join(', and ')}.`)
  return {
    id: 'shownTexts',
    title: 'The texts on this page are the same',
    explanation: 'What this page says about the coin, and where its links lead, against what was launched.',
    ...said,
  }
}

const LINK_WORDS = { website: 'the website', x: 'X', telegram: 'Telegram' } as const

function ruleLine(reading: ContentReading, cid: string): ProofLine {
  return {
    id: 'rule',
    title: 'All 1,000 NFTs follow from them',
    explanation:
      'The folder was made again here: from the texts that came, the picture and the published rule of rarities, as any launch makes it. If it has the same address, then all its files are what the rule says, those of NFTs that nobody made yet included.',
    ...ruleSaid(reading, cid),
  }
}

function ruleSaid({ picture, coin, collection }: ContentReading, cid: string): Said {
  if (picture.kind !== 'bytes' || coin.kind !== 'bytes' || collection.kind !== 'bytes')
    return unread('The folder can’t be made again without the picture and both texts.')
  const texts = readTexts(coin.bytes, collection.bytes)
  if (texts === undefined) return broken('The texts that came are none as launches write them.')
  const made = makeFolder(texts, { sha256: picture.digest, size: picture.bytes.length })
  return made.cid === cid
    ? holds(`Made again here, the folder has the same address: ${cid}.`)
    : broken(`Made again from what came, the folder has another address: ${made.cid}.`)
}

/** Texts of the folder that can be relied on: of files whose hashes it names. */
export function provenTexts(
  { coin, collection }: ContentReading,
  links: readonly FolderLink[],
): FolderTexts | undefined {
  const isProven = (fetched: Fetched, name: string) => {
    const link = links.find((each) => each.name === name)
    return fetched.kind === 'bytes' && link !== undefined && isAt(fetched, link.cid)
      ? fetched.bytes
      : undefined
  }
  const [coinJson, collectionJson] = [isProven(coin, 'coin'), isProven(collection, 'collection')]
  return coinJson && collectionJson && readTexts(coinJson, collectionJson)
}

/** The picture that the folder names. */
export function pictureCidIn(links: readonly FolderLink[]): string | undefined {
  const cid = links.find(({ name }) => name === PICTURE_NAME)?.cid
  return cid !== undefined && parseCid(cid)?.codec === 'raw' ? cid : undefined
}
