// What both stores do alike, on a folder and on a server that speaks S3; and what only a store over a network can do.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startS3Server } from '../../../../tests/s3-server.ts'
import { openS3Store } from './s3.ts'
import { type ContentStore, contentKey, openFolderStore, readContentKey } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'twinmint-store-'))
const server = await startS3Server('site/pictures/')
const s3 = openS3Store(server.settings)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})
beforeEach(() => {
  server.trouble = undefined
  server.asked.length = 0
})

const keyOf = (name: string, size = 512): string =>
  contentKey(createHash('sha256').update(name).digest('hex'), size) ?? ''
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()
const listed = async (store: ContentStore) => {
  const all: { key: string; size: number }[] = []
  for await (const each of store.list()) all.push(each)
  return all
}
const UNAVAILABLE = { code: 'contentUnavailable' }

test.each([
  ['folder', openFolderStore(join(folder, 'alike'))],
  ['s3', s3],
] as const)('%s: keeps, reads, replaces, lists and removes', async (kind, store) => {
  expect(store.kind).toBe(kind)
  await store.check()
  const key = keyOf('one')
  expect([await store.get(key), await store.size(key)]).toEqual([undefined, undefined])
  await store.remove(key)
  expect(await listed(store)).toEqual([])

  await store.put(key, bytesOf('the bytes'))
  await store.put(key, bytesOf('the bytes'))
  expect([textOf(await store.get(key)), await store.size(key)]).toEqual(['the bytes', 9])
  // As rotten ones are, when the same picture comes again.
  await store.put(key, bytesOf('THE BYTES'))
  expect(textOf(await store.get(key))).toBe('THE BYTES')

  const more = Array.from({ length: 230 }, (_, at) => keyOf(`more ${at}`, 128))
  for (let from = 0; from < more.length; from += 50)
    await Promise.all(more.slice(from, from + 50).map((each) => store.put(each, bytesOf('.'))))
  expect(await listed(store)).toEqual(
    [{ key, size: 9 }, ...more.map((each) => ({ key: each, size: 1 }))].sort((a, b) =>
      a.key < b.key ? -1 : 1,
    ),
  )
  for (const each of [key, ...more]) await store.remove(each)
  expect([await store.get(key), await listed(store)]).toEqual([undefined, []])
})

test('keys are hashes and sizes, and nothing else', () => {
  const hash = createHash('sha256').update('x').digest('hex')
  expect(readContentKey(contentKey(hash, 1024) ?? '')).toEqual({ hash, size: 1024 })
  for (const wrong of ['../../etc/passwd', `${hash}/`, hash.toUpperCase(), ''])
    expect(contentKey(wrong, 128)).toBeUndefined()
  for (const wrong of [`00/${hash}-128.webp`, `${hash}-128.webp`, `${contentKey(hash, 128)}.12.34`, 'a b'])
    expect(readContentKey(wrong)).toBeUndefined()
})

test('folder: a file half written by a process that died is no picture', async () => {
  const store = openFolderStore(join(folder, 'died'))
  const key = keyOf('half')
  mkdirSync(join(folder, 'died', key.slice(0, 2)), { recursive: true })
  writeFileSync(join(folder, 'died', `${key}.77.1234`), 'half')
  expect(await listed(store)).toEqual([])
  await store.put(key, bytesOf('whole'))
  expect(await listed(store)).toEqual([{ key, size: 5 }])
  expect(await store.free?.()).toBeGreaterThan(0)
})

test('s3: a wrong secret, an unknown key and a bucket that is missing are said, and no secret with them', async () => {
  const wrong = { ...server.settings, secretAccessKey: 'wr0ngsecret' }
  for (const [settings, words] of [
    [wrong, 'it answers with status 403 (SignatureDoesNotMatch)'],
    [{ ...server.settings, accessKeyId: 'NOBODYSKEY' }, 'it answers with status 403 (InvalidAccessKeyId)'],
    [{ ...server.settings, bucket: 'elsewhere' }, 'it has no such bucket'],
  ] as const) {
    const store = openS3Store(settings)
    for (const work of [
      () => store.check(),
      () => store.get(keyOf('a')),
      () => store.put(keyOf('a'), bytesOf('a')),
    ]) {
      const error = await work().then(
        () => undefined,
        (failure: unknown) => failure as Error,
      )
      expect(error).toMatchObject({ ...UNAVAILABLE, cause: { message: words } })
      expect(JSON.stringify([error, String(error?.cause), Object.entries(error?.cause ?? {})])).not.toMatch(
        /wr0ngsecret|NOBODYSKEY|S3RVER/,
      )
    }
  }
})

test('s3: a store that is away is refused, and found again when it is back', async () => {
  const key = keyOf('away')
  await s3.put(key, bytesOf('here'))
  await server.goAway()
  await expect(s3.get(key)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message: /can’t be reached/ } })
  await expect(s3.put(keyOf('other'), bytesOf('x'))).rejects.toMatchObject(UNAVAILABLE)
  await expect(s3.check()).rejects.toMatchObject(UNAVAILABLE)
  await server.comeBack()
  expect(textOf(await s3.get(key))).toBe('here')
})

test('s3: what fails once is asked again, and no more often than helps', async () => {
  const key = keyOf('once')
  await s3.put(key, bytesOf('here'))
  const fails = (status: number, times: number) => {
    server.asked.length = 0
    let left = times
    server.trouble = (_request, response) => {
      if (left-- <= 0) return false
      response.writeHead(status).end()
      return true
    }
  }
  fails(503, 1)
  expect(textOf(await openS3Store(server.settings).get(key))).toBe('here')
  expect(server.asked).toHaveLength(2)
  fails(500, 100)
  await expect(openS3Store(server.settings).get(key)).rejects.toMatchObject(UNAVAILABLE)
  expect(server.asked).toHaveLength(3)
  // Another answer would not come of asking again, and a request that is signed goes nowhere else.
  for (const status of [400, 403, 301, 307]) {
    fails(status, 100)
    await expect(openS3Store(server.settings).get(key)).rejects.toMatchObject(UNAVAILABLE)
    expect(server.asked).toHaveLength(1)
  }
})

test('s3: an object cut short on its way, or in the store, is not taken for the whole', async () => {
  const key = keyOf('cut')
  await s3.put(key, bytesOf('0123456789'))
  server.trouble = (request, response) => {
    if (request.method !== 'GET') return false
    response.writeHead(200, { 'content-length': 10 })
    response.write('01234')
    setTimeout(() => response.destroy(), 20)
    return true
  }
  await expect(s3.get(key)).rejects.toMatchObject(UNAVAILABLE)
  server.trouble = undefined
  const [object] = readdirSync(server.folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.includes(key.slice(3, 60)) && name.endsWith('_object'),
  )
  truncateSync(join(server.folder, object ?? ''), 4)
  expect([await s3.size(key), textOf(await s3.get(key))]).toEqual([4, '0123'])
  // Whoever brings the picture again mends it.
  await s3.put(key, bytesOf('0123456789'))
  expect(textOf(await s3.get(key))).toBe('0123456789')
})

test('s3: grainy pictures of before there were folders, up to 2 MiB, are read', async () => {
  for (const bytes of [1_830_792, 2 * 1024 * 1024]) {
    const key = keyOf(`grainy ${bytes}`, 1024)
    await s3.put(key, new Uint8Array(bytes).fill(7))
    expect((await s3.get(key))?.length).toBe(bytes)
  }
})

test('s3: an endless answer takes no memory, and a list without an end comes to one', async () => {
  let sent = 0
  server.trouble = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const more = () => {
      while (!response.destroyed && sent < 500_000_000) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536, '<a>'))) return void response.once('drain', more)
      }
    }
    more()
    return true
  }
  await expect(s3.get(keyOf('endless'))).rejects.toMatchObject({
    cause: { message: 'it sent more than 2097152 bytes' },
  })
  expect(sent).toBeLessThan(20_000_000)
  await expect(s3.check()).rejects.toMatchObject({ cause: { message: 'it sent more than 16384 bytes' } })
  const key = `site/pictures/${keyOf('again')}`
  server.trouble = (_request, response) => {
    response.end(`<ListBucketResult><Contents><Key>${key}</Key><Size>1</Size></Contents></ListBucketResult>`)
    return true
  }
  await expect(listed(s3)).rejects.toMatchObject({ cause: { message: 'its list of keys is not in order' } })
})

test('s3: of many who ask for the same picture one asks the store', async () => {
  const key = keyOf('hot')
  const store = openS3Store(server.settings)
  await store.put(key, bytesOf('hot'))
  server.asked.length = 0
  const all = await Promise.all(Array.from({ length: 500 }, () => store.get(key)))
  expect(new Set(all.map(textOf))).toEqual(new Set(['hot']))
  expect(textOf(await store.get(key))).toBe('hot')
  expect(server.asked).toEqual([`GET /pictures/site/pictures/${key}`])
  await store.remove(key)
  expect(await store.get(key)).toBeUndefined()
})

test('s3: a picture that rotted and was mended by another server is the mended one: a large one at once, a square after a while', async () => {
  const large = contentKey(createHash('sha256').update('mended').digest('hex'), 1024) ?? ''
  const square = keyOf('mended square')
  const other = openS3Store(server.settings)
  const store = openS3Store(server.settings)
  for (const key of [large, square]) {
    await other.put(key, bytesOf('rotten'))
    expect(textOf(await store.get(key))).toBe('rotten')
    await other.put(key, bytesOf('mended'))
  }
  expect([textOf(await store.get(large)), textOf(await store.get(square))]).toEqual(['mended', 'rotten'])
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
  expect(textOf(await store.get(square))).toBe('mended')
  now.mockRestore()
})

test('s3: where it has a limit, what is left of it is known, and counted again after a while', async () => {
  const settings = { ...server.settings, prefix: 'room/' }
  expect('free' in openS3Store(settings)).toBe(false)
  const other = openS3Store(settings)
  await other.put(keyOf('there'), new Uint8Array(300))
  const store = openS3Store({ ...settings, bytesMax: 1_000 })
  expect(await store.free?.()).toBe(700)
  await store.put(keyOf('own'), new Uint8Array(200))
  await other.put(keyOf('another server’s'), new Uint8Array(50))
  expect(await store.free?.()).toBe(500)
  server.asked.length = 0
  await Promise.all([store.free?.(), store.free?.()])
  expect(server.asked).toEqual([])
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
  // Told what was known, while it is counted.
  expect(await store.free?.()).toBe(500)
  await vi.waitFor(async () => expect(await store.free?.()).toBe(450))
  now.mockRestore()
  for (const name of ['there', 'own', 'another server’s']) await other.remove(keyOf(name))
})

test('s3: more than wait their turn are refused at once', async () => {
  const held: (() => void)[] = []
  server.trouble = (_request, response) => {
    held.push(() => response.writeHead(404).end())
    return true
  }
  const store = openS3Store(server.settings)
  const asking = Array.from({ length: 230 }, (_, at) =>
    store.get(keyOf(`many ${at}`)).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    ),
  )
  const refused = await Promise.race(asking.slice(-1))
  expect(refused).toBe('contentUnavailable')
  server.trouble = undefined
  while (held.length > 0) held.pop()?.()
  const answers = await Promise.all(asking)
  expect(answers.filter((each) => each === 'answered').length).toBeGreaterThanOrEqual(200)
})

test('s3: a store that does not answer is given up after its time', async () => {
  server.trouble = () => true
  const hasty = openS3Store({ ...server.settings, answerMs: 60 })
  for (const work of [() => hasty.get(keyOf('slow')), () => hasty.check(), () => listed(hasty)])
    await expect(work()).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { message: 'it does not answer in time' },
    })
})
