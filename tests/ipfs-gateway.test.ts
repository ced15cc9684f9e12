// The gateway of the built server, asked as IPFS clients ask: every answer is checked by its hash.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CarReader } from '@ipld/car'
import { decode } from '@ipld/dag-pb'
import type { Content } from '@twinmint/sdk/api/content/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { cidOfFolder, cidOfRaw } from '@twinmint/sdk/content/cid'
import type { Metadata } from '@twinmint/sdk/content/metadata'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Client, createClient, HttpFailure } from './client.ts'
import { drawPicture } from './pictures.ts'
import { pressAdminLink, type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let creator: Client
let coin: Collection
let cid: string

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const rawCid = (bytes: Uint8Array) => cidOfRaw(sha256(bytes))
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.origin}/ipfs/${path}`, { method, headers, redirect: 'manual' })
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())
const head = (response: Response, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, response.headers.get(name)]))

async function blocksOf(response: Response) {
  const bytes = await bytesOf(response)
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  const reader = await CarReader.fromBytes(bytes)
  const blocks: { cid: string; bytes: Uint8Array }[] = []
  for await (const block of reader.blocks()) {
    expect(sha256(block.bytes)).toEqual(block.cid.multihash.digest)
    blocks.push({ cid: block.cid.toString(), bytes: block.bytes })
  }
  return { roots: (await reader.getRoots()).map(String), blocks }
}

beforeAll(async () => {
  server = await startServerProcess({ env: { ADMIN_LINK: 'on' } })
  creator = createClient(server.origin)
  await creator.fund()
  coin = await creator.launch(
    {
      name: 'Gate Frog',
      symbol: 'GATE',
      collectionName: 'Gate Frogs',
      description: 'A frog at the gate.',
      links: { website: 'https://frog.example/' },
    },
    await drawPicture('teal'),
  )
  cid = coin.folderCid ?? ''
})
afterAll(() => server.remove())

test('the chain names the folder, and every file of it is given as what it is', async () => {
  expect(coin.metadataUri).toBe(`${server.origin}/ipfs/${cid}`)
  const response = await ask(`${cid}/coin`)
  const bytes = await bytesOf(response)
  const metadata = JSON.parse(Buffer.from(bytes).toString()) as Metadata
  expect(metadata).toMatchObject({ name: 'Gate Frog', description: 'A frog at the gate.' })
  expect(head(response, ['content-type', 'etag', 'cache-control', 'x-ipfs-path', 'x-ipfs-roots'])).toEqual({
    'content-type': 'application/json',
    etag: `"${rawCid(bytes)}"`,
    'cache-control': 'public, max-age=29030400, immutable',
    'x-ipfs-path': `/ipfs/${cid}/coin`,
    'x-ipfs-roots': `${cid},${rawCid(bytes)}`,
  })
  expect(
    head(response, [
      'access-control-allow-origin',
      'access-control-expose-headers',
      'x-content-type-options',
      'content-security-policy',
      'content-disposition',
      'vary',
      'content-encoding',
    ]),
  ).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('X-Ipfs-Roots') as string,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'content-disposition': 'inline; filename="coin.json"',
    vary: 'Accept',
    'content-encoding': null,
  })
  const picture = await ask(`${cid}/picture.webp`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(`ipfs://${rawCid(await bytesOf(picture))}`).toBe(metadata.image)
  const last = (await (await ask(`${cid}/1000`)).json()) as Metadata
  expect(last.name).toBe('Gate Frogs #1000')
})

test('a file and the folder as raw blocks, by path and by their own addresses', async () => {
  const root = await bytesOf(await ask(cid, { accept: 'application/vnd.ipld.raw' }))
  expect(cidOfFolder(sha256(root))).toBe(cid)
  const links = decode(root).Links
  expect(links).toHaveLength(1_003)
  for (const name of ['1', '777', 'coin', 'collection', 'picture.webp']) {
    const address = String(links.find((link) => link.Name === name)?.Hash)
    const byPath = await ask(`${cid}/${name}?format=raw`)
    expect(head(byPath, ['content-type', 'content-disposition', 'etag'])).toEqual({
      'content-type': 'application/vnd.ipld.raw',
      'content-disposition': `attachment; filename="${address}.bin"`,
      etag: `"${address}.raw"`,
    })
    const bytes = await bytesOf(byPath)
    expect(rawCid(bytes)).toBe(address)
    const bare = await ask(`${address}?format=raw`)
    expect([name, bare.headers.get('x-ipfs-roots')]).toEqual([name, address])
    expect(await bytesOf(bare)).toEqual(bytes)
    expect(await bytesOf(await ask(address))).toEqual(bytes)
  }
})

describe('a CAR', () => {
  test('of everything', async () => {
    const response = await ask(cid, { accept: 'application/vnd.ipld.car; version=1; order=dfs; dups=n' })
    expect(
      head(response, ['content-type', 'content-disposition', 'accept-ranges', 'content-location']),
    ).toEqual({
      'content-type': 'application/vnd.ipld.car; version=1; order=dfs; dups=n',
      'content-disposition': `attachment; filename="${cid}.car"`,
      'accept-ranges': 'none',
      'content-location': `/ipfs/${cid}?format=car`,
    })
    const { roots, blocks } = await blocksOf(response)
    expect(roots).toEqual([cid])
    const links = decode(blocks[0]?.bytes ?? new Uint8Array()).Links
    // Depth first: the folder, then its files in its order.
    expect(blocks.map((block) => block.cid)).toEqual([cid, ...links.map(({ Hash }) => String(Hash))])
  })

  test.each<[string, number]>([
    ['?format=car&dag-scope=all', 1_004],
    ['?format=car&dag-scope=entity', 1],
    ['?format=car&dag-scope=block', 1],
    ['?format=car&entity-bytes=0:*', 1],
    ['/7?format=car', 2],
    ['/7?format=car&dag-scope=block', 2],
    ['/picture.webp?format=car&entity-bytes=0:100', 2],
  ])('of %s has %i blocks', async (path, count) => {
    const { roots, blocks } = await blocksOf(await ask(`${cid}${path}`))
    expect(roots).toEqual([cid])
    expect(blocks).toHaveLength(count)
  })

  test('of one file by its own address has that', async () => {
    const file = await bytesOf(await ask(`${cid}/7`))
    const { roots, blocks } = await blocksOf(await ask(`${rawCid(file)}?format=car`))
    expect({ roots, blocks }).toEqual({ roots: [rawCid(file)], blocks: [{ cid: rawCid(file), bytes: file }] })
  })

  test('many that nobody reads to the end keep nothing from the next', async () => {
    for (let at = 0; at < 60; at++) {
      const stop = new AbortController()
      const response = await fetch(`${server.origin}/ipfs/${cid}?format=car`, { signal: stop.signal })
      expect(response.status).toBe(200)
      stop.abort()
    }
    expect((await blocksOf(await ask(`${cid}?format=car`))).blocks).toHaveLength(1_004)
  })
})

test('the folder alone is a list of its files, in any base of the address', async () => {
  const response = await ask(`${cid}/`)
  const list = (await response.json()) as {
    cid: string
    files: { name: string; cid: string; size: number }[]
  }
  expect(list.cid).toBe(cid)
  expect(list.files).toHaveLength(1_003)
  expect(response.headers.get('cache-control')).not.toContain('immutable')
  const other = await ask(CID.parse(cid).toString(base36))
  expect(await other.json()).toEqual(list)
  expect(other.headers.get('x-ipfs-roots')).toBe(cid)
})

test('whoever has it is told so, and parts are given', async () => {
  const path = `${cid}/picture.webp`
  const whole = await ask(path)
  const bytes = await bytesOf(whole)
  const etag = whole.headers.get('etag') ?? ''
  const known = await ask(path, { 'if-none-match': `"x", W/${etag}` })
  expect([known.status, known.headers.get('etag'), (await bytesOf(known)).length]).toEqual([304, etag, 0])
  const part = await ask(path, { range: 'bytes=10-19' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect(await bytesOf(part)).toEqual(bytes.subarray(10, 20))
  expect(await bytesOf(await ask(path, { range: 'bytes=-5', 'if-range': etag }))).toEqual(bytes.subarray(-5))
  expect((await ask(path, { range: 'bytes=0-4', 'if-range': '"old"' })).status).toBe(200)
  const outside = await ask(path, { range: `bytes=${bytes.length}-` })
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  const car = await ask(`${cid}?format=car`)
  await car.body?.cancel()
  expect((await ask(`${cid}?format=car`, { 'if-none-match': car.headers.get('etag') ?? '' })).status).toBe(
    304,
  )
})

test('HEAD says what GET gives, and OPTIONS what a page elsewhere may ask', async () => {
  for (const path of [cid, `${cid}/coin`, `${cid}/picture.webp?format=raw`, `${cid}?format=car`]) {
    const got = await ask(path)
    const length = (await bytesOf(got)).length
    const said = await ask(path, {}, 'HEAD')
    expect([path, said.status, Number(said.headers.get('content-length'))]).toEqual([path, 200, length])
    const same = ['content-type', 'etag', 'x-ipfs-roots', 'content-disposition']
    expect(head(said, same)).toEqual(head(got, same))
  }
  const options = await ask(`${cid}/coin`, { origin: 'https://elsewhere.example' }, 'OPTIONS')
  expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
  ])
})

test('what it is not is refused in the one shape, with the gateway’s headers', async () => {
  const unknown = cidOfFolder(sha256(new Uint8Array(9)))
  for (const [path, status, code, accept] of [
    ['frog', 400, 'badRequest'],
    ['b'.repeat(300), 400, 'badRequest'],
    [cid.slice(0, -1), 400, 'badRequest'],
    [unknown, 404, 'notFound'],
    [cidOfRaw(sha256(new Uint8Array(9))), 404, 'notFound'],
    ['QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn', 404, 'notFound'],
    [`${cid}/1001`, 404, 'notFound'],
    [`${cid}/coin/name`, 404, 'notFound'],
    [`${cid}/..%2f..%2fcoin`, 404, 'notFound'],
    [`${cid}?format=tar`, 406, 'notAcceptable'],
    [`${cid}?format=car&dag-scope=much`, 400, 'badRequest'],
    [`${cid}/coin`, 406, 'notAcceptable', 'application/vnd.ipld.dag-json'],
    [cid, 406, 'notAcceptable', 'application/vnd.ipld.car;version=2'],
  ] as const) {
    const response = await ask(path, accept === undefined ? {} : { accept })
    const body = (await response.json()) as { code: string }
    expect([path, response.status, body.code]).toEqual([path, status, code])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
  }
})

test('clients that look whether this is a gateway find one', async () => {
  const probe = await ask('bafkqaaa?format=raw')
  expect([probe.status, (await bytesOf(probe)).length]).toEqual([200, 0])
  expect((await ask('bafkqaaa', { accept: 'application/vnd.ipld.raw' }, 'HEAD')).status).toBe(200)
})

test('a name that is asked for is in the answer, and may not be more than a name', async () => {
  const response = await ask(`${cid}/picture.webp?download=true&filename=${encodeURIComponent('a"/b.webp')}`)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="ab.webp"')
  // A stranger's bytes are never saved as something that a system runs.
  for (const [file, saved] of [
    ['coin', 'X.bat.json'],
    ['picture.webp', 'X.bat.webp'],
  ]) {
    const { headers } = await ask(`${cid}/${file}?download=true&filename=X.bat`)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${saved}"`)
  }
})

test('the API says where the folder is', async () => {
  const content = await creator.get<Content>(`/api/collections/${coin.id}/content`)
  const { files } = (await (await ask(cid)).json()) as {
    files: { name: string; cid: string; size: number }[]
  }
  expect(content).toEqual({
    cid,
    pictureCid: files.find(({ name }) => name === 'picture.webp')?.cid,
    files: 1_003,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    pin: null,
    gateways: [`${server.origin}/ipfs/${cid}`],
  })
})

test('coins of one folder share it, and a folder is given before it is launched', async () => {
  const form = { name: 'Gate Frog', symbol: 'GATE', collectionName: 'Gate Frogs', description: 'Again.' }
  const prepared = await creator.prepareLaunch(form, await drawPicture('teal'))
  expect(prepared.transaction).not.toBe('')
  const again = await creator.launch(form, await drawPicture('teal'))
  const third = await creator.launch(form, await drawPicture('teal'))
  expect(again.folderCid).toBe(third.folderCid)
  expect(again.mintAddress).not.toBe(third.mintAddress)
  expect((await ask(`${third.folderCid}/coin`)).status).toBe(200)
})

test('files are found by their own addresses after a restart, once somebody asked for the folder', async () => {
  const leaf = rawCid(await bytesOf(await ask(`${cid}/500`)))
  await ask(`${cid}?format=raw`)
  await server.stop()
  server = await startServerProcess({ folder: server.folder, env: { ADMIN_LINK: 'on' } })
  expect(rawCid(await bytesOf(await ask(`${leaf}?format=raw`)))).toBe(leaf)
})

test('the landing keeps nobody from it: wallets show coins wherever they are', async () => {
  const cookie = (await pressAdminLink(server.adminLink())).headers.get('set-cookie')?.split(';')[0] ?? ''
  const set = async (enabled: boolean) =>
    fetch(`${server.origin}/api/admin/landing`, {
      method: 'PUT',
      headers: { cookie, origin: server.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ landingEnabled: enabled }),
    })
  expect((await set(true)).status).toBeLessThan(300)
  expect((await fetch(`${server.origin}/api/collections`)).status).toBe(503)
  expect((await ask(`${cid}/coin`)).status).toBe(200)
  await set(false)
})

test('a picture that was altered is not given, nor one that is lost', async () => {
  const hash = /([0-9a-f]{64})/.exec(coin.imageUrl ?? '')?.[1] ?? ''
  const folder = join(server.folder, 'pictures', hash.slice(0, 2))
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  const file = join(folder, `${hash}-1024.webp`)
  const bytes = readFileSync(file)
  const altered = Buffer.from(bytes)
  altered[100] = (altered[100] ?? 0) ^ 1
  writeFileSync(file, altered)
  const response = await ask(`${cid}/picture.webp`)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    500,
    'contentDamaged',
  ])
  expect((await ask(`${cid}?format=car`)).status).toBe(500)
  // The texts are as they were launched.
  expect((await ask(`${cid}/coin`)).status).toBe(200)
  renameSync(file, `${file}.away`)
  // Damage is remembered for three seconds.
  await vi.waitFor(async () => expect((await ask(`${cid}/picture.webp`)).status).toBe(404), 10_000)
  writeFileSync(file, bytes)
  rmSync(`${file}.away`)
  expect((await ask(`${cid}/picture.webp`)).status).toBe(200)
})

test('of an unknown coin the API says so', async () => {
  const stranger = createClient(server.origin)
  await expect(stranger.get(`/api/collections/${stranger.address}/content`)).rejects.toThrow(HttpFailure)
})
