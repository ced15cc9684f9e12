// Fetches what a launch's folder holds, from any server or gateway, and hashes it. Nothing that comes is believed: the rules
// compare its hash. Every answer has a largest size, and a time after which nobody waits for it.

import { parseCid } from '../../content/cid.ts'
import {
  FILE_BYTES_MAX,
  type FolderLink,
  PICTURE_NAME,
  ROOT_BYTES_MAX,
  readFolder,
} from '../../content/folder.ts'
import { METADATA_BYTES_MAX } from '../../content/metadata.ts'
import { areSameBytes } from '../../core/same-bytes.ts'
import { sha256 } from '../../core/sha256.ts'
import { fieldOf, parseExact } from '../../program/rpc.ts'

/** What came: bytes, more of them than there can be, or none, with why. */
export type Fetched =
  | {
      readonly kind: 'bytes'
      readonly bytes: Uint8Array
      /** Their SHA-256, computed here. */
      readonly digest: Uint8Array
    }
  | { readonly kind: 'tooLarge'; readonly bytesMax: number }
  /** The server looks itself, and says that what it has is another. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'missing'; readonly problem: string }

export interface ToFetch {
  readonly bytesMax: number
  /** What the browser has kept is as good: it is what it shows. Else it is asked for anew. */
  readonly isKeptTaken?: boolean
}

/** Fetches by a path of the server that it knows. */
export type Fetching = (path: string, asked: ToFetch) => Promise<Fetched>

export interface ContentReading {
  readonly root: Fetched
  readonly picture: Fetched
  readonly coin: Fetched
  readonly collection: Fetched
  /** The picture that the page shows, under its own address; undefined where none is shown. */
  readonly shown: Fetched | undefined
  /** Of the NFT that was asked for. */
  readonly nft: Fetched | undefined
}

export interface ContentToRead {
  /** The folder. */
  readonly cid: string
  /**
   * `path` reads what wallets read (`/ipfs/{cid}/coin`); `block` asks for each block by its own address, which trustless gateways
   * answer alone.
   */
  readonly by: 'path' | 'block'
  readonly shownPath?: string | undefined
  /** Of an NFT, to read its file in the picture's place. */
  readonly edition?: number | undefined
}

const NOT_WANTED: Fetched = { kind: 'missing', problem: 'nobody asked for it' }

export async function readContent(fetching: Fetching, wanted: ContentToRead): Promise<ContentReading> {
  const { cid, by, shownPath, edition } = wanted
  const asRoot = fetching(`/ipfs/${cid}?format=raw`, { bytesMax: ROOT_BYTES_MAX })
  const links = by === 'block' ? linksIn(await asRoot, cid) : undefined
  const file = (name: string): Promise<Fetched> => {
    const asked = { bytesMax: name === PICTURE_NAME ? FILE_BYTES_MAX : METADATA_BYTES_MAX }
    if (by === 'path') return fetching(`/ipfs/${cid}/${name}`, asked)
    const link = links?.find((each) => each.name === name)
    return link === undefined
      ? Promise.resolve({ kind: 'missing', problem: 'the folder did not come, so its address is not known' })
      : fetching(`/ipfs/${link.cid}?format=raw`, asked)
  }
  const [root, picture, coin, collection, shown, nft] = await Promise.all([
    asRoot,
    edition === undefined ? file(PICTURE_NAME) : NOT_WANTED,
    file('coin'),
    file('collection'),
    shownPath === undefined
      ? undefined
      : fetching(shownPath, { bytesMax: FILE_BYTES_MAX, isKeptTaken: true }),
    edition === undefined ? undefined : file(String(edition)),
  ])
  return { root, picture, coin, collection, shown, nft }
}

/** The files of the folder at `cid`, where `root` is its block; undefined where it is other bytes, or none. */
export function linksIn(root: Fetched, cid: string): readonly FolderLink[] | undefined {
  return root.kind === 'bytes' && isAt(root, cid) ? readFolder(root.bytes) : undefined
}

/** Whether the address names the bytes with this hash. */
export function isAt({ digest }: { readonly digest: Uint8Array }, cid: string): boolean {
  const address = parseCid(cid)
  return address !== undefined && areSameBytes(address.digest, digest)
}

export interface Reaching {
  readonly origin: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

const REFUSAL_BYTES_MAX = 4_096
const codeIn = (refusal: Uint8Array) => fieldOf(parseExact(new TextDecoder().decode(refusal)), 'code')

/** From a server or gateway; throws only when the signal ends it. */
export function contentFetcher({ origin, timeoutMs, signal }: Reaching): Fetching {
  return async (path, { bytesMax, isKeptTaken = false }) => {
    const late = AbortSignal.timeout(timeoutMs)
    try {
      // Node's types know no `cache`; its fetch keeps nothing.
      const options = {
        credentials: 'omit',
        cache: isKeptTaken ? 'default' : 'no-store',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      } as const
      const response = await fetch(new URL(path, origin), options)
      if (response.ok) return await bytesOf(response, bytesMax)
      const refusal = await bytesOf(response, REFUSAL_BYTES_MAX)
      return refusal.kind === 'bytes' && codeIn(refusal.bytes) === 'contentDamaged'
        ? { kind: 'damaged' }
        : { kind: 'missing', problem: `the server answered with status ${response.status}` }
    } catch (error) {
      if (signal?.aborted) throw error
      return { kind: 'missing', problem: late.aborted ? 'the answer took too long' : 'no answer came' }
    }
  }
}

async function bytesOf({ body }: Response, bytesMax: number): Promise<Fetched> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) break
    length += part.value.length
    if (length > bytesMax) {
      await reader?.cancel()
      return { kind: 'tooLarge', bytesMax }
    }
    parts.push(part.value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return fetchedBytes(bytes)
}

/** The browser's own hash is the faster one, and is only there for pages that came by https or from this machine. */
export async function fetchedBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Fetched> {
  const own: typeof crypto.subtle | undefined = globalThis.crypto.subtle
  const digest = own === undefined ? sha256(bytes) : new Uint8Array(await own.digest('SHA-256', bytes))
  return { kind: 'bytes', bytes, digest }
}
