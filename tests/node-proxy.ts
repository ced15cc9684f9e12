// A line to a node's JSON-RPC and WebSocket that can be cut, fall silent or be busy, as nodes are that are not ours.
// Counts what goes through it.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Busy {
  /** From 0 to 1: how many calls are refused with 429, and how many are done and their answers lost, with 502. */
  readonly tooMany: number
  readonly badGateway: number
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number
}

export async function openNodeProxy(nodeOrigin: string) {
  const node = new URL(nodeOrigin)
  const sockets = new Set<Duplex>()
  const calls = new Map<string, number>()
  let refused = 0
  let silent = false
  let busy: Busy | undefined

  const statusOf = ({ tooMany, badGateway, random }: Busy): number | undefined => {
    const drawn = random()
    return drawn < tooMany ? 429 : drawn < tooMany + badGateway ? 502 : undefined
  }
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method } = JSON.parse(body.toString()) as { readonly method: string }
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (silent) return
    const status = busy && statusOf(busy)
    if (status !== undefined) {
      refused++
      response.writeHead(status).end('not now')
      if (status === 429) return
    }
    const far = request(new URL('/rpc', node), { method: 'POST', headers: incoming.headers }, (answer) => {
      if (status !== undefined) return void answer.resume()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    far.on('error', () => response.destroy())
    far.end(body)
  }
  const keep = (socket: Duplex) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const passSocket = (incoming: IncomingMessage, near: Duplex) => {
    if (silent) return
    const far = connect(Number(node.port), node.hostname)
    keep(far)
    const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    far.write(`GET /rpc HTTP/1.1\r\n${headers.join('')}\r\n`)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => silent || to.write(data))
      from.on('close', () => to.destroy())
    }
  }
  const open = (port: number) =>
    new Promise<Server>((resolve) => {
      const server = createServer((incoming, response) => {
        pass(incoming, response).catch(() => response.destroy())
      })
      server.on('connection', (socket: Socket) => keep(socket)).on('upgrade', passSocket)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server: Server | undefined = await open(0)
  const { port } = server.address() as AddressInfo

  return {
    rpcUrl: `http://127.0.0.1:${port}/rpc`,
    wsUrl: `ws://127.0.0.1:${port}/rpc`,
    /** How often each method was called. */
    calls,
    /** How many calls got no answer because it was busy. */
    refused: () => refused,
    setBusy(next: Busy | undefined) {
      busy = next
    },
    /** It goes on taking connections and calls, and says nothing any more. */
    setSilent(next: boolean) {
      silent = next
    },
    /** Nobody listens any more, and every connection is gone. */
    async cut() {
      const closing = server
      server = undefined
      const closed = new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      server ??= await open(port)
    },
  }
}
