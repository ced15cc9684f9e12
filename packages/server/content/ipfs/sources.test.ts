// What hostile gateways and CARs say is not taken: in each case a real server, or a real file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cidOfFolder, cidOfRaw } from '@twinmint/sdk/content/cid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CarFiles, carBytes, carStream } from './car.ts'
import { sha256Of } from './folders.ts'
import { checked, fromCars, fromGateway, isBlockOf, isGatewayUrl } from './sources.ts'

const BLOCK = new TextEncoder().encode('a block of some bytes')
const CID = cidOfRaw(sha256Of(BLOCK))
const OTHER = new TextEncoder().encode('a block of same bytes')

test('bytes are a block if their hash is its address', () => {
  expect(isBlockOf(CID, BLOCK)).toBe(true)
  expect(isBlockOf(cidOfFolder(sha256Of(BLOCK)), BLOCK)).toBe(true)
  expect(isBlockOf(CID, OTHER)).toBe(false)
  expect(isBlockOf('frog', BLOCK)).toBe(false)
})

test('a source that gives more than is asked for gives nothing', async () => {
  const source = checked({ read: () => Promise.resolve(BLOCK) })
  expect(await source.read(CID, BLOCK.length)).toEqual(BLOCK)
  expect(await source.read(CID, BLOCK.length - 1)).toBeUndefined()
})

test('gateways are asked by https, but on this machine', () => {
  for (const url of ['https://ipfs.io', 'http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1'])
    expect([url, isGatewayUrl(new URL(url))]).toEqual([url, true])
  for (const url of ['http://ipfs.io', 'ftp://ipfs.io', 'http://10.0.0.1', 'http://localhost.example'])
    expect([url, isGatewayUrl(new URL(url))]).toEqual([url, false])
})

describe('a gateway', () => {
  let answer: (path: string, response: ServerResponse) => void
  let asked: string[]
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  let origin: URL
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  beforeEach(() => {
    asked = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const read = async (cid = CID, max = 1_000) => {
    const said: string[] = []
    return { bytes: await fromGateway(origin, (sentence) => said.push(sentence)).read(cid, max), said }
  }

  test('that gives the block is asked once, for the raw block', async () => {
    answer = (_, response) => response.end(BLOCK)
    expect(Buffer.from((await read()).bytes ?? []).equals(BLOCK)).toBe(true)
    expect(asked).toEqual([`/ipfs/${CID}?format=raw`])
  })

  test('may send on, three times', async () => {
    answer = (path, response) =>
      path === '/4'
        ? response.end(BLOCK)
        : response.writeHead(302, { location: `/${asked.length + 1}` }).end()
    expect((await read()).bytes).toBeDefined()
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end()
    asked = []
    expect((await read()).bytes).toBeUndefined()
    expect(asked).toHaveLength(4)
  })

  test('sends nobody into a private network, by its address or by a name that leads there', async () => {
    let connections = 0
    const neighbor = createTcpServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((listening) => neighbor.listen(0, listening))
    const { port } = neighbor.address() as AddressInfo
    for (const [to, why] of [
      [`https://127.0.0.2:${port}/`, `sends on to 127.0.0.2:${port} for ${CID}, which is not followed`],
      [`https://[::ffff:127.0.0.1]:${port}/`, 'which is not followed'],
      [`https://localhost:${port}/`, 'localhost is not public'],
      ['http://10.0.0.1/', 'which is not followed'],
    ] as const) {
      answer = (_, response) => response.writeHead(302, { location: to }).end()
      const { bytes, said } = await read()
      expect([to, bytes, said]).toEqual([to, undefined, [expect.stringContaining(why)]])
    }
    expect(connections).toBe(0)
    // Whoever runs the server named this host.
    answer = (_, response) => response.writeHead(302, { location: `https://127.0.0.1:${port}/` }).end()
    await read()
    expect(connections).toBe(1)
    neighbor.close()
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['another block', (response) => response.end(OTHER)],
    ['part of it', (response) => response.end(BLOCK.subarray(1))],
    ['nothing', (response) => response.end()],
    ['404', (response) => response.writeHead(404).end(BLOCK)],
    ['500', (response) => response.writeHead(500).end(BLOCK)],
    [
      'another machine by http',
      (response) => response.writeHead(301, { location: 'http://10.0.0.1/' }).end(),
    ],
    ['nonsense as an address', (response) => response.writeHead(301, { location: 'http://[' }).end()],
    [
      'less than it says',
      (response) => response.writeHead(200, { 'content-length': 500, connection: 'close' }).end(BLOCK),
    ],
    [
      'bytes without end',
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
    ],
    ['the connection’s end', (response) => response.destroy()],
  ])('that gives %s gives nothing', async (_, give) => {
    answer = (_path, response) => give(response)
    expect((await read()).bytes).toBeUndefined()
  })
})

describe('CAR files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-cars-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const blockOf = (cid: string, bytes: Uint8Array) => ({ cid, size: bytes.length, read: () => bytes })
  const write = async (name: string, blocks: ReturnType<typeof blockOf>[]) => {
    const file = join(folder, name)
    const bytes = await buffer(carStream(CID, blocks))
    expect(bytes.length).toBe(carBytes(CID, blocks))
    writeFileSync(file, bytes)
    return { file, bytes }
  }
  const sourceOf = async (...files: string[]) => {
    const cars = new CarFiles()
    for (const file of files) await cars.add(file)
    return fromCars(cars)
  }

  test('give their blocks, from whichever has one', async () => {
    const large = new Uint8Array(300_000).fill(3)
    const cid = cidOfRaw(sha256Of(large))
    const one = await write('one.car', [blockOf(CID, BLOCK)])
    const two = await write('two.car', [blockOf(CID, BLOCK), blockOf(cid, large)])
    const source = await sourceOf(one.file, two.file)
    expect(await source.read(CID, 1_000)).toEqual(BLOCK)
    expect(await source.read(cid, large.length)).toEqual(large)
    expect(await source.read(cid, large.length - 1)).toBeUndefined()
    expect(await source.read(cidOfRaw(sha256Of(OTHER)), 1_000)).toBeUndefined()
  })

  test('that lie about a block give nothing, and one that is cut off what it has', async () => {
    const lie = await write('lie.car', [blockOf(CID, OTHER)])
    expect(await (await sourceOf(lie.file)).read(CID, 1_000)).toBeUndefined()
    const { bytes } = await write('whole.car', [
      blockOf(CID, BLOCK),
      blockOf(cidOfRaw(sha256Of(OTHER)), OTHER),
    ])
    const cut = join(folder, 'cut.car')
    writeFileSync(cut, bytes.subarray(0, -5))
    const cars = new CarFiles()
    await cars.add(cut)
    expect(await fromCars(cars).read(CID, 1_000)).toEqual(BLOCK)
    expect(await fromCars(cars).read(cidOfRaw(sha256Of(OTHER)), 1_000)).toBeUndefined()
  })

  test('that are none are refused', async () => {
    const file = join(folder, 'none.car')
    for (const bytes of [Buffer.alloc(0), Buffer.from('no CAR'), Buffer.alloc(500, 0xff)]) {
      writeFileSync(file, bytes)
      await expect(new CarFiles().add(file)).rejects.toBeInstanceOf(Error)
    }
    await expect(new CarFiles().add(join(folder, 'nowhere.car'))).rejects.toThrow('ENOENT')
  })

  test('whose block can’t be read end with that', async () => {
    const stream = carStream(CID, [{ cid: CID, size: 1, read: () => Promise.reject(new Error('lost')) }])
    await expect(buffer(stream)).rejects.toThrow('lost')
    expect(stream).toBeInstanceOf(Readable)
  })
})
