// People who mean harm, for tests and benchmarks: what they send is made from a seed, over loopback alone.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import { errorRecord } from '@twinmint/sdk/core/errors'
import type { Instruction } from '@twinmint/sdk/program/message'
import { MEMO_PROGRAM } from '@twinmint/sdk/program/programs'
import sharp from 'sharp'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { RPC_METHODS } from '../packages/localnet/rpc/methods.ts'
import { signedTransaction, transferSol } from '../packages/localnet/test-wallet.ts'
import { Random } from '../program/test/random.ts'
import { type Client, createClient, rpc } from './client.ts'

/** Linux has all of 127.0.0.0/8: every attacker has an address of its own, the honest stranger keeps 127.0.0.1. */
export const attackerAddress = (index: number): string => `127.0.${1 + (index >> 8)}.${index & 255}`

interface Operation {
  readonly method: string
  readonly path: string
  /** Names of its query's and body's fields. */
  readonly fields: readonly string[]
}

/** What is worth guessing at: real addresses get past the first check. */
export interface Known {
  readonly collectionId: string
  readonly wallet: string
  readonly signature: string
  readonly transaction: string
}

const NASTY: readonly unknown[] = [
  '', ' ', '\0', '%00', '%', '..%2f..%2fetc%2fpasswd', '../../../etc/passwd', '-1', '0', '1e999', '0x10', 'NaN', '1,000',
  '9'.repeat(40), 'null', 'true', '[]', '{}', "';--", '<script>', '%', '_', '\\', '\u202e', '\u200b', '\ud800', '👾',
  'a'.repeat(5_000), '1'.repeat(44), 'l'.repeat(44), 'z'.repeat(88), '__proto__', 'constructor', 'BUY', 'SELL',
  'SWAP_TO_NFT', null, true, false, 0, -1, -0.5, 1e308, 2 ** 53, [], {}, [[[]]], [null], { __proto__: null },
  Array.from({ length: 200 }, () => '1'), { a: { b: { c: { d: {} } } } },
] // biome-ignore format: a list to read at a glance

/** The calls of a server's API, as its own document lists them. */
async function operationsOf(origin: string): Promise<Operation[]> {
  interface Schema {
    readonly $ref?: string
    readonly properties?: Record<string, unknown>
  }
  interface Document {
    readonly paths: Record<string, Record<string, Described>>
    readonly components: { readonly schemas: Record<string, Schema> }
  }
  interface Described {
    readonly parameters?: readonly { readonly name: string; readonly in: string }[]
    readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  }
  const { paths, components } = (await (await fetch(`${origin}/api/docs`)).json()) as Document
  const fieldsOf = (schema: Schema | undefined): string[] => {
    const named = components.schemas[schema?.$ref?.split('/').at(-1) ?? '']
    return Object.keys((named ?? schema)?.properties ?? {})
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      fields: [
        ...parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema)),
      ],
    })),
  )
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
  /** How many inputs it is: the calls of a batch. */
  readonly inputs: number
}

const HEADERS: readonly [string, readonly string[]][] = [
  ['cookie', ['twinmint=', 'twinmint=x', `twinmint=${'A'.repeat(43)}`, `a=${'b'.repeat(4_000)}`, ';;;=']],
  ['origin', ['null', 'http://evil.example', '\u00ff']],
  ['host', ['evil.example', 'localhost:1', '[::1']],
  ['range', ['bytes=0-', 'bytes=9-1', 'bytes=-1,-1,-1']],
  ['if-none-match', ['*', 'W/"']],
  ['last-event-id', ['-1', '9'.repeat(30), 'x']],
  ['x-forwarded-for', ['1.2.3.4', 'x'.repeat(300), '::']],
  ['accept-encoding', ['br;q=9', 'identity;q=0', '*']],
]

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
] as const

/** Makes hostile requests: pages, every call of the API and the chain's JSON-RPC, alone and in batches. */
function hostileRequests(random: Random, operations: readonly Operation[], known: Known): () => Sent {
  const guesses = Object.values(known)
  const methods = [...RPC_METHODS.keys()]
  const chance = (percent: number) => random.below(100) < percent
  const one = <T>(from: readonly T[]): T => from[random.below(from.length)] as T
  const value = (): unknown => (chance(30) ? one(guesses) : one(NASTY))
  const object = (fields: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      (fields.length === 0 ? ['x'] : fields).filter(() => chance(80)).map((name) => [name, value()]),
    )
  const segment = (): string => {
    const made = value()
    const text = typeof made === 'string' ? made : JSON.stringify(made)
    // Some as they are, where a request line can hold them.
    return chance(20) && /^[\x21-\x7e]{1,200}$/.test(text)
      ? text
      : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '%'))
  }
  const spoil = (text: string): string => {
    if (text === '') return text
    if (chance(10)) return text.slice(0, random.below(text.length))
    if (chance(5)) return '['.repeat(2_000) + text
    return text
  }
  const headers = (): Record<string, string> => ({
    ...Object.fromEntries(HEADERS.filter(() => chance(8)).map(([name, values]) => [name, one(values)])),
    ...(chance(8) ? { connection: 'Upgrade', upgrade: one(['h2c', 'websocket', 'h2c, websocket', '']) } : {}),
  })
  const rpcCall = (): unknown => {
    if (chance(5)) return one(NASTY)
    const params = Array.from({ length: random.below(4) }, () =>
      chance(25) ? { encoding: value(), commitment: value(), limit: value(), filters: [value()] } : value(),
    )
    return {
      jsonrpc: chance(97) ? '2.0' : value(),
      id: chance(90) ? 1 : value(),
      method: chance(95) ? one(methods) : value(),
      params: chance(90) ? (chance(20) ? [guesses, ...params] : params) : value(),
    }
  }
  return () => {
    if (chance(40)) {
      const calls = chance(60) ? Array.from({ length: 1 + random.below(20) }, rpcCall) : [rpcCall()]
      const body = spoil(JSON.stringify(calls.length === 1 ? calls[0] : calls))
      return { method: 'POST', path: '/rpc', headers: headers(), body, inputs: calls.length }
    }
    const { method, path, fields } = one(operations)
    const filled = path.replace(/\{\w+\}/g, segment)
    if (method === 'GET') {
      if (chance(15)) return { method: one(['GET', 'HEAD', 'OPTIONS']), path: `/${segment()}/${segment()}`, headers: headers(), inputs: 1 } // biome-ignore format: one line
      const query = fields
        .filter(() => chance(50))
        .map((name) => `${name}=${segment()}`)
        .join('&')
      return {
        method: chance(97) ? 'GET' : 'HEAD',
        path: `${filled}?${query}`,
        headers: headers(),
        inputs: 1,
      }
    }
    const type = chance(80) ? 'application/json' : one(TYPES)
    const json = JSON.stringify(chance(90) ? object(fields) : value())
    const part = `--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n${json}\r\n--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n${segment()}\r\n--x--`
    const body = spoil(type.startsWith('multipart') ? part : json)
    return { method, path: filled, headers: { ...headers(), 'content-type': type }, body, inputs: 1 }
  }
}

/** The codes of failures that are the server's own and said on purpose. */
const DOCUMENTED = new Set(
  Object.entries(errorRecord)
    .filter(([code, { status }]) => status > 500 && code !== 'internal')
    .map(([code]) => code),
)

export interface HostileOutcome {
  readonly inputs: number
  /** How often each status came. */
  readonly statuses: Readonly<Record<string, number>>
  /** Answers that nobody documented, each with what was sent; the first ten. */
  readonly undocumented: readonly string[]
}

const AT_ONCE = 32
/** Nobody waits longer for an answer. */
const ANSWER_MS = 30_000

/** Sends so many hostile inputs. `onInputs` hears how many have been answered, now and then. */
export async function sendHostileInputs(
  origin: string,
  seed: string,
  count: number,
  known: Known,
  onInputs: (answered: number) => void = () => undefined,
): Promise<HostileOutcome> {
  const next = hostileRequests(new Random(seed), await operationsOf(origin), known)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const { hostname, port } = new URL(origin)
  const statuses: Record<string, number> = {}
  const undocumented: string[] = []
  let inputs = 0
  /** What was asked last on each line: a strange answer may be that one's. */
  const lastOn = new WeakMap<object, string>()
  const send = (sent: Sent, index: number): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const { method, path, body } = sent
      // Node does not say it by itself for every method.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const headers = { ...sent.headers, ...length }
      let before = ''
      const asked = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers,
          localAddress: attackerAddress(1 + (index % 10)),
          timeout: ANSWER_MS,
        },
        (answer) => {
          const { statusCode = 0 } = answer
          // A stream goes on: that it began is the answer.
          if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
            asked.destroy()
            resolve([statusCode, ''])
            return
          }
          let text = ''
          answer.on('data', (chunk: Buffer) => {
            if (statusCode >= 500) text += chunk.toString()
          })
          answer.on('end', () => resolve([statusCode, text]))
          answer.on('error', reject)
        },
      )
      asked.on('socket', (socket) => {
        before = lastOn.get(socket) ?? ''
        lastOn.set(socket, JSON.stringify(sent).slice(0, 300))
      })
      asked.on('timeout', () => asked.destroy(new Error('no answer')))
      asked.on('error', (error) => {
        if (before !== '') error.message += `, after ${before}`
        reject(error)
      })
      asked.end(body)
    })
  const isDocumented = (text: string): boolean => {
    try {
      return DOCUMENTED.has((JSON.parse(text) as { code: string }).code)
    } catch {
      return false
    }
  }
  const loop = async (index: number) => {
    while (inputs < count) {
      const sent = next()
      inputs += sent.inputs
      let status = 0
      let said = ''
      try {
        ;[status, said] = await send(sent, index)
      } catch (error) {
        const { code = '', message } = error as NodeJS.ErrnoException
        // A body that is refused may end the connection before all of it was sent.
        if (!['ECONNRESET', 'EPIPE'].includes(code)) said = `${code} ${message}`
      }
      statuses[status] = (statuses[status] ?? 0) + 1
      const isStrange = status === 0 ? said !== '' : status >= 500 && !isDocumented(said)
      if (isStrange && undocumented.length < 10)
        undocumented.push(`${status} ${said.slice(0, 600)} ← ${JSON.stringify(sent).slice(0, 600)}`)
      onInputs(inputs)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => loop(index)))
  agent.destroy()
  return { inputs, statuses, undocumented }
}

/** Connections that somebody holds open. */
export interface Held {
  /** Still open. */
  readonly open: () => number
  readonly release: () => void
}

/** From each of so many addresses so many connections, each of which writes `first` and then what `more` says each second. */
export function holdConnections(
  origin: string,
  {
    addresses,
    each,
    first,
    more,
    reads = true,
  }: {
    readonly addresses: number
    readonly each: number
    readonly first?: string
    readonly more?: string
    /** Without it nothing of an answer is taken. */
    readonly reads?: boolean
  },
): Held {
  const { hostname, port } = new URL(origin)
  const sockets = new Set<Socket>()
  for (let address = 1; address <= addresses; address++)
    for (let index = 0; index < each; index++) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: attackerAddress(address) })
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
      if (reads) socket.resume()
      else socket.pause()
      if (first !== undefined) socket.write(first)
    }
  const dripping = setInterval(() => {
    if (more !== undefined) for (const socket of sockets) socket.write(more)
  }, 1_000)
  return {
    open: () => sockets.size,
    release: () => {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}

const post = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** A request whose answer is 2.7 MB. */
export function largeAnswerRequest(): string {
  const large = 'SysvarS1otHistory11111111111111111111111111' // 131,097 bytes
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'getMultipleAccounts',
    params: [Array.from({ length: 15 }, () => large), { encoding: 'base64' }],
  })
  return post('/rpc', body.length) + body
}

/** The beginning of a body that takes hours. */
export const slowBodyRequest = (): string => `${post('/api/trades/execute', 60_000)}{"signedTransaction":"`

/** Two requests that ask for h2c, as Java's client and `curl --http2` send them; the second has a body. */
export function h2cRequests(): string {
  const upgrade =
    'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n'
  const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}'
  return `GET /api/session HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n${post('/rpc', body.length).replace('\r\n', `\r\n${upgrade}`)}${body}`
}

/** A batch of what costs a node most. */
export function heavyBatchRequest(calls: number, wallet: string): string {
  const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
  const body = JSON.stringify(
    Array.from({ length: calls }, (_, id) =>
      id % 2 === 0
        ? { jsonrpc: '2.0', id, method: 'getProgramAccounts', params: [TOKEN_2022, { encoding: 'base64' }] }
        : { jsonrpc: '2.0', id, method: 'getSignaturesForAddress', params: [wallet] },
    ),
  )
  return post('/rpc', body.length) + body
}

/** Instructions of transactions that are meant to fill disk or memory. */
const FILLERS: Record<string, (from: Address) => readonly Instruction[]> = {
  'plain transactions': () => [],
  'long logs': () => Array.from({ length: 50 }, () => memo('x')),
  'new accounts': (from) =>
    Array.from({ length: 18 }, () => transferSol(from, addressOf(randomBytes(32)), 890_880n)),
}
const memo = (text: string): Instruction => ({
  programAddress: MEMO_PROGRAM,
  accounts: [],
  data: Buffer.from(text),
})
export const WRITES = Object.keys(FILLERS)
const BATCH = 20
/** Pause between two batches of an address. It continues after its calls per minute are used up. */
const BATCH_EVERY_MS = 100

export interface Flood {
  /** Calls that were answered with a result, and with an error. */
  readonly counts: { taken: number; refused: number }
  /** Resolves when no call is pending. */
  readonly stop: () => Promise<void>
}

/** Sends batches of `callsOf` from ten addresses, one batch at a time each, until stopped. */
function flood(origin: string, callsOf: (client: Client) => Promise<readonly object[]>): Flood {
  const counts = { taken: 0, refused: 0 }
  let isOver = false
  const run = async (index: number) => {
    const client = createClient(origin, createKeypair(), attackerAddress(index))
    while (!isOver) {
      try {
        const calls = await callsOf(client)
        const batch = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
        for (const { error } of await client.post<{ error?: object }[]>('/rpc', batch))
          counts[error === undefined ? 'taken' : 'refused']++
      } catch {
        counts.refused += BATCH
      }
      await setTimeout(BATCH_EVERY_MS)
    }
  }
  const running = Promise.all(Array.from({ length: 10 }, (_, index) => run(index + 1)))
  return {
    counts,
    async stop() {
      isOver = true
      await running
    },
  }
}

/** Sends transactions of one kind of `WRITES` from funded wallets. */
export function floodWrites(origin: string, kind: string): Flood {
  const funded = new WeakSet<Client>()
  let lamports = 0n
  return flood(origin, async (client) => {
    if (!funded.has(client)) await client.airdrop(10)
    funded.add(client)
    const { value } = await rpc<{ value: { blockhash: string } }>(client, 'getLatestBlockhash', [])
    const from = client.address as Address
    return Array.from({ length: BATCH }, () => {
      const instructions = [transferSol(from, from, ++lamports), ...(FILLERS[kind]?.(from) ?? [])]
      const wire = Buffer.from(signedTransaction([client.keypair], value.blockhash, instructions))
      const config = { encoding: 'base64', skipPreflight: true }
      return { method: 'sendTransaction', params: [wire.toString('base64'), config] }
    })
  })
}

/** Requests airdrops, each for a new wallet. */
export const floodAirdrops = (origin: string): Flood =>
  flood(origin, async () =>
    Array.from({ length: BATCH }, () => ({
      method: 'requestAirdrop',
      params: [addressOf(randomBytes(32)), 10_000_000_000],
    })),
  )

/** From each of ten addresses launches prepared four at a time, with pictures as large as they may be. Never ends. */
export async function floodPictures(origin: string): Promise<void> {
  const [width, height] = [1_800, 1_800]
  const noise = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const loop = async (index: number) => {
    const client = createClient(origin, createKeypair(), attackerAddress(index))
    for (;;) {
      await client.prepareLaunch({}, noise).catch(() => undefined)
      await setTimeout(BATCH_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, index) => loop(1 + (index % 10))))
}
