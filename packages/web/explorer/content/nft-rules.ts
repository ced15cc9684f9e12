// Whether an NFT's metadata is what the chain and the rule say: its address on its mint, its file's hash in the folder that the
// coin names, and its content what follows from the number. Pure.
import { fileOf } from '@twinmint/sdk/content/folder'
import { areSameBytes } from '@twinmint/sdk/core/same-bytes'
import {
  collectionFolderOf,
  folderOf,
  type MintTexts,
  type NamedContent,
} from '@twinmint/sdk/proof/content/mint-metadata'
import type { ContentReading } from '@twinmint/sdk/proof/content/reading'
import { linksIn } from '@twinmint/sdk/proof/content/reading'
import {
  broken,
  type ContentProof,
  contentProof,
  holds,
  overFile,
  pictureCidIn,
  provenTexts,
  sameTexts,
  unread,
} from '@twinmint/sdk/proof/content/rules'
import type { ProofLine, Result } from '@twinmint/sdk/proof/lines'

export interface NftToProve {
  readonly edition: number
  /** What its mint carries; undefined while it is not made. */
  readonly mint: Result<MintTexts> | undefined
}

/** An NFT of the launch whose folder is at `cid`; `reading` has its file. */
export function proveNft(
  named: NamedContent,
  cid: string,
  reading: ContentReading,
  nft: NftToProve,
): ContentProof {
  return contentProof([mintLine(named, cid, nft), fileLine(cid, reading, nft), ruleLine(cid, reading, nft)])
}

function mintLine(named: NamedContent, cid: string, { edition, mint }: NftToProve): ProofLine {
  const head = {
    id: 'nftMint',
    title: 'The chain names its file',
    explanation:
      'Each NFT’s mint carries the address of its own file in the coin’s folder. The program writes it when the NFT is made, and nobody can change it.',
  }
  if (mint === undefined)
    return collectionFolderOf(named) === cid
      ? { ...head, ...holds(`It is not made yet; its file will be ${edition} in the folder ${cid}.`) }
      : { ...head, ...broken('The collection names another folder than the coin.') }
  if ('problem' in mint) return { ...head, ...broken(mint.problem) }
  return folderOf(mint.value.uri, `/${edition}`) === cid
    ? { ...head, ...holds(`Its mint names the file ${edition} in the folder ${cid}.`) }
    : { ...head, ...broken(`Its mint names ${mint.value.uri}, which is not in the coin’s folder ${cid}.`) }
}

function fileLine(cid: string, reading: ContentReading, { edition, mint }: NftToProve): ProofLine {
  const fetched = reading.nft ?? { kind: 'missing', problem: 'nobody asked for it' }
  return {
    id: 'nft',
    title: 'Its metadata is what was launched',
    explanation:
      'Its file was fetched and hashed here, and compared with the folder and with the NFT’s mint.',
    ...overFile(
      'Its metadata',
      String(edition),
      { fetched, links: linksIn(reading.root, cid) },
      ({ bytes }) =>
        mint !== undefined && 'value' in mint
          ? sameTexts(bytes, mint.value)
          : holds('Its hash is in the folder.'),
    ),
  }
}

function ruleLine(cid: string, reading: ContentReading, { edition }: NftToProve): ProofLine {
  const links = linksIn(reading.root, cid)
  const texts = links && provenTexts(reading, links)
  const pictureCid = links && pictureCidIn(links)
  const made = texts && pictureCid ? fileOf(texts, pictureCid, String(edition)) : undefined
  const { nft } = reading
  const said =
    made === undefined || nft?.kind !== 'bytes'
      ? unread('There is nothing to compare it with: folder, texts or file did not come.')
      : areSameBytes(made, nft.bytes)
        ? holds('Name, picture, rarity and traits are what follows from its number and the launch’s texts.')
        : broken('It is not what follows from its number and the launch’s texts.')
  return {
    id: 'nftRule',
    title: 'It follows from its number',
    explanation:
      'Its metadata was made again here from the launch’s texts, the picture’s address and the published rule of rarities, and compared byte by byte.',
    ...said,
  }
}
