// Where what a server lost is taken from: CAR files, or anybody's gateway. Neither is believed: a block counts if its hash is
// its address.
import { cidOfFolder, cidOfRaw, parseCid } from '../content/cid.ts'
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

/** A gateway at this origin. `onFailure` hears why a block did not come. */
export function fromGateway(origin: URL, onFailure: (sentence: string) => void): BlockSource {
  return checked({
    async read(cid, max) {
      let url = new URL(`/ipfs/${cid}?format=raw`, origin)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
          const response = await fetch(url, {
            headers: { accept: 'application/vnd.ipld.raw' },
            redirect: 'manual',
            signal,
          })
          const { status, headers, body } = response
          const location = headers.get('location')
          if (status >= 300 && status < 400 && location !== null) {
            await body?.cancel()
            const next = new URL(location, url)
            // One that is asked by https leads nowhere else, nor into this machine.
            if (next.protocol !== 'https:' && next.origin !== origin.origin) break
            url = next
            continue
          }
          if (status === 200 && body !== null) return await readAtMost(body, max)
          await body?.cancel()
          if (status !== 404) onFailure(`${url.host} answers ${status} for ${cid}`)
          return undefined
        }
        onFailure(`${url.host} sends on and on for ${cid}`)
      } catch (error) {
        const { cause } = error as { cause?: unknown }
        onFailure(`${url.host} gives nothing for ${cid}: ${String(cause ?? error)}`)
      }
      return undefined
    },
  })
}

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
