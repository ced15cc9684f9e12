import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { installErrorHandling } from './http.ts'
import { ARRIVAL_LIMITS, closeWithin, installLimits, openUnsent } from './limits.ts'
import { openUpgrades } from './upgrades.ts'

/** Most of an address's share; and more than the system's buffers take. */
const LARGE = 'x'.repeat(15_000_000)
const MIDDLING = 'x'.repeat(1_000_000)
const agent = new Agent({ keepAlive: true })
const opened: (() => unknown)[] = []
afterEach(async () => {
  agent.destroy()
  for (const close of opened.splice(0).reverse()) await close()
})

/** A server whose clients say themselves where they come from, as if there were a proxy before it. */
async function start({ behindProxy = true, byAddress = true } = {}) {
  const trustsProxy = () => behindProxy
  const logged: string[] = []
  const app = Fastify({
    ...ARRIVAL_LIMITS,
    trustProxy: trustsProxy,
    forceCloseConnections: true,
    logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } },
  })
  opened.push(() => app.close())
  installErrorHandling(app)
  const limits = installLimits(app, { byAddress, trustsProxy, unsent: openUnsent(byAddress) })
  let lookUps = 0
  app.addHook('onRequest', async () => {
    lookUps++
  })
  const { webSockets } = openUpgrades(app.server, (path) => path === '/socket')
  await app.register(websocket, { options: { server: webSockets } })
  app.get('/', async () => 'page')
  app.get('/assets/a.js', async () => 'file')
  app.get('/large', async () => LARGE)
  app.get('/middling', async () => MIDDLING)
  app.post('/body', async () => 'taken')
  app.get('/socket', { websocket: true }, () => {})
  app.get('/stream', (request, reply) => {
    limits.enterStream(request, reply.raw)
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, port, logged, lookUps: () => lookUps }
}

/** The status that `from` gets. */
const ask = (port: number, path: string, from = '203.0.113.1') =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'x-forwarded-for': from }
    get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })

async function open(port: number, text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  opened.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
const all = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

test('four hundred slow bodies are all that one address may send at a time; others are answered', async () => {
  const { port } = await start()
  const slow = (from: string) =>
    `POST /body HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\nhalf`
  // However a proxy writes the address, it is the same one.
  const spellings = ['203.0.113.1', '::ffff:203.0.113.1', '::FFFF:cb00:7101', '203.0.113.1:4711']
  const sockets = await Promise.all(
    Array.from({ length: 400 }, (_, at) => open(port, slow(spellings[at % spellings.length] ?? ''))),
  )
  await expect.poll(() => ask(port, '/')).toBe(429)
  expect(await ask(port, '/', '203.0.113.2')).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => ask(port, '/')).toBe(200)
})

test('a request has two minutes to arrive, its head twenty seconds', async () => {
  const { app } = await start()
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([120_000, 20_000])
})

test('one address has two hundred streams, and other requests beside them', async () => {
  const { port } = await start()
  const listen = 'GET /stream HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n'
  const sockets = await all(200, () => open(port, listen))
  await expect.poll(() => ask(port, '/stream')).toBe(429)
  expect(await ask(port, '/')).toBe(200)
  for (const socket of sockets) socket.destroy()
  const again = async () => {
    const socket = await open(port, listen)
    return String((await once(socket, 'data'))[0])
  }
  await expect.poll(again).toContain('200 OK')
})

test('sockets that were closed leave no place behind', async () => {
  const { port } = await start({ behindProxy: false })
  for (let at = 0; at < 401; at++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`)
    await once(socket, 'open')
    socket.terminate()
  }
  await expect.poll(() => ask(port, '/')).toBe(200)
})

test.each([
  ['one address has five hundred connections', false, true, 500],
  ['a proxy that is believed has more: they are many people’s', true, true, 510],
  ['without limits by address one has more, too', false, false, 510],
])('%s', async (_, behindProxy, byAddress, kept) => {
  const { app, port } = await start({ behindProxy, byAddress })
  const sockets = await all(510, () => open(port))
  const count = () => new Promise<number>((done) => app.server.getConnections((_error, open) => done(open)))
  await expect.poll(count).toBe(kept)
  for (const socket of sockets) socket.destroy()
  await expect.poll(count).toBe(0)
  expect(app.server.maxConnections).toBe(15_000)
})

test('a connection that requests another protocol takes one place and gives it back', async () => {
  const { app, port } = await start({ behindProxy: false })
  const upgrade = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'
  for (const round of ['first', 'second']) {
    const sockets = await all(300, () => open(port, upgrade))
    const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
    expect([round, answers.filter((answer) => answer.startsWith('HTTP/1.1 200')).length]).toEqual([
      round,
      300,
    ])
    for (const socket of sockets) socket.end()
    const count = () => new Promise<number>((done) => app.server.getConnections((_error, left) => done(left)))
    await expect.poll(count).toBe(0)
  }
})

test('a part that does not close within the limit is skipped, and later parts are closed', async () => {
  const ended: string[] = []
  await closeWithin(20, [
    async () => ended.push('first'),
    () => new Promise(() => {}),
    async () => ended.push('last'),
  ])
  expect(ended).toEqual(['first', 'last'])
  await expect(closeWithin(10_000, [() => Promise.reject(new Error('no'))])).rejects.toThrow('no')
})

test('a proxy that is not believed is named in the log, once; one that is, never', async () => {
  const told = async (behindProxy: boolean) => {
    const { port, logged } = await start({ behindProxy })
    for (let at = 0; at < 3; at++) await ask(port, '/')
    return logged
  }
  expect(await told(false)).toEqual([
    expect.stringContaining('127.0.0.1 says for whom it asks, and is not believed'),
  ])
  expect(await told(true)).toEqual([])
})

test('pages and calls are counted before anybody is looked up, by address; files are not', async () => {
  const { port, lookUps } = await start()
  const statuses: (number | undefined)[] = []
  for (let at = 0; at < 1_810; at++) statuses.push(await ask(port, '/'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1_800)
  expect(lookUps()).toBe(1_800)
  expect(await ask(port, '/assets/a.js')).toBe(200)
  expect(await ask(port, '/', '203.0.113.2')).toBe(200)
})

test('who has sent 128 MiB in a minute is refused, unread, and nobody else', async () => {
  const { port } = await start()
  const send = async (from: string, head: string, end = '') => {
    const socket = await open(port)
    let said = ''
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    socket.write(`POST /body HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${head}\r\n\r\n${end}`)
    await vi.waitFor(() => expect(said).toContain('\r\n\r\n'))
    return { status: said.slice(9, 12), socket, said: () => said }
  }
  // Bodies count when they are announced; one that does not say its length counts as the largest.
  const announced = `content-type: text/plain\r\ncontent-length: ${11 * 1024 * 1024}`
  const chunked = 'content-type: text/plain\r\ntransfer-encoding: chunked'
  for (let at = 0; at < 11; at++) expect((await send('203.0.113.1', announced)).status).toBe('413')
  expect((await send('203.0.113.1', chunked, '1\r\nx\r\n0\r\n\r\n')).status).toBe('200')
  const refused = await send('203.0.113.1', announced, 'x'.repeat(100_000))
  expect(refused.status).toBe('429')
  expect(refused.said()).toMatch(/^connection: close/im)
  await vi.waitFor(() => expect(refused.socket.destroyed).toBe(true))
  expect((await send('203.0.113.1', 'content-type: text/plain\r\ncontent-length: 1', 'x')).status).toBe('429')
  expect((await send('203.0.113.2', 'content-type: text/plain\r\ncontent-length: 1', 'x')).status).toBe('200')
  // What has no body goes on.
  expect(await ask(port, '/')).toBe(200)
})

test('who sends requests without waiting for answers loses the connection, and then all of the address', async () => {
  const { app, port } = await start({ behindProxy: false })
  const other = (await open(port)).resume()
  let routed = 0
  app.server.on('request', () => routed++)
  const pipeline = async () => {
    const socket = (await open(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000))).resume()
    await expect.poll(() => socket.destroyed).toBe(true)
  }
  for (let times = 0; times < 2; times++) await pipeline()
  expect(other.destroyed).toBe(false)
  await pipeline()
  await expect.poll(() => other.destroyed).toBe(true)
  expect(routed).toBeLessThanOrEqual(3 * 16)
  await expect(ask(port, '/')).rejects.toThrow(/ECONNRESET|socket hang up/)
})

test('answers that nobody reads are refused to who left so many lying, and whoever goes leaves nothing behind', async () => {
  const { app, port } = await start()
  const lines: Socket[] = []
  app.server.on('connection', (line) => lines.push(line))
  const request = (path: string, from: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n\r\n`
  const greedy = await Promise.all([
    open(port, request('/large', '203.0.113.1')),
    // Of answers that wait behind one another only the first is under way.
    open(port, request('/middling', '203.0.113.2').repeat(16)),
  ])
  for (const socket of greedy) await once(socket, 'readable')
  // Their lines end when they take nothing for so long.
  expect(lines.map(({ timeout }) => timeout)).toEqual([20_000, 20_000])
  expect(await ask(port, '/middling')).toBe(200)
  expect(await ask(port, '/large')).toBe(429)
  expect(await ask(port, '/large', '203.0.113.3')).toBe(200)
  for (const socket of greedy) socket.destroy()
  await expect.poll(() => ask(port, '/large')).toBe(200)
  await expect.poll(() => ask(port, '/large', '203.0.113.2')).toBe(200)
})
