// The content proof over a launch's folder: whole it holds, and each thing that is changed on the way is found out by name.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from '@ipld/dag-pb'
import type { Address } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOL, Chain as Vm, wallet } from '../../../../program/test/harness.ts'
import { proveNft } from '../../../web/explorer/content/nft-rules.ts'
import { cidOfFolder, cidOfRaw, linkOf } from '../../content/cid.ts'
import { fileOf, makeFolder, PICTURE_NAME } from '../../content/folder.ts'
import type { FolderTexts } from '../../content/metadata.ts'
import { sha256 } from '../../core/sha256.ts'
import { deriveNftMintAddress } from '../../program/addresses.ts'
import type { ReadAccount } from '../answers.ts'
import type { Result } from '../lines.ts'
import {
  type MintTexts,
  mintTexts,
  type NamedContent,
  namedBy,
  otherHostOf,
  uncheckableText,
} from './mint-metadata.ts'
import { type ContentReading, contentFetcher, type Fetched, fetchedBytes, readContent } from './reading.ts'
import { type ContentProof, proveContent, type ShownTexts } from './rules.ts'

const texts: FolderTexts = {
  name: 'Honest Frog',
  symbol: 'HONEST',
  collectionName: 'Honest Frogs',
  description: 'Says what it is.',
  links: { website: 'https://frog.example/', x: 'https://x.com/frog' },
}
const picture = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) % 251)
const folder = makeFolder(texts, { sha256: sha256(picture), size: picture.length })
const { cid } = folder
const pictureCid = cidOfRaw(sha256(picture))
const BASE = `https://site.example/ipfs/${cid}`
const SHOWN_PATH = '/api/images/picture-1024.webp'

const mint = (name: string, file: string, base = BASE): Result<MintTexts> => ({
  value: { name, symbol: 'HONEST', uri: `${base}/${file}` },
})
const named: NamedContent = {
  coin: mint('Honest Frog', 'coin'),
  collection: mint('Honest Frogs', 'collection'),
  cid,
}

/** What a server answers at a path; undefined where it has nothing. */
type Answers = (path: string) => Uint8Array | undefined
const NAMES = ['coin', 'collection', '7']

const honest: Answers = (path) => {
  const [, , address = '', name] = path.replace('?format=raw', '').split('/')
  if (path === SHOWN_PATH || name === PICTURE_NAME || address === pictureCid) return picture
  if (address === cid) return name === undefined ? folder.root : fileOf(texts, pictureCid, name)
  return NAMES.map((each) => fileOf(texts, pictureCid, each)).find(
    (bytes) => bytes !== undefined && cidOfRaw(sha256(bytes)) === address,
  )
}

/** Honest but for what these answer. */
const but =
  (changes: Readonly<Record<string, Uint8Array | undefined>>): Answers =>
  (path) =>
    Object.hasOwn(changes, path) ? changes[path] : honest(path)

async function read(
  server: Answers,
  by: 'path' | 'block' = 'path',
  edition?: number,
): Promise<ContentReading> {
  return readContent(
    async (path, { bytesMax }): Promise<Fetched> => {
      const bytes = server(path)
      if (bytes === undefined) return { kind: 'missing', problem: 'the server answered with status 404' }
      return bytes.length > bytesMax ? { kind: 'tooLarge', bytesMax } : fetchedBytes(Uint8Array.from(bytes))
    },
    { cid, by, shownPath: edition === undefined && by === 'path' ? SHOWN_PATH : undefined, edition },
  )
}

const prove = async (
  server: Answers,
  { on = named, shown = texts }: { on?: NamedContent; shown?: ShownTexts } = {},
) => proveContent(on, cid, await read(server), shown)

const ids = ({ lines }: ContentProof, verdict: string) =>
  lines.filter((line) => line.verdict === verdict).map(({ id }) => id)

const text = (value: string) => new TextEncoder().encode(value)
/** With one bit turned. */
function bitten(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[100] = (copy[100] ?? 0) ^ 1
  return copy
}
const at = (name: string) => `/ipfs/${cid}/${name}`
const ROOT = `/ipfs/${cid}?format=raw`
const coinJson = fileOf(texts, pictureCid, 'coin') ?? new Uint8Array()

test('holds when everything is what was launched', async () => {
  const proof = await prove(honest)
  expect(proof).toMatchObject({ state: 'holds', finding: 'Picture and texts are what the chain names' })
  expect(ids(proof, 'holds')).toEqual([
    'named',
    'folder',
    'files',
    'picture',
    'shown',
    'coin',
    'collection',
    'shownTexts',
    'rule',
  ])
  expect(proof.lines[0]?.finding).toContain(cid)
})

test('block by block, as trustless gateways answer, the same holds', async () => {
  const proof = proveContent(
    named,
    cid,
    await read((path) => (path.includes('?format=raw') ? honest(path) : undefined), 'block'),
  )
  expect(proof.state).toBe('holds')
  expect(proof.lines).toHaveLength(7)
})

describe('one thing that is not what was launched', () => {
  const other = makeFolder(
    { ...texts, description: 'Says what it is not.' },
    { sha256: sha256(picture), size: 5_000 },
  )
  const shuffled = encode({
    Data: Uint8Array.of(0x08, 0x01),
    Links: [{ Name: 'coin', Tsize: coinJson.length, Hash: linkOf('raw', sha256(coinJson)) }],
  })
  const cases: readonly (readonly [
    what: string,
    server: Answers,
    broken: readonly string[],
    unread: readonly string[],
    finding: string,
  ])[] = [
    [
      'a bit of the picture',
      but({ [at(PICTURE_NAME)]: bitten(picture) }),
      ['picture', 'rule'],
      [],
      'The picture is not what was launched',
    ],
    [
      'the picture on the page',
      but({ [SHOWN_PATH]: bitten(picture) }),
      ['shown'],
      [],
      'The picture is not what was launched',
    ],
    [
      'a picture larger than any',
      but({ [at(PICTURE_NAME)]: new Uint8Array(1024 * 1024 + 1) }),
      ['picture'],
      ['rule'],
      'The picture is not what was launched',
    ],
    [
      'no bytes in the picture’s place',
      but({ [at(PICTURE_NAME)]: new Uint8Array() }),
      ['picture', 'rule'],
      [],
      'The picture is not what was launched',
    ],
    [
      'a page in the coin’s place',
      but({ [at('coin')]: text('<!doctype html>') }),
      ['coin', 'rule'],
      ['shownTexts'],
      'The texts are not what was launched',
    ],
    [
      'a space in the coin’s texts',
      but({ [at('coin')]: Uint8Array.from([...coinJson, 0x20]) }),
      ['coin', 'rule'],
      ['shownTexts'],
      'The texts are not what was launched',
    ],
    [
      'the coin’s texts in the collection’s place',
      but({ [at('collection')]: coinJson }),
      ['collection', 'rule'],
      ['shownTexts'],
      'The texts are not what was launched',
    ],
    [
      'another launch’s folder',
      but({ [ROOT]: other.root }),
      ['folder'],
      ['files', 'picture', 'shown', 'coin', 'collection', 'shownTexts'],
      'The folder is not what was launched',
    ],
    [
      'a folder with a bit turned',
      but({ [ROOT]: bitten(folder.root) }),
      ['folder'],
      ['files', 'picture', 'shown', 'coin', 'collection', 'shownTexts'],
      'The folder is not what was launched',
    ],
    [
      'a folder of another make',
      but({ [ROOT]: shuffled }),
      ['folder'],
      ['files', 'picture', 'shown', 'coin', 'collection', 'shownTexts'],
      'The folder is not what was launched',
    ],
    [
      'a folder that never ends',
      but({ [ROOT]: new Uint8Array(70_000) }),
      ['folder'],
      ['files', 'picture', 'shown', 'coin', 'collection', 'shownTexts'],
      'The folder is not what was launched',
    ],
  ]
  test.each(cases)('%s', async (_, server, broken, unread, finding) => {
    const proof = await prove(server)
    expect({ broken: ids(proof, 'broken'), unread: ids(proof, 'unread') }).toEqual({ broken, unread })
    expect(proof).toMatchObject({ state: 'broken', finding })
  })

  test('everything that another server has, in itself whole: nothing of it is the coin’s', async () => {
    const proof = proveContent(named, cid, {
      ...(await read(honest)),
      root: await fetchedBytes(Uint8Array.from(other.root)),
      coin: await fetchedBytes(text(new TextDecoder().decode(coinJson).replace('is.', 'is not.'))),
    })
    expect(ids(proof, 'broken')).toEqual(['folder', 'rule'])
  })

  test('the collection names another folder, or none', async () => {
    for (const uri of [`https://site.example/ipfs/${other.cid}/collection`, `${BASE}/coin`, '', 'https://x'])
      expect(
        ids(
          await prove(honest, {
            on: { ...named, collection: { value: { name: 'Honest Frogs', symbol: 'HONEST', uri } } },
          }),
          'broken',
        ),
      ).toEqual(['named'])
    const unreadable: NamedContent = { ...named, collection: { problem: 'It is not on the chain.' } }
    expect(ids(await prove(honest, { on: unreadable }), 'broken')).toEqual(['named', 'collection'])
  })

  test('the mints are called otherwise than the texts say', async () => {
    const on: NamedContent = {
      ...named,
      coin: mint('Dishonest Frog', 'coin'),
      collection: mint('Toads', 'collection'),
    }
    const proof = await prove(honest, { on })
    expect(ids(proof, 'broken')).toEqual(['coin', 'collection'])
    expect(proof.lines.find(({ id }) => id === 'coin')?.finding).toBe(
      'Its metadata says “Honest Frog” and HONEST, and the mint “Dishonest Frog” and HONEST.',
    )
  })

  test('the page says something else of the coin', async () => {
    const shown = { description: 'A better one.', links: { website: 'https://thief.example/' } }
    const proof = await prove(honest, { shown })
    expect(ids(proof, 'broken')).toEqual(['shownTexts'])
    expect(proof.lines.find(({ id }) => id === 'shownTexts')?.finding).toBe(
      'This page shows another description, and another address for the website, and another address for X.',
    )
  })

  test('the chain names a folder that no launch makes: its hash is right, and it is told apart', async () => {
    const hash = sha256(shuffled)
    const own = cidOfFolder(hash)
    const proof = proveContent(named, own, {
      ...(await read(honest)),
      root: { kind: 'bytes', bytes: shuffled, digest: hash },
    })
    expect(ids(proof, 'holds')).toEqual(['folder'])
    expect(ids(proof, 'broken')).toEqual(['named', 'files', 'rule'])
  })
})

test('whom wallets ask is told, unless it is this server or nobody in particular', () => {
  const at = (coin: string, collection = coin): NamedContent => ({
    coin: mint('Honest Frog', 'coin', `${coin}/ipfs/${cid}`),
    collection: mint('Honest Frogs', 'collection', `${collection}/ipfs/${cid}`),
    cid,
  })
  const ours = ['http://localhost:8787', 'https://site.example']
  expect(otherHostOf(at('https://site.example'), ours)).toBeUndefined()
  expect(otherHostOf(at('http://localhost:8787'), ours)).toBeUndefined()
  expect(otherHostOf(at('https://evil.example'), ours)).toBe('evil.example')
  expect(otherHostOf(at('https://site.example', 'https://evil.example'), ours)).toBe('evil.example')
  expect(otherHostOf(at('https://site.example.evil.example'), ours)).toBe('site.example.evil.example')
  expect(otherHostOf(at('https://site.example@evil.example'), ours)).toBe('evil.example')
  const free: NamedContent = {
    coin: mint('Honest Frog', 'coin', `ipfs://${cid}`),
    collection: mint('Honest Frogs', 'collection', `ipfs://${cid}`),
    cid,
  }
  expect(otherHostOf(free, ours)).toBeUndefined()
})

test('what does not come is said not to have come, and nothing is said of it', async () => {
  const silent = await prove(() => undefined)
  expect(silent.state).toBe('unsure')
  expect(ids(silent, 'holds')).toEqual(['named'])
  expect(ids(silent, 'broken')).toEqual([])
  const proof = await prove(but({ [at(PICTURE_NAME)]: undefined }))
  expect(proof).toMatchObject({
    state: 'unsure',
    finding: 'Not everything could be fetched, so not everything was checked',
  })
  expect(ids(proof, 'unread')).toEqual(['picture', 'rule'])
  expect(proof.lines.find(({ id }) => id === 'picture')?.finding).toBe(
    'The picture could not be fetched: the server answered with status 404.',
  )
})

test('a server that says itself that what it has is another is believed in that', async () => {
  const proof = proveContent(named, cid, { ...(await read(honest)), picture: { kind: 'damaged' } })
  expect(proof).toMatchObject({ state: 'broken', finding: 'The picture is not what was launched' })
  expect(ids(proof, 'broken')).toEqual(['picture'])
})

describe('an NFT', () => {
  const nft = { edition: 7, mint: mint('Honest Frogs #7', '7') }
  const proveSeventh = async (server: Answers, of: Parameters<typeof proveNft>[3] = nft, on = named) =>
    proveNft(on, cid, await read(server, 'path', 7), of)

  test('holds, made or not, and its picture is not fetched for it', async () => {
    const noPicture = but({ [at(PICTURE_NAME)]: undefined })
    for (const of of [nft, { edition: 7, mint: undefined }])
      expect(await proveSeventh(noPicture, of)).toMatchObject({ state: 'holds' })
  })

  test('is found out when its file, its mint or its name is another', async () => {
    const eighth = fileOf(texts, pictureCid, '8') ?? new Uint8Array()
    expect(ids(await proveSeventh(but({ [at('7')]: eighth })), 'broken')).toEqual(['nft', 'nftRule'])
    expect(ids(await proveSeventh(honest, { ...nft, mint: mint('Honest Frogs #7', '8') }), 'broken')).toEqual(
      ['nftMint'],
    )
    expect(ids(await proveSeventh(honest, { ...nft, mint: mint('Honest Frogs #1', '7') }), 'broken')).toEqual(
      ['nft'],
    )
    expect(ids(await proveSeventh(honest, { ...nft, mint: { problem: 'It is none.' } }), 'broken')).toEqual([
      'nftMint',
    ])
    const elsewhere: NamedContent = { ...named, collection: mint('Honest Frogs', 'collection', 'https://x') }
    expect(ids(await proveSeventh(honest, { edition: 7, mint: undefined }, elsewhere), 'broken')).toEqual([
      'nftMint',
    ])
  })

  test('without folder or texts nothing is said of it', async () => {
    for (const path of [ROOT, at('coin'), at('collection'), at('7')]) {
      const proof = await proveSeventh(but({ [path]: undefined }))
      expect({ path, state: proof.state }).toEqual({ path, state: 'unsure' })
    }
  })
})

test('what a real program wrote on mints names the folder, of a coin, its collection and an NFT', async () => {
  const vm = await Vm.open()
  const creator = wallet(1)
  vm.fund(creator.address, 100n * SOL)
  const { name, symbol, collectionName } = texts
  const coin = await vm.launched(creator, { name, symbol, collectionName, uri: BASE }, 1)
  vm.must([await vm.createCoinAccount(creator, coin), await vm.buy(creator, coin, SOL)], creator)
  vm.must(await vm.capture(creator, coin, 7), creator)
  const account = (address: Address): ReadAccount => {
    const found = vm.svm.getAccount(address)
    if (!found.exists) throw new Error('it is not there')
    return {
      lamports: found.lamports,
      owner: found.programAddress,
      isExecutable: false,
      data: Uint8Array.from(found.data),
    }
  }
  const { mint: mintAddress, collection } = coin.addresses
  const onChain = namedBy({ mint: account(mintAddress), collection: account(collection) })
  expect(onChain).toEqual(named)
  expect((await prove(honest, { on: onChain })).state).toBe('holds')
  const nftMint = account(await deriveNftMintAddress(vm.program, mintAddress, 7))
  const nft = { edition: 7, mint: mintTexts('nft', nftMint) }
  expect(proveNft(onChain, cid, await read(honest, 'path', 7), nft).state).toBe('holds')
})

test('mints that are none name nothing, and an old coin’s address is told from others', () => {
  expect(namedBy({ mint: undefined, collection: undefined })).toEqual({
    coin: { problem: 'The coin’s mint is not on the chain.' },
    collection: { problem: 'The NFT collection’s mint is not on the chain.' },
    cid: undefined,
  })
  expect(
    uncheckableText('https://x.example/api/metadata/9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'),
  ).toContain('launched before content addresses')
  expect(uncheckableText('https://x.example/frog.json')).toContain('is no content address')
})

describe('what is fetched', () => {
  let server: Server
  let origin: string
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/small') response.end('frog')
      else if (request.url === '/silent') return
      else if (request.url === '/damaged')
        response.writeHead(500).end('{"code":"contentDamaged","message":"It is another."}')
      else if (request.url === '/long') response.writeHead(500).end('"code":"contentDamaged"'.padStart(9_000))
      else if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '100' })
        response.write('frog', () => response.destroy())
      } else if (request.url === '/endless') {
        const more = () => {
          if (!response.destroyed) response.write(new Uint8Array(65_536), more)
        }
        more()
      } else response.writeHead(404).end('nothing')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('comes with its hash, is cut off where it is too long, and says why where it does not come', async () => {
    const get = (path: string, timeoutMs = 30_000) =>
      contentFetcher({ origin, timeoutMs })(path, { bytesMax: 100_000 })
    expect(await get('/small')).toEqual({
      kind: 'bytes',
      bytes: text('frog'),
      digest: sha256(text('frog')),
    })
    expect(await get('/endless')).toEqual({ kind: 'tooLarge', bytesMax: 100_000 })
    expect(await get('/other')).toEqual({ kind: 'missing', problem: 'the server answered with status 404' })
    expect(await get('/damaged')).toEqual({ kind: 'damaged' })
    expect(await get('/long')).toEqual({ kind: 'missing', problem: 'the server answered with status 500' })
    expect(await get('/silent', 100)).toEqual({ kind: 'missing', problem: 'the answer took too long' })
    expect(await get('/cut')).toEqual({ kind: 'missing', problem: 'no answer came' })
    const nobody = contentFetcher({ origin: 'http://127.0.0.1:1', timeoutMs: 5_000 })
    expect(await nobody('/', { bytesMax: 1 })).toEqual({ kind: 'missing', problem: 'no answer came' })
  })

  test('whoever stops it hears so', async () => {
    const stop = new AbortController()
    const fetching = contentFetcher({ origin, timeoutMs: 60_000, signal: stop.signal })
    const asked = fetching('/silent', { bytesMax: 1 })
    stop.abort()
    await expect(asked).rejects.toThrow('aborted')
  })
})
