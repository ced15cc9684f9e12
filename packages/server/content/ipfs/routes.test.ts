// What the gateway gives one address of CARs, and for how long: on a server with a folder that is far larger than a launch's, since
// the system's buffers take a real one whole.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { cidOfFolder, cidOfRaw } from '@twinmint/sdk/content/cid'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openCalls } from '../../http/calls.ts'
import { installErrorHandling } from '../../http/http.ts'
import { type KnownFolder, sha256Of } from './folders.ts'
import { gatewayRoutes } from './routes.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start({
  files,
  carMs,
  isLimitedByKey = true,
}: {
  files: number
  carMs?: number
  isLimitedByKey?: boolean
}) {
  const bytes = new Uint8Array(1024 * 1024).fill(7)
  const link = { name: '1', cid: cidOfRaw(sha256Of(bytes)), size: bytes.length }
  const folder: KnownFolder = {
    cid: cidOfFolder(sha256Of(new Uint8Array(3))),
    root: new Uint8Array(3),
    links: Array.from({ length: files }, () => link),
    pictureCid: link.cid,
    bytes: files * bytes.length,
    linkOf: () => link,
    read: async () => bytes,
  }
  // Clients say themselves where they come from.
  const app = Fastify({ trustProxy: true, forceCloseConnections: true })
  opened.push(() => app.close())
  installErrorHandling(app)
  gatewayRoutes(openCalls(app), {
    folders: { find: async () => folder, findFile: async () => undefined, walk: () => {} },
    isLimitedByKey,
    ...(carMs !== undefined && { carMs }),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const path = `/ipfs/${folder.cid}?format=car`
  const ask = async (from = '203.0.113.1', more: { method?: string; query?: string } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}${more.query ?? ''}`, {
      method: more.method ?? 'GET',
      headers: { 'x-forwarded-for': from },
    })
    // Cut off where it takes longer than it may.
    await response.arrayBuffer().catch(() => undefined)
    return response.status
  }
  /** Asks, and reads nothing but now and then a little. */
  const askSlowly = async (from: string) => {
    const socket = connect({ host: '127.0.0.1', port })
    opened.push(() => socket.destroy())
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nhost: twin.example\r\nx-forwarded-for: ${from}\r\n\r\n`)
    await once(socket, 'readable')
    const reading = setInterval(() => socket.read(1_000), 20)
    opened.push(() => clearInterval(reading))
  }
  return { ask, askSlowly }
}

test('one address gets 60 CARs of whole folders a minute, measured ones with them; others get theirs', async () => {
  const { ask } = await start({ files: 1 })
  for (let at = 0; at < 30; at++)
    expect([await ask(), await ask(undefined, { method: 'HEAD' })]).toEqual([200, 200])
  expect([await ask(), await ask(undefined, { method: 'HEAD' })]).toEqual([429, 429])
  // One block is little work.
  expect(await ask(undefined, { query: '&dag-scope=block' })).toBe(200)
  expect(await ask('203.0.113.2')).toBe(200)
  const unlimited = await start({ files: 1, isLimitedByKey: false })
  for (let at = 0; at < 70; at++) expect(await unlimited.ask()).toBe(200)
})

test('whoever reads a CAR slowly, however steadily, loses the place after a while', async () => {
  const { ask, askSlowly } = await start({ files: 30, carMs: 400 })
  await Promise.all(Array.from({ length: 8 }, () => askSlowly('203.0.113.1')))
  expect(await ask()).toBe(429)
  await vi.waitFor(async () => expect(await ask()).toBe(200), 5_000)
})
