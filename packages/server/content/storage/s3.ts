// Content in a bucket of an S3-compatible store, so that several servers need no shared disk. The store may be slow, away,
// broken or hostile: then whoever asks is refused contentUnavailable, soon, and the log says why.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@twinmint/sdk/core/errors'
import { S3mini, S3ServiceError } from 's3mini'
import { countBucketBytes } from './bucket-bytes.ts'
import { openByteCache } from './byte-cache.ts'
import { boundedFetch, StoreFailure } from './s3-fetch.ts'
import { type ContentStore, isOtherThanNamed, KEPT_BYTES_MAX, readContentKey } from './store.ts'

export interface S3Settings {
  /** Without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Before every key; empty, or with a slash at its end. */
  readonly prefix: string
  /** How long an object may take to come; 8 seconds where nothing is said. A list may take three times that. */
  readonly answerMs?: number | undefined
  /** What all objects together may take; any number where nothing is said. */
  readonly bytesMax?: number | undefined
}

const TRIES = 3
const AGAIN_MS = 150
/** Sixteen pictures at once are 32 MiB at the most. */
const FETCHES = { atOnce: 16, waitingMax: 200, answerBytesMax: KEPT_BYTES_MAX }
const ANSWER_MS = 8_000
/** Pages of a list are read one after another, by commands only. */
const LISTS = { atOnce: 1, waitingMax: 10, answerBytesMax: 128 * 1024 }
const LIST_KEYS = 100
const CHECKS = { atOnce: 1, waitingMax: 1, answerBytesMax: 16 * 1024 }
/** What readers ask for again and again is not fetched again. */
const HOT_BYTES_MAX = 32 * 1024 * 1024
/** A square that rotted is not known to have, and may be mended by somebody else. */
const HOT_MS = 600_000

/** Opens nothing yet: the first call does. */
export function openS3Store(settings: S3Settings): ContentStore {
  const { prefix, answerMs = ANSWER_MS, bytesMax } = settings
  const listMs = answerMs * 3
  const objects = clientOf(settings, boundedFetch({ ...FETCHES, answerMs }))
  const lists = clientOf(settings, boundedFetch({ ...LISTS, answerMs: listMs }))
  const checks = clientOf(settings, boundedFetch({ ...CHECKS, answerMs: Math.ceil(answerMs / 3) }))
  const hot = openByteCache(HOT_BYTES_MAX, { msMax: HOT_MS, nowMs: () => Date.now() })
  /** Who asks for what is being fetched gets the same. */
  const coming = new Map<string, Promise<Uint8Array | undefined>>()

  const fetchObject = (key: string) =>
    asked(async () => {
      const bytes = await objects.getObjectArrayBuffer(prefix + key)
      return bytes === null ? undefined : new Uint8Array(bytes)
    })
  const fetchOnce = (key: string) => {
    const fetching = fetchObject(key)
      .then((bytes) => {
        // A large picture that rotted is asked for anew each time: somebody else may mend it.
        if (bytes !== undefined && !isOtherThanNamed(key, bytes)) hot.set(key, bytes)
        return bytes
      })
      .finally(() => coming.delete(key))
    coming.set(key, fetching)
    return fetching
  }
  async function* list() {
    let last = ''
    for (;;) {
      const from = last === '' ? {} : { 'start-after': prefix + last }
      const page = await asked(() =>
        inTime(lists.listObjectsPaged('/', prefix, LIST_KEYS, undefined, from), listMs * 3),
      )
      const found = page?.objects ?? []
      for (const { Key, Size } of found) {
        const key = Key.slice(prefix.length)
        // In order, or a list would never have to end.
        if (!Key.startsWith(prefix) || Buffer.compare(Buffer.from(key), Buffer.from(last)) <= 0)
          throw unavailable(new StoreFailure('its list of keys is not in order'))
        last = key
        if (readContentKey(key) && Number.isSafeInteger(Size)) yield { key, size: Size }
      }
      if (found.length === 0) return
    }
  }
  const taken = countBucketBytes(list)
  return {
    kind: 's3',
    place: async () =>
      createHash('sha256')
        .update(`${settings.endpoint}/${settings.bucket}/${prefix}`)
        .digest('hex')
        .slice(0, 32),
    async put(key, bytes) {
      // What is there counts, not what was read once.
      const known = await fetchObject(key)
      if (known !== undefined && Buffer.from(known).equals(bytes)) return
      // A store that knows this header takes nothing else than these bytes.
      const checksum = { 'x-amz-checksum-sha256': createHash('sha256').update(bytes).digest('base64') }
      await asked(() => objects.putObject(prefix + key, bytes, 'image/webp', undefined, checksum))
      hot.delete(key)
      taken.add(bytes.length)
    },
    get: async (key) => hot.get(key) ?? (await (coming.get(key) ?? fetchOnce(key))),
    size: (key) =>
      asked(async () => {
        try {
          return await objects.getContentLength(prefix + key)
        } catch (error) {
          if (statusOf(error) === 404) return undefined
          throw error
        }
      }),
    async remove(key) {
      hot.delete(key)
      // Once: whoever removes holds others up, and comes again.
      await asked(() => objects.deleteObject(prefix + key), 1)
    },
    list,
    ...(bytesMax !== undefined && { free: async () => bytesMax - (await taken.read()) }),
    async check() {
      await asked(() => checks.listObjectsPaged('/', prefix, 1), 1)
    },
  }
}

function clientOf(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings,
  fetch: typeof globalThis.fetch,
): S3mini {
  return new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch })
}

/** Asks again where that can help; what was in vain is refused contentUnavailable. */
async function asked<T>(ask: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (tried >= tries || !mayHelp(error)) throw unavailable(error)
      await sleep(AGAIN_MS * 4 ** (tried - 1) * (0.5 + Math.random()))
    }
}

/** A store that was too slow once would keep everybody waiting twice. */
function mayHelp(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  return !causes(error).some((each) => each instanceof StoreFailure || each.name === 'TimeoutError')
}

const unavailable = (error: unknown) =>
  new Refusal('contentUnavailable', undefined, { cause: new StoreFailure(wordsOf(error)) })

/** Names codes only: what a store writes may repeat the key that it was asked with. */
function wordsOf(error: unknown): string {
  const all = causes(error)
  const known = all.find((each) => each instanceof StoreFailure)
  if (known !== undefined) return known.message
  const service = all.find((each) => each instanceof S3ServiceError)
  if (service !== undefined) {
    const code = /^[A-Za-z]{1,60}$/.test(service.serviceCode ?? '') ? ` (${service.serviceCode})` : ''
    return `it answers with status ${service.status}${code}`
  }
  if (all.some(({ name }) => name === 'TimeoutError')) return 'it does not answer in time'
  const code = all
    .map((each) => (each as NodeJS.ErrnoException).code)
    .find((each) => /^[A-Z_]{3,40}$/.test(each ?? ''))
  return `it can’t be reached${code === undefined ? '' : ` (${code})`}`
}

const statusOf = (error: unknown): number | undefined =>
  causes(error).find((each) => each instanceof S3ServiceError)?.status

/** An error, what caused it, and so on. */
function causes(error: unknown): Error[] {
  const all: Error[] = []
  for (let each = error; each instanceof Error && all.length < 5; each = each.cause) all.push(each)
  return all
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(ms, undefined, { signal: late.signal }).then(() => {
        throw new StoreFailure('its list of keys does not end')
      }),
    ])
  } finally {
    late.abort()
  }
}
