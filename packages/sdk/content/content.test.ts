import { createHash } from 'node:crypto'
import { encode, prepare } from '@ipld/dag-pb'
import { MemoryBlockstore } from 'blockstore-core'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { cidOfFolder, cidOfRaw, cidOfUri, digestHex, digestOfHex, linkOf, parseCid } from './cid.ts'
import { FILES, fileOf, makeFolder, PICTURE_NAME, readFolder } from './folder.ts'
import {
  coinMetadata,
  encodeJson,
  type FolderTexts,
  METADATA_NAMES,
  nftMetadata,
  readTexts,
} from './metadata.ts'

const PLAIN: FolderTexts = {
  name: 'Twin Frog',
  symbol: 'FROG',
  collectionName: 'Twin Frogs',
  description: 'A frog and its thousand twins.',
  links: {},
}
const LINKED: FolderTexts = {
  ...PLAIN,
  links: { website: 'https://frog.example/', x: 'https://x.com/frog', telegram: 'https://t.me/frogs' },
}
const LONGEST: FolderTexts = {
  name: '🐸'.repeat(50),
  symbol: '🐸'.repeat(10),
  collectionName: '🦎'.repeat(50),
  description: '𝔣'.repeat(500),
  links: { ...LINKED.links, website: `https://frog.example/${'a'.repeat(179)}` },
}
const CASES: [string, FolderTexts][] = [
  ['plain texts', PLAIN],
  ['no description', { ...PLAIN, description: '' }],
  ['links', LINKED],
  ['one link', { ...PLAIN, links: { x: 'https://x.com/frog' } }],
  ['the longest texts, of four bytes a character', LONGEST],
  ['quotes and line breaks', { ...PLAIN, description: 'He said "\\o/"\r\nand left </script>\u2028' }],
]

const PICTURE = new TextEncoder().encode('not a picture, and it does not matter')
const sha = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const pictureOf = (bytes: Uint8Array) => ({ sha256: sha(bytes), size: bytes.length })
const PICTURE_CID = cidOfRaw(sha(PICTURE))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The same files through another implementation of UnixFS. */
async function importedCid(texts: FolderTexts, picture: Uint8Array): Promise<string> {
  const files = METADATA_NAMES.map((name) => ({
    path: `folder/${name}`,
    content: fileOf(texts, PICTURE_CID, name),
  }))
  const all = [...files, { path: `folder/${PICTURE_NAME}`, content: picture }].map(({ path, content }) => ({
    path,
    content: content ?? new Uint8Array(),
  }))
  let last = ''
  for await (const { path, cid } of importer(all, new MemoryBlockstore(), {
    cidVersion: 1,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: 1024 * 1024 }),
    shardSplitThresholdBytes: Number.MAX_SAFE_INTEGER,
  }))
    if (path === 'folder') last = cid.toString()
  return last
}

describe('the folder', () => {
  test.each(CASES)('has the address that another implementation gives it: %s', async (_, texts) => {
    const folder = makeFolder(texts, pictureOf(PICTURE))
    expect(folder.cid).toBe(await importedCid(texts, PICTURE))
    expect(cidOfFolder(sha(folder.root))).toBe(folder.cid)
  })

  test('of a picture of a whole block too', async () => {
    const large = new Uint8Array(1024 * 1024).fill(7)
    const cid = cidOfRaw(sha(large))
    const stored = new MemoryBlockstore()
    for await (const file of importer([{ path: 'p', content: large }], stored, {
      cidVersion: 1,
      rawLeaves: true,
      chunker: fixedSize({ chunkSize: 1024 * 1024 }),
    }))
      expect(file.cid.toString()).toBe(cid)
    expect(makeFolder(PLAIN, pictureOf(large)).links.find(({ name }) => name === PICTURE_NAME)).toEqual({
      name: PICTURE_NAME,
      cid,
      size: large.length,
    })
    const larger = pictureOf(new Uint8Array(1024 * 1024 + 1))
    expect(() => makeFolder(PLAIN, larger)).toThrow('more than a block')
  })

  // These stand on the chain: whoever changes the format makes what was launched before unfindable.
  test('has the address that it always had', () => {
    expect(makeFolder(PLAIN, pictureOf(PICTURE)).cid).toBe(
      'bafybeihirsvvfq3xmuelkkn7nzy2hhuh7tz7zyjvuirj6ihdng2qsak6p4',
    )
    expect(makeFolder(LINKED, pictureOf(PICTURE)).cid).toBe(
      'bafybeicwqsw2xslsmrspj4whjmtjy7f2mckhnvkmkyve7ede7gfdv45nwa',
    )
    expect(makeFolder(LONGEST, pictureOf(PICTURE)).cid).toBe(
      'bafybeiho3kd6igu5eqjmy7g3usnor5aoqn27fymly34oc647uiu7yf4t2e',
    )
  })

  test('changes with each text, each link and the picture', () => {
    const others: FolderTexts[] = [
      { ...PLAIN, name: 'x' },
      { ...PLAIN, symbol: 'X' },
      { ...PLAIN, collectionName: 'x' },
      { ...PLAIN, description: 'x' },
      { ...PLAIN, links: { website: 'https://x.example/' } },
      { ...PLAIN, links: { x: 'https://x.com/x' } },
      { ...PLAIN, links: { telegram: 'https://t.me/xxxx' } },
    ]
    const cids = [PLAIN, ...others].map((texts) => makeFolder(texts, pictureOf(PICTURE)).cid)
    cids.push(makeFolder(PLAIN, pictureOf(PICTURE.subarray(1))).cid)
    expect(new Set(cids).size).toBe(others.length + 2)
  })

  test('is the same with Node’s hash, and counts its metadata', () => {
    const counted: number[] = []
    const folder = makeFolder(LINKED, pictureOf(PICTURE), { hash: sha, onFile: (made) => counted.push(made) })
    expect(folder).toEqual(makeFolder(LINKED, pictureOf(PICTURE)))
    expect(counted).toEqual(Array.from({ length: 1_002 }, (_, at) => at + 1))
  })

  test('is read back from its block: every file’s address is of its bytes', () => {
    const { root, links } = makeFolder(LONGEST, pictureOf(PICTURE))
    expect(readFolder(root)).toEqual(links)
    expect(links).toHaveLength(FILES)
    expect(FILES).toBe(1_003)
    for (const { name, cid, size } of links) {
      const bytes = name === PICTURE_NAME ? PICTURE : fileOf(LONGEST, PICTURE_CID, name)
      expect({ name, cid, size }).toEqual({ name, cid: cidOfRaw(sha(bytes ?? PICTURE)), size: bytes?.length })
    }
  })

  test('has no other files', () => {
    for (const name of [
      '0',
      '01',
      '1001',
      '9999',
      '1.0',
      '-1',
      'Coin',
      '',
      'picture.webp',
      '../coin',
      'constructor',
    ])
      expect(fileOf(PLAIN, PICTURE_CID, name), name).toBeUndefined()
  })
})

describe('a block that is no such folder is refused', () => {
  const { root, links } = makeFolder(PLAIN, pictureOf(PICTURE))
  const nodeOf = (
    change: (links: { Name: string; Tsize: number; Hash: CID }[]) => unknown[],
    data = [8, 1],
  ) =>
    encode(
      prepare({
        Data: Uint8Array.from(data),
        Links: change(
          links.map(({ name, cid, size }) => ({ Name: name, Tsize: size, Hash: CID.parse(cid) })),
        ) as never,
      }),
    )
  const first = (change: object) => nodeOf(([head, ...rest]) => [{ ...head, ...change }, ...rest])
  const sha512 = CID.parse(
    'bafkrgqhhyivzstcz3hhswshfjgy6ertgmnqeleynhwt4dlfsthi4hn7zgh4uvlsb5xncykzapi3ocd4lzogukir6ksdy6wzrnz6ohnv4aglcs',
  )

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['noise', Uint8Array.from({ length: 500 }, (_, at) => (at * 7919) % 256)],
    ['cut off', root.subarray(0, -1)],
    ['a byte more', Uint8Array.from([...root, 0])],
    ['too long', new Uint8Array(64 * 1024 + 1)],
    ['a file, not a folder', nodeOf((all) => all, [8, 2])],
    ['a sharded folder', nodeOf((all) => all, [8, 5])],
    ['a folder with a mode', nodeOf((all) => all, [8, 1, 0x38, 0xed, 3])],
    ['a file less', nodeOf((all) => all.slice(1))],
    ['a file more', nodeOf((all) => [...all, { ...all[0], Name: '1001' }])],
    ['a name twice', nodeOf((all) => [all[0], ...all.slice(0, -1)])],
    ['another name', first({ Name: '0' })],
    ['a file that is a folder', first({ Hash: linkOf('dag-pb', sha(root)) })],
    ['another hash', first({ Hash: sha512 })],
    ['a version 0 address', first({ Hash: CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn') })],
    ['an empty file', first({ Tsize: 0 })],
    ['a metadata of a megabyte', first({ Tsize: 1024 * 1024 })],
    ['no size', nodeOf(([head, ...rest]) => [{ Name: head?.Name, Hash: head?.Hash }, ...rest])],
  ])('%s', (_, block) => {
    expect(readFolder(block)).toBeUndefined()
  })
})

describe('texts', () => {
  const filesOf = (texts: FolderTexts) =>
    ['coin', 'collection'].map((name) => fileOf(texts, PICTURE_CID, name) ?? PICTURE) as [
      Uint8Array,
      Uint8Array,
    ]

  test.each(CASES)('are read back: %s', (_, texts) => {
    expect(readTexts(...filesOf(texts))).toEqual(texts)
  })

  const [coin, collection] = filesOf(LINKED)
  const json = JSON.parse(new TextDecoder().decode(coin)) as Record<string, unknown>
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  test.each<[string, Uint8Array, Uint8Array]>([
    ['no JSON', PICTURE, collection],
    ['no object', bytes(null), collection],
    ['an array', bytes([]), collection],
    ['no UTF-8', Uint8Array.from([...coin.subarray(0, 10), 0xff, ...coin.subarray(10)]), collection],
    ['a byte order mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...coin]), collection],
    ['a space more', Uint8Array.from([...coin, 32]), collection],
    ['too long', bytes({ ...json, description: 'a'.repeat(17_000) }), collection],
    ['a field more', bytes({ ...json, seller_fee_basis_points: 9_000 }), collection],
    ['a field less', bytes({ ...json, symbol: undefined }), collection],
    ['another order', bytes({ symbol: json['symbol'], ...json, name: json['name'] }), collection],
    ['a number as name', bytes({ ...json, name: 7 }), collection],
    ['a picture from a server', bytes({ ...json, image: 'https://frog.example/frog.webp' }), collection],
    ['a link that runs', bytes({ ...json, external_url: 'javascript:alert(1)' }), collection],
    ['a prototype', new TextEncoder().encode('{"__proto__":{"name":"a"},"symbol":"b"}'), collection],
    ['the collection of another coin', coin, filesOf(PLAIN)[1]],
    ['an NFT for the collection', coin, encodeJson(nftMetadata(LINKED, PICTURE_CID, 1))],
  ])('are refused: %s', (_, ofCoin, ofCollection) => {
    expect(readTexts(ofCoin, ofCollection)).toBeUndefined()
  })

  test('with a link that no launch stores are refused', () => {
    for (const website of [
      'javascript:alert(1)',
      'http://frog.example/',
      'https://frog.example',
      'https://a@b.example/',
    ])
      expect(readTexts(...filesOf({ ...PLAIN, links: { website } })), website).toBeUndefined()
  })

  test('say what wallets look for', () => {
    expect(coinMetadata(LINKED, PICTURE_CID)).toEqual({
      name: 'Twin Frog',
      symbol: 'FROG',
      description: 'A frog and its thousand twins.',
      image: `ipfs://${PICTURE_CID}`,
      external_url: 'https://frog.example/',
      extensions: {
        website: 'https://frog.example/',
        twitter: 'https://x.com/frog',
        telegram: 'https://t.me/frogs',
      },
      properties: { category: 'image', files: [{ uri: `ipfs://${PICTURE_CID}`, type: 'image/webp' }] },
    })
    expect(nftMetadata(PLAIN, PICTURE_CID, 777)).toMatchObject({
      name: 'Twin Frogs #777',
      attributes: [
        { trait_type: 'Edition', value: 777 },
        { trait_type: 'Rarity', value: 'mythic' },
        { trait_type: 'Pattern', value: 'three of a kind' },
        { trait_type: 'Rarity rank', value: expect.any(Number) as number },
      ],
    })
  })
})

describe('addresses', () => {
  const digest = sha(PICTURE)
  const raw = linkOf('raw', digest)

  test('are read in three bases, and said in one', () => {
    const found = { codec: 'raw', digest, cid: PICTURE_CID }
    for (const text of [PICTURE_CID, raw.toString(base36), raw.toString(base58btc)])
      expect(parseCid(text), text).toEqual(found)
    expect(parseCid(cidOfFolder(digest))?.codec).toBe('dag-pb')
    expect(digestHex(digest)).toBe(hex(digest))
    expect(digestOfHex(digestHex(digest))).toEqual(digest)
  })

  test.each([
    '',
    'b',
    'frog',
    '../../etc/passwd',
    `${PICTURE_CID}a`,
    PICTURE_CID.slice(0, -1),
    PICTURE_CID.toUpperCase(),
    ` ${PICTURE_CID}`,
    'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
    'b'.repeat(65),
    'bafkrgqhhyivzstcz3hhswshfjgy6ertgmnqeleynhwt4dlfsthi4hn7zgh4uvlsb5xncykzapi3ocd4lzogukir6ksdy6wzrnz6ohnv4aglcs',
  ])('no address of ours: %j', (text) => {
    expect(parseCid(text)).toBeUndefined()
  })

  test('with other last bits than its own are none', () => {
    // 36 bytes are 288 bits, and 58 letters 290: two are to spare.
    const letters = 'abcdefghijklmnopqrstuvwxyz234567'
    const last = letters.indexOf(PICTURE_CID.at(-1) ?? '')
    for (const spare of [1, 2, 3])
      expect(parseCid(PICTURE_CID.slice(0, -1) + letters[last ^ spare])).toBeUndefined()
  })

  test('are at the end of a launch’s metadata address', () => {
    const cid = cidOfFolder(digest)
    for (const uri of [
      `https://twin.example/ipfs/${cid}`,
      `http://127.0.0.1:8787/ipfs/${cid}`,
      `ipfs://${cid}`,
    ])
      expect(cidOfUri(uri)).toBe(cid)
    for (const uri of [
      'https://twin.example/api/metadata/abc',
      `https://twin.example/ipfs/${cid}/coin`,
      `https://twin.example/ipfs/${PICTURE_CID}`,
      `https://twin.example/a?b=/ipfs/${cid}`,
      `https://twin.example/a#/ipfs/${cid}`,
      `https://twin.example/ipfs/${cid}?a`,
      cid,
      '',
    ])
      expect(cidOfUri(uri), uri).toBeUndefined()
  })
})
