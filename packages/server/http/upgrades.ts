// Requests that ask for another protocol (`Upgrade`). WebSocket requests are handed over; every other request is answered as
// HTTP/1.1 on a connection that stays open. Java's client and `curl --http2` request h2c on each new connection.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time for open WebSockets to close when the server stops. */
const GOODBYE_MS = 500
/** Node drops header names and values beyond this number; the body's length may be among them. */
const RAW_HEADERS_MAX = 2_000

export interface Upgrades {
  /** Emits `upgrade` for every WebSocket; it never listens. */
  readonly webSockets: Server
  /** Ends all connections without an HTTP parser: WebSockets and waiting requests. */
  destroyAll(): void
  /** Calls destroyAll after GOODBYE_MS. `closeAllConnections` does not close these connections. */
  close(): void
}

/**
 * Takes the server's upgrades. `isWebSocketPath` names the paths that have WebSockets.
 *
 * With an `upgrade` listener, Node detaches its parser from the connection of every upgrade request; without one it drops the
 * bytes that followed the request (Node 20 to 26). So other requests are pushed back into the connection without their `Upgrade`
 * header, and the connection is given back to the server.
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

/** Newer Node (22.21, 24.9) reads the body of an upgrade itself and asks `shouldUpgradeCallback` first. */
function readBodiesAtOnce(server: Server): void {
  const hasBody = ({ headers }: IncomingMessage): boolean =>
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  Object.assign(server, { shouldUpgradeCallback: (request: IncomingMessage) => !hasBody(request) })
  // Bytes after the body are lost, so the connection closes and the client retries.
  server.prependListener('request', ({ headers }, response: ServerResponse) => {
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
}

type Answers = WeakMap<Socket, Set<ServerResponse>>

/** The unfinished responses of each connection, in order. */
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
 * Calls `then` after the responses to the connection's earlier requests: responses must keep their order. Nothing is read
 * meanwhile. Node has removed its own listeners, so their work for those responses is done here.
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

/** Gives the connection back to the server, with the request pushed back before the unread bytes. */
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
