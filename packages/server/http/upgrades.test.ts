import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { openUpgrades, type Upgrades } from './upgrades.ts'

const LARGE = 'x'.repeat(15_000_000)
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

interface Started {
  readonly server: Server
  readonly upgrades: Upgrades
  /** The server's side of every connection. */
  readonly lines: Socket[]
  readonly open: (text?: string) => Promise<Client>
}
interface Client {
  readonly socket: Socket
  /** The last characters received, decoded as Latin-1. */
  readonly said: () => string
}

/** Answers each request with its method, path and body, `/slow` when `release` is called, and has WebSockets at `/socket`. */
async function start(): Promise<Started & { readonly release: () => void }> {
  const waiting: (() => void)[] = []
  const server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1')
    })
    request.on('end', () => {
      const { method, url, headers } = request
      const said = encodeURIComponent(String(headers['x-said'] ?? ''))
      const answer = () => response.end(url === '/large' ? LARGE : `<${method} ${url} ${body}${said}>`)
      if (url === '/slow') waiting.push(answer)
      else answer()
    })
  })
  const upgrades = openUpgrades(server, (path) => path === '/socket')
  const lines: Socket[] = []
  server.on('connection', (line) => lines.push(line))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  opened.push(
    () => new Promise((closed) => server.close(closed)),
    () => server.closeAllConnections(),
    () => upgrades.destroyAll(),
  )
  return {
    server,
    upgrades,
    lines,
    release: () => {
      for (const answer of waiting.splice(0)) answer()
    },
    open: async (text = '') => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      opened.push(() => socket.destroy())
      let said = ''
      socket.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('latin1')).slice(-4_000)
      })
      await once(socket, 'connect')
      socket.write(text, 'latin1')
      return { socket, said: () => said }
    },
  }
}

const h2c = (requestLine: string, more = '') =>
  `${requestLine} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n${more}\r\n`
const plain = (requestLine: string) => `${requestLine} HTTP/1.1\r\nHost: x\r\n\r\n`
const answersIn = (said: string) => said.match(/<[^>]*>/g) ?? []

test('a request for h2c is answered as HTTP/1.1, and so is the next one on its connection', async () => {
  const { open } = await start()
  const { socket, said } = await open(h2c('GET /first', 'X-Said: Gr\u00fc\u00dfe\r\n'))
  const first = `<GET /first ${encodeURIComponent('Gr\u00fc\u00dfe')}>`
  await expect.poll(() => answersIn(said())).toEqual([first])
  expect(said()).toContain('HTTP/1.1 200 OK')
  socket.write(plain('GET /second'))
  await expect.poll(() => answersIn(said())).toEqual([first, '<GET /second >'])
})

test.each([
  ['of a said length', 'Content-Length: 9\r\n', ['a body of', ''], 'a body of'],
  ['that comes later', 'Content-Length: 9\r\n', ['a bo', 'dy of'], 'a body of'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n', ['4\r\na bo\r\n5\r\ndy', ' of\r\n0\r\n\r\n'], 'a body of'],
])('a body %s is read', async (_, headers, [now = '', later = ''], body) => {
  const { open } = await start()
  const { socket, said } = await open(h2c('POST /form', headers) + now)
  socket.write(later)
  await expect.poll(() => answersIn(said())).toEqual([`<POST /form ${body}>`])
})

test('requests that come together are answered in order, whatever they ask for', async () => {
  const { open, release } = await start()
  const { said } = await open(
    plain('GET /1') + h2c('GET /slow') + h2c('GET /3') + plain('GET /4') + h2c('GET /5') + plain('GET /6'),
  )
  await expect.poll(() => answersIn(said())).toEqual(['<GET /1 >'])
  release()
  await expect
    .poll(() => answersIn(said()))
    .toEqual(['<GET /1 >', '<GET /slow >', '<GET /3 >', '<GET /4 >', '<GET /5 >', '<GET /6 >'])
})

test('a request behind a large answer waits until that is read', async () => {
  const { open, lines } = await start()
  const { socket, said } = await open()
  socket.pause().write(plain('GET /large') + h2c('GET /behind'))
  await expect.poll(() => lines[0]?.writableNeedDrain).toBe(true)
  socket.resume()
  await expect.poll(() => answersIn(said())).toEqual(['<GET /behind >'])
  expect(socket.bytesRead).toBeGreaterThan(LARGE.length)
})

test('connections of clients that left are closed', async () => {
  const { open, lines, release } = await start()
  const clients = [
    await open(h2c('GET /first')),
    await open(plain('GET /slow') + h2c('GET /behind')),
    await open(h2c('POST /form', 'Content-Length: 9\r\n')),
  ]
  await expect.poll(() => answersIn(clients[0]?.said() ?? '')).toEqual(['<GET /first >'])
  for (const { socket } of clients) socket.end()
  release()
  await expect.poll(() => lines.map(({ destroyed }) => destroyed)).not.toContain(false)
})

test('a head with more headers than Node reports ends the connection', async () => {
  const { open, lines } = await start()
  await open(h2c('POST /form', `${'a:\r\n'.repeat(1_000)}Content-Length: 9\r\n`))
  await expect.poll(() => lines.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a WebSocket opens on its path and is a plain request elsewhere; all end with the server', async () => {
  const { open, server, upgrades } = await start()
  const { port } = server.address() as AddressInfo
  const sockets = new WebSocketServer({ noServer: true })
  upgrades.webSockets.on('upgrade', (request, line, head) =>
    sockets.handleUpgrade(request, line, head, (socket) => socket.on('message', (data) => socket.send(data))),
  )
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket?x`)
  await once(socket, 'open')
  socket.send('hello')
  expect(String((await once(socket, 'message'))[0])).toBe('hello')

  const elsewhere = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  const { said } = await open(`GET /page HTTP/1.1\r\n${elsewhere}POST /socket HTTP/1.1\r\n${elsewhere}`)
  await expect.poll(() => answersIn(said())).toEqual(['<GET /page >', '<POST /socket >'])

  const closed = once(socket, 'close')
  const stopped = new Promise((done) => server.close(done))
  server.closeAllConnections()
  upgrades.close()
  await Promise.all([stopped, closed])
})
