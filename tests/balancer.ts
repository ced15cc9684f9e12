// A reverse proxy that spreads calls over the servers that say they are ready. Otherwise as nginx: connections are kept, a server that
// refuses a connection is passed over, and a call whose connection breaks after it was sent is answered with 502.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const LOOK_MS = 100

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
  const unready = new Set<string>()
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
    const ready = servers.filter((server) => !unready.has(server))
    const among = ready.length > 0 ? ready : servers
    const far = request(`${among[at % among.length]}${url}`, { agent, method, headers }, (from) => {
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
  const look = async (server: string) => {
    const isReady = await fetch(`${server}/api/ready`)
      .then(({ ok }) => ok)
      .catch(() => false)
    if (isReady) unready.delete(server)
    else unready.add(server)
  }
  const timer = setInterval(() => servers.forEach((server) => void look(server)), LOOK_MS)
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
      clearInterval(timer)
      agent.destroy()
      listener.close()
      listener.closeAllConnections()
    },
  }
}
