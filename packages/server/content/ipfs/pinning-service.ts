// A pinning service of the operator's choice, by the IPFS Pinning Service API. It gets the token, and nobody else does:
// redirects are not followed. Of what it answers no more than 64 KiB is read.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { PinJob, ServiceAnswer } from './pin-rules.ts'

const TIMEOUT_MS = 20_000
const BODY_BYTES_MAX = 64 * 1024
/** The API's own limit. */
const NAME_CHARACTERS_MAX = 255

export interface PinningService {
  /** How pages name it. */
  readonly host: string
  /** Asks it to keep the folder. Never rejects. */
  pin(job: PinJob): Promise<ServiceAnswer>
  /** Asks how far a request is. Never rejects. */
  look(requestId: string): Promise<ServiceAnswer>
  close(): void
}

export interface PinningSettings {
  /** The API's address, to which `/pins` is added. */
  readonly endpoint: string
  readonly token: string
}

export function openPinningService(
  { endpoint, token }: PinningSettings,
  /** Where the service may fetch the folder: multiaddresses. */
  origins: () => readonly string[],
): PinningService {
  const base = endpoint.replace(/\/+$/, '')
  const closing = new AbortController()
  const ask = (method: 'GET' | 'POST', path: string, json?: object) =>
    new Promise<ServiceAnswer>((resolve) => {
      const none = () => resolve({ status: undefined, body: undefined, retryAfterSeconds: 0 })
      const body = json && JSON.stringify(json)
      const url = new URL(base + path)
      const sent = (url.protocol === 'https:' ? overHttps : overHttp)(
        url,
        {
          method,
          // Whole, from the look-up to the last byte.
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            chunks.push(chunk)
            if (bytes > BODY_BYTES_MAX) response.destroy(new Error('too long'))
          })
          response.on('error', none)
          response.on('end', () =>
            resolve({
              status: response.statusCode,
              body: jsonOf(Buffer.concat(chunks)),
              retryAfterSeconds: Number(response.headers['retry-after']) || 0,
            }),
          )
        },
      )
      sent.on('error', none)
      sent.end(body)
    })
  return {
    host: new URL(endpoint).host,
    pin: ({ cid, name, symbol, mintAddress }) =>
      ask('POST', '/pins', {
        cid,
        name: Array.from(`${name} (${symbol})`).slice(0, NAME_CHARACTERS_MAX).join(''),
        origins: origins(),
        meta: { app: 'twinmint', mint: mintAddress },
      }),
    look: (requestId) => ask('GET', `/pins/${encodeURIComponent(requestId)}`),
    close: () => closing.abort(),
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Where this server's gateway is, as a multiaddress; none for one that only its own machine or no https reaches. */
export function originsOf(publicUrl: string): string[] {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:' || hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return []
  return [`/dns/${hostname}/tcp/${port === '' ? 443 : port}/https`]
}
