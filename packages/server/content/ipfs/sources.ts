// Where what a server lost is taken from: CAR files, or anybody's gateway. Neither is believed: a block counts if its hash is
// its address.
import { type IncomingMessage, get as overHttp } from 'node:http'
import { get as overHttps } from 'node:https'
import { cidOfFolder, cidOfRaw, parseCid } from '@twinmint/sdk/content/cid'
import { isPrivateHost, lookupPublic } from '../../http/public-hosts.ts'
import type { CarFiles } from './car.ts'
import { sha256Of } from './folders.ts'

export interface BlockSource {
  /** The block of this address; undefined where the source has none that is it, or one of more than `max` bytes. */
  read(cid: string, max: number): Promise<Uint8Array | undefined>
}

/** Whether bytes are what an address names. */
export function isBlockOf(cid: string, bytes: Uint8Array): boolean {
  const address = parseCid(cid)
  if (address === undefined) return false
  const digest = sha256Of(bytes)
  return (address.codec === 'raw' ? cidOfRaw(digest) : cidOfFolder(digest)) === address.cid
}

/** What is read from a source, looked at. */
export const checked = (source: BlockSource): BlockSource => ({
  async read(cid, max) {
    const bytes = await source.read(cid, max)
    return bytes && bytes.length <= max && isBlockOf(cid, bytes) ? bytes : undefined
  },
})

export const fromCars = (files: CarFiles): BlockSource => checked(files)

const TIMEOUT_MS = 30_000
const REDIRECTS_MAX = 3
/** Whoever restores from the same machine needs no certificate. */
const NEAR = ['localhost', '127.0.0.1', '[::1]']

/** Whether a gateway may be asked there. */
export const isGatewayUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && NEAR.includes(url.hostname))

/**
 * A gateway at this origin. Where it sends on to is not believed: that must be https, and nothing of a private network but the host
 * that was named. `onFailure` hears why a block did not come.
 */
export function fromGateway(origin: URL, onFailure: (sentence: string) => void): BlockSource {
  return checked({
    async read(cid, max) {
      let url = new URL(`/ipfs/${cid}?format=raw`, origin)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
          const response = await ask(url, { isNamed: url.hostname === origin.hostname, signal })
          const { statusCode: status = 0, headers } = response
          if (status === 200) return await readAtMost(response, max)
          // What else it says is not read.
          response.destroy()
          if (status < 300 || status >= 400 || headers.location === undefined) {
            if (status !== 404) onFailure(`${url.host} answers ${status} for ${cid}`)
            return undefined
          }
          const next = new URL(headers.location, url)
          const isFollowed =
            next.origin === origin.origin ||
            (next.protocol === 'https:' &&
              (next.hostname === origin.hostname || !isPrivateHost(next.hostname)))
          if (!isFollowed) {
            onFailure(`${url.host} sends on to ${next.host} for ${cid}, which is not followed`)
            return undefined
          }
          url = next
        }
        onFailure(`${url.host} sends on and on for ${cid}`)
      } catch (error) {
        onFailure(`${url.host} gives nothing for ${cid}: ${String(error)}`)
      }
      return undefined
    },
  })
}

/** One answer, without following where it leads. A name that nobody chose is not connected to in a private network. */
const ask = (
  url: URL,
  { isNamed, signal }: { readonly isNamed: boolean; readonly signal: AbortSignal },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? overHttps : overHttp
    get(
      url,
      { headers: { accept: 'application/vnd.ipld.raw' }, signal, ...(!isNamed && { lookup: lookupPublic }) },
      resolve,
    ).once('error', reject)
  })

async function readAtMost(body: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > max) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
