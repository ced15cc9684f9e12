// A proxy between page and server that opens the live stream and passes nothing of it on, as virus scanners and buffering
// proxies do.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MuteProxy {
  readonly origin: string
  /** Of streams that are opened from now on. */
  isMute: boolean
  close(): void
}

export async function startMuteProxy(origin: string): Promise<MuteProxy> {
  const proxy = { isMute: true }
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const { method, headers } = from
    const onward = request(origin + from.url, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    })
    onward.on('error', () => to.destroy())
    to.on('close', () => onward.destroy())
    from.pipe(onward)
  }
  const server = createServer((from, to) => {
    if (!proxy.isMute || !from.url?.startsWith('/api/live?')) return pass(from, to)
    to.writeHead(200, { 'content-type': 'text/event-stream' })
    to.flushHeaders()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(proxy, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
}
