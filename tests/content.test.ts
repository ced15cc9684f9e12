// What a launch puts on the chain names its picture and texts by their hash: computed here from what the creator typed and the
// picture that the server stores, and compared with what the chain says.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchProgress, PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { cidOfRaw, cidOfUri } from '@twinmint/sdk/content/cid'
import { fileOf, makeFolder } from '@twinmint/sdk/content/folder'
import type { FolderTexts } from '@twinmint/sdk/content/metadata'
import { decodeMetadata, decodeMint } from '@twinmint/sdk/program/mint'
import { readSignable } from '@twinmint/sdk/program/signable'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const TEXTS: FolderTexts = {
  name: 'Twin Frog',
  symbol: 'FROG',
  collectionName: 'Twin Frogs',
  description: 'Two frogs.\nOne pond.',
  links: { website: 'https://frog.example/pond', x: 'https://x.com/frog', telegram: 'https://t.me/frogs' },
}
/** As the longest are on the chain and in the metadata: four bytes a character. */
const LONGEST: FolderTexts = {
  name: '🐸'.repeat(50),
  symbol: '🐸'.repeat(10),
  collectionName: '🦎'.repeat(50),
  description: '🐸'.repeat(500),
  links: { ...TEXTS.links, website: `https://frog.example/${'a'.repeat(179)}` },
}

let server: ServerProcess
let creator: Client
let image: Uint8Array
beforeAll(async () => {
  server = await startServerProcess()
  image = await plainPicture()
  creator = createClient(server.origin)
  await creator.fund()
})
afterAll(() => server.remove())

const storedPicture = async (url: string) =>
  new Uint8Array(await (await fetch(server.origin + url)).arrayBuffer())
const pictureOf = (bytes: Uint8Array) => ({
  sha256: new Uint8Array(createHash('sha256').update(bytes).digest()),
  size: bytes.length,
})

/** The texts of the launch that the transaction makes. */
async function launchIn({ transaction }: PreparedLaunch) {
  const { programAddress } = await creator.get<{ programAddress: string }>('/api/config')
  const { own } = readSignable(Buffer.from(transaction, 'base64'), {
    walletAddress: creator.address,
    programAddress,
  })
  const launch = own[0]
  if (launch?.name !== 'launch') throw new Error('it launches nothing')
  return { texts: launch.texts, names: own.map(({ name }) => name) }
}

async function uriOnChain(mintAddress: string): Promise<string> {
  const { result } = await creator.post<{ result: { value: { data: [string] } } }>('/rpc', {
    jsonrpc: '2.0',
    id: 1,
    method: 'getAccountInfo',
    params: [mintAddress, { encoding: 'base64' }],
  })
  const mint = decodeMint(Buffer.from(result.value.data[0], 'base64'))
  const metadata = mint.extensions.find(({ name }) => name === 'metadata')
  if (metadata === undefined) throw new Error('the mint has no metadata')
  return decodeMetadata(metadata).uri
}

async function progressOf({ launchId }: PreparedLaunch): Promise<LaunchProgress[]> {
  const response = await fetch(`${server.origin}/api/launch-progress?launchId=${launchId}`)
  return (await response.text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')) as LaunchProgress)
}

const submit = (prepared: PreparedLaunch) =>
  creator.post<{ collection: Collection }>('/api/collections/launch', {
    signedTransaction: creator.sign(prepared.transaction),
  })

describe('a launch', () => {
  test.each([
    ['with links', TEXTS, { devBuyAmount: '0' }],
    ['of the longest texts, with dev buy and boost', LONGEST, { devBuyAmount: '0.5', boostLaunch: true }],
    ['without description and links', { ...TEXTS, description: '', links: {} }, { devBuyAmount: '0' }],
  ])('%s is one transaction that names the folder of its texts and picture', async (_, texts, more) => {
    const prepared = await creator.prepareLaunch({ ...texts, ...more }, image)
    const stored = await storedPicture(prepared.storedImageUrl)
    const folder = makeFolder(texts, pictureOf(stored))
    const { texts: signed } = await launchIn(prepared)
    expect(signed.uri).toBe(`${server.origin}/ipfs/${folder.cid}`)

    const { collection } = await submit(prepared)
    expect(collection).toMatchObject({
      folderCid: folder.cid,
      metadataUri: signed.uri,
      links: texts.links,
      description: texts.description,
    })
    expect(await uriOnChain(collection.mintAddress)).toBe(`${signed.uri}/coin`)
    expect(await uriOnChain(collection.collectionAddress)).toBe(`${signed.uri}/collection`)
    // The same by the coin's mint, for who looks there.
    const pictureCid = cidOfRaw(pictureOf(stored).sha256)
    for (const [part, name] of [
      ['', 'coin'],
      ['/coin', 'coin'],
      ['/collection', 'collection'],
      ['/1', '1'],
      ['/1000', '1000'],
    ] as const) {
      const answer = await fetch(`${server.origin}/api/metadata/${collection.mintAddress}${part}`)
      expect(await answer.text()).toBe(new TextDecoder().decode(fileOf(texts, pictureCid, name)))
    }
    for (const part of ['1001', '0', 'picture.webp'])
      expect((await fetch(`${server.origin}/api/metadata/${collection.mintAddress}/${part}`)).status).toBe(
        404,
      )
    const progress = await progressOf(prepared)
    expect(progress.at(-1)).toEqual({ type: 'done', collectionId: collection.id })
    expect(progress).toContainEqual({ type: 'nft_progress', created: 1_000, total: 1_000 })
  })

  test('of the same texts and picture names the same folder, whoever launches and whenever', async () => {
    const other = createClient(server.origin)
    await other.fund()
    const launches = [
      await creator.prepareLaunch(TEXTS, image),
      await other.prepareLaunch(
        { ...TEXTS, links: { x: '@frog', telegram: 'frogs', website: 'frog.example/pond' } },
        image,
      ),
    ]
    const uris = await Promise.all(
      launches.map(async (prepared) => {
        const { own } = readSignable(Buffer.from(prepared.transaction, 'base64'), {
          walletAddress: prepared === launches[0] ? creator.address : other.address,
          programAddress: (await creator.get<{ programAddress: string }>('/api/config')).programAddress,
        })
        return own[0]?.name === 'launch' ? cidOfUri(own[0].texts.uri) : undefined
      }),
    )
    expect(uris[0]).toBeDefined()
    expect(uris[1]).toBe(uris[0])
  })

  test('an NFT of it has its file of the folder', async () => {
    await creator.airdrop(5)
    const { collection } = await submit(await creator.prepareLaunch({ ...TEXTS, devBuyAmount: '0.5' }, image))
    await swap(creator, 'buy', collection.id, { count: 1 })
    const { nfts } = await creator.get<{ nfts: { tokenId: number; mintAddress: string }[] }>(
      `/api/collections/${collection.id}/nfts?owner=${creator.address}`,
    )
    const [nft] = nfts
    expect(await uriOnChain(nft?.mintAddress ?? '')).toBe(`${collection.metadataUri}/${nft?.tokenId}`)
  })

  test.each([
    [{ website: 'http://frog.example' }, 'The website is an https address'],
    [{ website: 'https://a@frog.example' }, 'The website is an https address'],
    [{ x: 'two words' }, 'The X account is'],
    [{ telegram: 'https://frog.example' }, 'The Telegram group is'],
  ])('with the links %j is refused', async (links, sentence) => {
    await expect(creator.prepareLaunch({ ...TEXTS, links }, image)).rejects.toMatchObject({
      status: 400,
      code: 'badRequest',
      message: expect.stringContaining(sentence) as string,
    })
  })

  test('whose picture was changed on the disk is never called done', async () => {
    const prepared = await creator.prepareLaunch({ ...TEXTS, name: 'Changed' }, await plainPicture('#123456'))
    const [, hash = ''] = /([0-9a-f]{64})-1024/.exec(prepared.storedImageUrl) ?? []
    const file = join(server.folder, 'pictures', hash.slice(0, 2), `${hash}-1024.webp`)
    const bytes = readFileSync(file)
    bytes.set([(bytes.at(-1) ?? 0) ^ 1], bytes.length - 1)
    writeFileSync(file, bytes)
    const { collection } = await submit(prepared)
    expect(collection.name).toBe('Changed')
    expect((await progressOf(prepared)).at(-1)).toMatchObject({ type: 'failed', code: 'contentUnlike' })
  })

  test('whose picture is away for a while is not called another', async () => {
    const prepared = await creator.prepareLaunch({ ...TEXTS, name: 'Away' }, await plainPicture('#654321'))
    const [, hash = ''] = /([0-9a-f]{64})-1024/.exec(prepared.storedImageUrl) ?? []
    const file = join(server.folder, 'pictures', hash.slice(0, 2), `${hash}-1024.webp`)
    await submit(prepared)
    renameSync(file, `${file}.away`)
    const response = await fetch(`${server.origin}/api/launch-progress?launchId=${prepared.launchId}`)
    let heard = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      heard += part
      if (heard.includes('"step":4') && existsSync(`${file}.away`)) {
        // It is looked for in vain meanwhile, some times a second.
        await new Promise((later) => setTimeout(later, 1_000))
        renameSync(`${file}.away`, file)
      }
    }
    expect(heard).not.toContain('failed')
    expect(heard).toContain('"type":"done"')
  })
})
