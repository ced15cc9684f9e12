// A line to a node's JSON-RPC and WebSocket that can be cut, fall silent, be busy, have lost the old part of its history, leave
// transactions out of a list, or lead to a pool of which some nodes are late, as nodes are that are not ours. Counts what goes
// through it.
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

interface Busy {
  /** From 0 to 1: how many calls are refused with 429, and how many are done and their answers lost, with 502. */
  readonly tooMany: number
  readonly badGateway: number
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number
}

interface Pool {
  /** From 0 to 1: how many calls come to a node that is late, and by how many slots it is. */
  readonly share: number
  readonly slots: number
  readonly random: () => number
}

/** By address, the signatures that the node leaves out of the address's list. */
type Hidden = ReadonlyMap<string, readonly string[]>

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly [
    string | readonly string[],
    { readonly until?: string; readonly before?: string; readonly minContextSlot?: number }?,
  ]
}
/** What Agave answers where `until` or `before` is a transaction that it does not have. */
const FILTER_NOT_FOUND = { error: { code: -32020, message: 'Filter transaction not found' } }

const askNode = async <T>(node: URL, method: string, params: unknown): Promise<T> => {
  const answer = await fetch(new URL('/rpc', node), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { readonly result: T }).result
}

/** What a node answers that has seen nothing of what the calls ask for; undefined where that makes no difference. */
async function answerFromBehind(node: URL, call: Call, slots: number): Promise<object | undefined> {
  const slot = (await askNode<number>(node, 'getSlot', [])) - slots
  const wanted = call.params.find((each) => typeof each === 'object' && 'minContextSlot' in each)
  if (Number(Object(wanted).minContextSlot ?? 0) > slot)
    return {
      error: {
        code: -32016,
        message: 'Minimum context slot has not been reached',
        data: { contextSlot: slot },
      },
    }
  const of = (value: unknown) => ({ result: { context: { slot }, value } })
  switch (call.method) {
    case 'getAccountInfo':
      return of(null)
    case 'getMultipleAccounts':
    case 'getSignatureStatuses':
      return of(Array.from(call.params[0], () => null))
    case 'getBalance':
      return of(0)
    case 'simulateTransaction':
      return of({ err: 'BlockhashNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null })
    case 'sendTransaction':
      return {
        error: {
          code: -32002,
          message: 'Transaction simulation failed: Blockhash not found',
          data: { err: 'BlockhashNotFound', logs: [] },
        },
      }
    case 'getTransaction':
      return { result: null }
    case 'getSignaturesForAddress':
      return { result: [] }
    default:
      return undefined
  }
}

/** What a node answers that has nothing of before `firstSlot`, and hides some of the rest; undefined where that makes no difference. */
async function answerFromRest(
  node: URL,
  call: Call,
  { firstSlot, hidden }: { readonly firstSlot: number; readonly hidden: Hidden },
): Promise<object | undefined> {
  type Statuses = { readonly value: readonly ({ readonly slot: number } | null)[] }
  const statusesOf = async (params: unknown): Promise<Statuses> => {
    const { value, ...rest } = await askNode<Statuses>(node, 'getSignatureStatuses', params)
    return { ...rest, value: value.map((status) => (status && status.slot >= firstSlot ? status : null)) }
  }
  const isForgotten = async (signature: string) =>
    (await statusesOf([[signature], { searchTransactionHistory: true }])).value[0] === null
  if (call.method === 'getFirstAvailableBlock') return { result: firstSlot }
  if (call.method === 'getSignatureStatuses') return { result: await statusesOf(call.params) }
  const [first, config] = call.params as [string, Call['params'][1]]
  if (call.method === 'getTransaction') return (await isForgotten(first)) ? { result: null } : undefined
  if (call.method !== 'getSignaturesForAddress') return undefined
  for (const filter of [config?.until, config?.before])
    if (filter !== undefined && (await isForgotten(filter))) return FILTER_NOT_FOUND
  const listed = await askNode<{ slot: number; signature: string }[]>(node, call.method, call.params)
  const left = hidden.get(first) ?? []
  return { result: listed.filter(({ slot, signature }) => slot >= firstSlot && !left.includes(signature)) }
}

export async function openNodeProxy(nodeOrigin: string) {
  let node = new URL(nodeOrigin)
  const sockets = new Set<Duplex>()
  const calls = new Map<string, number>()
  let refused = 0
  let silent = false
  let delayMs = 0
  let busy: Busy | undefined
  let firstSlot = 0
  const hidden = new Map<string, readonly string[]>()
  let pool: Pool | undefined
  let late = 0
  const held = new Map<string, Promise<void>>()

  const statusOf = ({ tooMany, badGateway, random }: Busy): number | undefined => {
    const drawn = random()
    return drawn < tooMany ? 429 : drawn < tooMany + badGateway ? 502 : undefined
  }
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const call = JSON.parse(body.toString()) as Call
    calls.set(call.method, (calls.get(call.method) ?? 0) + 1)
    if (delayMs > 0) await sleep(delayMs)
    await held.get(call.method)
    if (silent) return
    const isLate = pool !== undefined && pool.random() < pool.share
    if (isLate) late++
    const own = isLate
      ? await answerFromBehind(node, call, pool?.slots ?? 0)
      : firstSlot > 0 || hidden.size > 0
        ? await answerFromRest(node, call, { firstSlot, hidden })
        : undefined
    if (own !== undefined) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...own, id: call.id, jsonrpc: '2.0' }))
      return
    }
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
    /**
     * It knows no transaction of an earlier slot, as a node that keeps a part of the history, and refuses an unknown `until` or
     * `before`, as Agave does; 0: neither.
     */
    setFirstSlot(next: number) {
      firstSlot = next
    },
    /** It leaves these transactions out when it lists those of an address, as a node whose index of addresses has a hole. */
    setHidden(address: string, signatures: readonly string[]) {
      hidden.set(address, signatures)
    },
    /** How long every call takes it more. */
    setDelay(next: number) {
      delayMs = next
    },
    /** Calls of this method wait until the returned function is called. */
    hold(method: string): () => void {
      let release = () => {}
      held.set(method, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(method)
        release()
      }
    },
    /** It goes on taking connections and calls, and says nothing any more. */
    setSilent(next: boolean) {
      silent = next
    },
    /** Some of the nodes at this address are late; undefined: none. */
    setPool(next: Pool | undefined) {
      pool = next
    },
    /** How many calls came to one that was late. */
    late: () => late,
    /** Another node stands at this address. */
    setNode(origin: string) {
      node = new URL(origin)
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
