// A reverse proxy that spreads calls over several servers as nginx does: connections to the servers are kept, a server that
// refuses a connection is passed over, and a call whose connection breaks after it was sent is answered with 502.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly origin: string
  /** The statuses of all answers of a path, in order. */
  statuses(path: string): readonly number[]
  /** Replaces the server at this place. */
  setServer(at: number, origin: string): void
  close(): void
}

export async function openBalancer(origins: readonly string[]): Promise<Balancer> {
  const servers = [...origins]
  const answered = new Map<string, number[]>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  const answer = (incoming: IncomingMessage, response: ServerResponse, status: number) => {
    const path = incoming.url?.replace(/\?.*$/, '') ?? ''
    answered.set(path, [...(answered.get(path) ?? []), status])
    response.statusCode = status
  }
  const pass = (
    incoming: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    at = turn++,
    tries = 1,
  ) => {
    const { method, url, headers } = incoming
    const far = request(`${servers[at % servers.length]}${url}`, { agent, method, headers }, (from) => {
      answer(incoming, response, from.statusCode ?? 502)
      for (const [name, value] of Object.entries(from.headers))
        if (name !== 'connection' && value !== undefined) response.setHeader(name, value)
      from.pipe(response)
    })
    far.on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall === 'connect' && tries < servers.length)
        return pass(incoming, response, body, at + 1, tries + 1)
      if (response.headersSent) return response.destroy()
      answer(incoming, response, 502)
      response.end(JSON.stringify({ message: error.message, code: error.code }))
    })
    far.end(body)
  }
  const listener = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(incoming, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const { port } = listener.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    statuses: (path) => answered.get(path) ?? [],
    setServer(at, origin) {
      servers[at] = origin
    },
    close() {
      agent.destroy()
      listener.close()
      listener.closeAllConnections()
    },
  }
}
