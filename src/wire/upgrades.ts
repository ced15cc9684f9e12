// Requests that ask for another protocol (`Upgrade`). A WebSocket gets its connection; every other request is answered as the
// HTTP/1.1 that it is, on a connection that stays open: Java's client and `curl --http2` ask for h2c with every first request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Open WebSockets have so long to say goodbye when the server stops. */
const GOODBYE_MS = 500
/** Node keeps this many names and values of a head, and says nothing of the rest, which may hold the body's length. */
const RAW_HEADERS_MAX = 2_000

export interface Upgrades {
  /** Emits `upgrade` for every WebSocket; it never listens. */
  readonly webSockets: Server
  /** Ends all connections that no HTTP parser has: WebSockets, and whatever waits. */
  destroyAll(): void
  /** Does so after a moment. To be called when the server stops: `closeAllConnections` knows none of them. */
  close(): void
}

/**
 * Takes the server's upgrades. `isWebSocketPath` names the paths that have WebSockets.
 *
 * Node takes the parser from the connection of every upgrade for which there is a listener, and without a listener it drops the
 * bytes that came with the request (Node 20 to 26). So a request that is no WebSocket's goes back to the connection without its
 * `Upgrade` line, and the connection to the server.
 */
export function openUpgrades(server: Server, isWebSocketPath: (path: string) => boolean): Upgrades {
  const webSockets = createServer()
  const detached = new Set<Socket>()
  const answering = trackAnswers(server)
  const isWebSocket = ({ method, url = '', headers }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    isWebSocketPath(url.replace(/\?.*$/, '')) &&
    webSockets.listenerCount('upgrade') > 0

  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    detached.add(socket)
    socket.once('close', () => detached.delete(socket))
    if (isWebSocket(request)) {
      webSockets.emit('upgrade', request, socket, head)
      return
    }
    whenAnswered(socket, answering, () => {
      detached.delete(socket)
      readAgain(server, request, socket, head)
    })
  })
  readBodiesAtOnce(server)

  const destroyAll = () => {
    for (const socket of detached) socket.destroy()
  }
  return { webSockets, destroyAll, close: () => void setTimeout(destroyAll, GOODBYE_MS).unref() }
}

/** Newer Node reads the body of an upgrade itself and lets it be asked first (`shouldUpgradeCallback`, since 22.21 and 24.9). */
function readBodiesAtOnce(server: Server): void {
  const hasBody = ({ headers }: IncomingMessage): boolean =>
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  Object.assign(server, { shouldUpgradeCallback: (request: IncomingMessage) => !hasBody(request) })
  // What came behind the body is lost then, and the client learns that it has to ask again.
  server.prependListener('request', ({ headers }, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
}

type Answers = WeakMap<Socket, Set<ServerResponse>>

/** Each connection's answers that are not out yet, in order. */
function trackAnswers(server: Server): Answers {
  const answering: Answers = new WeakMap()
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    let ofSocket = answering.get(socket)
    if (ofSocket === undefined) {
      ofSocket = new Set()
      answering.set(socket, ofSocket)
    }
    const answers = ofSocket.add(response)
    response.once('close', () => answers.delete(response))
  })
  return answering
}

/**
 * Calls `then` when the answers to earlier requests of the connection are out, for the next one's must come behind them.
 * Meanwhile nothing is read. Node has taken its listeners away: what they did for those answers is done here.
 */
function whenAnswered(socket: Socket, answering: Answers, then: () => void): void {
  const destroy = () => socket.destroy()
  const drain = () => {
    const [first] = answering.get(socket) ?? []
    first?.emit('drain')
  }
  socket.on('error', destroy).on('timeout', destroy).on('drain', drain)
  const next = () => {
    if (socket.destroyed) return
    const [first] = answering.get(socket) ?? []
    if (first !== undefined) {
      first.once('close', next)
      return
    }
    socket.off('error', destroy).off('timeout', destroy).off('drain', drain)
    then()
  }
  next()
}

/** Gives the connection back to the server, with the request in front of what came behind it. */
function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  if (rawHeaders.length >= RAW_HEADERS_MAX || !socket.writable || socket.readableEnded) {
    socket.destroy()
    return
  }
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  if (head.length > 0) socket.unshift(head)
  // Node reads the bytes of a head as Latin-1.
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  server.emit('connection', socket)
}
