// A pinning service of one's own, by the IPFS Pinning Service API: real HTTP, and answers as a test says.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PinRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: unknown
}

export interface ScriptedAnswer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface TestPinningService {
  /** What PINNING_ENDPOINT is. */
  readonly endpoint: string
  readonly requests: PinRequest[]
  /** Of every folder that it was asked to keep: its address. */
  readonly pins: Map<string, string>
  /** How far a pin is when somebody looks. */
  state: 'queued' | 'pinning' | 'pinned' | 'failed'
  /** What is answered instead of the API's own; undefined to go by the API. */
  answer: ((request: PinRequest) => ScriptedAnswer | 'hang' | undefined) | undefined
  close(): Promise<void>
}

export async function startPinningService(token: string): Promise<TestPinningService> {
  const requests: PinRequest[] = []
  const pins = new Map<string, string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const asked: PinRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: text === '' ? undefined : JSON.parse(text),
      }
      requests.push(asked)
      const scripted = service.answer?.(asked) ?? own(asked)
      if (scripted === 'hang') return
      const { status, body, headers = {} } = scripted
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    })
  })
  const own = ({ method, path, authorization, body }: PinRequest): ScriptedAnswer => {
    if (authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: { reason: 'UNAUTHORIZED', details: 'wrong token' } } }
    const status = (requestid: string, cid: string) => ({
      requestid,
      status: service.state,
      created: new Date().toISOString(),
      pin: { cid },
      delegates: [],
    })
    if (method === 'POST' && path === '/v1/pins') {
      const { cid } = body as { cid: string }
      const id = `request-${pins.size + 1}`
      pins.set(id, cid)
      return { status: 202, body: status(id, cid) }
    }
    const id = /^\/v1\/pins\/([^/]+)$/.exec(path)?.[1] ?? ''
    const cid = pins.get(id)
    return method === 'GET' && cid !== undefined
      ? { status: 200, body: status(id, cid) }
      : { status: 404, body: { error: { reason: 'NOT_FOUND' } } }
  }
  const service: TestPinningService = {
    endpoint: '',
    requests,
    pins,
    state: 'pinned',
    answer: undefined,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return Object.assign(service, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
  })
}
